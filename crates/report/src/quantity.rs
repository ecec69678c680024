//! Numbers as people read them.

/// With a comma every three digits.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share in percent as the papers print it: rounded, `0` only for nothing, and `0+` for what rounds to nothing.
pub(crate) fn percent(part: u64, whole: u64, decimals: u32) -> String {
    let scale = 10_u64.pow(decimals);
    let (part_wide, whole_wide) = (u128::from(part), u128::from(whole.max(1)));
    let rounded = (part_wide * 200 * u128::from(scale) + whole_wide) / (2 * whole_wide);
    let rounded = u64::try_from(rounded).unwrap_or(u64::MAX);
    match (part, rounded) {
        (0, _) => "0".to_owned(),
        (_, 0) => "0+".to_owned(),
        _ if decimals == 0 => rounded.to_string(),
        _ => format!("{}.{:0width$}", rounded / scale, rounded % scale, width = decimals as usize),
    }
}

/// A share with so many decimals, always printed.
pub(crate) fn fixed_percent(part: u64, whole: u64, decimals: u32) -> String {
    match percent(part, whole, decimals).as_str() {
        "0" | "0+" => format!("{:.width$}", 0.0, width = decimals as usize),
        text => text.to_owned(),
    }
}

/// The share of a whole, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "for widths and colours")]
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_comma_every_three_digits() {
        assert_eq!(
            [0, 12, 999, 1000, 26_761_334_939].map(thousands),
            ["0", "12", "999", "1,000", "26,761,334,939"]
        );
    }

    #[test]
    fn shares_are_rounded_and_something_is_never_nothing() {
        assert_eq!(percent(0, 7, 0), "0");
        assert_eq!(percent(1, 1000, 0), "0+");
        assert_eq!(percent(1, 200, 0), "1");
        assert_eq!(percent(2, 3, 1), "66.7");
        assert_eq!(percent(7, 7, 2), "100.00");
        assert_eq!(fixed_percent(0, 7, 2), "0.00");
    }
}
