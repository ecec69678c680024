//! `millwright completions`: what a shell needs to complete our arguments.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::streams::Streams;

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "millwright", &mut script);
    streams.results.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
