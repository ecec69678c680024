//! Both solvers on the same positions.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use millwright_index::{Unit, UnitGraph, UnitIndex};
use millwright_oracle::{Solution, State};
use millwright_rules::{Color, Point, PointSet, Position, Side, Value};
use millwright_solve::{MemoryTables, UnitOptions};

use super::situations::Situations;

/// The oracle's name of a subspace, by way of its spelling.
pub(crate) fn oracles(subspace: millwright_index::Subspace) -> millwright_oracle::Subspace {
    subspace.to_string().parse().unwrap()
}

/// What the fast solver says.
pub(crate) struct Fast {
    tables: MemoryTables,
}

impl Fast {
    pub(crate) fn solve(graph: &UnitGraph) -> Self {
        let stop = AtomicBool::new(false);
        let options = UnitOptions::new(&stop);
        Self { tables: MemoryTables::solve(graph, &options).unwrap() }
    }

    /// `None` where it has no table.
    pub(crate) fn value(&self, state: &State) -> Option<millwright_oracle::Value> {
        let position = position_of(state);
        let subspace = millwright_index::Subspace::of(&position);
        let (_, slot) = UnitIndex::new(Unit::of(subspace)).slot_of(&position);
        self.tables.value(subspace, slot).map(|value| match value {
            Value::Loss(plies) => millwright_oracle::Value::Loss(plies),
            Value::Draw => millwright_oracle::Value::Draw,
            Value::Win(plies) => millwright_oracle::Value::Win(plies),
        })
    }

    /// How many positions it has solved, each orbit counted once.
    fn positions(&self) -> u64 {
        self.tables.iter().map(|(_, plane)| plane.statistics().positions).sum()
    }
}

/// Compares every position of every subspace, and says what the legal turns of every sixteenth of them take.
pub(crate) fn agree(graph: &UnitGraph) -> Situations {
    let rules = graph.rules();
    let fast = Fast::solve(graph);
    let oracle = Solution::of_subspaces(rules, graph.subspaces().map(oracles));
    let mut situations = Situations::default();
    let mut compared = 0;
    for (state, expected) in oracle.iter() {
        assert_eq!(fast.value(&state), Some(expected), "{rules:?} {state:?}");
        if compared % 16 == 0 {
            situations.count(&state, rules);
        }
        compared += 1;
    }
    assert_eq!(compared, fast.positions(), "{rules:?}: every position of every subspace");
    situations
}

/// The same position in the types of the rules, point by point through the labels.
pub(crate) fn position_of(state: &State) -> Position {
    let side = |color| Side {
        stones: state.points_of(color).fold(PointSet::EMPTY, |set, point| set.with(POINTS[point.index()])),
        hand: state.in_hand(color),
    };
    let mover = state.mover();
    Position::from_sides_unchecked(side(mover), side(mover.opponent()), Color::White)
}

/// The points in the oracle's order.
static POINTS: LazyLock<Vec<Point>> =
    LazyLock::new(|| millwright_oracle::Point::ALL.map(|point| point.label().parse().unwrap()).into());
