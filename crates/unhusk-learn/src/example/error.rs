//! Errors in labels, with their place in the labels file.

use std::fmt;
use unhusk_page::Span;
use unhusk_page::Warning;
use unhusk_page::select::SelectError;
use unhusk_wrapper::record::SchemaError;

/// Reason why labels and pages do not make a training set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// The training set has no records.
    #[error("no page has a labelled record")]
    Empty,
    /// A label or the labels file is wrong.
    #[error("{}{problem}", at.prefix())]
    Bad {
        /// Its place in the labels.
        at: Box<LabelAt>,
        /// The problem.
        problem: Box<LabelProblem>,
    },
    /// No label of a field is on its page.
    #[error(
        "{}{}{help}",
        none_placed(*n_labels, field, text), because(cut.as_deref())
    )]
    FieldUnplaced {
        /// The field; nested names joined by dots.
        field: String,
        /// The number of labels of the field.
        n_labels: usize,
        /// The text of the first of them.
        text: String,
        /// The limit at which the page was truncated, if it was.
        cut: Option<Box<Warning>>,
        /// A similar text of the page, as the end of the message; empty if there is none.
        help: String,
    },
    /// A page or an example with this number does not exist.
    #[error("there is no {what} number {index}: there are {count}")]
    NoSuch {
        /// `page` or `example`.
        what: &'static str,
        /// The requested number, from 0.
        index: usize,
        /// Number of existing ones.
        count: usize,
    },
    /// An example made by a program does not have the shape of the schema.
    #[error("{example}: record {record}: {expected}")]
    Shape {
        /// The example's name.
        example: String,
        /// The record, from 1; 0 for a negative.
        record: usize,
        /// The violated requirement.
        expected: &'static str,
    },
}

impl LabelError {
    pub(super) fn bad(at: LabelAt, problem: LabelProblem) -> Self {
        Self::Bad { at: Box::new(at), problem: Box::new(problem) }
    }
}

/// A place in the labels: the file, the page, then records and fields from outside in.
///
/// ```text
/// labels.json: pages/3.html: record 2: field `price`
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct LabelAt {
    /// The name of the labels file, as the caller gave it.
    pub file: String,
    /// Path of the page, if the error is on a page.
    pub page: Option<String>,
    /// Records and fields, from outside in.
    pub steps: Vec<LabelStep>,
}

/// One step from a page to a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LabelStep {
    /// A record, counted from 1.
    Record(usize),
    /// An entry of `not`, counted from 1.
    Not(usize),
    /// A field.
    Field(String),
}

impl LabelAt {
    pub(super) fn file(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    pub(super) fn page(file: &str, page: &str) -> Self {
        Self { page: Some(page.to_owned()), ..Self::file(file) }
    }

    fn prefix(&self) -> String {
        let at = self.to_string();
        if at.is_empty() { at } else { at + ": " }
    }

    pub(super) fn step(&self, step: LabelStep) -> Self {
        let mut at = self.clone();
        at.steps.push(step);
        at
    }

    pub(super) fn field(&self, name: &str) -> Self {
        self.step(LabelStep::Field(name.to_owned()))
    }
}

impl fmt::Display for LabelAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut colon = "";
        for name in [Some(&self.file), self.page.as_ref()].into_iter().flatten() {
            if !name.is_empty() {
                write!(f, "{colon}{name}")?;
                colon = ": ";
            }
        }
        for step in &self.steps {
            match step {
                LabelStep::Record(number) => write!(f, "{colon}record {number}")?,
                LabelStep::Not(number) => write!(f, "{colon}`not` {number}")?,
                LabelStep::Field(name) => write!(f, "{colon}field `{name}`")?,
            }
            colon = ": ";
        }
        Ok(())
    }
}

/// Problem of a label or a labels file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelProblem {
    /// The file is larger than [`Labels::MAX_BYTES`](super::Labels::MAX_BYTES).
    #[error("{n_bytes} bytes are more than a labels file may have ({limit})")]
    TooLarge {
        /// Its size.
        n_bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Not JSON, or JSON beyond the limits.
    #[error("{0}")]
    Malformed(String),
    /// The file has another format or version.
    #[error("`unhusk` is {found}; expected \"labels/1\"")]
    Format {
        /// The value of `unhusk`.
        found: String,
    },
    /// The file is a saved wrapper.
    #[error("this is a wrapper file ({found:?}), not labels")]
    OtherKind {
        /// The value of `unhusk`.
        found: String,
    },
    /// A required key is missing.
    #[error("the key `{0}` is missing")]
    MissingKey(&'static str),
    /// An unknown key.
    #[error("the key `{key}` is unknown; known are {known} and keys that begin with `x-`")]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that are allowed.
        known: &'static str,
    },
    /// A value of the wrong kind.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// The value found.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },
    /// A field that `fields` does not list.
    #[error("`fields` does not list it{}", suggestion(nearest.as_deref()))]
    UnknownField {
        /// The most similar listed name.
        nearest: Option<String>,
    },
    /// `not` has a field that no record has.
    #[error("no record has this field{}", suggestion(nearest.as_deref()))]
    OnlyNegative {
        /// The most similar name.
        nearest: Option<String>,
    },
    /// A field that holds records in one place and values in another.
    #[error("the field holds {here} here but {elsewhere} elsewhere")]
    Mixed {
        /// `records` or `values`.
        here: &'static str,
        /// The other.
        elsewhere: &'static str,
    },
    /// Nested records that are all empty.
    #[error("its records have no fields")]
    NoFields,
    /// More fields than a record may have.
    #[error("a record has more than {limit} fields")]
    TooManyFields {
        /// The limit.
        limit: usize,
    },
    /// The fields do not make a schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// Two files define different meanings.
    #[error("{what} is {here:?} here but {elsewhere:?} elsewhere")]
    Meaning {
        /// The class, prefix or field with two meanings.
        what: String,
        /// The meaning here.
        here: String,
        /// The other meaning.
        elsewhere: String,
    },
    /// A page that is listed twice, with different labels.
    #[error("the page is listed twice, with different labels")]
    PageTwice,
    /// A span that ends before it begins.
    #[error("the span [{}, {}] ends before it begins", span.start, span.end)]
    Backwards {
        /// The span.
        span: Span,
    },
    /// A span beyond the end of the page.
    #[error("the span [{}, {}] is outside the page, which has {n_bytes} bytes", span.start, span.end)]
    Outside {
        /// The span.
        span: Span,
        /// Length of the page's source.
        n_bytes: usize,
    },
    /// A span that begins or ends inside a character.
    #[error("the span [{}, {}] cuts a character at byte {at_byte}", span.start, span.end)]
    OffBorder {
        /// The span.
        span: Span,
        /// The position that is inside a character.
        at_byte: usize,
    },
    /// A text that is not on the page.
    #[error("the text {text:?} is not on the page{}{help}", because(cut.as_ref()))]
    Unplaced {
        /// The text.
        text: String,
        /// The limit at which the page was truncated, if it was.
        cut: Option<Warning>,
        /// A similar text of the page, as the end of the message; empty if there is none.
        help: String,
    },
    /// An `at` that is larger than the number of places of the text.
    #[error(
        "the text {text:?} has {n_places} place{} on the page, so there is none with `at` {at} (it counts from 0)",
        if *n_places == 1 { "" } else { "s" }
    )]
    NoSuchPlace {
        /// The text.
        text: String,
        /// The requested place.
        at: usize,
        /// The number of places.
        n_places: usize,
    },
    /// An invalid selector.
    #[error("{0}")]
    Selector(#[from] SelectError),
    /// No visible element has the attribute.
    #[error("{}", no_attribute(attribute, text.as_deref()))]
    NoAttribute {
        /// The name of the attribute.
        attribute: String,
        /// The value that it should have, if one was given.
        text: Option<String>,
    },
    /// A selector that selects nothing, or nothing that has a place in the source.
    #[error("{selector} selects {selected}{}", because(cut.as_ref()))]
    SelectsNothing {
        /// The selector.
        selector: String,
        /// `nothing on the page`, or the reason why the selected node has no place.
        selected: &'static str,
        /// The limit at which the page was truncated, if it was.
        cut: Option<Warning>,
    },
    /// The text of the selected node is not that of the label.
    #[error("{selector} selects {found:?}, but the label is {expected:?}")]
    TextDiffers {
        /// The selector.
        selector: String,
        /// Text of the first selected node.
        found: String,
        /// The text of the label.
        expected: String,
    },
    /// A place that is labelled as a value and listed under `not`.
    #[error("[{}, {}] is labelled as a value of the field and listed under `not` as well", span.start, span.end)]
    Contradiction {
        /// The place.
        span: Span,
    },
    /// More texts than can be searched for in reasonable time.
    #[error(
        "{n_labels} different texts so far, now on a page of {n_bytes} bytes, are too many to search for; use spans, or \
                 label fewer records and set `\"complete\": false`"
    )]
    TooMuchToSearch {
        /// The number of texts.
        n_labels: usize,
        /// Length of the page's source.
        n_bytes: usize,
    },
    /// More candidate places than are kept in memory.
    #[error(
        "the text {text:?} has {n_places} places, and all labels together have more than {limit}; use spans, or label fewer \
                 records and set `\"complete\": false`"
    )]
    TooManyPlaces {
        /// The text.
        text: String,
        /// The number of its places.
        n_places: usize,
        /// The limit for all labels together.
        limit: usize,
    },
}

fn none_placed(n_labels: usize, field: &str, text: &str) -> String {
    match n_labels {
        1 => format!("the only label of field `{field}`, {text:?}, is not on its page"),
        n => format!(
            "none of the {n} labels of field `{field}` is on its page; the first is {text:?}"
        ),
    }
}

fn no_attribute(attribute: &str, text: Option<&str>) -> String {
    match text {
        Some(text) => format!("no attribute `{attribute}` of the page has the value {text:?}"),
        None => format!(
            "no element near the other values of the record has the attribute `{attribute}`"
        ),
    }
}

/// The end of a message: the text may be missing because the page was truncated.
fn because(cut: Option<&Warning>) -> String {
    cut.map(|cut| format!("; the page was {cut}")).unwrap_or_default()
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}
