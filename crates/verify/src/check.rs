//! Plies to the end: is every value the best that its successors allow?

use millwright_index::Slot;
use millwright_rules::{Over, Position, Rules};
use millwright_table::{Code, Longest, Statistics};

use crate::best::{Best, value_of};
use crate::report::{FirstWrong, WrongPosition};
use crate::walk::{Judge, Successor, Visit};

/// The check of one plane.
pub(crate) struct Check<'a, T> {
    pub(crate) rules: &'a Rules,
    pub(crate) stored: &'a [T],
    /// How many depths the head of the table knows; loading has made sure that no value is beyond them.
    pub(crate) plies: usize,
    /// How many wrong positions to list.
    pub(crate) list: usize,
}

/// What was found so far.
pub(crate) struct Tally {
    pub(crate) wrong: FirstWrong<WrongPosition>,
    draws: u64,
    plies: Vec<u64>,
    longest: Option<Longest>,
}

impl<T: Code> Judge<T> for Check<'_, T> {
    type Found = Tally;

    fn nothing(&self) -> Tally {
        Tally { wrong: FirstWrong::new(self.list), draws: 0, plies: vec![0; self.plies], longest: None }
    }

    #[inline]
    fn look<const A_MOVES: bool>(&self, visit: &mut Visit<'_, T, A_MOVES>, tally: &mut Tally) {
        let position = visit.position();
        let (stored, expected) = (self.stored[visit.place()].into(), self.expected(&position, visit));
        if stored != expected {
            tally.wrong.note(|| WrongPosition {
                slot: visit.slot(),
                position,
                stored: value_of::<T>(stored),
                expected: value_of::<T>(expected),
            });
        }
        if visit.is_representative() {
            tally.count::<T>(stored, visit.slot());
        }
    }

    fn append(&self, tally: &mut Tally, later: Tally) {
        tally.append(later);
    }
}

impl<T: Code> Check<'_, T> {
    /// The code that a position must have.
    #[inline]
    fn expected<const A_MOVES: bool>(&self, position: &Position, visit: &mut Visit<'_, T, A_MOVES>) -> u32 {
        let mut best = Best::NONE;
        visit.for_each_successor(position, |successor| match successor {
            Successor::Lost => best.add_lost(),
            Successor::Stored { value, .. } => best.add(value.into()),
        });
        // The game is over if and only if there is no move.
        best.code::<T>().unwrap_or_else(|| match position.over(self.rules) {
            Some(Over::DrawnFullBoard) => T::DRAW.into(),
            Some(Over::TooFewStones | Over::Blocked) | None => 0,
        })
    }
}

impl Tally {
    /// Counts a position that stands for its orbit. Slots come in increasing order.
    #[inline]
    fn count<T: Code>(&mut self, code: u32, slot: Slot) {
        if code == T::DRAW.into() {
            self.draws += 1;
            return;
        }
        self.plies[code as usize] += 1;
        if self.longest.is_none_or(|longest| code > u32::from(longest.plies)) {
            let plies = u16::try_from(code).expect("codes have at most 16 bits");
            self.longest = Some(Longest { plies, slot });
        }
    }

    /// Adds what was found in later slots.
    fn append(&mut self, later: Self) {
        self.wrong.append(later.wrong);
        self.draws += later.draws;
        for (count, more) in self.plies.iter_mut().zip(later.plies) {
            *count += more;
        }
        self.longest = match (self.longest, later.longest) {
            (Some(first), Some(second)) if second.plies > first.plies => Some(second),
            (first, second) => first.or(second),
        };
    }

    /// What the head of the table should say.
    pub(crate) fn statistics(&self) -> Statistics {
        let depths = self.plies.iter().rposition(|&count| count > 0).map_or(0, |deepest| deepest + 1);
        Statistics {
            positions: self.draws + self.plies.iter().sum::<u64>(),
            draws: self.draws,
            plies: self.plies[..depths].to_vec(),
            longest: self.longest,
        }
    }
}
