//! Moves backwards: the positions a position can come from.

use crate::color::Color;
use crate::moves::{Move, for_each_capture};
use crate::point::Point;
use crate::point_set::PointSet;
use crate::position::{Position, Side};
use crate::rules::{DoubleMill, Placing, Rules};
use crate::setup::hands_follow_the_turns;

impl Position {
    /// Calls `visit` for every position of the game that has a legal move to this one, with that move; each
    /// pair once, without allocating.
    ///
    /// **Invariant**: `visit(before, chosen)` happens if and only if `before` is a position of the game,
    /// `chosen` is one of its legal moves and `before.play_unchecked(chosen) == *self`.
    pub fn for_each_unmove(&self, rules: &Rules, mut visit: impl FnMut(Self, Move)) {
        // The player who has just moved is `other` now and was the mover then.
        let (author, empty) = (self.other(), self.empty());
        if author.total() < 3 {
            return;
        }
        let may_slide = author.hand == 0 || rules.placing == Placing::Free;
        for to in author.stones {
            let rest = author.stones.without(to);
            let closed = rules.board.mills_closed(author.stones, to);
            let before = Side { stones: rest, hand: author.hand + 1 };
            self.undo_captures(rules, before, None, to, closed, &mut visit);
            if may_slide {
                let origins = if author.flies() { empty } else { rules.board.neighbours(to) & empty };
                for from in origins {
                    let before = Side { stones: rest.with(from), hand: author.hand };
                    self.undo_captures(rules, before, Some(from), to, closed, &mut visit);
                }
            }
        }
    }

    /// Puts back every set of stones that the move may have taken.
    fn undo_captures(
        &self,
        rules: &Rules,
        author: Side,
        from: Option<Point>,
        to: Point,
        closed: u8,
        visit: &mut impl FnMut(Self, Move),
    ) {
        let victim = self.mover();
        let most = match (closed, rules.double_mill) {
            (0, _) => 0,
            (2.., DoubleMill::Two) => 2,
            _ => 1,
        };
        let missing = rules.stones_of(self.turn()).saturating_sub(victim.total()).min(most);
        let places = from.map_or(self.empty(), |from| self.empty().without(from));
        let mut put_back = |taken: PointSet| {
            let before_victim = Side { stones: victim.stones | taken, hand: victim.hand };
            if before_victim.total() < 3 {
                return;
            }
            let before = Self::from_sides_unchecked(author, before_victim, self.turn().opponent());
            if rules.placing == Placing::First
                && !hands_follow_the_turns(rules, before.setup().hands, before.turn())
            {
                return;
            }
            let mut legal = false;
            for_each_capture(rules, closed, before_victim, |set| legal |= set == taken);
            if legal {
                visit(before, Move { from, to, taken });
            }
        };
        put_back(PointSet::EMPTY);
        if missing >= 1 {
            for one in places {
                put_back(one.set());
                if missing == 2 {
                    for two in places.iter().filter(|&two| two > one) {
                        put_back(one.set().with(two));
                    }
                }
            }
        }
    }

    /// All predecessors with the move that leads here, collected.
    #[must_use]
    pub fn unmoves(&self, rules: &Rules) -> Vec<(Self, Move)> {
        let mut unmoves = Vec::new();
        self.for_each_unmove(rules, |before, chosen| unmoves.push((before, chosen)));
        unmoves
    }

    /// The same position with the colours exchanged: as good for the mover.
    #[must_use]
    pub fn with_turn(&self, turn: Color) -> Self {
        Self::from_sides_unchecked(self.mover(), self.other(), turn)
    }
}
