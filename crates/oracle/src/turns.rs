//! All legal turns of a position, under any rules. A turn is whole: a stone placed or moved, and what it
//! takes.

use std::fmt;

use millwright_rules::{Color, DoubleMill, FullBoard, Placing, Protection, Rules};

use crate::geometry::{Geometry, Point};
use crate::state::State;
use crate::value::Value;

/// The set of stones a turn takes: none, one or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Taken {
    /// Ascending, and the first before the second, so that equal sets are equal values.
    points: [Option<Point>; 2],
}

impl Taken {
    /// Nothing is taken.
    pub const NONE: Self = Self { points: [None, None] };

    /// One stone.
    #[must_use]
    pub const fn one(point: Point) -> Self {
        Self { points: [Some(point), None] }
    }

    /// Two stones; the order does not matter.
    #[must_use]
    pub fn two(a: Point, b: Point) -> Self {
        Self { points: [Some(a.min(b)), Some(a.max(b))] }
    }

    /// How many.
    #[must_use]
    pub fn len(self) -> usize {
        self.into_iter().count()
    }

    /// Whether nothing is taken.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

impl IntoIterator for Taken {
    type Item = Point;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Point>, 2>>;
    fn into_iter(self) -> Self::IntoIter {
        self.points.into_iter().flatten()
    }
}

/// One turn of one player. Turns that differ only in the order of taking are the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Turn {
    /// Where the stone comes from; `None` is the hand.
    pub from: Option<Point>,
    /// Where it goes.
    pub to: Point,
    /// What it takes.
    pub taken: Taken,
}

/// `d2`, `a1-a4`, `d2xg7`, `d2xa1xg7`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(f, "{from}-")?;
        }
        write!(f, "{}", self.to)?;
        self.taken.into_iter().try_for_each(|point| write!(f, "x{point}"))
    }
}

/// All legal turns, each once; none if the game is over.
#[must_use]
pub fn turns(state: &State, rules: &Rules) -> Vec<Turn> {
    let mut found = Vec::new();
    turns_into(state, rules, &mut found);
    found
}

/// Like [`turns`], into a vector that is emptied first and can be used again.
pub fn turns_into(state: &State, rules: &Rules, found: &mut Vec<Turn>) {
    found.clear();
    let mover = state.mover();
    let stones = state.stones(mover);
    if stones < State::FEWEST_STONES {
        return;
    }
    let may_place = state.in_hand(mover) > 0;
    let may_slide = rules.placing == Placing::Free || !may_place;
    if may_place {
        for to in state.empty_points() {
            add_turns(state, rules, None, to, found);
        }
    }
    if may_slide {
        let flies = stones == State::FEWEST_STONES;
        for from in state.points_of(mover) {
            if flies {
                for to in state.empty_points() {
                    add_turns(state, rules, Some(from), to, found);
                }
            } else {
                for &to in Geometry::of(rules.board).neighbours(from) {
                    if state.at(to).is_none() {
                        add_turns(state, rules, Some(from), to, found);
                    }
                }
            }
        }
    }
}

/// The value of a position in which the game is over; `None` while it goes on.
///
/// A full board is asked for before a blocked player, since it is the one block that may be a draw.
#[must_use]
pub fn ending(state: &State, rules: &Rules) -> Option<Value> {
    if state.stones(state.mover()) < State::FEWEST_STONES {
        return Some(Value::Loss(0));
    }
    if state.empty_points().next().is_none() {
        return Some(match rules.full_board {
            FullBoard::Loss => Value::Loss(0),
            FullBoard::Draw => Value::Draw,
        });
    }
    turns(state, rules).is_empty().then_some(Value::Loss(0))
}

/// The number of sequences of `depth` whole turns from here.
#[must_use]
pub fn perft(state: &State, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let found = turns(state, rules);
    if depth == 1 {
        return found.len() as u64;
    }
    found.iter().map(|turn| perft(&state.after(turn), rules, depth - 1)).sum()
}

/// Adds the turns that bring a stone from `from` (or the hand) to `to`: one for each set it may take.
fn add_turns(state: &State, rules: &Rules, from: Option<Point>, to: Point, found: &mut Vec<Turn>) {
    let mover = state.mover();
    let mills = mills_closed(state, rules, from, to);
    let mut add = |taken| found.push(Turn { from, to, taken });
    if mills == 0 {
        return add(Taken::NONE);
    }
    let mut closed_mill = state.with_cell(to, Some(mover));
    if let Some(from) = from {
        closed_mill = closed_mill.with_cell(from, None);
    }
    let first_choices = takeable(&closed_mill, rules);
    if first_choices.is_empty() {
        return add(Taken::NONE);
    }
    let takes_two = rules.double_mill == DoubleMill::Two && mills >= 2;
    let mut sets: Vec<Taken> = Vec::new();
    for first in first_choices {
        let left = closed_mill.with_cell(first, None);
        // With his third-last stone the opponent has lost: there is no second to take.
        let goes_on = left.stones(mover.opponent()) >= State::FEWEST_STONES;
        let second_choices = if takes_two && goes_on { takeable(&left, rules) } else { Vec::new() };
        if second_choices.is_empty() {
            sets.push(Taken::one(first));
        }
        sets.extend(second_choices.into_iter().map(|second| Taken::two(first, second)));
    }
    // Most pairs are found in both orders.
    sets.sort_unstable();
    sets.dedup();
    sets.into_iter().for_each(add);
}

/// How many mills the mover's stone closes on `to` once it has left `from`.
fn mills_closed(state: &State, rules: &Rules, from: Option<Point>, to: Point) -> usize {
    let holds = |point| state.at(point) == Some(state.mover()) && Some(point) != from;
    let mates = Geometry::of(rules.board).mates(to);
    mates.iter().filter(|mates| mates.iter().all(|&mate| holds(mate))).count()
}

/// The opposing stones that may be taken now: those outside mills; if there are none, all or nothing, as
/// the rules say.
fn takeable(state: &State, rules: &Rules) -> Vec<Point> {
    let victim = state.mover().opponent();
    let open: Vec<Point> =
        state.points_of(victim).filter(|&point| !stands_in_mill(state, rules, victim, point)).collect();
    match rules.protection {
        Protection::Capture if open.is_empty() => state.points_of(victim).collect(),
        _ => open,
    }
}

fn stands_in_mill(state: &State, rules: &Rules, color: Color, point: Point) -> bool {
    let mates = Geometry::of(rules.board).mates(point);
    mates.iter().any(|mates| mates.iter().all(|&mate| state.at(mate) == Some(color)))
}
