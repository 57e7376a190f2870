//! Numeric features of values: those of RAPTURE.
//!
//! Source: Kushmerick, *Wrapper verification*, World Wide Web 3 (2000). Lengths and word counts are logarithms, because
//! they vary by factors.

use super::moments::Moments;
use serde::{Deserialize, Serialize};

/// Features of the values of a field, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "an object with features"
)]
pub struct TextFeatures {
    /// Logarithm of the number of characters, plus one.
    pub length: Moments,
    /// Logarithm of the number of words, plus one.
    pub words: Moments,
    /// Logarithm of the mean length of words, plus one.
    pub word_length: Moments,
    /// Share of letters.
    pub letters: Moments,
    /// Share of digits.
    pub digits: Moments,
    /// Share of characters that are neither letters, digits nor white space.
    pub marks: Moments,
    /// Share of capital letters.
    pub capitals: Moments,
    /// Share of the source that is markup.
    pub markup: Moments,
}

/// The number of features.
pub const N_FEATURES: usize = 8;

impl TextFeatures {
    /// The name of each feature, for messages.
    pub const NAMES: [&'static str; N_FEATURES] = [
        "length",
        "number of words",
        "length of words",
        "share of letters",
        "share of digits",
        "share of punctuation",
        "share of capitals",
        "share of markup",
    ];

    /// All features, in the order of [`TextFeatures::NAMES`].
    pub fn all(&self) -> [&Moments; N_FEATURES] {
        [
            &self.length,
            &self.words,
            &self.word_length,
            &self.letters,
            &self.digits,
            &self.marks,
            &self.capitals,
            &self.markup,
        ]
    }

    fn all_mut(&mut self) -> [&mut Moments; N_FEATURES] {
        [
            &mut self.length,
            &mut self.words,
            &mut self.word_length,
            &mut self.letters,
            &mut self.digits,
            &mut self.marks,
            &mut self.capitals,
            &mut self.markup,
        ]
    }

    /// Adds a value; `n_source_bytes` is the length of its source, markup included.
    pub(super) fn add(&mut self, text: &str, n_source_bytes: usize) {
        for (moments, number) in self.all_mut().into_iter().zip(measure(text, n_source_bytes)) {
            moments.add(number);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (moments, others) in self.all_mut().into_iter().zip(other.all()) {
            moments.merge(others);
        }
    }
}

/// Returns the features of one value, in thousandths.
pub fn measure(text: &str, n_source_bytes: usize) -> [u64; N_FEATURES] {
    let (mut n_chars, mut n_letters, mut n_digits, mut n_marks, mut n_capitals) = (0, 0, 0, 0, 0);
    for character in text.chars() {
        n_chars += 1;
        n_letters += usize::from(character.is_alphabetic());
        n_digits += usize::from(character.is_numeric());
        n_capitals += usize::from(character.is_uppercase());
        n_marks += usize::from(!character.is_alphanumeric() && !character.is_whitespace());
    }
    let n_words = text.split_whitespace().count();
    let share = |part: usize| thousandths(ratio(part, n_chars));
    [
        thousandths(ratio(n_chars, 1).ln_1p()),
        thousandths(ratio(n_words, 1).ln_1p()),
        thousandths(ratio(n_letters + n_digits, n_words).ln_1p()),
        share(n_letters),
        share(n_digits),
        share(n_marks),
        share(n_capitals),
        thousandths(ratio(n_source_bytes.saturating_sub(text.len()), n_source_bytes)),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "values are far shorter than 2^52")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "logarithms of lengths and shares are small and not negative"
)]
pub(super) fn thousandths(number: f64) -> u64 {
    (number.max(0.0) * 1000.0).round() as u64
}
