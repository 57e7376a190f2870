//! Dates as pages write them: ISO 8601, `Wed, 01 May 2024 10:00:00 GMT`, `May 1, 2024 at 7 pm`, `1.5.2024`.
//!
//! A text is cut into numbers, words and marks; one of a few shapes must take all of them. `5/1/2024` may be
//! a day in May or in January, so it is none; `13/1/2024` can only be one.

use std::fmt;

mod clock;
mod names;
mod pieces;

use pieces::{Piece, pieces};

/// A year, a month or a day; a day may have a time. Always one that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12, if the text says it.
    pub month: Option<u8>,
    /// 1 to 31, if the text says it.
    pub day: Option<u8>,
    /// The time of the day, if the text says it.
    pub time: Option<Time>,
}

/// A time of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// Minutes east of Greenwich; `None` is the time of the place.
    pub offset: Option<i16>,
}

/// Longest date that is read, in bytes.
const MAX_BYTES: usize = 64;

pub(super) fn date(text: &str) -> Option<Date> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let pieces = pieces(text)?;
    let pieces = without_weekday(&pieces);
    let (day, rest) = calendar(pieces)?;
    if rest.is_empty() {
        return Some(day);
    }
    let time = clock::time(rest)?;
    day.day.map(|_| Date { time: Some(time), ..day })
}

/// `Wed, 1 May` -> `1 May`.
fn without_weekday<'p>(pieces: &'p [Piece<'p>]) -> &'p [Piece<'p>] {
    match pieces {
        [Piece::Word(word), Piece::Mark(',' | '.'), Piece::Mark(','), rest @ ..]
        | [Piece::Word(word), Piece::Mark(',' | '.'), rest @ ..]
        | [Piece::Word(word), rest @ ..]
            if names::is_weekday(word) =>
        {
            rest
        }
        all => all,
    }
}

/// The day, month or year at the beginning, and what comes behind it.
fn calendar<'p>(pieces: &'p [Piece<'p>]) -> Option<(Date, &'p [Piece<'p>])> {
    use Piece::{Mark, Number, Word};
    match pieces {
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
        [Number(_), ..] => day_first(pieces),
        [Word(_), ..] => month_first(pieces),
        _ => None,
    }
}

/// `1 May 2024`, `1. Mai 2024`, `1st of May, 2024`, `01-May-2024`, `1 de mayo de 2024`.
fn day_first<'p>(pieces: &'p [Piece<'p>]) -> Option<(Date, &'p [Piece<'p>])> {
    let [Piece::Number(day), rest @ ..] = pieces else { return None };
    let rest = skip_ordinal(rest);
    let [Piece::Word(month), rest @ ..] = skip(rest, &["of", "de"], &['-', ' ']) else {
        return None;
    };
    let rest = skip(rest, &["of", "de", "del"], &['.', ',', '-']);
    let [Piece::Number(year), rest @ ..] = rest else { return None };
    if year.len() != 4 || day.len() > 2 {
        return None;
    }
    Some((ymd(year, names::month(month)?, value(day)?)?, rest))
}

/// `May 1, 2024`, `May 1st 2024`, `May 2024`.
fn month_first<'p>(pieces: &'p [Piece<'p>]) -> Option<(Date, &'p [Piece<'p>])> {
    let [Piece::Word(month), rest @ ..] = pieces else { return None };
    let month = names::month(month)?;
    let rest = skip(rest, &["de", "of"], &['.', ',']);
    match rest {
        [Piece::Number(year)] if year.len() == 4 => Some((month_of(year, month)?, &[])),
        [Piece::Number(day), rest @ ..] if day.len() <= 2 => {
            let rest = skip(skip_ordinal(rest), &[], &[',']);
            let [Piece::Number(year), rest @ ..] = rest else { return None };
            (year.len() == 4).then_some(())?;
            Some((ymd(year, month, value(day)?)?, rest))
        }
        _ => None,
    }
}

/// `1st`, `2nd`, `1.`, `1er`.
fn skip_ordinal<'p>(pieces: &'p [Piece<'p>]) -> &'p [Piece<'p>] {
    match pieces {
        [Piece::Word(word), rest @ ..]
            if ["st", "nd", "rd", "th", "er", "º"].contains(&word.to_lowercase().as_str()) =>
        {
            rest
        }
        [Piece::Mark('.'), rest @ ..] => rest,
        all => all,
    }
}

/// Leaves out one of the words or marks, if it comes next; a mark may come before a word.
fn skip<'p>(mut pieces: &'p [Piece<'p>], words: &[&str], marks: &[char]) -> &'p [Piece<'p>] {
    if let [Piece::Mark(mark), rest @ ..] = pieces
        && marks.contains(mark)
    {
        pieces = rest;
    }
    match pieces {
        [Piece::Word(word), rest @ ..] if words.contains(&word.to_lowercase().as_str()) => rest,
        all => all,
    }
}

/// Dots put the day first; with slashes and dashes only a number over twelve tells which is the day.
fn day_and_month(mark: char, first: u8, second: u8) -> Option<(u8, u8)> {
    match mark {
        '.' => Some((first, second)),
        _ if first > 12 && second <= 12 => Some((first, second)),
        _ if second > 12 && first <= 12 => Some((second, first)),
        _ if first == second => Some((first, second)),
        _ => None,
    }
}

/// A number of at most two digits.
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

/// As XML Schema writes it: `2024`, `2024-05`, `2024-05-01`, `2024-05-01T10:00:00+02:00`.
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
