//! Moments of UTC as text, for the years in which they have four digits. Pure.

const DAY_S: i64 = 86_400;

/// Seconds since 1970 as `2001-01-31T23:59:59Z`.
pub(crate) fn date_of(seconds: i64) -> String {
    let (year, month, day) = civil_of(seconds.div_euclid(DAY_S));
    let second = seconds.rem_euclid(DAY_S);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

/// Seconds since 1970; none for what is no date of this form, or before.
pub(crate) fn seconds_of(date: &str) -> Option<i64> {
    let numbers = date.as_bytes();
    let is_formed = numbers.len() == 20
        && numbers.iter().zip(b"0000-00-00T00:00:00Z").all(|(found, form)| match form {
            b'0' => found.is_ascii_digit(),
            _ => found == form,
        });
    if !is_formed {
        return None;
    }
    let number = |from: usize, to: usize| date[from..to].parse::<i64>().ok();
    let days = days_of(number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let second = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
    let seconds = days * DAY_S + second;
    // Only a date that there is comes back as it was.
    (seconds >= 0 && date_of(seconds) == date).then_some(seconds)
}

/// Days since 1970 of a date, by counting years from March on, so that leap days come last.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let shifted = year - i64::from(month <= 2);
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Year, month and day of a number of days since 1970.
fn civil_of(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{date_of, seconds_of};

    #[test]
    fn dates_and_seconds_agree() {
        let table = [
            ("1970-01-01T00:00:00Z", 0),
            ("2001-01-01T00:00:00Z", 978_307_200),
            ("2024-02-29T12:34:56Z", 1_709_210_096),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ];
        for (date, seconds) in table {
            assert_eq!(date_of(seconds), date);
            assert_eq!(seconds_of(date), Some(seconds));
        }
        for seconds in (0..4_000_000_000).step_by(7_654_321) {
            assert_eq!(seconds_of(&date_of(seconds)), Some(seconds));
        }
    }

    #[test]
    fn what_is_no_date_has_no_seconds() {
        let table = [
            "2001-02-29T00:00:00Z",
            "2001-13-01T00:00:00Z",
            "2001-00-01T00:00:00Z",
            "2001-01-00T00:00:00Z",
            "2001-01-01T24:00:00Z",
            "2001-01-01T00:60:00Z",
            "2001-01-01T00:00:60Z",
            "1969-12-31T23:59:59Z",
            "2001-01-01T00:00:00",
        ];
        for date in table {
            assert_eq!(seconds_of(date), None, "{date}");
        }
    }
}
