//! Dates as pages write them: ISO 8601, `Wed, 01 May 2024 10:00:00 GMT`, `May 1, 2024 at 7 pm`, `1.5.2024`.
//!
//! A text is split into numbers, words and marks, and one of a few shapes must match all of them. `5/1/2024` is
//! ambiguous (May or January) and does not match; `13/1/2024` does.

use std::fmt;

mod clock;
mod names;
mod tokens;

use tokens::{DateToken, tokens};

/// A year, a month or a day; a day may have a time. Always a date that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12, if the text gives it.
    pub month: Option<u8>,
    /// 1 to 31, if the text gives it.
    pub day: Option<u8>,
    /// The time of day, if the text gives it.
    pub time: Option<Time>,
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// Minutes east of Greenwich; `None` for local time.
    pub offset: Option<i16>,
}

/// Longest date accepted, in bytes.
const MAX_BYTES: usize = 64;

pub(super) fn date(text: &str) -> Option<Date> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let tokens = tokens(text)?;
    let tokens = without_weekday(&tokens);
    let (day, rest) = calendar(tokens)?;
    if rest.is_empty() {
        return Some(day);
    }
    let time = clock::time(rest)?;
    day.day.map(|_| Date { time: Some(time), ..day })
}

/// `Wed, 1 May` -> `1 May`.
fn without_weekday<'p>(tokens: &'p [DateToken<'p>]) -> &'p [DateToken<'p>] {
    match tokens {
        [DateToken::Word(word), DateToken::Mark(',' | '.'), DateToken::Mark(','), rest @ ..]
        | [DateToken::Word(word), DateToken::Mark(',' | '.'), rest @ ..]
        | [DateToken::Word(word), rest @ ..]
            if names::is_weekday(word) =>
        {
            rest
        }
        all => all,
    }
}

/// Parses the day, month or year at the beginning; returns the remaining tokens.
fn calendar<'p>(tokens: &'p [DateToken<'p>]) -> Option<(Date, &'p [DateToken<'p>])> {
    use DateToken::{Mark, Number, Word};
    match tokens {
        // 2024-05-01, 2024/05/01
        [
            Number(year),
            Mark(a @ ('-' | '/' | '.')),
            Number(month),
            Mark(b),
            Number(day),
            rest @ ..,
        ] if a == b && year.len() == 4 => Some((ymd(year, value(month)?, value(day)?)?, rest)),
        // 1.5.2024, 13/1/2024, 1/13/2024, 13-1-2024
        [
            Number(first),
            Mark(a @ ('.' | '/' | '-')),
            Number(second),
            Mark(b),
            Number(year),
            rest @ ..,
        ] if a == b && year.len() == 4 => {
            let (day, month) = day_and_month(*a, value(first)?, value(second)?)?;
            Some((ymd(year, month, day)?, rest))
        }
        // 20240501, 20240501T100000
        [Number(all), rest @ ..] if all.len() == 8 => {
            Some((ymd(&all[..4], value(&all[4..6])?, value(&all[6..])?)?, rest))
        }
        // 2024-05
        [Number(year), Mark('-'), Number(month)] if year.len() == 4 && month.len() == 2 => {
            Some((month_of(year, value(month)?)?, &[]))
        }
        [Number(year)] if year.len() == 4 => Some((year_of(year)?, &[])),
        [Number(_), ..] => day_first(tokens),
        [Word(_), ..] => month_first(tokens),
        _ => None,
    }
}

/// `1 May 2024`, `1. Mai 2024`, `1st of May, 2024`, `01-May-2024`, `1 de mayo de 2024`.
fn day_first<'p>(tokens: &'p [DateToken<'p>]) -> Option<(Date, &'p [DateToken<'p>])> {
    let [DateToken::Number(day), rest @ ..] = tokens else { return None };
    let rest = skip_ordinal(rest);
    let [DateToken::Word(month), rest @ ..] = skip(rest, &["of", "de"], &['-', ' ']) else {
        return None;
    };
    let rest = skip(rest, &["of", "de", "del"], &['.', ',', '-']);
    let [DateToken::Number(year), rest @ ..] = rest else { return None };
    if year.len() != 4 || day.len() > 2 {
        return None;
    }
    Some((ymd(year, names::month(month)?, value(day)?)?, rest))
}

/// `May 1, 2024`, `May 1st 2024`, `May 2024`.
fn month_first<'p>(tokens: &'p [DateToken<'p>]) -> Option<(Date, &'p [DateToken<'p>])> {
    let [DateToken::Word(month), rest @ ..] = tokens else { return None };
    let month = names::month(month)?;
    let rest = skip(rest, &["de", "of"], &['.', ',']);
    match rest {
        [DateToken::Number(year)] if year.len() == 4 => Some((month_of(year, month)?, &[])),
        [DateToken::Number(day), rest @ ..] if day.len() <= 2 => {
            let rest = skip(skip_ordinal(rest), &[], &[',']);
            let [DateToken::Number(year), rest @ ..] = rest else { return None };
            (year.len() == 4).then_some(())?;
            Some((ymd(year, month, value(day)?)?, rest))
        }
        _ => None,
    }
}

/// `1st`, `2nd`, `1.`, `1er`.
fn skip_ordinal<'p>(tokens: &'p [DateToken<'p>]) -> &'p [DateToken<'p>] {
    match tokens {
        [DateToken::Word(word), rest @ ..]
            if ["st", "nd", "rd", "th", "er", "º"].contains(&word.to_lowercase().as_str()) =>
        {
            rest
        }
        [DateToken::Mark('.'), rest @ ..] => rest,
        all => all,
    }
}

/// Skips one of the marks, then one of the words, if they come next.
fn skip<'p>(
    mut tokens: &'p [DateToken<'p>],
    words: &[&str],
    marks: &[char],
) -> &'p [DateToken<'p>] {
    if let [DateToken::Mark(mark), rest @ ..] = tokens
        && marks.contains(mark)
    {
        tokens = rest;
    }
    match tokens {
        [DateToken::Word(word), rest @ ..] if words.contains(&word.to_lowercase().as_str()) => rest,
        all => all,
    }
}

/// With dots the day comes first; with slashes and dashes only a number above twelve identifies the day.
fn day_and_month(mark: char, first: u8, second: u8) -> Option<(u8, u8)> {
    match mark {
        '.' => Some((first, second)),
        _ if first > 12 && second <= 12 => Some((first, second)),
        _ if second > 12 && first <= 12 => Some((second, first)),
        _ if first == second => Some((first, second)),
        _ => None,
    }
}

/// Parses a number of at most two digits.
fn value(digits: &str) -> Option<u8> {
    (digits.len() <= 2).then(|| digits.parse().ok()).flatten()
}

fn year_of(year: &str) -> Option<Date> {
    let year = year.parse().ok().filter(|year| *year > 0)?;
    Some(Date { year, month: None, day: None, time: None })
}

fn month_of(year: &str, month: u8) -> Option<Date> {
    let of_year = year_of(year)?;
    (1..=12).contains(&month).then_some(Date { month: Some(month), ..of_year })
}

fn ymd(year: &str, month: u8, day: u8) -> Option<Date> {
    let of_month = month_of(year, month)?;
    (1..=days_of(of_month.year, month))
        .contains(&day)
        .then_some(Date { day: Some(day), ..of_month })
}

fn days_of(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    match month {
        2 => 28 + u8::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The form of XML Schema: `2024`, `2024-05`, `2024-05-01`, `2024-05-01T10:00:00+02:00`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, "-{part:02}")?;
        }
        let Some(time) = self.time else { return Ok(()) };
        write!(f, "T{:02}:{:02}:{:02}", time.hour, time.minute, time.second)?;
        match time.offset {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
            }
        }
    }
}
