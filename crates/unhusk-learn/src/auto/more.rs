//! A wrapper that finds more records of the same kind, if the first one finds only those that were given.
//!
//! A person who gives one record of a list wants the list. `site` reads records that are elements or begin with one;
//! where records are only separated, as in `<b>Congo</b> <i>242</i><br>`, it may find none but the given one. Then
//! delimiters and templates propose records, and theirs are taken if they reproduce what was given and look alike.

use super::candidate::{by_delimiters, by_template, n_fits};
use crate::example::{Example, LabelCell, LabelledRecord, TrainingSet};
use crate::{LearnedRule, Settings};
use unhusk_page::{Page, Span};
use unhusk_wrapper::record::Record;
use unhusk_wrapper::{AnyWrapper, Extract};

/// Fields that records must have: what surrounds a single value says little.
const MIN_FIELDS: usize = 2;

/// A value may be longer than the labelled ones by this factor, and by [`MORE_BYTES`].
const LONGER: usize = 8;
/// See [`LONGER`].
const MORE_BYTES: usize = 40;

/// Whether a wrapper that finds only the given records should be questioned: all pages are labelled in part, with flat
/// records.
pub(super) fn is_partial_list(examples: &TrainingSet<'_>) -> bool {
    let schema = examples.schema();
    schema.is_flat()
        && schema.fields().len() >= MIN_FIELDS
        && schema.fields().iter().all(|field| !field.many)
        && examples.examples().iter().all(|example| !example.complete && is_full(example))
}

/// Whether every given record has a value for every field.
fn is_full(example: &Example<'_>) -> bool {
    let mut cells = example.records.iter().flat_map(|record| &record.cells);
    cells.all(|cell| matches!(cell, LabelCell::One(_)))
}

/// A rule that reads all given records, and others that look like them.
pub(super) fn learn(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Option<LearnedRule<AnyWrapper>> {
    let proposals = [by_delimiters, by_template];
    proposals.into_iter().filter_map(|propose| propose(examples, settings)).find(|proposed| {
        let schema = proposed.schema(examples);
        if n_fits(&proposed.wrapper, &schema, examples) < examples.examples().len() {
            return false;
        }
        let mut has_more = false;
        let all_alike = examples.examples().iter().all(|example| {
            let records = proposed.wrapper.extract(&schema, example.page).records;
            has_more |= records.len() > example.records.len();
            are_alike(example, &records)
        });
        has_more && all_alike
    })
}

/// Whether all records have the markup of given ones, inside and between them, and values that resemble theirs.
fn are_alike(example: &Example<'_>, records: &[Record<'_>]) -> bool {
    let Some(found) = records.iter().map(FoundRecord::of).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let is_given = |record: &FoundRecord| example.records.iter().any(|given| record.is(given));
    let given: Vec<&FoundRecord> = found.iter().filter(|record| is_given(record)).collect();
    let looks: Vec<Vec<&str>> =
        given.iter().map(|record| tags(example.page, record.extent())).collect();
    let is_alike = |record: &FoundRecord| {
        looks.contains(&tags(example.page, record.extent()))
            && record.resembles(&given, example.page)
    };
    found.iter().all(is_alike) && are_regular(example.page, &found)
}

/// Whether the markup between neighbours is the same everywhere.
fn are_regular(page: &Page, found: &[FoundRecord]) -> bool {
    let gaps: Option<Vec<Vec<&str>>> = found
        .windows(2)
        .map(|pair| {
            let (end, start) = (pair[0].extent().end, pair[1].extent().start);
            (end <= start).then(|| tags(page, Span { start: end, end: start }))
        })
        .collect();
    gaps.is_some_and(|gaps| gaps.windows(2).all(|pair| pair[0] == pair[1]))
}

/// The places of the values of a record, in the order of the fields.
struct FoundRecord {
    places: Vec<Span>,
}

impl FoundRecord {
    /// `None` if a field has no value, or several.
    fn of(record: &Record<'_>) -> Option<Self> {
        let place = |values: &[unhusk_wrapper::record::Value<'_>]| match values {
            [value] => Some(value.span),
            _ => None,
        };
        let places: Option<Vec<Span>> =
            record.cells.iter().map(|cell| place(cell.values())).collect();
        places.filter(|places| !places.is_empty()).map(|places| Self { places })
    }

    /// From the first to the last byte of the values.
    fn extent(&self) -> Span {
        let start = self.places.iter().map(|place| place.start).min().unwrap_or(0);
        Span { start, end: self.places.iter().map(|place| place.end).max().unwrap_or(start) }
    }

    /// Whether all values are at places of a given record.
    fn is(&self, given: &LabelledRecord) -> bool {
        self.places.iter().zip(&given.cells).all(|(place, cell)| match cell {
            LabelCell::One(label) => label.candidates.iter().any(|known| known.span == *place),
            _ => false,
        })
    }

    /// Whether each value has letters and digits as that of a given record has, and is not far longer.
    fn resembles(&self, given: &[&Self], page: &Page) -> bool {
        self.places.iter().enumerate().all(|(field, place)| {
            given.iter().any(|given| {
                let known = given.places[field];
                kinds(page, known) == kinds(page, *place)
                    && place.len() <= LONGER * known.len() + MORE_BYTES
            })
        })
    }
}

/// Whether a value has letters, and whether it has digits.
fn kinds(page: &Page, place: Span) -> [bool; 2] {
    let text = page.text(place);
    [text.chars().any(char::is_alphabetic), text.chars().any(char::is_numeric)]
}

/// The tags in a part of the source, without their attributes: `/b`, `i`.
fn tags(page: &Page, part: Span) -> Vec<&str> {
    let source = page.slice(part).unwrap_or_default();
    let inner = source.split('<').skip(1);
    inner.map(|tag| tag.split([' ', '\n', '\t', '\r', '>']).next().unwrap_or(tag)).collect()
}
