//! The day on which something is written down.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable that says which time it is, in seconds since 1970, for output that can be repeated
/// (<https://reproducible-builds.org/specs/source-date-epoch>).
const SOURCE_DATE_EPOCH: &str = "SOURCE_DATE_EPOCH";

const SECONDS_A_DAY: u64 = 86_400;

/// Days of 400 years, after which the calendar repeats itself.
const DAYS_OF_400_YEARS: u64 = 146_097;

/// A day of the Gregorian calendar, written as PGN has it: `2003.11.23`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// Today in UTC.
    pub(crate) fn today() -> Self {
        let told = std::env::var(SOURCE_DATE_EPOCH).ok().and_then(|seconds| seconds.parse().ok());
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Self::of_day(told.unwrap_or_else(now) / SECONDS_A_DAY)
    }

    /// So many days after the first of January 1970.
    ///
    /// Years are taken to begin in March, so that the day that not all of them have is their last.
    fn of_day(days: u64) -> Self {
        // From the first of March of the year 0.
        let days = days + 719_468;
        let (rounds, of_round) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
        let leap_days = of_round / 1_460 + of_round / 146_096 - of_round / 36_524;
        let year_of_round = (of_round - leap_days) / 365;
        let of_year = of_round - (365 * year_of_round + year_of_round / 4 - year_of_round / 100);
        // Months from March have 31 30 31 30 31 days, again and again.
        let month_from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Self { year: 400 * rounds + year_of_round + u64::from(month <= 2), month, day }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(year: u64, month: u64) -> u64 {
        let is_leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
        match month {
            2 => 28 + u64::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    #[test]
    fn every_day_is_the_one_after_the_day_before() {
        let mut expected = Date { year: 1970, month: 1, day: 1 };
        for days in 0..2 * DAYS_OF_400_YEARS {
            assert_eq!(Date::of_day(days), expected, "{days}");
            expected.day += 1;
            if expected.day > length(expected.year, expected.month) {
                expected = Date { month: expected.month + 1, day: 1, ..expected };
            }
            if expected.month > 12 {
                expected = Date { year: expected.year + 1, month: 1, day: 1 };
            }
        }
        assert_eq!(Date::of_day(12_379).to_string(), "2003.11.23");
    }
}
