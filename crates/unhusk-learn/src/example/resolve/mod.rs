//! Resolves labels as given to labels with places.

mod attribute;
mod negatives;
mod selector;
mod placement;
mod value;

pub(super) use placement::{PlacementCounts, UnplacedField, name};

use super::Strictness;
use super::error::{LabelAt, LabelError, LabelProblem, LabelStep};
use super::example::{Example, LabelCell, LabelledRecord, Negative};
use super::find::TextSearchIndex;
use super::labels::{GivenCell, GivenRecord, GivenValue, PageLabels, shortened};
use super::look_alikes;
use super::missing::{BaseAddress, hidden_in, longer_text};
use super::place::Label;
use placement::SoughtLabel;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use unhusk_page::Limited;
use unhusk_page::Page;
use unhusk_page::Span;
use unhusk_page::Warning;
use unhusk_wrapper::record::{Field, Schema};

/// Bytes that all searches together may read: seconds of `memmem`.
const MAX_SEARCHED: usize = 1 << 35;

/// Candidates that all labels together may have; they are kept in memory.
const MAX_CANDIDATES_HELD: usize = 5_000_000;

/// Resolves the labels of all pages, within limits for all of them together.
pub(super) struct Resolver<'s> {
    schema: &'s Schema,
    strictness: Strictness,
    pub(super) warnings: Vec<Warning>,
    pub(super) placements: PlacementCounts,
    /// Values that are not on their pages; none if that is an error.
    pub(super) unplaced: Vec<UnplacedValue>,
    search_left: usize,
    candidates_left: usize,
    n_searched: usize,
    /// Similar texts that may still be searched for.
    suggestions_left: usize,
    /// Fields with a note about a place that readers do not see, or with a note about a longer text.
    noted: BTreeSet<(Vec<usize>, NoteKind)>,
}

/// A value that is not on its page.
pub(super) struct UnplacedValue {
    pub(super) at: LabelAt,
    /// The text, or `@href` for an attribute.
    pub(super) value: String,
    pub(super) problem: LabelProblem,
    /// The most similar text of the page.
    pub(super) similar: Option<String>,
}

/// Similar texts that are searched for: each reads the page, and a person mends one label after the other.
const MAX_SUGGESTIONS: usize = 20;

/// Notes that are given once per field.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NoteKind {
    Hidden,
    Longer,
}

impl<'s> Resolver<'s> {
    pub(super) fn new(schema: &'s Schema, strictness: Strictness) -> Self {
        Self {
            schema,
            strictness,
            warnings: Vec::new(),
            placements: PlacementCounts::default(),
            unplaced: Vec::new(),
            search_left: MAX_SEARCHED,
            candidates_left: MAX_CANDIDATES_HELD,
            n_searched: 0,
            suggestions_left: MAX_SUGGESTIONS,
            noted: BTreeSet::new(),
        }
    }

    /// Resolves the labels of one page.
    pub(super) fn example<'p>(
        &mut self,
        labels: &PageLabels,
        page: &'p Page,
    ) -> Result<Example<'p>, LabelError> {
        let schema = self.schema;
        let at = LabelAt::page(&labels.file, &labels.path);
        let mut page_resolver = PageResolver {
            resolver: self,
            page,
            index: OnceCell::new(),
            known: FxHashMap::default(),
            path: Vec::new(),
            url: labels.url.as_deref(),
            base: OnceCell::new(),
            help: String::new(),
            others: Vec::new(),
        };
        let mut records = Vec::with_capacity(labels.records.len());
        for (index, given) in labels.records.iter().enumerate() {
            let at = at.step(LabelStep::Record(index + 1));
            records.push(page_resolver.record(given, schema.fields(), &at)?);
        }
        let mut negatives = Vec::new();
        for (index, given) in labels.not.iter().enumerate() {
            let at = at.step(LabelStep::Not(index + 1));
            page_resolver.negatives(given, schema.fields(), &at, &mut negatives)?;
        }
        self.warn_of_cuts(&labels.path, page);
        negatives::remove_negatives(&mut records, &negatives, schema, &at)?;
        let name = labels.path.clone();
        let mut example = Example { name, page, complete: labels.complete, records, negatives };
        if labels.is_auto {
            example.complete = !look_alikes::has_many(&example);
        }
        Ok(example)
    }
}

impl Resolver<'_> {
    /// Warns if the tree was truncated. Truncated bytes are reported where pages are read.
    fn warn_of_cuts(&mut self, name: &str, page: &Page) {
        for warning in page.warnings() {
            if matches!(warning, Warning::Truncated { what, .. } if *what != Limited::Bytes) {
                self.warnings.push(Warning::Note(format!("{name}: {warning}")));
            }
        }
    }
}

/// Resolves the labels of one page.
struct PageResolver<'r, 's, 'p> {
    resolver: &'r mut Resolver<'s>,
    page: &'p Page,
    index: OnceCell<TextSearchIndex<'p>>,
    /// Texts that were already searched: list pages repeat them.
    known: FxHashMap<String, Label>,
    /// Positions of the current fields, from outside in.
    path: Vec<usize>,
    /// URL of the page.
    url: Option<&'r str>,
    base: OnceCell<BaseAddress>,
    /// Suggestion for the latest text that is not on the page; empty if there is none.
    help: String,
    /// The places of the other values of the record, value by value, for an attribute that is given by name.
    others: Vec<Vec<Span>>,
}

impl PageResolver<'_, '_, '_> {
    /// Resolves one record. Recurses on the nesting of the schema, whose depth is limited.
    fn record(
        &mut self,
        given: &GivenRecord,
        fields: &[Field],
        at: &LabelAt,
    ) -> Result<LabelledRecord, LabelError> {
        let mut cells = vec![LabelCell::Unknown; fields.len()];
        // Attributes come last: they are searched near the other values.
        let (attributes, values): (Vec<_>, Vec<_>) =
            given.cells.iter().partition(|(_, cell)| asks_for_attribute(cell));
        let n_values = values.len();
        for (number, (name, cell)) in values.into_iter().chain(attributes).enumerate() {
            if number == n_values {
                self.others = places(&cells);
            }
            let at = at.field(name);
            let position = position(fields, name, &at)?;
            self.path.push(position);
            cells[position] = self.cell(cell, &fields[position], &at)?;
            self.path.pop();
        }
        Ok(LabelledRecord { cells })
    }

    fn cell(
        &mut self,
        given: &GivenCell,
        field: &Field,
        at: &LabelAt,
    ) -> Result<LabelCell, LabelError> {
        Ok(match given {
            GivenCell::Absent => LabelCell::Absent,
            GivenCell::One(value) => match self.positive(value, at)? {
                // A repeated field always has a list, so that learners need not distinguish.
                Some(label) if field.many => LabelCell::Many(vec![label]),
                Some(label) => LabelCell::One(label),
                None => LabelCell::Unknown,
            },
            GivenCell::Many(values) if field.is_nested() && values.is_empty() => {
                LabelCell::Nested(Vec::new())
            }
            GivenCell::Many(values) => {
                let mut labels = Vec::with_capacity(values.len());
                for value in values {
                    labels.extend(self.positive(value, at)?);
                }
                if labels.is_empty() && !values.is_empty() {
                    LabelCell::Unknown
                } else {
                    LabelCell::Many(labels)
                }
            }
            GivenCell::Nested(records) => {
                let mut nested = Vec::with_capacity(records.len());
                for (index, record) in records.iter().enumerate() {
                    let at = at.step(LabelStep::Record(index + 1));
                    nested.push(self.record(record, &field.fields, &at)?);
                }
                LabelCell::Nested(nested)
            }
        })
    }

    /// The label of a positive value; `None` if its text is not on the page and this is only a warning.
    fn positive(&mut self, value: &GivenValue, at: &LabelAt) -> Result<Option<Label>, LabelError> {
        self.help.clear();
        let label = self.label(value, at)?;
        let (page, help) = (self.page, self.help.as_str());
        let sought = SoughtLabel { value, label: label.as_ref(), page, help };
        self.resolver.placements.count(&self.path, &sought);
        if let (GivenValue::Text(text), Some(label)) = (value, &label) {
            self.note_doubtful(text, label, at);
        }
        Ok(label)
    }

    /// Notes, once per field, that a text is only in a script, or that it is part of a longer text.
    fn note_doubtful(&mut self, text: &str, label: &Label, at: &LabelAt) {
        let text = shortened(text);
        let (kind, what) = if let Some(tag) = hidden_in(self.page, label) {
            (NoteKind::Hidden, format!("only in a `<{tag}>`, which readers do not see"))
        } else if let Some(longer) = longer_text(self.page, label) {
            (NoteKind::Longer, format!("part of a longer text (`{text}` of `{longer}`)"))
        } else {
            return;
        };
        if self.resolver.noted.insert((self.path.clone(), kind)) {
            let note = format!("{at}: the text {text:?} is {what}");
            self.resolver.warnings.push(Warning::Note(note));
        }
    }

    fn negatives(
        &mut self,
        given: &GivenRecord,
        fields: &[Field],
        at: &LabelAt,
        negatives: &mut Vec<Negative>,
    ) -> Result<(), LabelError> {
        for (name, cell) in &given.cells {
            let at = at.field(name);
            let position = position(fields, name, &at)?;
            self.path.push(position);
            match cell {
                GivenCell::Absent => {}
                GivenCell::One(value) => self.negative(value, &at, negatives)?,
                GivenCell::Many(values) => {
                    for value in values {
                        self.negative(value, &at, negatives)?;
                    }
                }
                GivenCell::Nested(records) => {
                    for record in records {
                        self.negatives(record, &fields[position].fields, &at, negatives)?;
                    }
                }
            }
            self.path.pop();
        }
        Ok(())
    }

    fn negative(
        &mut self,
        value: &GivenValue,
        at: &LabelAt,
        negatives: &mut Vec<Negative>,
    ) -> Result<(), LabelError> {
        let label = self.label(value, at)?;
        negatives.extend(label.map(|label| Negative { field: self.path.clone(), label }));
        Ok(())
    }
}

/// Whether a cell gives an attribute by its name alone.
fn asks_for_attribute(cell: &GivenCell) -> bool {
    matches!(cell, GivenCell::One(GivenValue::Attribute { text: None, .. }))
}

/// Places of a value that are examined.
const MAX_EXAMINED: usize = 20;

/// The places of the values of a record, value by value.
fn places(cells: &[LabelCell]) -> Vec<Vec<Span>> {
    let labels = cells.iter().flat_map(|cell| match cell {
        LabelCell::One(label) => std::slice::from_ref(label),
        LabelCell::Many(labels) => labels,
        LabelCell::Unknown | LabelCell::Absent | LabelCell::Nested(_) => &[],
    });
    let spans = |label: &Label| {
        label.candidates.iter().take(MAX_EXAMINED).map(|place| place.span).collect()
    };
    labels.map(spans).collect()
}

/// The position of a field in its schema. `Labels` has checked that the field exists.
fn position(fields: &[Field], name: &str, at: &LabelAt) -> Result<usize, LabelError> {
    fields
        .iter()
        .position(|field| field.name == name)
        .ok_or_else(|| LabelError::bad(at.clone(), LabelProblem::UnknownField { nearest: None }))
}
