//! `millwright signature`: one number for what the solver finds, to tell at a glance whether a change changes results.
//!
//! It is a function of values alone. Positions are named by their points, up to symmetry, and their hashes are added up,
//! so neither the numbering of slots nor the form of tables has any part in it.

use std::fmt;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use millwright_index::{Plane, Slot, Subspace, Unit, UnitGraph, UnitIndex};
use millwright_ranks::{DrawValue, OutcomeCounts, Ranks};
use millwright_rules::{Game, PointSet, Rules, StoneCount, Symmetry, Value};
use millwright_solve::ultra::MemoryDraws;
use millwright_solve::{MemoryTables, UnitOptions};
use rayon::prelude::*;

use crate::args::SignatureArgs;
use crate::machine;
use crate::streams::Streams;

/// Whole games with so many stones of White and Black: flying, sliding and capturing, with protected mills too.
const STONES: (u8, u8) = (3, 4);

/// The games whose draws are told apart as well: one of each board and way of placing.
const RANKED: [Game; 3] = [Game::Standard, Game::Lasker, Game::Morabaraba];

/// The games in which two mills take two that are solved with a fifth stone too.
const TWO_MILLS: [Game; 2] = [Game::StandardTakeTwo, Game::StandardProtectedTakeTwo];

/// Two mills at once take five stones: one is placed against four.
const FIFTH_STONE: Subspace = Subspace { mover: 4, other: 4, mover_hand: 1, other_hand: 0 };

/// Nobody raises it: it is a matter of seconds, so Ctrl-C may end the process.
static GO_ON: AtomicBool = AtomicBool::new(false);

/// Solves the tiny games and prints their signature.
pub(crate) fn run(args: &SignatureArgs, streams: &mut Streams) -> anyhow::Result<ExitCode> {
    let signature = machine::thread_pool(args.threads.count())?.install(signature)?;
    writeln!(streams.results, "{signature:016x}")?;
    Ok(ExitCode::SUCCESS)
}

fn signature() -> anyhow::Result<u64> {
    let mut signature = blake3::Hasher::new();
    for game in Game::ALL {
        let count = |stones| StoneCount::new(stones).expect("a game may have so few");
        let rules = game.rules().with_stones(count(STONES.0), count(STONES.1));
        signature.update(game.name().as_bytes());
        add_whole_game(&rules, RANKED.contains(&game), &mut signature)?;
        if TWO_MILLS.contains(&game) {
            add_fifth_stone(&game.rules(), &mut signature)?;
        }
    }
    let first = signature.finalize().as_bytes().first_chunk().copied();
    Ok(u64::from_be_bytes(first.expect("a digest has 32 bytes")))
}

/// A whole game, and what its draws are worth if that is wanted.
fn add_whole_game(rules: &Rules, is_ranked: bool, signature: &mut blake3::Hasher) -> anyhow::Result<()> {
    let graph = UnitGraph::complete(rules);
    let tables = MemoryTables::solve(&graph, &UnitOptions::new(&GO_ON))?;
    let draws = if is_ranked {
        let counts = |subspace| {
            let statistics = tables.statistics(subspace)?;
            Some(OutcomeCounts { win: statistics.win(), draw: statistics.draws, loss: statistics.loss() })
        };
        let ranks = Ranks::by_ratio(&graph, counts)?;
        Some(MemoryDraws::solve(&graph, &ranks, &tables, &UnitOptions::new(&GO_ON))?)
    } else {
        None
    };
    for subspace in graph.subspaces() {
        let draws = draws.as_ref().and_then(|draws| draws.of(subspace));
        let draw_in = |slot: Slot| draws?.draw(slot);
        add_subspace(subspace, signature, |slot| (tables.value(subspace, slot), draw_in(slot)));
    }
    Ok(())
}

/// What follows from a stone that may close two mills and take two.
fn add_fifth_stone(rules: &Rules, signature: &mut blake3::Hasher) -> anyhow::Result<()> {
    let graph = UnitGraph::closure(rules, [FIFTH_STONE]);
    let tables = MemoryTables::solve(&graph, &UnitOptions::new(&GO_ON))?;
    add_subspace(FIFTH_STONE, signature, |slot| (tables.value(FIFTH_STONE, slot), None));
    Ok(())
}

/// Adds the values of a subspace, each orbit's once.
fn add_subspace(
    subspace: Subspace,
    signature: &mut blake3::Hasher,
    values_in: impl Fn(Slot) -> (Option<Value>, Option<DrawValue>) + Sync,
) {
    let unit = Unit::of(subspace);
    let (index, plane) = (UnitIndex::new(unit), unit.plane_of(subspace));
    let of_slot = |slot| {
        let name = named(plane, index.sets_of_slot(Slot(slot)));
        name.map_or_else(Sum::default, |name| Sum::of(name, numbered(values_in(Slot(slot)))))
    };
    let sum = (0..index.slots()).into_par_iter().map(of_slot).reduce(Sum::default, Sum::plus);
    signature.update(format!("{subspace} {sum}\n").as_bytes());
}

/// The smallest of the 16 images of a position, as a number: the mover's points and the other's. `None` for a slot that
/// does not stand for its orbit (see [`UnitIndex::is_representative`]).
fn named(plane: Plane, (a, c): (PointSet, PointSet)) -> Option<u64> {
    let mut name = u64::MAX;
    for symmetry in Symmetry::all() {
        let image = (symmetry.apply(a), symmetry.apply(c));
        if image.0 == a && image.1 < c {
            return None;
        }
        let (mover, other) = if plane == Plane::A { image } else { (image.1, image.0) };
        name = name.min(u64::from(mover.bits()) << 24 | u64::from(other.bits()));
    }
    Some(name)
}

/// What a position is worth, as a number that tells values apart. What is not known has one too.
fn numbered((value, draw): (Option<Value>, Option<DrawValue>)) -> u64 {
    let value = match value {
        None => 0,
        Some(Value::Draw) => 1,
        Some(Value::Loss(plies) | Value::Win(plies)) => 2 + u64::from(plies),
    };
    let draw = draw.map_or(0, |DrawValue { rank, depth }| {
        1 << 32 | u64::from(rank.0.cast_unsigned()) << 16 | u64::from(depth.cast_unsigned())
    });
    draw << 17 | value
}

/// How many orbits there are, and the sum of their hashes: alike in any order.
#[derive(Clone, Copy, Default)]
struct Sum {
    orbits: u64,
    hashes: u64,
}

impl Sum {
    fn of(position: u64, value: u64) -> Self {
        Self { orbits: 1, hashes: mixed(mixed(position) ^ value) }
    }

    fn plus(self, other: Self) -> Self {
        Self { orbits: self.orbits + other.orbits, hashes: self.hashes.wrapping_add(other.hashes) }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.orbits, self.hashes)
    }
}

/// The finaliser of `SplitMix64`: every bit of the result depends on every bit of the number.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use millwright_ranks::Rank;

    use super::*;

    #[test]
    fn all_images_of_a_position_have_one_name_and_other_positions_have_others() {
        let names = |mover, other| {
            let set = |bits, symmetry: Symmetry| symmetry.apply(PointSet::from_bits_truncated(bits));
            let image = |symmetry| named(Plane::A, (set(mover, symmetry), set(other, symmetry)));
            Symmetry::all().filter_map(image).collect::<BTreeSet<_>>()
        };
        let (one, two, swapped) =
            (names(0b111, 0b11_1000), names(0b111, 0b111_0000), names(0b11_1000, 0b111));
        assert_eq!((one.len(), two.len(), swapped.len()), (1, 1, 1));
        assert!(one != two && one != swapped);
    }

    #[test]
    fn values_are_told_apart() {
        let draw = |rank, depth| Some(DrawValue { rank: Rank(rank), depth });
        let strong = [Value::Draw, Value::loss(0), Value::loss(2), Value::win(1), Value::win(3)];
        let values: Vec<_> = [(None, None)]
            .into_iter()
            .chain(strong.map(|value| (Some(value), None)))
            .chain(
                [draw(0, 0), draw(0, 1), draw(1, 0), draw(-1, 0), draw(0, -1)]
                    .map(|draw| (Some(Value::Draw), draw)),
            )
            .collect();
        let sums: BTreeSet<u64> = values.iter().map(|&values| Sum::of(7, numbered(values)).hashes).collect();
        assert_eq!(sums.len(), values.len());
    }
}
