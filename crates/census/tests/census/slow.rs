//! Games by the slow solver, with its own rules, and the same games as tables.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use millwright_census::CensusOptions;
use millwright_index::{Subspace, UnitGraph};
use millwright_oracle::{Point, Solution, State, Symmetry, Value};
use millwright_rules::{Game, Rules, StoneCount};
use millwright_solve::{Keeping, Plan, SolveOptions, solve};
use millwright_table::{Content, TableDirectory};

pub(crate) static GOES_ON: AtomicBool = AtomicBool::new(false);

pub(crate) fn options() -> CensusOptions<'static> {
    CensusOptions { stop: &GOES_ON, memory: None }
}

pub(crate) fn rules(game: Game, white: u8, black: u8) -> Rules {
    game.rules().with_stones(StoneCount::new(white).unwrap(), StoneCount::new(black).unwrap())
}

/// The tables of a whole game.
pub(crate) fn solved(game: Game, rules: &Rules, content: Content) -> (tempfile::TempDir, TableDirectory) {
    let db = tempfile::tempdir().unwrap();
    let directory = TableDirectory::new(db.path(), game);
    let lock = directory.lock().unwrap();
    let keeping = Keeping { small_slots: 0, ..Keeping::from(content) };
    let plan = Plan::new(&directory, &UnitGraph::complete(rules), keeping, false).unwrap();
    let stop = AtomicBool::new(false);
    solve(&lock, &plan, &SolveOptions { memory: 1 << 30, ..SolveOptions::new(&stop) }, &mut |_| {}).unwrap();
    drop(lock);
    (db, directory)
}

/// A position up to symmetry: the mover's stones and the other's as bits, in the smallest of its images.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Orbit {
    stones: [u32; 2],
    hands: [u8; 2],
}

/// The bit of each point's image, for each symmetry.
static IMAGES: LazyLock<Vec<Vec<u32>>> = LazyLock::new(|| {
    let bit = |point: Point| 1 << Point::ALL.iter().position(|&other| other == point).unwrap();
    let images = |symmetry: &Symmetry| Point::ALL.iter().map(|&point| bit(symmetry.image(point))).collect();
    Symmetry::all().iter().map(images).collect()
});

impl Orbit {
    pub(crate) fn of(state: &State) -> Self {
        let players = [state.mover(), state.mover().opponent()];
        let image = |images: &Vec<u32>| {
            let mut stones = [0; 2];
            for (&point, bit) in Point::ALL.iter().zip(images) {
                for (stones, color) in stones.iter_mut().zip(players) {
                    *stones |= if state.at(point) == Some(color) { *bit } else { 0 };
                }
            }
            stones
        };
        let stones = IMAGES.iter().map(image).min().unwrap();
        Self { stones, hands: players.map(|color| state.in_hand(color)) }
    }
}

pub(crate) fn subspace_of(state: &State) -> Subspace {
    let (mover, other) = (state.mover(), state.mover().opponent());
    let on_board = |color| u8::try_from(state.on_board(color)).unwrap();
    Subspace::new(on_board(mover), on_board(other), state.in_hand(mover), state.in_hand(other)).unwrap()
}

/// Every position that can arise, up to symmetry, by the subspace it is in.
pub(crate) fn arising_from_the_start(rules: &Rules) -> (Solution, BTreeMap<Subspace, Vec<(State, Value)>>) {
    let solution = Solution::up_to_symmetry(rules, [State::start(rules)]);
    let mut by_subspace: BTreeMap<Subspace, Vec<(State, Value)>> = BTreeMap::new();
    for (state, value) in solution.iter() {
        by_subspace.entry(subspace_of(&state)).or_default().push((state, value));
    }
    (solution, by_subspace)
}
