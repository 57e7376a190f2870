//! Checks that patterns cannot express: check digits, days of months, numbers that continue.

use std::ops::Range;
use unhusk_wrapper::record::Datatype;

/// Whether a number continues beyond a part: `12` of `12.5`, `3,000` of `3,000,000`, `12` of `2024-12`.
pub(super) fn cuts_a_number(text: &str, part: &Range<usize>) -> bool {
    let continues = |mut beyond: [Option<char>; 2]| {
        let [mark, digit] = &mut beyond;
        mark.is_some_and(|mark| matches!(mark, '.' | ',' | '\'' | '’'))
            && digit.is_some_and(|digit| digit.is_ascii_digit())
    };
    let mut behind = text[part.end..].chars();
    let mut before = text[..part.start].chars().rev();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let found = &text[part.clone()];
    (is_digit(found.chars().next_back()) && continues([behind.next(), behind.next()]))
        || (is_digit(found.chars().next()) && continues([before.next(), before.next()]))
}

/// Whether a text is an existing date.
pub(super) fn is_date(text: &str) -> bool {
    let is_read = |text: &str| Datatype::Date.read(text).is_some();
    // For a year with two digits the century does not matter here.
    let short = || text.get(text.len().checked_sub(3)?..)?.strip_prefix([' ', '-', '/', '.']);
    let with_century = |year: &str| format!("{}20{year}", &text[..text.len() - year.len()]);
    is_read(text) || short().is_some_and(|year| is_read(&with_century(year)))
}

/// Whether a text has as many digits as telephone numbers have, grouped in the same way.
pub(super) fn is_phone(text: &str) -> bool {
    let n_digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_grouped =
        text.starts_with(['+', '(']) || text.bytes().any(|byte| b" -./)".contains(&byte));
    let opened = text.matches('(').count();
    // A date, an amount or an ISBN also has digits and marks.
    (7..=15).contains(&n_digits)
        && is_grouped
        && opened == text.matches(')').count()
        && !is_date(text)
        && Datatype::Number.read(text).is_none()
        && !is_isbn(text)
}

/// Whether the check digit of an ISBN is right (ISO 2108).
pub(super) fn is_isbn(text: &str) -> bool {
    let digits: Vec<u32> = text
        .chars()
        .filter(|c| !matches!(c, '-' | ' '))
        .map(|c| if matches!(c, 'X' | 'x') { 10 } else { c.to_digit(10).unwrap_or(99) })
        .collect();
    match digits.len() {
        10 => {
            let sum: u32 =
                digits.iter().zip((1..=10).rev()).map(|(digit, weight)| digit * weight).sum();
            digits[..9].iter().all(|digit| *digit < 10) && sum.is_multiple_of(11)
        }
        13 => {
            let weights = [1, 3].into_iter().cycle();
            let sum: u32 = digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
            digits.iter().all(|digit| *digit < 10) && sum.is_multiple_of(10)
        }
        _ => false,
    }
}

/// Whether a pair of numbers can be coordinates on earth.
pub(super) fn is_coordinates(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let numbers: Vec<f64> =
        text.split(|c| !is_part(c)).filter_map(|number| number.parse().ok()).collect();
    if !text.contains('°') || numbers.len() == 2 {
        return matches!(numbers[..], [latitude, longitude] if latitude <= 90.0 && longitude <= 180.0);
    }
    // Degrees, minutes and seconds: the degree sign marks the degrees.
    let mut degrees = text
        .split('°')
        .filter_map(|part| part.trim_end().rsplit(|c| !is_part(c)).next()?.parse::<f64>().ok());
    degrees.next().is_some_and(|latitude| latitude <= 90.0)
        && degrees.next().is_some_and(|longitude| longitude <= 180.0)
        && numbers.iter().filter(|number| **number >= 60.0).count() <= 2
}
