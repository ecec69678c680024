//! Units that do not fit: in the memory that they may use, or in the levels that there are.

use std::sync::atomic::{AtomicBool, Ordering};

use millwright_index::{Plane, Subspace, Unit};
use millwright_rules::Game;
use millwright_solve::{
    MemoryError, SolvedPlanes, SolvedUnit, UnitError, UnitOptions, UnitProgress, memory_needed, solve_unit,
};
use millwright_table::Code;

/// Planes in which one slot is decided in the most plies, and all others in fewer or as many.
struct DecidedIn {
    most: u16,
    others: u16,
}

impl SolvedPlanes for DecidedIn {
    type Error = std::convert::Infallible;

    fn deepest(&self, _subspace: Subspace) -> Result<u16, Self::Error> {
        Ok(self.most)
    }

    fn read<T: Code>(&self, _subspace: Subspace, values: &mut [T]) -> Result<(), Self::Error> {
        values.fill(T::narrowed(self.others));
        values[0] = T::narrowed(self.most);
        Ok(())
    }
}

type Solved = Result<SolvedUnit, UnitError<std::convert::Infallible>>;

/// Solves `4_3_0_0` of the standard game, whose captures lead to `3_3_0_0`, where all is decided in so many plies.
fn solve(plies: u16, memory: u64) -> (Solved, Vec<UnitProgress>) {
    solve_from(&DecidedIn { most: plies, others: plies }, memory)
}

fn solve_from(planes: &DecidedIn, memory: u64) -> (Solved, Vec<UnitProgress>) {
    let stop = AtomicBool::new(false);
    let mut told = Vec::new();
    let options = UnitOptions { memory, ..UnitOptions::new(&stop) };
    let (rules, unit) = (Game::Standard.rules(), (unit(), &Plane::BOTH[..]));
    let solved = solve_unit(&rules, unit, planes, &options, &mut |event| told.push(event));
    assert!(!stop.load(Ordering::Relaxed), "the flag is the caller's");
    (solved, told)
}

fn unit() -> Unit {
    Unit::of("4_3_0_0".parse().expect("a subspace"))
}

fn needed(cell_bytes: u64) -> u64 {
    memory_needed(&Game::Standard.rules(), (unit(), &Plane::BOTH), cell_bytes)
}

fn needs_two_bytes(error: &UnitError<std::convert::Infallible>, given: u64) -> bool {
    let expected = MemoryError::Limit { unit: unit(), needed: needed(2), given };
    matches!(error, UnitError::Memory(error) if *error == expected)
}

#[test]
fn a_unit_whose_sources_are_wide_does_not_begin_where_two_bytes_a_slot_are_too_much() {
    let given = needed(2) - 1;
    let (solved, told) = solve(300, given);
    assert!(needs_two_bytes(&solved.unwrap_err(), given));
    assert!(told.is_empty(), "{told:?}");
    assert!(solve(300, needed(2)).0.is_ok());
}

#[test]
fn a_unit_that_turns_out_to_be_wide_ends_where_two_bytes_a_slot_are_too_much() {
    // An exit in 201 plies fits in a byte, the levels that follow do not.
    let given = needed(1);
    let (solved, told) = solve(200, given);
    assert!(needs_two_bytes(&solved.unwrap_err(), given));
    assert!(!told.iter().any(|event| matches!(event, UnitProgress::Widening)), "{told:?}");
    let (solved, told) = solve(200, needed(2));
    assert!(solved.is_ok() && told.iter().any(|event| matches!(event, UnitProgress::Widening)));
}

#[test]
fn an_exit_beyond_the_last_level_is_an_error_and_never_taken_for_another() {
    // 601 is 89 beyond 512: as a level of its own it would be taken for one that nobody joins.
    // 2135 is 2048 beyond 87, and 1024 keys are told apart: one is taken for the other where nobody looks before.
    for (most, others) in
        [(511, 511), (512, 512), (600, 600), (1022, 1022), (40_000, 40_000), (2135, 87), (2136, 88)]
    {
        let (solved, _) = solve_from(&DecidedIn { most, others }, u64::MAX);
        assert!(matches!(solved, Err(UnitError::TooDeep { deepest: 511, .. })), "{most}, {others}");
    }
    assert!(solve(450, u64::MAX).0.is_ok());
}
