//! Times as audit records write them.

use std::error::Error;
use std::fmt;

const MS_PER_DAY: i64 = 86_400_000;
const EARLIEST: i64 = -62_167_219_200_000;
const LATEST: i64 = 253_402_300_799_999;

/// Milliseconds since 1970-01-01T00:00:00Z, in the years 0000 to 9999, which RFC 3339 can write.
///
/// Displayed as `2026-11-21T06:30:00.000Z`.
///
/// Spec: RFC 3339 §5.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "i64"))]
pub struct TimestampMs(i64);

/// The year is before 0000 or after 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RFC 3339 writes the years 0000 to 9999")
    }
}

impl Error for OutOfRange {}

impl TryFrom<i64> for TimestampMs {
    type Error = OutOfRange;

    fn try_from(ms: i64) -> Result<Self, OutOfRange> {
        (EARLIEST..=LATEST).contains(&ms).then_some(Self(ms)).ok_or(OutOfRange)
    }
}

impl fmt::Display for TimestampMs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Rounding down keeps the time of day from being negative before 1970.
        let (year, month, day) = civil_date(self.0.div_euclid(MS_PER_DAY));
        let ms = self.0.rem_euclid(MS_PER_DAY);
        let (hour, minute) = (ms / 3_600_000, ms / 60_000 % 60);
        let (second, ms) = (ms / 1000 % 60, ms % 1000);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        write!(formatter, ".{ms:03}Z")
    }
}

/// The Gregorian year, month and day, a number of days after 1970-01-01.
///
/// Years are counted from 1 March, so that a leap day is the last day of its year, in eras of 400
/// years, which all have 146,097 days. 719,468 days lie between 0000-03-01 and 1970-01-01.
fn civil_date(days: i64) -> (i64, i64, i64) {
    let era = (days + 719_468).div_euclid(146_097);
    let day_of_era = (days + 719_468).rem_euclid(146_097);
    // Take out the leap days before this day: every 4 years, not every 100, but every 400.
    let leap_days = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March, months have 31, 30, 31, 30, 31 days, twice and a bit: 153 days in each five.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}
