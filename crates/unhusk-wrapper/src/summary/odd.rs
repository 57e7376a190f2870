//! Odd values: those that differ in kind from the other values of their field.
//!
//! A value is odd if its field has a datatype that it cannot be read as; if it is made of letters or marks where nearly
//! all others are made of digits; else if it is many times as long as the others. A field whose values are of all kinds
//! has no odd values. Digits among letters are not odd: there is a film called "300".

use super::OddValue;
use super::field::count;
use crate::profile::ValueSample;
use crate::record::Datatype;
use serde::{Deserialize, Serialize};

/// What a text is made of, by the share of digits among its letters and digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Composition {
    /// At least half are digits: prices, dates, phone numbers.
    Digits,
    /// A fifth to a half are digits: addresses, model numbers.
    Mixed,
    /// Less than a fifth are digits.
    Words,
    /// None is a digit.
    Letters,
    /// There are neither letters nor digits.
    Marks,
}

const N_COMPOSITIONS: usize = 5;

impl Composition {
    fn of(text: &str) -> Self {
        let (mut n_letters, mut n_digits) = (0_usize, 0_usize);
        for character in text.chars() {
            n_letters += usize::from(character.is_alphabetic());
            n_digits += usize::from(character.is_numeric());
        }
        match (n_letters, n_digits) {
            (0, 0) => Self::Marks,
            (_, 0) => Self::Letters,
            (letters, digits) if digits >= letters => Self::Digits,
            (letters, digits) if 4 * digits >= letters => Self::Mixed,
            _ => Self::Words,
        }
    }
}

/// Examples that are kept of each kind.
const MAX_EXAMPLES: usize = 3;
/// Characters of an example that are kept.
const MAX_SHOWN: usize = 80;
/// Values that show what is usual.
const MIN_VALUES: usize = 10;
/// Parts of a hundred that a kind needs to be the usual one.
const USUAL_PERCENT: usize = 85;
/// A value is too long if it has this many times the usual number of characters, and at least [`MIN_LONG`].
const LONG_FACTOR: usize = 20;
const MIN_LONG: usize = 400;
/// The number of buckets for lengths; the last one holds all longer values.
const N_LENGTHS: usize = 32;

/// Counts the kinds of the values of a field, with examples of each.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct OddityCounter {
    /// Known from the schema; it is not saved.
    #[serde(skip)]
    datatype: Option<Datatype>,
    compositions: [Bucket; N_COMPOSITIONS],
    unreadable: Bucket,
    /// The values by the number of bits of their length in characters.
    lengths: [Bucket; N_LENGTHS],
    n_values: usize,
}

/// Values of one kind: their number, and the first of them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Bucket {
    n_values: usize,
    examples: Vec<Example>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Example {
    page: String,
    text: String,
}

/// Odd values of a field: how many, and some of them.
#[derive(Debug, Default)]
pub(super) struct OddValues {
    pub(super) n_values: usize,
    pub(super) examples: Vec<OddValue>,
}

impl OddityCounter {
    pub(super) fn new(datatype: Option<Datatype>) -> Self {
        Self { datatype, ..Self::default() }
    }

    pub(super) fn add(&mut self, page: &str, text: &str) {
        self.n_values += 1;
        self.compositions[Composition::of(text) as usize].add(page, text);
        let n_chars = text.chars().count();
        self.lengths[n_bits(n_chars).min(N_LENGTHS - 1)].add(page, text);
        if self.datatype.is_some_and(|datatype| datatype.read(text).is_none()) {
            self.unreadable.add(page, text);
        }
    }

    /// Adds the values that another counter saw after these.
    pub(super) fn merge(&mut self, after: &Self) {
        self.n_values += after.n_values;
        self.unreadable.merge(&after.unreadable);
        for (bucket, others) in self.compositions.iter_mut().zip(&after.compositions) {
            bucket.merge(others);
        }
        for (bucket, others) in self.lengths.iter_mut().zip(&after.lengths) {
            bucket.merge(others);
        }
    }

    /// The number of values.
    pub(super) fn n_values(&self) -> usize {
        self.n_values
    }

    /// The odd values among those that were added. The first test that applies decides, so that no value counts twice.
    pub(super) fn odd_values(&self) -> OddValues {
        let mut odd = OddValues::default();
        if let Some(datatype) = self.datatype.filter(|datatype| *datatype != Datatype::Text) {
            odd.add(&self.unreadable, &format!("is not a {}", datatype.name()));
            return odd;
        }
        if self.n_values < MIN_VALUES {
            return odd;
        }
        let n_of = |kind: Composition| self.compositions[kind as usize].n_values;
        let is_usual = |n: usize| 100 * n >= USUAL_PERCENT * self.n_values;
        if is_usual(n_of(Composition::Digits)) {
            for kind in [Composition::Words, Composition::Letters, Composition::Marks] {
                odd.add(self.of_kind(kind), "is not made of digits, as the others are");
            }
        } else {
            self.add_long(&mut odd);
        }
        odd
    }

    /// A value that is not among the usual ones, with its page: of a kind that the usual ones are not, if there is one.
    pub(super) fn unusual(&self, usual: &ValueSample) -> Option<(&str, &str)> {
        let kinds: Vec<usize> =
            usual.values().iter().map(|(text, _)| Composition::of(text) as usize).collect();
        let mut buckets: Vec<(usize, &Bucket)> = self.compositions.iter().enumerate().collect();
        buckets.sort_by_key(|(kind, _)| kinds.contains(kind));
        let mut all = buckets.into_iter().flat_map(|(_, bucket)| &bucket.examples);
        let found = all.find(|example| usual.count(&example.text) == 0)?;
        Some((&found.page, &found.text))
    }

    fn of_kind(&self, kind: Composition) -> &Bucket {
        &self.compositions[kind as usize]
    }

    /// Adds the values that are far longer than the median.
    fn add_long(&self, odd: &mut OddValues) {
        let mut n_below = 0;
        let median = self.lengths.iter().position(|bucket| {
            n_below += bucket.n_values;
            2 * n_below >= self.n_values
        });
        let longest_usual = 1_usize << median.unwrap_or(0).min(24);
        let too_long = (LONG_FACTOR * longest_usual).max(MIN_LONG);
        // Only buckets all of whose lengths are too long.
        let first = n_bits(too_long) + 1;
        for bucket in self.lengths.iter().skip(first) {
            odd.add(bucket, "is far longer than the others");
        }
    }
}

fn n_bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

impl Bucket {
    fn add(&mut self, page: &str, text: &str) {
        self.n_values += 1;
        if self.examples.len() < MAX_EXAMPLES {
            let cut = text.char_indices().nth(MAX_SHOWN).map_or(text.len(), |(at, _)| at);
            self.examples.push(Example { page: page.to_owned(), text: text[..cut].to_owned() });
        }
    }

    fn merge(&mut self, after: &Self) {
        self.n_values += after.n_values;
        let n_missing = MAX_EXAMPLES.saturating_sub(self.examples.len());
        self.examples.extend(after.examples.iter().take(n_missing).cloned());
    }
}

/// Describes odd values by the first of them; `None` if there are none.
pub(super) fn odd_warning(n_values: usize, examples: &[OddValue]) -> Option<String> {
    let example = examples.first()?;
    Some(format!(
        "{} {} unlike the others: {:?} ({}) {}",
        count(n_values),
        if n_values == 1 { "is" } else { "are" },
        example.text,
        example.page,
        example.why
    ))
}

impl OddValues {
    fn add(&mut self, bucket: &Bucket, why: &str) {
        self.n_values += bucket.n_values;
        for example in &bucket.examples {
            let is_known =
                |one: &OddValue| (&one.page, &one.text) == (&example.page, &example.text);
            if !self.examples.iter().any(is_known) {
                self.examples.push(OddValue {
                    page: example.page.clone(),
                    text: example.text.clone(),
                    why: why.to_owned(),
                });
            }
        }
    }
}
