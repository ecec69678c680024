//! How much memory a unit takes: the buffers of its solver, one after the other as it takes and drops them.

use millwright_index::{Classes, Plane, Subspace, Unit, UnitIndex, binomial};
use millwright_rules::Rules;

use crate::exit_bits::ExitBits;
use crate::plies;
use crate::unit_context::slots_of_sets;
use crate::unit_moves::{Leaving, UnitMoves};

/// The memory that solving a unit takes beside the frontier lists, for the planes that the game has and with cells of so many
/// bytes.
#[must_use]
pub fn memory_needed(rules: &Rules, (unit, planes): (Unit, &[Plane]), cell_bytes: u64) -> u64 {
    let moves = UnitMoves { rules, unit, planes };
    slots_at_once(&moves) * cell_bytes + beside_buffers(unit, plies::EXITS)
}

/// The same for telling its draws apart: cells have two bytes, and one more for each slot says which are drawn.
#[must_use]
pub fn memory_needed_for_draws(rules: &Rules, (unit, planes): (Unit, &[Plane])) -> u64 {
    let moves = UnitMoves { rules, unit, planes };
    let slots = UnitIndex::slots_of(unit);
    // Where one player slides and the other must place, a copy of the states of the one who rests stands beside both planes.
    let rests = !moves.nobody_stays() && !Plane::BOTH.iter().all(|&plane| moves.can_slide(plane));
    let with_copy = if rests { 5 * slots } else { 0 };
    2 * slots_at_once(&moves).max(with_copy) + 2 * slots + beside_buffers(unit, GAINS)
}

/// What solving a unit usually takes at the peak, with cells of a byte: while its exits are found, or in the levels with their lists.
pub(crate) fn usual_memory(rules: &Rules, (unit, planes): (Unit, &[Plane])) -> u64 {
    let moves = UnitMoves { rules, unit, planes };
    slots_at_once(&moves).max(in_levels(&moves, 1)) + beside_buffers(unit, plies::EXITS)
}

/// The same for telling its draws apart.
pub(crate) fn usual_memory_for_draws(rules: &Rules, (unit, planes): (Unit, &[Plane])) -> u64 {
    let moves = UnitMoves { rules, unit, planes };
    memory_needed_for_draws(rules, (unit, planes)).max(in_levels(&moves, 2) + beside_buffers(unit, GAINS))
}

/// The states and exits of both planes, and the lists beside them.
fn in_levels(moves: &UnitMoves<'_>, cell_bytes: u64) -> u64 {
    let lists = usual_lists(moves);
    if lists == 0 { 0 } else { 4 * cell_bytes * UnitIndex::slots_of(moves.unit) + lists }
}

/// What frontier lists usually take: 0.3 to 0.4 bytes for each slot of both planes in the largest units (`8_8_0_0`, `9_8_0_0`), more
/// in smaller ones (0.7 in `9_6_0_0`). Where nobody stays there are none.
pub(crate) fn usual_lists(moves: &UnitMoves<'_>) -> u64 {
    if moves.nobody_stays() { 0 } else { 2 * UnitIndex::slots_of(moves.unit) * 2 / 5 }
}

/// More gains than most units have: only their sources can say how many there are.
const GAINS: usize = 4096;

/// Classes, edges and exits of each block, and what every unit needs: the classes of up to twelve stones and what a program needs
/// anyway.
fn beside_buffers(unit: Unit, exits: usize) -> u64 {
    const PER_BLOCK: u64 = 128;
    const FIXED: u64 = 64 << 20;
    let blocks = u64::from(Classes::of(unit.a()).count());
    let block_len = binomial(24 - usize::from(unit.a()), unit.c().into()) as usize;
    let exits = ExitBits::bytes_of_block(block_len, exits);
    blocks * (PER_BLOCK + 2 * exits) + FIXED
}

/// The most slots that all buffers have together at any time.
pub(crate) fn slots_at_once(moves: &UnitMoves<'_>) -> u64 {
    let mut tally = Tally::default();
    let plane = slots(moves.unit.a(), moves.unit.c()) * if moves.nobody_stays() { 1 } else { 2 };
    for of in moves.planes_with_exits() {
        let read = match of {
            Plane::A => read_for_a(moves, &mut tally),
            Plane::C => read_for_c(moves, &mut tally),
        };
        tally.take(plane);
        tally.give(read);
    }
    if moves.unit.is_even() && !moves.nobody_stays() {
        tally.take(plane);
    }
    tally.most
}

/// What is read for A's moves, and stays while his exits are found.
fn read_for_a(moves: &UnitMoves<'_>, tally: &mut Tally) -> u64 {
    let ways = moves.ways_to_leave(Plane::A);
    let mut kept = 0;
    for places in [false, true] {
        let way = |takes| Some(Leaving { places, takes }).filter(|way| ways.contains(way));
        let read = |tally: &mut Tally, takes| way(takes).map_or(0, |way| tally.read(moves, Plane::A, way));
        let after_one = read(tally, 1);
        // What captures are worth, of one stone and of two.
        let captures = slots(moves.unit.a() + u8::from(places), moves.unit.c());
        if way(1).is_some() {
            kept += tally.take(captures);
        }
        let takes_pairs =
            if places { moves.placing_takes_pairs(Plane::A) } else { moves.slides_take_pairs(Plane::A) };
        if way(1).is_some() && takes_pairs {
            let after_two = read(tally, 2);
            kept += tally.take(captures);
            tally.give(after_two);
        }
        tally.give(after_one);
        kept += read(tally, 0);
    }
    kept
}

/// The same for C's moves.
fn read_for_c(moves: &UnitMoves<'_>, tally: &mut Tally) -> u64 {
    moves.ways_to_leave(Plane::C).into_iter().map(|way| tally.read(moves, Plane::C, way)).sum()
}

/// Slots of a plane with so many stones of each player, keyed by A's.
fn slots(a: u8, c: u8) -> u64 {
    slots_of_sets(a, c) as u64
}

/// Slots of buffers.
#[derive(Default)]
struct Tally {
    now: u64,
    most: u64,
}

impl Tally {
    fn take(&mut self, slots: u64) -> u64 {
        self.now += slots;
        self.most = self.most.max(self.now);
        slots
    }

    fn give(&mut self, slots: u64) {
        self.now -= slots;
    }

    /// What a way of leaving leads to, in blocks of A's classes. A plane that is keyed by C is turned round, and both are there
    /// for a while.
    fn read(&mut self, moves: &UnitMoves<'_>, plane: Plane, way: Leaving) -> u64 {
        let after = moves.subspace_after(plane, way).filter(|after| after.mover + after.mover_hand >= 3);
        let Some(after) = after else { return 0 };
        let stored = self.take(UnitIndex::slots_of(Unit::of(after)));
        if UnitMoves::is_keyed_by_a(plane, after) {
            return stored;
        }
        let Subspace { mover, other, .. } = after;
        let turned = self.take(if plane == Plane::A { slots(other, mover) } else { slots(mover, other) });
        self.give(stored);
        turned
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::AtomicBool;

    use millwright_index::{Extent, UnitGraph};
    use millwright_rules::{DoubleMill, Game, StoneCount};
    use millwright_table::Code;

    use super::*;
    use crate::buffers::Buffers;
    use crate::solve_unit::{SolvedPlanes, UnitOptions, solve_unit_with};

    /// Planes in which everything is drawn.
    struct AllDrawn;

    impl SolvedPlanes for AllDrawn {
        type Error = Infallible;

        fn deepest(&self, _subspace: Subspace) -> Result<u16, Infallible> {
            Ok(0)
        }

        fn read<T: Code>(&self, _subspace: Subspace, values: &mut [T]) -> Result<(), Infallible> {
            values.fill(T::DRAW);
            Ok(())
        }
    }

    #[test]
    fn a_unit_takes_exactly_the_buffers_that_were_foreseen() {
        let stop = AtomicBool::new(false);
        let (mut solved, mut pairs) = (0, 0);
        let five = StoneCount::new(5).unwrap();
        let pairs_by_slides = Rules { double_mill: DoubleMill::Two, ..Game::Morabaraba.rules() };
        for rules in Game::ALL.map(Game::rules).into_iter().chain([pairs_by_slides]) {
            let rules = rules.with_stones(five, five);
            for graph in [UnitGraph::complete(&rules), Extent::Extended(five).graph(&rules)] {
                for &unit in graph.units().iter().filter(|&&unit| UnitIndex::slots_of(unit) < 200_000) {
                    let planes: Vec<Plane> = graph.planes(unit).collect();
                    let buffers = Buffers::default();
                    let planned = (unit, &planes[..]);
                    solve_unit_with(
                        &buffers,
                        &rules,
                        planned,
                        &AllDrawn,
                        &UnitOptions::new(&stop),
                        &mut |_| {},
                    )
                    .unwrap();
                    let moves = UnitMoves { rules: &rules, unit, planes: &planes };
                    assert_eq!(buffers.most_needed(), slots_at_once(&moves), "{rules:?} {unit}");
                    solved += 1;
                    pairs +=
                        u32::from(moves.placing_takes_pairs(Plane::A) || moves.slides_take_pairs(Plane::A));
                }
            }
        }
        assert!(solved > 1000 && pairs > 10, "{solved}, {pairs}");
    }
}
