//! What is to be learnt, as rows of tokens: the labels of every field, and where the records are.

use super::settle::{Labelled, settle};
use crate::example::{Label, LabelCell, Place, Settled, TrainingSet};
use crate::{Conflict, Evidence, LearnError};
use std::ops::Range;
use unhusk_page::Span;
use unhusk_wrapper::landmark::TagReading;
use unhusk_wrapper::landmark::internal::run::Vocabulary;
use unhusk_wrapper::landmark::internal::tokens::{Token, tokenize};

/// What the labels say of one field of one record, in tokens of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    Unknown,
    Absent,
    Values(Vec<Range<usize>>),
}

/// One labelled record.
#[derive(Debug, Clone)]
pub struct Entry {
    pub cells: Vec<Said>,
}

impl Entry {
    /// From its first to its last labelled token.
    pub(super) fn extent(&self) -> Option<Range<usize>> {
        let values = self.cells.iter().flat_map(|cell| match cell {
            Said::Values(values) => values.as_slice(),
            Said::Unknown | Said::Absent => &[],
        });
        values.cloned().reduce(|all, one| all.start.min(one.start)..all.end.max(one.end))
    }
}

/// A page with its labelled records, in document order.
pub struct Sheet {
    pub tokens: Vec<Token>,
    pub complete: bool,
    pub entries: Vec<Entry>,
}

/// All pages, read as tokens.
pub struct Task {
    pub tags: TagReading,
    pub texts: Texts,
    pub sheets: Vec<Sheet>,
    /// Whether the white space before and behind the values of each field belongs to them.
    pub spaces: Vec<(bool, bool)>,
    pub settled: Vec<Settled>,
}

/// The texts of all tokens, by their numbers.
#[derive(Default)]
pub struct Texts {
    vocabulary: Vocabulary,
    texts: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        let number = self.vocabulary.number(text);
        if number as usize > self.texts.len() {
            self.texts.push(text.to_owned());
        }
        number
    }

    pub fn text(&self, number: u32) -> &str {
        self.texts.get((number as usize).wrapping_sub(1)).map_or("", String::as_str)
    }
}

/// Reads the examples for a class; values must begin and end where tokens do.
pub fn read(class: &'static str, examples: &TrainingSet<'_>) -> Result<Task, LearnError> {
    if let Some(field) = examples.schema().fields().iter().find(|field| field.is_nested()) {
        let why = format!("field `{}` holds records of its own", field.name);
        return Err(LearnError::Inexpressible { class, why });
    }
    // Tags are read whole unless a value stands inside of one.
    read_with(class, examples, TagReading::Whole)
        .or_else(|whole| read_with(class, examples, TagReading::Split).map_err(|_| whole))
}

fn read_with(
    class: &'static str,
    examples: &TrainingSet<'_>,
    tags: TagReading,
) -> Result<Task, LearnError> {
    let mut texts = Texts::default();
    let mut sheets: Vec<Sheet> = Vec::new();
    for example in examples.examples() {
        let tokens = tokenize(example.page.source(), tags, |text| texts.number(text));
        let n_fields = examples.schema().fields().len();
        let blank = Entry { cells: vec![Said::Unknown; n_fields] };
        let entries = vec![blank; example.records.len()];
        sheets.push(Sheet { tokens, complete: example.complete, entries });
    }
    let n_fields = examples.schema().fields().len();
    let mut task = Task { tags, texts, sheets, spaces: Vec::new(), settled: Vec::new() };
    for field in 0..n_fields {
        read_field(class, examples, field, &mut task)?;
    }
    for sheet in &mut task.sheets {
        for cell in sheet.entries.iter_mut().flat_map(|entry| &mut entry.cells) {
            if let Said::Values(values) = cell {
                values.sort_by_key(|value| (value.start, value.end));
            }
        }
        // Records about which nothing is said have no place.
        sheet.entries.sort_by_key(|entry| entry.extent().map_or(usize::MAX, |extent| extent.start));
    }
    Ok(task)
}

/// Places the labels of one field.
fn read_field(
    class: &'static str,
    examples: &TrainingSet<'_>,
    field: usize,
    task: &mut Task,
) -> Result<(), LearnError> {
    let mut slots: Vec<(usize, usize, &Label)> = Vec::new();
    for (at, example) in examples.examples().iter().enumerate() {
        for (record_at, record) in example.records.iter().enumerate() {
            let labels: &[Label] = match &record.cells[field] {
                LabelCell::One(label) => std::slice::from_ref(label),
                LabelCell::Many(labels) => labels,
                LabelCell::Absent => {
                    task.sheets[at].entries[record_at].cells[field] = Said::Absent;
                    &[]
                }
                LabelCell::Unknown | LabelCell::Nested(_) => &[],
            };
            slots.extend(labels.iter().map(|label| (at, record_at, label)));
        }
    }
    let labelled: Vec<Labelled<'_>> = slots
        .iter()
        .map(|&(at, _, label)| Labelled {
            page: examples.examples()[at].page,
            tokens: &task.sheets[at].tokens,
            label,
        })
        .collect();
    let chosen = settle(&labelled);
    let spaces = spaces(&labelled, &chosen)
        .map_err(|odd| misplaced(class, examples, field, slots[odd].0, chosen[odd]))?;
    for (&(example, record, label), place) in slots.iter().zip(chosen) {
        let found = tokens_of(&task.sheets[example].tokens, place.span);
        match &mut task.sheets[example].entries[record].cells[field] {
            Said::Values(values) => values.push(found),
            cell => *cell = Said::Values(vec![found]),
        }
        if label.candidates.len() > 1 {
            task.settled.push(Settled { example, record, field: vec![field], place });
        }
    }
    task.spaces.push(spaces);
    Ok(())
}

/// The tokens that stand in a span.
fn tokens_of(tokens: &[Token], span: Span) -> Range<usize> {
    let start = tokens.partition_point(|token| token.span.start < span.start);
    start..tokens.partition_point(|token| token.span.start < span.end).max(start)
}

/// Whether the white space beside values belongs to them; or a label that is not made of tokens.
fn spaces(labels: &[Labelled<'_>], chosen: &[Place]) -> Result<(bool, bool), usize> {
    let holds = |with: (bool, bool)| {
        let is_odd = |&at: &usize| {
            let Labelled { page, tokens, .. } = labels[at];
            let found = tokens_of(tokens, chosen[at].span);
            found.is_empty()
                || unhusk_wrapper::landmark::span(tokens, page.source(), &found, with)
                    != chosen[at].span
        };
        (0..labels.len()).find(is_odd).map_or(Ok(with), Err)
    };
    let plain = holds((false, false));
    plain
        .or_else(|odd| holds((true, false)).map_err(|_| odd))
        .or_else(|odd| holds((false, true)).map_err(|_| odd))
        .or_else(|odd| holds((true, true)).map_err(|_| odd))
}

fn misplaced(
    class: &'static str,
    examples: &TrainingSet<'_>,
    field: usize,
    example: usize,
    place: Place,
) -> LearnError {
    let example = &examples.examples()[example];
    let excerpt = example.page.text(place.span).chars().take(60).collect();
    let places = vec![Evidence { page: example.name.clone(), span: place.span, excerpt }];
    let why =
        "a value begins or ends inside a word or a tag; this method cuts between tokens".to_owned();
    let field = examples.schema().fields()[field].name.clone();
    LearnError::NoFit { class, conflict: Box::new(Conflict { field, why, places }) }
}
