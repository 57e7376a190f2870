//! The examples as tokens: the labels of every field, and the ranges of the records.

use super::disambiguate::{TokenizedLabel, disambiguate};
use crate::example::{Disambiguated, Label, LabelCell, Place, TrainingSet};
use crate::{Conflict, Evidence, LearnError};
use std::ops::Range;
use unhusk_page::Span;
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::landmark::TagReading;
use unhusk_wrapper::landmark::internal::run::TokenNumbers;
use unhusk_wrapper::landmark::internal::tokens::{LandmarkToken, tokenize};

/// The label of one field of one record, as ranges of tokens of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenCell {
    Unknown,
    Absent,
    Values(Vec<Range<usize>>),
}

/// One labelled record of a page.
#[derive(Debug, Clone)]
pub struct TokenRecord {
    pub cells: Vec<TokenCell>,
}

impl TokenRecord {
    /// Range from its first to its last labelled token; `None` if it has no labels.
    pub(super) fn extent(&self) -> Option<Range<usize>> {
        let values = self.cells.iter().flat_map(|cell| match cell {
            TokenCell::Values(values) => values.as_slice(),
            TokenCell::Unknown | TokenCell::Absent => &[],
        });
        values.cloned().reduce(|all, one| all.start.min(one.start)..all.end.max(one.end))
    }
}

/// The tokens of a page, and its labelled records in document order.
pub struct TokenPage {
    pub tokens: Vec<LandmarkToken>,
    pub complete: bool,
    pub records: Vec<TokenRecord>,
}

/// The examples as tokens.
pub struct TokenExamples {
    pub tags: TagReading,
    pub texts: TokenTexts,
    pub pages: Vec<TokenPage>,
    /// Whether the white space before and behind the values of each field belongs to them.
    pub spaces: Vec<(bool, bool)>,
    pub disambiguated: Vec<Disambiguated>,
}

/// The texts of all tokens, by number.
#[derive(Default)]
pub struct TokenTexts {
    vocabulary: TokenNumbers,
    texts: Vec<String>,
}

impl TokenTexts {
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

/// Splits the examples into tokens for a class; an error if a value does not begin and end at token borders.
pub fn read(class: &'static str, examples: &TrainingSet<'_>) -> Result<TokenExamples, LearnError> {
    if let Some(field) = examples.schema().fields().iter().find(|field| field.is_nested()) {
        let why = format!("field `{}` holds records of its own", field.name);
        return Err(LearnError::Inexpressible { class, why });
    }
    // A tag is one token, unless a value is inside a tag.
    read_with(class, examples, TagReading::Whole)
        .or_else(|whole| read_with(class, examples, TagReading::Split).map_err(|_| whole))
}

fn read_with(
    class: &'static str,
    examples: &TrainingSet<'_>,
    tags: TagReading,
) -> Result<TokenExamples, LearnError> {
    let mut texts = TokenTexts::default();
    let mut pages: Vec<TokenPage> = Vec::new();
    for example in examples.examples() {
        let tokens = tokenize(example.page.source(), tags, |text| texts.number(text));
        let n_fields = examples.schema().fields().len();
        let blank = TokenRecord { cells: vec![TokenCell::Unknown; n_fields] };
        let records = vec![blank; example.records.len()];
        pages.push(TokenPage { tokens, complete: example.complete, records });
    }
    let n_fields = examples.schema().fields().len();
    let mut task =
        TokenExamples { tags, texts, pages, spaces: Vec::new(), disambiguated: Vec::new() };
    for field in 0..n_fields {
        read_field(class, examples, field, &mut task)?;
    }
    for page in &mut task.pages {
        for cell in page.records.iter_mut().flat_map(|record| &mut record.cells) {
            if let TokenCell::Values(values) = cell {
                sort::by_key(values, |value| (value.start, value.end));
            }
        }
        // Records without labels have no range.
        sort::by_key(&mut page.records, |record| {
            record.extent().map_or(usize::MAX, |extent| extent.start)
        });
    }
    Ok(task)
}

/// Chooses the places of the labels of one field and adds them to the task.
fn read_field(
    class: &'static str,
    examples: &TrainingSet<'_>,
    field: usize,
    task: &mut TokenExamples,
) -> Result<(), LearnError> {
    let mut slots: Vec<(usize, usize, &Label)> = Vec::new();
    for (at, example) in examples.examples().iter().enumerate() {
        for (record_at, record) in example.records.iter().enumerate() {
            let labels: &[Label] = match &record.cells[field] {
                LabelCell::One(label) => std::slice::from_ref(label),
                LabelCell::Many(labels) => labels,
                LabelCell::Absent => {
                    task.pages[at].records[record_at].cells[field] = TokenCell::Absent;
                    &[]
                }
                LabelCell::Unknown | LabelCell::Nested(_) => &[],
            };
            slots.extend(labels.iter().map(|label| (at, record_at, label)));
        }
    }
    let labelled: Vec<TokenizedLabel<'_>> = slots
        .iter()
        .map(|&(at, _, label)| TokenizedLabel {
            page: examples.examples()[at].page,
            tokens: &task.pages[at].tokens,
            label,
        })
        .collect();
    let chosen = disambiguate(&labelled);
    let spaces = spaces(&labelled, &chosen)
        .map_err(|odd| misplaced(class, examples, field, slots[odd].0, chosen[odd]))?;
    for (&(example, record, label), place) in slots.iter().zip(chosen) {
        let found = tokens_of(&task.pages[example].tokens, place.span);
        match &mut task.pages[example].records[record].cells[field] {
            TokenCell::Values(values) => values.push(found),
            cell => *cell = TokenCell::Values(vec![found]),
        }
        if label.candidates.len() > 1 {
            task.disambiguated.push(Disambiguated { example, record, field: vec![field], place });
        }
    }
    task.spaces.push(spaces);
    Ok(())
}

/// The tokens that begin in a span.
fn tokens_of(tokens: &[LandmarkToken], span: Span) -> Range<usize> {
    let start = tokens.partition_point(|token| token.span.start < span.start);
    start..tokens.partition_point(|token| token.span.start < span.end).max(start)
}

/// Whether the white space before and behind values belongs to them; an error is the position of a label that does not
/// consist of tokens.
fn spaces(labels: &[TokenizedLabel<'_>], chosen: &[Place]) -> Result<(bool, bool), usize> {
    let holds = |with: (bool, bool)| {
        let is_odd = |&at: &usize| {
            let TokenizedLabel { page, tokens, .. } = labels[at];
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
        "a value begins or ends inside a word or a tag; this method reads whole tokens".to_owned();
    let field = examples.schema().fields()[field].name.clone();
    LearnError::NoFit { class, conflict: Box::new(Conflict { field, why, places }) }
}
