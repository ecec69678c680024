//! Draws: is every value the best that the moves to other draws allow?

use millwright_rules::{Over, Position, Rules};
use millwright_table::{NARROW_DRAW, UltraTable};

use super::scale::{NOT_DRAWN, Scale};
use crate::report::{CountMismatch, ExpectedDraw, FirstWrong, StoredDraw, WrongCount, WrongDraw};
use crate::walk::{Judge, Successor, Visit};

/// The check of one plane.
pub(super) struct UltraCheck<'a> {
    pub(super) rules: &'a Rules,
    pub(super) table: &'a UltraTable,
    /// What the table of plies says: [`NARROW_DRAW`] where it is drawn.
    pub(super) outcomes: &'a [u8],
    /// The codes of the ultra table.
    pub(super) codes: &'a [u16],
    pub(super) scale: &'a Scale,
    /// How many wrong positions to list.
    pub(super) list: usize,
}

/// What was found so far.
pub(super) struct UltraTally {
    pub(super) wrong: FirstWrong<WrongDraw>,
    /// By code.
    counts: Vec<u64>,
}

impl Judge<u16> for UltraCheck<'_> {
    type Found = UltraTally;

    fn nothing(&self) -> UltraTally {
        UltraTally { wrong: FirstWrong::new(self.list), counts: vec![0; self.table.values().len() + 1] }
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, u16, A_MOVES>, tally: &mut UltraTally) {
        let place = visit.place();
        let (drawn, code) = (self.outcomes[place] == NARROW_DRAW, self.codes[place]);
        if !drawn && code == 0 {
            return;
        }
        let position = visit.position();
        if drawn {
            let best = self.best(&position, visit);
            if self.scale.stored[usize::from(code)] != best {
                let expected =
                    if best == NOT_DRAWN { ExpectedDraw::NoMoveDraws } else { self.scale.expected(best) };
                tally.wrong.note(|| self.wrong(&position, visit, expected));
            }
        } else {
            tally.wrong.note(|| self.wrong(&position, visit, ExpectedDraw::NoDraw));
        }
        if visit.is_representative() {
            tally.counts[usize::from(code)] += 1;
        }
    }

    fn append(&self, tally: &mut UltraTally, later: UltraTally) {
        tally.wrong.append(later.wrong);
        for (count, more) in tally.counts.iter_mut().zip(later.counts) {
            *count += more;
        }
    }
}

impl UltraCheck<'_> {
    /// The key of the best move to a draw, or of staying on a full board; [`NOT_DRAWN`] if there is no such move.
    #[inline]
    fn best<const A_MOVES: bool>(&self, position: &Position, visit: &mut Visit<'_, u16, A_MOVES>) -> u32 {
        let mut best = NOT_DRAWN;
        visit.for_each_successor(position, |successor| {
            // What is decided, by this move or later, is no draw.
            if let Successor::Stored { placed, taken, value } = successor {
                let keys = &self.scale.successors[usize::from(placed)][usize::from(taken)];
                best = best.max(keys[usize::from(value)]);
            }
        });
        match position.over(self.rules) {
            Some(Over::DrawnFullBoard) if best == NOT_DRAWN => self.scale.staying,
            _ => best,
        }
    }

    fn wrong<const A_MOVES: bool>(
        &self,
        position: &Position,
        visit: &Visit<'_, u16, A_MOVES>,
        expected: ExpectedDraw,
    ) -> WrongDraw {
        let stored = StoredDraw::of(self.table.summary().value_of(self.codes[visit.place()]));
        WrongDraw { slot: visit.slot(), position: *position, stored, expected }
    }

    /// The values that the head counts otherwise.
    pub(super) fn mismatch(&self, tally: &UltraTally) -> Option<Box<CountMismatch>> {
        let values = self.table.values().iter().zip(&tally.counts[1..]);
        let wrong = values
            .filter(|((_, stored), counted)| stored != *counted)
            .map(|(&(value, stored), &counted)| WrongCount { value, stored, counted });
        let wrong: Vec<WrongCount> = wrong.collect();
        (!wrong.is_empty()).then(|| Box::new(CountMismatch(wrong)))
    }
}
