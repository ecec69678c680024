//! `millwright man`: the manual, from the same definitions as `--help`.

use std::fs;
use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Args, ManArgs};
use crate::streams::Streams;

/// Prints the page of the program, or writes all pages into a directory.
pub(crate) fn run(args: &ManArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    match &args.out {
        None => {
            let mut page = Vec::new();
            Man::new(Args::command()).render(&mut page)?;
            streams.results.write_all(&page)?;
        }
        Some(directory) => {
            let place = directory.display();
            fs::create_dir_all(directory).with_context(|| format!("cannot make the directory {place}"))?;
            clap_mangen::generate_to(Args::command(), directory)
                .with_context(|| format!("cannot write manual pages into {place}"))?;
            streams.note(&format!("wrote a page for each command into {place}; read one with: man -l FILE"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
