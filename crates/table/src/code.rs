//! Values as codes of one or two bytes, the way planes hold them.

use std::fmt;
use std::ops::Range;

use millwright_index::Slot;
use millwright_rules::Value;

use crate::error::TableFault;

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

/// A code of one width: `u8` or `u16`.
pub trait Code: Copy + Default + Ord + Into<u32> + fmt::Debug + Send + Sync + 'static {
    /// The code of a draw in a plane of plies.
    const DRAW: Self;

    /// The same value as a code of two bytes.
    fn widened(self) -> u16;

    /// The same value in this width; what does not fit is a draw.
    fn narrowed(wide: u16) -> Self;

    /// A plane of these codes.
    fn plane(codes: Vec<Self>) -> Codes;

    /// Places for codes, by their width.
    fn places(out: &mut [Self]) -> Places<'_>;
}

impl Code for u8 {
    const DRAW: Self = NARROW_DRAW;

    #[inline]
    fn widened(self) -> u16 {
        if self == NARROW_DRAW { WIDE_DRAW } else { self.into() }
    }

    #[inline]
    fn narrowed(wide: u16) -> Self {
        Self::try_from(wide).unwrap_or(NARROW_DRAW)
    }

    fn plane(codes: Vec<Self>) -> Codes {
        Codes::Narrow(codes)
    }

    fn places(out: &mut [Self]) -> Places<'_> {
        Places::Narrow(out)
    }
}

impl Code for u16 {
    const DRAW: Self = WIDE_DRAW;

    #[inline]
    fn widened(self) -> u16 {
        self
    }

    #[inline]
    fn narrowed(wide: u16) -> Self {
        wide
    }

    fn plane(codes: Vec<Self>) -> Codes {
        Codes::Wide(codes)
    }

    fn places(out: &mut [Self]) -> Places<'_> {
        Places::Wide(out)
    }
}

/// Where codes are to be put.
pub enum Places<'a> {
    /// One byte a slot.
    Narrow(&'a mut [u8]),
    /// Two bytes a slot.
    Wide(&'a mut [u16]),
}

/// The codes of a plane or of a part of it, one a slot, in either width.
///
/// In a plane of plies a code is the number of plies to the end (odd for a win, even for a loss) or the draw code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// One byte a slot; [`NARROW_DRAW`] is a draw.
    Narrow(Vec<u8>),
    /// Two bytes a slot; [`WIDE_DRAW`] is a draw.
    Wide(Vec<u16>),
}

impl Codes {
    /// The same in no more memory than they take.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        match &mut self {
            Self::Narrow(codes) => codes.shrink_to_fit(),
            Self::Wide(codes) => codes.shrink_to_fit(),
        }
        self
    }

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

    /// The memory that the codes take.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        match self {
            Self::Narrow(codes) => codes.len(),
            Self::Wide(codes) => 2 * codes.len(),
        }
    }

    /// The code at a place, widened; `None` if there is no such place.
    #[must_use]
    pub fn code(&self, place: usize) -> Option<u16> {
        match self {
            Self::Narrow(codes) => codes.get(place).map(|&code| code.widened()),
            Self::Wide(codes) => codes.get(place).copied(),
        }
    }

    /// All codes, widened.
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        (0..self.len()).filter_map(|place| self.code(place))
    }

    /// The value in a slot of a plane of plies; `None` if there is no such slot.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Option<Value> {
        self.code(usize::try_from(slot.0).ok()?).map(value_of)
    }

    /// Copies all codes of a plane of plies. Where `out` is narrow, all depths must fit in one byte.
    ///
    /// # Panics
    /// If `out` has not one place a slot.
    pub fn copy_to<T: Code>(&self, out: &mut [T]) {
        assert_eq!(out.len(), self.len(), "one place a slot");
        match (self, T::places(out)) {
            (Self::Narrow(codes), Places::Narrow(out)) => out.copy_from_slice(codes),
            (Self::Wide(codes), Places::Wide(out)) => out.copy_from_slice(codes),
            (Self::Narrow(codes), Places::Wide(out)) => widen_all(codes, out),
            (Self::Wide(codes), Places::Narrow(out)) => {
                for (place, &code) in out.iter_mut().zip(codes) {
                    *place = Code::narrowed(code);
                }
            }
        }
    }

    /// The bytes of some slots as a file of this width has them before compression. Codes that are stored as they are
    /// need no copy; for others `buffer` holds the bytes.
    pub(crate) fn raw_bytes<'a>(
        &'a self,
        range: Range<usize>,
        width: Width,
        buffer: &'a mut Vec<u8>,
    ) -> &'a [u8] {
        buffer.clear();
        match (self, width) {
            (Self::Narrow(codes), Width::Narrow) => return &codes[range],
            (Self::Narrow(codes), Width::Wide) => {
                buffer.extend(codes[range].iter().flat_map(|code| code.widened().to_le_bytes()));
            }
            // The codes are checked: below 254, or the draw, whose low byte is the draw of one byte.
            (Self::Wide(codes), Width::Narrow) => {
                buffer.extend(codes[range].iter().map(|code| code.to_le_bytes()[0]));
            }
            (Self::Wide(codes), Width::Wide) => {
                buffer.extend(codes[range].iter().flat_map(|code| code.to_le_bytes()));
            }
        }
        buffer
    }
}

/// Gives each code as one of two bytes.
pub(crate) fn widen_all(codes: &[u8], out: &mut [u16]) {
    for (wide, code) in out.iter_mut().zip(codes) {
        *wide = code.widened();
    }
}

/// What a wide code of a plane of plies stands for.
#[must_use]
pub(crate) const fn value_of(code: u16) -> Value {
    if code == WIDE_DRAW { Value::Draw } else { Value::decided(code) }
}

/// The codes that a table may hold: all below a limit, and perhaps the draw.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// All codes but the draw are below this.
    pub(crate) below: u16,
    /// Whether the draw is one of them.
    pub(crate) draw: bool,
}

impl Allowed {
    const fn allows(self, code: u16) -> bool {
        code < self.below || self.draw && code == WIDE_DRAW
    }

    /// Checks codes of which the first is in `slot`.
    pub(crate) fn check<T: Code>(
        self,
        codes: &[T],
        slot: u64,
        fault: impl FnOnce(u64, u16) -> TableFault,
    ) -> Result<(), TableFault> {
        match self.first_stranger(codes) {
            None => Ok(()),
            Some(place) => Err(fault(slot + place as u64, codes[place].widened())),
        }
    }

    /// The place of the first code that is not allowed.
    fn first_stranger<T: Code>(self, codes: &[T]) -> Option<usize> {
        // Without an early exit, and in the width of the codes, the compiler looks at many of them at once.
        let below = T::narrowed(self.below);
        let is_strange = |code: T| code >= below && !(self.draw && code == T::DRAW);
        let strange = codes.iter().fold(0_u8, |any, &code| any | u8::from(is_strange(code)));
        if strange == 0 { None } else { codes.iter().position(|code| !self.allows(code.widened())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_beyond_the_limit_is_found_in_both_widths() {
        for below in 0..=254 {
            let allowed = Allowed { below, draw: true };
            for code in 0..=255_u8 {
                let expected = (u16::from(code) >= below && code != 255).then_some(2);
                let narrow = allowed.first_stranger(&[255, 255, code, 255]);
                let wide = allowed.first_stranger(&[0xFFFF, 0xFFFF, code.widened(), 0xFFFF]);
                assert_eq!((narrow, wide), (expected, expected), "{code} below {below}");
                let without_draws = Allowed { below, draw: false };
                let expected = (u16::from(code) >= below).then_some(0);
                assert_eq!(without_draws.first_stranger(&[code.widened()]), expected, "{code} below {below}");
            }
        }
    }

    #[test]
    fn a_code_stands_for_a_win_when_odd_and_for_a_loss_when_even() {
        assert_eq!(value_of(0_u8.widened()), Value::loss(0));
        assert_eq!(value_of(253_u8.widened()), Value::win(253));
        assert_eq!(value_of(331), Value::win(331));
        assert_eq!(value_of(255_u8.widened()), Value::Draw);
    }

    #[test]
    fn codes_are_the_same_values_in_either_width() {
        let narrow = Codes::Narrow(vec![0, 7, 253, 255]);
        let wide = Codes::Wide(narrow.iter().collect());
        assert_eq!(wide, Codes::Wide(vec![0, 7, 253, 0xFFFF]));
        let (mut bytes, mut words) = ([1_u8; 4], [1_u16; 4]);
        for codes in [&narrow, &wide] {
            codes.copy_to(&mut bytes);
            codes.copy_to(&mut words);
            assert_eq!((bytes, words), ([0, 7, 253, 255], [0, 7, 253, 0xFFFF]));
            assert_eq!((codes.value(Slot(1)), codes.value(Slot(4))), (Some(Value::win(7)), None));
        }
    }
}
