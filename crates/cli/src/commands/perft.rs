//! `millwright perft`: how many sequences of whole turns there are.

use std::process::ExitCode;

use millwright_rules::perft;

use crate::args::PerftArgs;
use crate::commands::moves::sorted_moves;
use crate::streams::Streams;

/// The longest sequences that may be asked for. Sequences are walked one by one, some 10^8 a second: a count
/// too large for 64 bits would take thousands of years, so none overflows.
pub(crate) const MAX_DEPTH: u32 = 12;

/// Counts.
pub(crate) fn run(args: &PerftArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let rules = args.rules.rules();
    let position = args.rules.read_position(&args.position)?;
    let Some(depth_after) = args.depth.checked_sub(1).filter(|_| args.divide) else {
        writeln!(streams.results, "{}", perft(&position, &rules, args.depth))?;
        return Ok(ExitCode::SUCCESS);
    };
    let mut total = 0;
    for first in sorted_moves(&position, &rules) {
        let count = perft(&position.play_unchecked(first), &rules, depth_after);
        total += count;
        writeln!(streams.results, "{first} {count}")?;
    }
    writeln!(streams.results, "total {total}")?;
    Ok(ExitCode::SUCCESS)
}
