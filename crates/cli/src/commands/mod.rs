//! The commands, one file a verb. Each takes what was typed and writes to [`Streams`]; none knows where its
//! output goes, so each can be called by a test.

mod annotate;
mod background;
mod bench;
mod board;
mod census;
mod compare;
mod completions;
mod counts;
mod counts_grid;
mod engine;
mod export;
mod extended;
mod games;
mod gather;
mod guide;
mod import;
mod line;
mod man;
mod matches;
mod moves;
mod oracle;
pub(crate) mod perft;
mod plan;
mod play;
mod positions;
mod prove;
mod puzzles;
mod query;
mod query_lines;
mod ranks;
mod reach;
mod report;
mod serve;
mod signature;
mod solve;
mod solve_unit;
mod stats;
mod verify;

use std::process::ExitCode;

use crate::args::{Args, Command};
use crate::streams::Streams;

/// Runs the command that was typed; the guide if none was.
pub(crate) fn run(args: Args, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    match args.command {
        None => guide::run(streams),
        Some(Command::Games(args)) => games::run(&args, streams),
        Some(Command::Board(args)) => board::run(&args, streams),
        Some(Command::Moves(args)) => moves::run(&args, streams),
        Some(Command::Perft(args)) => perft::run(&args, streams),
        Some(Command::Solve(args)) => solve::run(&args, streams),
        Some(Command::Query(args)) => query::run(&args, streams),
        Some(Command::Positions(args)) => positions::run(&args, streams),
        Some(Command::Line(args)) => line::run(&args, streams),
        Some(Command::Serve(args)) => serve::run(&args, streams),
        Some(Command::Value(args)) => query::run_value(&args, streams),
        Some(Command::Play(args)) => play::run(&args, streams),
        Some(Command::Annotate(args)) => annotate::run(&args, streams),
        Some(Command::Engine(args)) => engine::run(&args, streams),
        Some(Command::Match(args)) => matches::run(&args, streams),
        Some(Command::Puzzles(args)) => puzzles::run(&args, streams),
        Some(Command::Prove(args)) => prove::run(&args, streams),
        Some(Command::Extended(args)) => extended::run(&args, streams),
        Some(Command::Stats(args)) => stats::run(&args, streams),
        Some(Command::Reach(args)) => reach::run(&args, streams),
        Some(Command::Compare(args)) => compare::run(&args, streams),
        Some(Command::Report(args)) => report::run(&args, streams),
        Some(Command::Ranks(args)) => ranks::run(&args, streams),
        Some(Command::Export(args)) => export::run(&args, streams),
        Some(Command::Import(args)) => import::run(&args, streams),
        Some(Command::Verify(args)) => verify::run(&args, streams),
        Some(Command::Plan(args)) => plan::run(&args, streams),
        Some(Command::SolveUnit(args)) => solve_unit::run(&args, streams),
        Some(Command::Gather(args)) => gather::run(&args, streams),
        Some(Command::Bench(args)) => bench::run(&args, streams),
        Some(Command::Oracle(args)) => oracle::run(&args, streams),
        Some(Command::Signature(args)) => signature::run(&args, streams),
        Some(Command::Completions(args)) => completions::run(&args, streams),
        Some(Command::Man(args)) => man::run(&args, streams),
    }
}
