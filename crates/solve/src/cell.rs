//! What the solver keeps for a slot: one number, a byte wide where all depths fit, two where they do not.
//!
//! Three codes share the same cells at different times.
//!
//! **States**, while a unit is being solved:
//!
//! | code | meaning |
//! |---|---|
//! | 0 ..= deepest | decided: plies to the end, even = lost, odd = won |
//! | `MAX` - n | undecided, n successors left that are not yet known to be bad |
//! | `MAX` | undecided, and never lost: some exit draws or wins |
//!
//! **Values**, when it is solved: plies, or `MAX` for a draw. This is what tables hold.
//!
//! **Keys**, the worth of an exit to the player who takes it, so that the best of several is the largest:
//!
//! | code | meaning |
//! |---|---|
//! | 0 | there is no exit |
//! | n < `DRAW_KEY` | loses in 2n plies |
//! | `DRAW_KEY` | draws |
//! | `MAX` - n > `DRAW_KEY` | wins in 2n + 1 plies |

use std::fmt::Debug;

use crate::buffers::Kind;

/// A cell of a plane: `u8` or `u16`.
pub(crate) trait Cell: Kind + Copy + Default + Ord + Eq + Debug + Send + Sync + 'static {
    /// The largest code.
    const MAX: Self;
    /// The key of a drawn exit.
    const DRAW_KEY: Self;

    /// From a number that fits.
    fn from_u32(code: u32) -> Self;
    /// As a number.
    fn get(self) -> u32;
    /// Its bytes, the lowest first, into a slice of as many.
    fn write_bytes(self, bytes: &mut [u8]);
    /// From its bytes.
    fn read_bytes(bytes: &[u8]) -> Self;
    /// Calls `visit` with every place in `cells` that holds `code`, in order.
    fn find_all(cells: &[Self], code: Self, visit: impl FnMut(usize));

    /// The key of an exit to a position that has this value for the player to move there.
    #[must_use]
    fn key_of_exit_to(value: Self) -> Self;

    /// The value of a slot whose best exit has this key and that has no move that stays; `blocked` where there is none.
    #[must_use]
    fn value_of_key(self, blocked: Self) -> Self;

    /// The state with which the levels begin, given how many moves stay; `blocked` where there is no move at all.
    #[must_use]
    fn first_state(self, count: u8, blocked: Self) -> Self;

    /// The key of an exit that decides the game in so many plies, for better (odd) or worse (even).
    #[inline]
    #[must_use]
    fn key_of_level(plies: u32) -> Self {
        if plies.is_multiple_of(2) {
            Self::from_u32(plies / 2)
        } else {
            Self::from_u32(Self::MAX.get() - plies / 2)
        }
    }

    /// In how many plies an exit with this key decides the game; `None` for no exit and a drawn one.
    #[inline]
    #[must_use]
    fn level_of_key(self) -> Option<u32> {
        let key = self.get();
        if key == 0 || self == Self::DRAW_KEY {
            None
        } else if self < Self::DRAW_KEY {
            Some(2 * key)
        } else {
            Some(2 * (Self::MAX.get() - key) + 1)
        }
    }
}

impl Cell for u8 {
    const MAX: Self = u8::MAX;
    const DRAW_KEY: Self = 128;

    // Without branches, so that many are done at once. A draw is odd, the deepest win of all, and so is its key.
    #[inline]
    fn key_of_exit_to(value: Self) -> Self {
        let half = value >> 1;
        if value & 1 == 0 { Self::MAX - half } else { half + 1 }
    }
    #[inline]
    fn value_of_key(self, blocked: Self) -> Self {
        let lost = self.wrapping_mul(2);
        let won = (Self::MAX - self).wrapping_mul(2).wrapping_add(1);
        let value = if self < Self::DRAW_KEY { lost } else { won };
        if self == 0 { blocked } else { value }
    }
    #[inline]
    fn first_state(self, count: u8, blocked: Self) -> Self {
        // An exit that loses is one more successor, ticked off when its time has come.
        let left = Self::MAX - (count + Self::from(self != 0));
        let undecided = if self >= Self::DRAW_KEY { Self::MAX } else { left };
        if self == 0 && count == 0 { blocked } else { undecided }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "callers pass codes of this width")]
    fn from_u32(code: u32) -> Self {
        code as Self
    }
    #[inline]
    fn get(self) -> u32 {
        u32::from(self)
    }
    #[inline]
    fn write_bytes(self, bytes: &mut [u8]) {
        bytes[0] = self;
    }
    #[inline]
    fn read_bytes(bytes: &[u8]) -> Self {
        bytes[0]
    }
    #[inline]
    fn find_all(cells: &[Self], code: Self, visit: impl FnMut(usize)) {
        memchr::memchr_iter(code, cells).for_each(visit);
    }
}

impl Cell for u16 {
    const MAX: Self = u16::MAX;
    const DRAW_KEY: Self = 1 << 15;

    // Without branches, so that many are done at once. A draw is odd, the deepest win of all, and so is its key.
    #[inline]
    fn key_of_exit_to(value: Self) -> Self {
        let half = value >> 1;
        if value & 1 == 0 { Self::MAX - half } else { half + 1 }
    }
    #[inline]
    fn value_of_key(self, blocked: Self) -> Self {
        let lost = self.wrapping_mul(2);
        let won = (Self::MAX - self).wrapping_mul(2).wrapping_add(1);
        let value = if self < Self::DRAW_KEY { lost } else { won };
        if self == 0 { blocked } else { value }
    }
    #[inline]
    fn first_state(self, count: u8, blocked: Self) -> Self {
        // An exit that loses is one more successor, ticked off when its time has come.
        let left = Self::MAX - (Self::from(count) + Self::from(self != 0));
        let undecided = if self >= Self::DRAW_KEY { Self::MAX } else { left };
        if self == 0 && count == 0 { blocked } else { undecided }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "callers pass codes of this width")]
    fn from_u32(code: u32) -> Self {
        code as Self
    }
    #[inline]
    fn get(self) -> u32 {
        u32::from(self)
    }
    #[inline]
    fn write_bytes(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_le_bytes());
    }
    #[inline]
    fn read_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes([bytes[0], bytes[1]])
    }
    #[inline]
    fn find_all(cells: &[Self], code: Self, mut visit: impl FnMut(usize)) {
        const STRIDE: usize = 64;
        for (chunk, start) in cells.chunks(STRIDE).zip((0..).step_by(STRIDE)) {
            // The compiler makes this a handful of wide comparisons; most strides hold none.
            if chunk.iter().map(|&cell| u32::from(cell == code)).sum::<u32>() > 0 {
                for (place, &cell) in (start..).zip(chunk) {
                    if cell == code {
                        visit(place);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use millwright_rules::Value;

    fn value_of<T: Cell>(code: T) -> Value {
        if code == T::MAX { Value::Draw } else { Value::decided(u16::try_from(code.get()).unwrap()) }
    }

    fn keys_order_exits_as_a_player_would<T: Cell>(deepest: u32) {
        let codes: Vec<T> = (0..=deepest).map(T::from_u32).chain([T::MAX]).collect();
        for &one in &codes {
            let key = T::key_of_exit_to(one);
            let seen = value_of(one).seen_from_parent();
            assert!(key > T::from_u32(0));
            assert_eq!(key.level_of_key(), seen.plies().map(u32::from));
            assert_eq!(seen.plies().map_or(T::DRAW_KEY, |plies| T::key_of_level(u32::from(plies))), key);
            for &other in &codes {
                let other_seen = value_of(other).seen_from_parent();
                assert_eq!(key.cmp(&T::key_of_exit_to(other)), seen.cmp(&other_seen), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_larger_key_is_the_better_exit() {
        keys_order_exits_as_a_player_would::<u8>(252);
        keys_order_exits_as_a_player_would::<u16>(700);
    }

    #[test]
    fn find_all_finds_all_in_order() {
        fn check<T: Cell>() {
            let cells: Vec<T> = (0..1000).map(|i| T::from_u32(i * 7 % 13)).collect();
            let mut found = Vec::new();
            T::find_all(&cells, T::from_u32(5), |place| found.push(place));
            let expected: Vec<usize> = (0..1000).filter(|i| i * 7 % 13 == 5).collect();
            assert_eq!(found, expected);
        }
        check::<u8>();
        check::<u16>();
    }
}
