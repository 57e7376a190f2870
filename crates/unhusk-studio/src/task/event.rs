//! Events: acts of the user, in a form that can be stored, replayed and shown.

use super::edit::Edit;
use super::state::{FieldId, State};
use serde::{Deserialize, Serialize};
use unhusk::{Page, Span};

/// Whether a value is one of the field, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sign {
    /// This is a value of the field.
    #[serde(rename = "+")]
    Plus,
    /// This is no value of the field.
    #[serde(rename = "-")]
    Minus,
}

/// A place that is stored redundantly: by its bytes, and by its text with the text around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// First byte in the source.
    pub start: u32,
    /// End in the source.
    pub end: u32,
    /// The source at the place.
    pub source: String,
    /// The source before it.
    pub before: String,
    /// The source after it.
    pub after: String,
}

/// Length of the source around a place that is stored.
const CONTEXT: usize = 32;

impl Quote {
    /// A place of a page.
    pub fn of(page: &Page, span: Span) -> Self {
        let source = page.source();
        let (start, end) = (span.start as usize, span.end as usize);
        let mut first = start.saturating_sub(CONTEXT);
        while !source.is_char_boundary(first) {
            first += 1;
        }
        let mut last = (end + CONTEXT).min(source.len());
        while !source.is_char_boundary(last) {
            last -= 1;
        }
        Self {
            start: span.start,
            end: span.end,
            source: source.get(start..end).unwrap_or("").to_owned(),
            before: source.get(first..start).unwrap_or("").to_owned(),
            after: source.get(end..last).unwrap_or("").to_owned(),
        }
    }

    /// The range of the source.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// A value that was on the screen when its record was labelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownValue {
    /// The field.
    pub field: FieldId,
    /// The place of the value.
    pub place: Quote,
}

/// A column that was accepted with its records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenField {
    /// Its name.
    pub name: String,
    /// The attribute that it is read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
}

/// One act of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case")]
pub enum Event {
    /// Labelled a place.
    Label {
        /// The page, as labels name it.
        page: String,
        /// The field.
        field: FieldId,
        /// The name of the field, if it is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        new_field: Option<String>,
        /// Whether the place has a value of the field.
        sign: Sign,
        /// The place.
        place: Quote,
        /// The attribute whose value it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attribute: Option<String>,
        /// The visible text of the place.
        text: String,
        /// The number of the record on its page: labels of one record have the same.
        record: u32,
        /// Other values of this record that were on the screen.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<ShownValue>,
    },
    /// Took a label back.
    Unlabel {
        /// The number of the label.
        label: u32,
        /// The visible text of the place.
        text: String,
    },
    /// Accepted records that were found without labels.
    Take {
        /// The page.
        page: String,
        /// The names of the columns, and the attributes that they are read from.
        fields: Vec<TakenField>,
        /// The values of each record.
        records: Vec<Vec<ShownValue>>,
    },
    /// Changed something else than labels.
    #[serde(untagged)]
    Edit(Edit),
}

impl Event {
    /// The event as a sentence; `before` is the state that it changed.
    pub fn sentence(&self, before: &State) -> String {
        match self {
            Self::Label { field, new_field, sign, text, .. } => {
                let field = new_field.as_deref().unwrap_or_else(|| before.name_of(*field));
                let text = shortened(text);
                match sign {
                    Sign::Plus => format!("{field}: this, “{text}”"),
                    Sign::Minus => format!("{field}: not this, “{text}”"),
                }
            }
            Self::Unlabel { text, .. } => format!("took back “{}”", shortened(text)),
            Self::Take { fields, records, .. } => {
                format!("took {} records with {} columns", records.len(), fields.len())
            }
            Self::Edit(edit) => edit.sentence(before),
        }
    }
}

/// The beginning of a text.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
