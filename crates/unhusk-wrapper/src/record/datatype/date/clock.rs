//! The time after a date: `T10:00:00+02:00`, `at 7:30 pm`, `, 19 Uhr`, `10:00 GMT`.

use super::Time;
use super::tokens::DateToken::{self, Mark, Number, Word};

/// Parses all the tokens as one time.
pub(super) fn time(tokens: &[DateToken<'_>]) -> Option<Time> {
    let (is_announced, tokens) = opening(tokens);
    let (mut time, rest) = digits(tokens)?;
    let (half, rest) = half_of_day(rest);
    let has_word = half.is_some() || matches!(rest, [Word(word), ..] if is_oclock(word));
    // `1 May 2024 10` has no time: an hour alone needs a word such as `at`.
    if matches!(tokens, [Number(hour)] if hour.len() <= 2) && !has_word && !is_announced {
        return None;
    }
    if let Some(is_afternoon) = half {
        (1..=12).contains(&time.hour).then_some(())?;
        time.hour = time.hour % 12 + if is_afternoon { 12 } else { 0 };
    }
    let rest = if matches!(rest, [Word(word), ..] if is_oclock(word)) { &rest[1..] } else { rest };
    time.offset = offset(rest)?;
    Some(time)
}

/// Skips `T`, `at` or a comma between a date and its time; returns whether the word announces a time.
fn opening<'p>(tokens: &'p [DateToken<'p>]) -> (bool, &'p [DateToken<'p>]) {
    let has_separator = matches!(tokens, [Mark(',' | '-' | '|'), ..]);
    let tokens = if has_separator { &tokens[1..] } else { tokens };
    match tokens {
        [Word(word), rest @ ..]
            if ["t", "at", "um", "à", "a", "alle", "om"]
                .contains(&word.to_lowercase().as_str()) =>
        {
            (true, rest)
        }
        all => (false, all),
    }
}

/// `10`, `10:00`, `10:00:00`, `10:00:00.123`, `10.30`, `10h30`, `1000`, `100000`.
fn digits<'p>(tokens: &'p [DateToken<'p>]) -> Option<(Time, &'p [DateToken<'p>])> {
    match tokens {
        [Number(hour), Mark(':'), Number(minute), Mark(':'), Number(second), rest @ ..] => {
            let fraction = matches!(rest, [Mark('.' | ','), Number(_), ..]);
            let rest = if fraction { &rest[2..] } else { rest };
            Some((clock(hour, minute, second)?, rest))
        }
        [Number(hour), Mark(':' | '.') | Word("h" | "H"), Number(minute), rest @ ..] => {
            Some((clock(hour, minute, "0")?, rest))
        }
        [Number(hour), Word("h" | "H"), rest @ ..] => Some((clock(hour, "0", "0")?, rest)),
        [Number(all), rest @ ..] => {
            let time = match all.len() {
                1 | 2 => clock(all, "0", "0"),
                4 => clock(&all[..2], &all[2..], "0"),
                6 => clock(&all[..2], &all[2..4], &all[4..]),
                _ => None,
            };
            Some((time?, rest))
        }
        _ => None,
    }
}

fn clock(hour: &str, minute: &str, second: &str) -> Option<Time> {
    let part = |digits: &str, below: u8| {
        (digits.len() <= 2).then(|| digits.parse().ok()).flatten().filter(|value| *value < below)
    };
    Some(Time {
        hour: part(hour, 24)?,
        minute: part(minute, 60)?,
        second: part(second, 60)?,
        offset: None,
    })
}

/// Parses `am` and `p.m.`; returns whether the time is in the afternoon.
fn half_of_day<'p>(tokens: &'p [DateToken<'p>]) -> (Option<bool>, &'p [DateToken<'p>]) {
    let [Word(word), rest @ ..] = tokens else { return (None, tokens) };
    let is_dotted = matches!(rest, [Mark('.'), Word("m" | "M"), Mark('.'), ..]);
    let rest = if is_dotted { &rest[3..] } else { rest };
    match word.to_lowercase().as_str() {
        "am" | "a" => (Some(false), rest),
        "pm" | "p" => (Some(true), rest),
        _ => (None, tokens),
    }
}

fn is_oclock(word: &str) -> bool {
    ["uhr", "hrs", "h", "uur"].contains(&word.to_lowercase().as_str())
}

/// Returns minutes east of Greenwich; `Some(None)` if the text has no time zone, `None` if it is malformed.
#[expect(clippy::option_option, reason = "malformed, no time zone, a time zone")]
fn offset(tokens: &[DateToken<'_>]) -> Option<Option<i16>> {
    match tokens {
        [] => Some(None),
        [Word(word)] if ["z", "gmt", "utc", "ut"].contains(&word.to_lowercase().as_str()) => {
            Some(Some(0))
        }
        [Word("UTC" | "GMT"), rest @ ..] if !rest.is_empty() => offset(rest),
        [Mark(sign @ ('+' | '-')), Number(hours), Mark(':'), Number(minutes)] => {
            minutes_of(*sign, hours, minutes).map(Some)
        }
        [Mark(sign @ ('+' | '-')), Number(both)] if both.len() == 4 => {
            minutes_of(*sign, &both[..2], &both[2..]).map(Some)
        }
        [Mark(sign @ ('+' | '-')), Number(hours)] => minutes_of(*sign, hours, "0").map(Some),
        _ => None,
    }
}

/// XML Schema allows offsets up to fourteen hours.
fn minutes_of(sign: char, hours: &str, minutes: &str) -> Option<i16> {
    let (hours, minutes): (i16, i16) = (hours.parse().ok()?, minutes.parse().ok()?);
    let fits =
        (0..60).contains(&minutes) && (0..14).contains(&hours) || (hours, minutes) == (14, 0);
    let total = hours.checked_mul(60)?.checked_add(minutes)?;
    fits.then_some(if sign == '-' { -total } else { total })
}
