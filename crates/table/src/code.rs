//! Values as codes of one or two bytes, the way planes hold them.

use std::ops::Range;

use millwright_rules::Value;

/// The code of a draw in one byte.
pub const NARROW_DRAW: u8 = u8::MAX;
/// The code of a draw in two bytes.
pub const WIDE_DRAW: u16 = u16::MAX;
/// The most plies that one byte holds; 254 stands for nothing.
pub const NARROW_DEEPEST: u16 = 253;
/// The most plies that two bytes hold.
pub const WIDE_DEEPEST: u16 = 0xFFFD;

/// How many bytes a code takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// One: plies up to [`NARROW_DEEPEST`], 255 is a draw.
    Narrow,
    /// Two, little-endian: plies up to [`WIDE_DEEPEST`], 0xFFFF is a draw.
    Wide,
}

impl Width {
    /// The width in which a table with this deepest value is stored: one byte wherever that fits.
    #[must_use]
    pub const fn for_deepest(deepest: Option<u16>) -> Self {
        match deepest {
            Some(plies) if plies > NARROW_DEEPEST => Self::Wide,
            _ => Self::Narrow,
        }
    }

    /// Bytes a slot.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Narrow => 1,
            Self::Wide => 2,
        }
    }
}

/// The codes of a plane, one a slot: plies to the end (odd for a win, even for a loss), or the draw code.
#[derive(Clone, Copy, Debug)]
pub enum PlaneData<'a> {
    /// One byte a slot; [`NARROW_DRAW`] is a draw.
    Narrow(&'a [u8]),
    /// Two bytes a slot; [`WIDE_DRAW`] is a draw.
    Wide(&'a [u16]),
}

impl PlaneData<'_> {
    /// How many slots it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Narrow(codes) => codes.len(),
            Self::Wide(codes) => codes.len(),
        }
    }

    /// Whether it has no slots.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code at a place, widened.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn code(&self, place: usize) -> u16 {
        match self {
            Self::Narrow(codes) => widen(codes[place]),
            Self::Wide(codes) => codes[place],
        }
    }

    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        match self {
            Self::Narrow(codes) => Self::Narrow(&codes[range]),
            Self::Wide(codes) => Self::Wide(&codes[range]),
        }
    }
}

/// The same value as a code of two bytes.
#[must_use]
pub(crate) const fn widen(code: u8) -> u16 {
    if code == NARROW_DRAW { WIDE_DRAW } else { code as u16 }
}

/// What a wide code stands for.
#[must_use]
pub(crate) const fn value_of(code: u16) -> Value {
    if code == WIDE_DRAW { Value::Draw } else { Value::decided(code) }
}

/// The codes that a table may hold: draws, and plies below a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    /// All plies are below this.
    pub(crate) plies_below: u16,
}

impl Allowed {
    pub(crate) const fn allows(self, code: u16) -> bool {
        code < self.plies_below || code == WIDE_DRAW
    }

    /// The place of the first code that is not allowed.
    pub(crate) fn first_stranger(self, data: PlaneData<'_>) -> Option<usize> {
        // Without an early exit the compiler looks at many codes at once.
        fn any<T: Copy>(codes: &[T], test: impl Fn(T) -> bool) -> bool {
            codes.iter().fold(0_u8, |any, &code| any | u8::from(test(code))) != 0
        }
        let strange = match data {
            PlaneData::Narrow(codes) => {
                let below = u8::try_from(self.plies_below).unwrap_or(NARROW_DRAW);
                any(codes, |code| code >= below && code != NARROW_DRAW)
            }
            PlaneData::Wide(codes) => any(codes, |code| !self.allows(code)),
        };
        if strange { (0..data.len()).find(|&place| !self.allows(data.code(place))) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_beyond_the_limit_is_found_in_both_widths() {
        for plies_below in 0..=254 {
            let allowed = Allowed { plies_below };
            for code in 0..=255_u8 {
                let expected = (u16::from(code) >= plies_below && code != 255).then_some(2);
                let narrow = allowed.first_stranger(PlaneData::Narrow(&[255, 255, code, 255]));
                let wide = allowed.first_stranger(PlaneData::Wide(&[0xFFFF, 0xFFFF, widen(code), 0xFFFF]));
                assert_eq!((narrow, wide), (expected, expected), "{code} below {plies_below}");
            }
        }
    }

    #[test]
    fn a_code_stands_for_a_win_when_odd_and_for_a_loss_when_even() {
        assert_eq!(value_of(widen(0)), Value::loss(0));
        assert_eq!(value_of(widen(253)), Value::win(253));
        assert_eq!(value_of(331), Value::win(331));
        assert_eq!(value_of(widen(255)), Value::Draw);
    }
}
