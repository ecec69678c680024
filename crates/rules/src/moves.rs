//! Legal moves. A move is a whole turn: a stone is placed or moved, and what the mills it closes take is
//! part of it.

use thiserror::Error;

use crate::point::Point;
use crate::point_set::PointSet;
use crate::position::{Position, Side};
use crate::rules::{DoubleMill, Protection, Rules};

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the stone stood; `None` if it comes from the hand.
    pub from: Option<Point>,
    /// Where it goes.
    pub to: Point,
    /// What it takes: at most two stones. The order of two is not part of the turn (rule 4.9).
    pub taken: PointSet,
}

/// A turn that the position does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{chosen} is not a legal move here")]
pub struct IllegalMove {
    /// The turn.
    pub chosen: Move,
}

/// The stones that one closed mill may take from `stones` (rules 4.3, 4.4): those outside mills; if there is
/// none, any or none.
#[must_use]
#[inline]
pub fn takeable(rules: &Rules, stones: PointSet) -> PointSet {
    let outside = stones - rules.board.in_mills(stones);
    match rules.protection {
        Protection::Capture if outside.is_empty() => stones,
        _ => outside,
    }
}

/// Calls `visit` once for every set of stones that a turn which closes `closed` mills may take from
/// `opponent`: the empty set alone if it takes nothing.
pub fn for_each_capture(rules: &Rules, closed: u8, opponent: Side, mut visit: impl FnMut(PointSet)) {
    let stones = opponent.stones;
    let first = if closed == 0 { PointSet::EMPTY } else { takeable(rules, stones) };
    if first.is_empty() {
        return visit(PointSet::EMPTY);
    }
    // Taking from a player who has three decides the game: there is no second stone (rule 4.8).
    let takes_two = closed >= 2 && rules.double_mill == DoubleMill::Two && opponent.total() > 3;
    for one in first {
        if !takes_two {
            visit(one.set());
            continue;
        }
        let second = takeable(rules, stones.without(one));
        if second.is_empty() {
            visit(one.set());
        }
        for two in second {
            let other_order_came_first =
                two < one && first.contains(two) && takeable(rules, stones.without(two)).contains(one);
            if !other_order_came_first {
                visit(one.set().with(two));
            }
        }
    }
}

impl Position {
    /// Calls `visit` for every legal move, each once, without allocating.
    pub fn for_each_move(&self, rules: &Rules, mut visit: impl FnMut(Move)) {
        if self.mover().total() < 3 {
            return;
        }
        let (stones, empty) = (self.mover().stones, self.empty());
        let mut arrive = |from: Option<Point>, rest: PointSet, to: Point| {
            let closed = rules.board.mills_closed(rest.with(to), to);
            for_each_capture(rules, closed, self.other(), |taken| visit(Move { from, to, taken }));
        };
        if self.may_place() {
            for to in empty {
                arrive(None, stones, to);
            }
        }
        if self.may_slide(rules) {
            for from in stones {
                for to in self.targets(rules, from) & empty {
                    arrive(Some(from), stones.without(from), to);
                }
            }
        }
    }

    /// All legal moves, collected.
    #[must_use]
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(rules, |found| moves.push(found));
        moves
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal here.
    pub fn play(&self, rules: &Rules, chosen: Move) -> Result<Self, IllegalMove> {
        let mut legal = false;
        self.for_each_move(rules, |found| legal |= found == chosen);
        if legal { Ok(self.play_unchecked(chosen)) } else { Err(IllegalMove { chosen }) }
    }
}

/// How many sequences of `depth` whole turns are legal from `position`.
#[must_use]
pub fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    position.for_each_move(rules, |chosen| {
        count += if depth == 1 { 1 } else { perft(&position.play_unchecked(chosen), rules, depth - 1) };
    });
    count
}
