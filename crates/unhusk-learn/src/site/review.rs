//! Compares what the learnt wrapper reads with the labels: which place of each label it reads, and which labels it misses.

use super::regions::heaviest_chain;
use crate::LearnedRule;
use crate::example::{Disambiguated, Example, Label, LabelCell, Place, TrainingSet};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Span;
use unhusk_page::Warning;
use unhusk_wrapper::Extract;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::record::{Cell, Record, Schema, Value};
use unhusk_wrapper::site::Site;

/// The result of reading the labelled pages with the learnt wrapper.
pub(super) struct Review {
    /// For each label with several places, the one that is read in the label's record.
    pub(super) disambiguated: Vec<Disambiguated>,
    /// Warnings about values that are not read as labelled.
    pub(super) warnings: Vec<Warning>,
}

/// Counts of how a field is read.
#[derive(Debug, Clone, Default)]
struct FieldReviewCounts {
    n_labels: usize,
    n_missed: usize,
    first_missed: Option<String>,
    /// Records that are labelled as having no value but have one.
    n_invented: usize,
}

impl Review {
    /// Runs the wrapper on the labelled pages.
    pub(super) fn new(examples: &TrainingSet<'_>, learned: &LearnedRule<Site>) -> Self {
        let schema = learned.schema(examples);
        let mut review = Self { disambiguated: Vec::new(), warnings: Vec::new() };
        let mut tallies = vec![FieldReviewCounts::default(); schema.fields().len()];
        for (at, example) in examples.examples().iter().enumerate() {
            let extraction = learned.wrapper.extract(&schema, example.page);
            let aligned = aligned(example, &extraction.records);
            let mut readers = vec![None; example.records.len()];
            for &(number, record) in &aligned {
                readers[record] = Some(&extraction.records[number]);
            }
            for (record, reader) in readers.into_iter().enumerate() {
                review.disambiguate((at, record), example, reader);
                tally(&mut tallies, (example, record), reader);
            }
            let n_more = extraction.records.len() - aligned.len();
            if example.complete && n_more > 0 {
                review.warnings.push(Warning::Note(format!(
                    "{}: the wrapper reads {} that no label names",
                    example.name,
                    count(n_more, "record")
                )));
            }
        }
        review.warnings.extend(ambiguous(examples, &learned.wrapper, &schema));
        let fields = schema.fields().iter().zip(&tallies).enumerate();
        let of_fields = fields.flat_map(|(at, (field, tally))| {
            if learned.wrapper.has_rule(at) {
                tally.warnings(&field.name)
            } else {
                vec![without_rule(&field.name)]
            }
        });
        review.warnings.splice(0..0, of_fields.collect::<Vec<_>>());
        review
    }

    fn disambiguate(
        &mut self,
        (example_at, record_at): (usize, usize),
        example: &Example<'_>,
        reader: Option<&Record<'_>>,
    ) {
        let Some(reader) = reader else { return };
        for (field, cell) in example.records[record_at].cells.iter().enumerate() {
            if matches!(cell, LabelCell::Nested(_)) {
                continue;
            }
            let several = labels(cell).into_iter().filter(|label| label.candidates.len() > 1);
            let place = |label| Some((label, read_place(label, &reader.cells[field])?));
            self.disambiguated.extend(several.filter_map(place).map(|(_, place)| Disambiguated {
                example: example_at,
                record: record_at,
                field: vec![field],
                place,
            }));
        }
    }
}

/// A warning about fields that were labelled by texts with several places, and are still read at several.
fn ambiguous(examples: &TrainingSet<'_>, wrapper: &Site, schema: &Schema) -> Option<Warning> {
    let mut fields = BTreeSet::new();
    for example in examples.examples() {
        let has_several = |field: &usize| {
            let cells = example.records.iter().flat_map(|record| labels(&record.cells[*field]));
            cells.into_iter().any(|label| label.candidates.len() > 1)
        };
        fields.extend(wrapper.split_fields(schema, example.page).into_iter().filter(has_several));
    }
    let mut same = fields.clone();
    // Places with the same text on every page are as good as one.
    for page in examples.unlabelled() {
        let split = wrapper.split_fields(schema, page);
        let records = wrapper.extract(schema, page).records;
        let is_read =
            |field: usize| records.iter().any(|record| !values(&record.cells[field]).is_empty());
        same.retain(|&field| split.contains(&field) || !is_read(field));
    }
    if !examples.unlabelled().is_empty() {
        fields = &fields - &same;
    }
    let names: Vec<String> =
        fields.iter().map(|&field| format!("`{}`", schema.fields()[field].name)).collect();
    (!names.is_empty()).then(|| {
        Warning::Note(format!(
            "{} could be read at several places that say the same on the labelled pages; a label on a page where \
             they differ settles it",
            names.join(", ")
        ))
    })
}

/// Whether a labelled value was read, at a place of the label or elsewhere with the same text.
pub(super) fn reads(read: &Cell<'_>, label: &Label) -> bool {
    let says_it = |value: &&Value<'_>| label.text.as_deref() == Some(&*value.text);
    read_place(label, read).is_some() || values(read).iter().any(says_it)
}

/// The place of a label that a wrapper reads.
fn read_place(label: &Label, cell: &Cell<'_>) -> Option<Place> {
    let values = values(cell);
    let is_read = |place: &&Place| values.iter().any(|value| value.span == place.span);
    label.candidates.iter().find(is_read).copied()
}

fn tally(
    tallies: &mut [FieldReviewCounts],
    (example, record): (&Example<'_>, usize),
    reader: Option<&Record<'_>>,
) {
    for (field, cell) in example.records[record].cells.iter().enumerate() {
        let tally = &mut tallies[field];
        let read = reader.map_or(&Cell::Absent, |reader| &reader.cells[field]);
        if *cell == LabelCell::Absent && !values(read).is_empty() {
            tally.n_invented += 1;
        }
        for label in labels(cell) {
            tally.n_labels += 1;
            if !reads(read, label) {
                tally.n_missed += 1;
                let missed = || format!("record {} of {}", record + 1, example.name);
                tally.first_missed.get_or_insert_with(missed);
            }
        }
    }
}

impl FieldReviewCounts {
    fn warnings(&self, field: &str) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if let Some(first) = &self.first_missed {
            warnings.push(Warning::Note(format!(
                "field `{field}`: {} of its {} not read, the first in {first}",
                self.n_missed,
                if self.n_labels == 1 {
                    "1 labelled value is".to_owned()
                } else {
                    format!("{} labelled values are", self.n_labels)
                },
            )));
        }
        if self.n_invented > 0 {
            warnings.push(Warning::Note(format!(
                "field `{field}`: a value is read in {} labelled as having none",
                count(self.n_invented, "record")
            )));
        }
        warnings
    }
}

fn without_rule(field: &str) -> Warning {
    Warning::Note(format!(
        "field `{field}`: no rule was found, so it stays empty; check its labels, label it on another page, or \
         say where it stands with `span`, `xpath` or `css`"
    ))
}

fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// Pairs of records that were read and labelled records, in order, so that most places agree.
pub(super) fn aligned(example: &Example<'_>, read: &[Record<'_>]) -> Vec<(usize, usize)> {
    let mut readers: FxHashMap<(usize, Span), Vec<Node>> = FxHashMap::default();
    for (number, record) in (0..).zip(read) {
        for (field, cell) in record.cells.iter().enumerate() {
            for value in values(cell) {
                readers.entry((field, value.span)).or_default().push(number);
            }
        }
    }
    let mut shared_clues: BTreeMap<(Node, usize), u32> = BTreeMap::new();
    for (record, labelled) in example.records.iter().enumerate() {
        for (field, cell) in labelled.cells.iter().enumerate() {
            for place in labels(cell).into_iter().flat_map(|label| &label.candidates) {
                for &number in readers.get(&(field, place.span)).into_iter().flatten() {
                    *shared_clues.entry((number, record)).or_default() += 1;
                }
            }
        }
    }
    let pairs: Vec<(usize, Node, usize, u32)> =
        shared_clues.into_iter().map(|((number, record), n)| (0, number, record, n)).collect();
    let (_, chain) = heaviest_chain(&pairs, example.records.len());
    chain.into_iter().map(|(number, record)| (number as usize, record)).collect()
}

/// The labels of a cell and of all that nests in it. Recurses on the nesting of the schema, which is capped.
pub(super) fn labels(cell: &LabelCell) -> Vec<&Label> {
    match cell {
        LabelCell::One(label) => vec![label],
        LabelCell::Many(labels) => labels.iter().collect(),
        LabelCell::Nested(records) => {
            records.iter().flat_map(|record| &record.cells).flat_map(labels).collect()
        }
        LabelCell::Unknown | LabelCell::Absent => Vec::new(),
    }
}

/// The values of a cell and of all that nests in it.
fn values<'c, 'p>(cell: &'c Cell<'p>) -> Vec<&'c Value<'p>> {
    match cell {
        Cell::Nested(records) => {
            records.iter().flat_map(|record| &record.cells).flat_map(values).collect()
        }
        cell => cell.values().iter().collect(),
    }
}
