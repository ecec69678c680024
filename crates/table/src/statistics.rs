//! How many positions of a subspace are won, drawn and lost, and how deep.

use millwright_index::{OpeningPly, Slot, Subspace, Unit, UnitIndex};
use millwright_rules::{Color, Position, Rules};

use crate::code::{Code, WIDE_DRAW};

/// Fewer codes are counted one by one: a count for every code there can be takes as long as some hundred of them.
const MANY: usize = 512;

/// What is counted over a subspace. Every orbit of symmetric positions counts once.
///
/// **Invariants**, checked before writing and after reading: `positions = draws + sum of plies`; the last
/// entry of `plies` is not zero; `longest` is there if and only if something is decided, and its plies are
/// `plies.len() - 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions up to symmetry.
    pub positions: u64,
    /// Those that are drawn.
    pub draws: u64,
    /// At place d, those that are decided in d plies: losses at even places, wins at odd ones.
    pub plies: Vec<u64>,
    /// The deepest value, and where it is.
    pub longest: Option<Longest>,
}

/// A deepest value of a subspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Plies to the end: odd for a win, even for a loss.
    pub plies: u16,
    /// The first slot, by its number, of a position that has it.
    pub slot: Slot,
}

impl Longest {
    /// The position, in the colours that the game has it in. In the opening the ply says who is to move; later it is
    /// White, or Black where White has not brought so many stones.
    #[must_use]
    pub fn position(&self, subspace: Subspace, rules: &Rules) -> Position {
        let unit = Unit::of(subspace);
        let position = UnitIndex::new(unit).position_of(unit.plane_of(subspace), self.slot);
        Position::from_sides_unchecked(position.mover(), position.other(), turn_in(subspace, rules))
    }
}

/// Who is to move in the positions of a subspace, in the colours that the game has them in. In the opening the ply says so;
/// later it is White, or Black where White has not brought so many stones. White, too, where the game has no such positions.
#[must_use]
pub fn turn_in(subspace: Subspace, rules: &Rules) -> Color {
    let of_ply = OpeningPly::all(rules).into_iter().flatten().find(|ply| ply.has(subspace));
    // Whether a position is legal depends on the numbers of stones alone, so the first stands for all.
    let unit = Unit::of(subspace);
    let first = UnitIndex::new(unit).position_of(unit.plane_of(subspace), Slot(0));
    let with_turn = |turn| Position::from_sides_unchecked(first.mover(), first.other(), turn);
    let is_legal = |turn: &Color| Position::new(&with_turn(*turn).setup(), rules).is_ok();
    let turn = of_ply.map(|ply| ply.turn).or_else(|| Color::ALL.into_iter().find(is_legal));
    turn.unwrap_or(Color::White)
}

impl Statistics {
    /// Counts a position that stands for its orbit, by its code in two bytes. Slots come in increasing order.
    #[inline]
    pub fn count(&mut self, code: u16, slot: Slot) {
        self.add(code, 1, || slot);
    }

    /// Counts positions side by side, each of which stands for its orbit, from this slot on.
    pub fn count_all<T: Code>(&mut self, codes: &[T], first: Slot) {
        if codes.len() < MANY || size_of::<T>() > 1 {
            for (&code, slot) in codes.iter().zip(first.0..) {
                self.count(code.widened(), Slot(slot));
            }
            return;
        }
        // Often the same code comes again, and a count has to wait for the one before: so four take turns.
        let mut counts = [[0_u64; 1 << 8]; 4];
        for codes in codes.chunks(4) {
            for (counts, &code) in counts.iter_mut().zip(codes) {
                counts[Into::<u32>::into(code) as usize] += 1;
            }
        }
        // From the deepest on, so that one place at most is looked for.
        for code in (0..=u8::MAX).rev() {
            let positions = counts.iter().map(|counts| counts[usize::from(code)]).sum();
            let code = code.widened();
            if positions > 0 {
                let before = || codes.iter().take_while(|other| other.widened() != code).count();
                self.add(code, positions, || Slot(first.0 + before() as u64));
            }
        }
    }

    /// Counts positions that have the same code, in slots after those of before; `first` is the first of them.
    #[inline]
    fn add(&mut self, code: u16, positions: u64, first: impl FnOnce() -> Slot) {
        self.positions += positions;
        if code == WIDE_DRAW {
            self.draws += positions;
            return;
        }
        let plies = usize::from(code);
        if self.plies.len() <= plies {
            self.plies.resize(plies + 1, 0);
        }
        self.plies[plies] += positions;
        if self.longest.is_none_or(|longest| code > longest.plies) {
            self.longest = Some(Longest { plies: code, slot: first() });
        }
    }

    /// Adds what was counted in later slots.
    pub fn append(&mut self, later: &Self) {
        self.positions += later.positions;
        self.draws += later.draws;
        self.plies.resize(self.plies.len().max(later.plies.len()), 0);
        for (count, more) in self.plies.iter_mut().zip(&later.plies) {
            *count += more;
        }
        self.longest = match (self.longest, later.longest) {
            (Some(first), Some(second)) if second.plies > first.plies => Some(second),
            (first, second) => first.or(second),
        };
    }

    /// Positions won by the mover.
    #[must_use]
    pub fn win(&self) -> u64 {
        self.plies.iter().skip(1).step_by(2).sum()
    }

    /// Positions lost by the mover.
    #[must_use]
    pub fn loss(&self) -> u64 {
        self.plies.iter().step_by(2).sum()
    }

    /// The most plies that a decided position takes; `None` if all are drawn.
    #[must_use]
    pub fn max_plies(&self) -> Option<u16> {
        self.longest.map(|longest| longest.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::NARROW_DRAW;

    #[test]
    fn wins_are_at_odd_plies_and_losses_at_even_ones() {
        let statistics = Statistics {
            positions: 123,
            draws: 3,
            plies: vec![20, 40, 0, 60],
            longest: Some(Longest { plies: 3, slot: Slot(7) }),
        };
        assert_eq!((statistics.win(), statistics.loss(), statistics.max_plies()), (100, 20, Some(3)));
        assert_eq!(Statistics::default().max_plies(), None);
    }

    #[test]
    fn what_is_counted_in_parts_is_what_is_counted_at_once() {
        let codes = [4, WIDE_DRAW, 1, 7, 0, 7, WIDE_DRAW, 3, 7, 2];
        let count = |range: std::ops::Range<usize>| {
            let mut counted = Statistics::default();
            for (&code, slot) in codes[range.clone()].iter().zip(range.start as u64..) {
                counted.count(code, Slot(slot));
            }
            counted
        };
        let plies = vec![1, 1, 1, 1, 1, 0, 0, 3];
        let longest = Some(Longest { plies: 7, slot: Slot(3) });
        let expected = Statistics { positions: 10, draws: 2, plies, longest };
        for cut in 0..=codes.len() {
            let mut counted = count(0..cut);
            counted.append(&count(cut..codes.len()));
            assert_eq!(counted, expected, "cut at {cut}");
        }
    }

    #[test]
    fn many_at_once_are_what_they_are_one_by_one() {
        fn compare<T: Code>(codes: &[T]) {
            let mut expected = Statistics::default();
            for (&code, slot) in codes.iter().zip(70..) {
                expected.count(code.widened(), Slot(slot));
            }
            let (first, later) = codes.split_at(codes.len() / 3);
            let mut counted = Statistics::default();
            counted.count_all(first, Slot(70));
            counted.count_all(later, Slot(70 + first.len() as u64));
            assert_eq!(counted, expected, "{} codes", codes.len());
        }
        for len in [0, 1, MANY - 1, MANY, MANY + 3, 7 * MANY + 2] {
            // Half of them draws, the deepest late, and more than once.
            let plies = |place: usize| u8::try_from(place * 7 % 251).unwrap();
            let code = |place: usize| if place.is_multiple_of(2) { NARROW_DRAW } else { plies(place) };
            let narrow: Vec<u8> = (0..len).map(code).collect();
            compare(&narrow);
            compare(&narrow.iter().map(|code| code.widened()).collect::<Vec<u16>>());
            compare(&vec![NARROW_DRAW; len]);
            compare(&vec![0_u8; len]);
        }
    }
}
