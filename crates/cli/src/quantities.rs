//! Numbers, bytes, durations and rates as people write and read them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `1 unit`, `2 units`, `2 plies`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    match (number, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{} {stem}ies", thousands(number)),
        (_, None) => format!("{} {noun}s", thousands(number)),
    }
}

/// A share in percent as the papers give it: rounded, `0` for none, and `0+` for what is more than none and rounds to
/// none.
pub(crate) fn percent(part: u64, whole: u64, decimals: u8) -> String {
    let scale = 10_u128.pow(decimals.into());
    let doubled = 2 * u128::from(whole).max(1);
    let rounded = (200 * scale * u128::from(part) + doubled / 2) / doubled;
    match (part, rounded) {
        (0, _) => "0".to_owned(),
        (_, 0) => "0+".to_owned(),
        _ if decimals == 0 => rounded.to_string(),
        _ => format!("{}.{:0width$}", rounded / scale, rounded % scale, width = decimals.into()),
    }
}

/// An amount of memory or disk. Written `8G`, `1.5G`, `512M`; shown as `1.5 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bytes(pub(crate) u64);

/// The letters of the units, each 1024 times the one before it; a byte has none.
const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((exponent, unit)) = (1_u32..).zip(UNITS).take_while(|(n, _)| self.0 >> (10 * n) > 0).last()
        else {
            return write!(f, "{} bytes", self.0);
        };
        // In tenths, rounded up: what is needed must not look smaller than it is.
        let tenths = (u128::from(self.0) * 10).div_ceil(1 << (10 * exponent));
        write!(f, "{}.{} {unit}iB", tenths / 10, tenths % 10)
    }
}

/// Why something is no amount of bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no size: write a number with K, M, G or T, like 8G, 1.5G or 512M")]
pub(crate) struct BytesError {
    text: String,
}

impl FromStr for Bytes {
    type Err = BytesError;

    fn from_str(text: &str) -> Result<Self, BytesError> {
        parse_bytes(text).ok_or_else(|| BytesError { text: text.chars().take(40).collect() })
    }
}

/// `None` if it is no amount, or zero, or too much for 64 bits.
fn parse_bytes(text: &str) -> Option<Bytes> {
    let upper = text.to_ascii_uppercase();
    let number = upper.trim_end_matches(|character: char| !character.is_ascii_digit());
    let suffix = &upper[number.len()..];
    let exponent = if matches!(suffix, "" | "B") {
        0
    } else {
        let place = UNITS.iter().position(|&unit| suffix.starts_with(unit))?;
        matches!(&suffix[1..], "" | "B" | "IB").then_some(place + 1)?
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| -> Option<u64> {
        let plain = (1..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse().ok() } else { None }
    };
    let unit = 1_u128 << (10 * exponent);
    let fraction_unit = 10_u128.pow(u32::try_from(fraction.len()).ok()?.min(15));
    let bytes =
        u128::from(digits(whole)?) * unit + (u128::from(digits(fraction)?) * unit).div_ceil(fraction_unit);
    u64::try_from(bytes).ok().filter(|&bytes| bytes > 0).map(Bytes)
}

/// How long something takes, in the unit that suits it: `0.3 s`, `42 s`, `9 min`, `2 h 5 min`.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        10..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// How many of something were done in a second: `16.2 million slots/s`.
pub(crate) fn slots_per_second(slots: u64, time: Duration) -> String {
    format!("{:.1} million slots/s", rate(slots, time) / 1e6)
}

/// How many of something were done in a second; a time too short to measure counts as a millisecond.
pub(crate) fn rate(count: u64, time: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a rate is shown with few digits")]
    let count = count as f64;
    count / time.as_secs_f64().max(1e-3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_from_the_right() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn percentages_round_half_up_and_tell_little_from_nothing() {
        let quarter = u64::MAX / 4;
        for (part, whole, decimals, text) in [
            (159, 3_225_597, 0, "0+"),
            (3_225_409, 3_225_597, 0, "100"),
            (1, 200, 0, "1"),
            (1, 201, 0, "0+"),
            (0, 7, 0, "0"),
            (0, 0, 0, "0"),
            (quarter, 2 * quarter, 0, "50"),
            (quarter, 2 * quarter, 2, "50.00"),
            (1, 3, 2, "33.33"),
            (2, 3, 2, "66.67"),
            (1, 20_000, 2, "0.01"),
            (1, 20_001, 2, "0+"),
            (0, 7, 2, "0"),
        ] {
            assert_eq!(percent(part, whole, decimals), text, "{part} of {whole}");
        }
    }

    #[test]
    fn sizes_are_numbers_with_a_unit() {
        let good = [
            ("1", 1),
            ("8G", 8 << 30),
            ("8g", 8 << 30),
            ("8GiB", 8 << 30),
            ("8GB", 8 << 30),
            ("1.5G", 3 << 29),
            ("0.5K", 512),
            ("512M", 512 << 20),
            ("2T", 2 << 40),
            ("77B", 77),
        ];
        for (text, bytes) in good {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in [
            "",
            "G",
            "0",
            "0G",
            "-1G",
            "1.G",
            ".5G",
            "1,5G",
            "1e9",
            "8X",
            "8GG",
            "8Gi",
            "99999999999T",
            "1 G",
        ] {
            assert!(text.parse::<Bytes>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn sizes_are_shown_rounded_up_to_a_tenth_of_their_unit() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (1025, "1.1 KiB"),
            (3 << 29, "1.5 GiB"),
            (5 << 50, "5120.0 TiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }

    #[test]
    fn durations_have_the_unit_that_suits_them() {
        for (seconds, text) in [(0.25, "0.2 s"), (59.0, "59 s"), (563.0, "9 min"), (7500.0, "2 h 5 min")] {
            assert_eq!(duration(Duration::from_secs_f64(seconds)), text);
        }
    }
}
