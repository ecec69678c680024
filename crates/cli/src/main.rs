//! The binary `millwright`: reads what was typed, runs one command, says how it went.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 done, 1 differences found, 2 error, 130
//! interrupted.
#![forbid(unsafe_code)]

mod args;
mod board_drawing;
mod commands;
mod coverage;
mod date;
mod db_place;
mod failure;
mod interrupt;
mod machine;
mod memory_limits;
mod progress_display;
mod quantities;
mod rankings;
mod small_games;
mod streams;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use crate::args::Args;
use crate::failure::Failure;
use crate::streams::Streams;

// Gives memory back soon after it was freed, by whichever thread (docs/hosting.md has the measurements).
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    // Stderr is not locked: a progress bar is drawn by a thread of its own.
    let (mut stdout, mut stderr) = (io::stdout().lock(), io::stderr());
    let result = interrupt::prepare().map_err(Failure::from).and_then(|()| {
        let args = Args::read(std::env::args_os())?;
        let (notes_to_terminal, results_to_terminal) = (stderr.is_terminal(), stdout.is_terminal());
        let mut streams =
            Streams { results: &mut stdout, notes: &mut stderr, notes_to_terminal, results_to_terminal };
        let code = commands::run(args, &mut streams)?;
        streams.results.flush().map_err(anyhow::Error::from)?;
        Ok(code)
    });
    result.unwrap_or_else(|failure| failure.report(&mut stdout, &mut stderr))
}
