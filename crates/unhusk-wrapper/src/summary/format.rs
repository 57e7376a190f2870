//! The format of values with digits: dates, numbers, codes.
//!
//! Where the values of a field have one format on the labelled pages, values in another format are probably something
//! else: `Hardcover` among numbers of thirteen digits.

use crate::profile::{FieldProfile, ValueSample};
use std::collections::BTreeSet;

/// Runs of digits up to this length vary in length: `9` and `10` have the same format.
const MAX_SHORT_RUN: usize = 3;
/// Fewer values that have the old format do not show that the others are something else.
const MIN_SHARE: f64 = 0.1;

/// Share of the sampled values that do not have the format of the baseline; 0 if the baseline has several formats or
/// no digits, or if hardly any value has the old format.
pub(super) fn mixed(before: &FieldProfile, after: &FieldProfile) -> f64 {
    let formats: BTreeSet<String> =
        before.sample.values().iter().map(|(text, _)| format(text)).collect();
    let [usual] = formats.iter().collect::<Vec<_>>()[..] else { return 0.0 };
    if !usual.contains('9') {
        return 0.0;
    }
    let share = share_of(&after.sample, usual);
    if share < MIN_SHARE { 0.0 } else { 1.0 - share }
}

#[expect(clippy::cast_precision_loss, reason = "statistics need no 53 bits")]
fn share_of(sample: &ValueSample, usual: &str) -> f64 {
    let n_all: u64 = sample.values().iter().map(|(_, count)| count).sum();
    let of_format = sample.values().iter().filter(|(text, _)| format(text) == usual);
    let n_usual: u64 = of_format.map(|(_, count)| count).sum();
    n_usual as f64 / n_all.max(1) as f64
}

/// The format of a text: words become `a`, short numbers `9`, longer ones one `9` for each digit.
fn format(text: &str) -> String {
    let mut format = String::new();
    let (mut n_digits, mut in_word) = (0, false);
    for character in text.chars().chain(['\0']) {
        if character.is_numeric() {
            n_digits += 1;
            in_word = false;
            continue;
        }
        if n_digits > 0 {
            format.push_str(&"9".repeat(if n_digits <= MAX_SHORT_RUN { 1 } else { n_digits }));
            n_digits = 0;
        }
        if character.is_alphabetic() {
            if !in_word {
                format.push('a');
            }
            in_word = true;
        } else if character != '\0' {
            format.push(character);
            in_word = false;
        }
    }
    format
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn numbers_and_words_of_any_length_have_one_format_and_codes_keep_theirs() {
        assert_eq!(format("May 5, 2010"), "a 9, 9999");
        assert_eq!(format("June 15, 1998"), "a 9, 9999");
        assert_eq!(format("9780312361983"), "9999999999999");
        assert_eq!(format("DORKI663520"), "a999999");
        assert_eq!(format("6-10"), format("6-9"));
    }
}
