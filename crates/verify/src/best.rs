//! Which successor is the best, by its code alone.

use millwright_rules::Value;
use millwright_table::Code;

/// What a code stands for.
pub(crate) fn value_of<T: Code>(code: u32) -> Value {
    match u16::try_from(code) {
        Ok(plies) if code != T::DRAW.into() => Value::decided(plies),
        _ => Value::Draw,
    }
}

/// The best of some successors, as the player sees it who moves to them.
///
/// The successor's code is kept so that a larger number is better: an odd code (the opponent wins: the later
/// the better; a draw is larger still) as it is, an even one (the opponent loses: the sooner the better)
/// inverted, which puts it above all odd ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best(u32);

impl Best {
    /// No successor yet.
    pub(crate) const NONE: Self = Self(0);

    /// Takes a successor's code into account.
    #[inline]
    pub(crate) fn add(&mut self, code: u32) {
        let inverted_if_even = (code & 1).wrapping_sub(1);
        self.0 = self.0.max(code ^ inverted_if_even);
    }

    /// Takes a successor into account in which the opponent has lost already.
    #[inline]
    pub(crate) fn add_lost(&mut self) {
        self.add(0);
    }

    /// The code of a position with these successors; `None` if there are none.
    #[inline]
    pub(crate) fn code<T: Code>(self) -> Option<u32> {
        match self.0 {
            0 => None,
            draw if draw == T::DRAW.into() => Some(draw),
            win if win <= u16::MAX.into() => Some(win + 1),
            inverted_loss => Some(!inverted_loss + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of three successors out of a few codes, judged by the order of values.
    fn best_is_the_best_seen_from_the_parent<T: Code>(deepest: u32) {
        let mut codes: Vec<u32> = (0..6).chain(deepest - 3..=deepest).collect();
        codes.push(T::DRAW.into());
        for &one in &codes {
            for &two in &codes {
                for &three in &codes {
                    let mut best = Best::NONE;
                    let all = [one, two, three];
                    for code in all {
                        best.add(code);
                    }
                    let expected = all.iter().map(|&code| value_of::<T>(code).seen_from_parent()).max();
                    assert_eq!(best.code::<T>().map(value_of::<T>), expected, "{all:?}");
                }
            }
        }
    }

    #[test]
    fn the_best_successor_is_the_best_value_seen_from_the_parent_in_both_widths() {
        best_is_the_best_seen_from_the_parent::<u8>(253);
        best_is_the_best_seen_from_the_parent::<u16>(0xFFFD);
        assert_eq!(Best::NONE.code::<u8>(), None);
    }
}
