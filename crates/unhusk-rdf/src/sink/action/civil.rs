//! Days and seconds: the calendar arithmetic that formats need, after Howard Hinnant's `chrono`-compatible
//! algorithms (days from civil and back).

use unhusk_wrapper::record::{Date, Time};

const SECONDS_PER_DAY: i64 = 86_400;
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A day and a time of it, in one time zone or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment {
    year: i64,
    month: i64,
    day: i64,
    second: i64,
}

impl Moment {
    /// Seconds since 1970, Greenwich.
    pub(super) fn of_unix(seconds: i64) -> Self {
        let (year, month, day) = civil(seconds.div_euclid(SECONDS_PER_DAY));
        Self { year, month, day, second: seconds.rem_euclid(SECONDS_PER_DAY) }
    }

    fn unix(self) -> i64 {
        days(self.year, self.month, self.day) * SECONDS_PER_DAY + self.second
    }

    /// The day itself, midnight; `None` for a month or a year.
    pub(super) fn of_day(date: &Date) -> Option<Self> {
        let (month, day) = (date.month?, date.day?);
        Some(Self { year: date.year.into(), month: month.into(), day: day.into(), second: 0 })
    }

    /// The time as written, whatever its zone.
    pub(super) fn of_time(date: &Date, time: Time) -> Option<Self> {
        let second =
            i64::from(time.hour) * 3600 + i64::from(time.minute) * 60 + i64::from(time.second);
        Some(Self { second, ..Self::of_day(date)? })
    }

    /// The moment in Greenwich; a date without a time or a zone is taken as Greenwich time.
    pub(super) fn in_greenwich(date: &Date) -> Option<Self> {
        let Some(time) = date.time else { return Self::of_day(date) };
        Some(Self::of_time(date, time)?.later(-i64::from(time.offset.unwrap_or(0)) * 60))
    }

    pub(super) fn later(self, seconds: i64) -> Self {
        Self::of_unix(self.unix() + seconds)
    }

    pub(super) fn next_day(self) -> Self {
        self.later(SECONDS_PER_DAY)
    }

    /// `20240501`.
    pub(super) fn basic_day(self) -> String {
        format!("{:04}{:02}{:02}", self.year, self.month, self.day)
    }

    /// `20240501T100000`.
    pub(super) fn basic(self) -> String {
        let (hour, minute, second) = self.clock();
        format!("{}T{hour:02}{minute:02}{second:02}", self.basic_day())
    }

    /// `2024-05-01T10:00:00Z` (RFC 3339).
    pub(super) fn rfc3339(self) -> String {
        let (hour, minute, second) = self.clock();
        format!(
            "{:04}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z",
            self.year, self.month, self.day
        )
    }

    /// `Wed, 01 May 2024 10:00:00 +0000` (RFC 2822).
    pub(super) fn rfc2822(self) -> String {
        let (hour, minute, second) = self.clock();
        let weekday = days(self.year, self.month, self.day).rem_euclid(7);
        let name = |names: &[&'static str], at: i64| {
            usize::try_from(at).ok().and_then(|at| names.get(at).copied())
        };
        format!(
            "{}, {:02} {} {:04} {hour:02}:{minute:02}:{second:02} +0000",
            name(&WEEKDAYS, weekday).unwrap_or_default(),
            self.day,
            name(&MONTHS, self.month - 1).unwrap_or_default(),
            self.year
        )
    }

    fn clock(self) -> (i64, i64, i64) {
        (self.second / 3600, self.second / 60 % 60, self.second % 60)
    }
}

/// Days since 1970 of a day.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Returns the day that is `days` days after 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}
