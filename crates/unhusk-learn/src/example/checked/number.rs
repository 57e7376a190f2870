//! A number of JSON -> the text displayed for it on a page: `12.5` is `12.50`, `1200` is `1,200`.

use serde_json::Number;
use std::collections::BTreeSet;
use unhusk_page::Page;

/// Longest run of digits that is compared: JSON does not keep longer numbers.
const MAX_LENGTH: usize = 40;

/// Returns the number as written on the page; `None` if the page nowhere has it as a number by itself.
///
/// # Errors
/// One of the spellings, if there are several and none is that of JSON.
pub(super) fn displayed(page: &Page, number: &Number) -> Result<Option<String>, String> {
    let given = number.to_string();
    let Some(wanted) = Decimal::of_json(&given) else { return Ok(None) };
    let visible = page.visible();
    let mut spellings = BTreeSet::new();
    for text in 0..visible.n_texts() {
        let numbers = numbers(visible.text(text));
        spellings.extend(numbers.filter(|text| Decimal::readings(text).any(|one| one == wanted)));
    }
    if spellings.contains(given.as_str()) {
        return Ok(Some(given));
    }
    match spellings.pop_first() {
        None => Ok(None),
        Some(only) if spellings.is_empty() => Ok(Some(only.to_owned())),
        Some(first) => Err(first.to_owned()),
    }
}

/// The numbers in a text: runs of digits with points and commas between them, and no letter beside them.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',');
    let runs = text.split(move |c: char| !is_inside(c));
    runs.map(|run| run.trim_matches(['.', ','])).filter(|run| {
        !run.is_empty() && run.len() <= MAX_LENGTH && !run.contains(|c: char| c.is_alphabetic())
    })
}

/// A decimal number without leading and trailing zeros.
#[derive(Debug, PartialEq, Eq)]
struct Decimal {
    whole: String,
    fraction: String,
}

impl Decimal {
    fn new(whole: &str, fraction: &str) -> Option<Self> {
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        (is_digits(whole) && is_digits(fraction)).then(|| Self {
            whole: whole.trim_start_matches('0').to_owned(),
            fraction: fraction.trim_end_matches('0').to_owned(),
        })
    }

    /// The number as JSON writes it; `None` with a sign or an exponent.
    fn of_json(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        Self::new(whole, fraction)
    }

    /// Returns the possible readings of a text: a point or a comma is before the fraction, the other one between
    /// thousands.
    fn readings(text: &str) -> impl Iterator<Item = Self> {
        [('.', ','), (',', '.')].into_iter().filter_map(|(point, separator)| {
            let (whole, fraction) = text.rsplit_once(point).unwrap_or((text, ""));
            let mut groups = whole.split(separator);
            let first = groups.next()?;
            let is_grouped = whole.len() == first.len() || (1..=3).contains(&first.len());
            let whole = groups.try_fold(first.to_owned(), |whole, group| {
                (group.len() == 3).then(|| whole + group)
            })?;
            if is_grouped { Self::new(&whole, fraction) } else { None }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::displayed;
    use serde_json::Number;
    use unhusk_page::Page;

    fn shown(html: &str, number: &str) -> Result<Option<String>, String> {
        let number: Number = serde_json::from_str(number).expect("a number");
        displayed(&Page::from(html), &number)
    }

    #[test]
    fn a_number_is_the_text_that_shows_it() {
        let html = "<p>€12.50 and 1,200.00 or 3.400 kg, 0,75 l, 20 pieces, A242, 5.5.2</p>";
        for (number, text) in [
            ("12.5", "12.50"),
            ("1200", "1,200.00"),
            ("3400", "3.400"),
            ("0.75", "0,75"),
            ("20", "20"),
        ] {
            assert_eq!(shown(html, number), Ok(Some(text.to_owned())), "{number}");
        }
        // 3.400 may also mean three and four tenths.
        assert_eq!(shown(html, "3.4"), Ok(Some("3.400".to_owned())));
        for number in ["12", "242", "5.5", "-20", "1e300", "1250"] {
            assert_eq!(shown(html, number), Ok(None), "{number}");
        }
    }

    #[test]
    fn of_several_ways_to_write_it_the_plain_one_is_taken() {
        assert_eq!(shown("<p>7.50</p><p>7,50</p>", "7.5"), Err("7,50".to_owned()));
        assert_eq!(shown("<p>7.50</p><p>7.5</p>", "7.5"), Ok(Some("7.5".to_owned())));
    }
}
