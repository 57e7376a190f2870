//! Saves and loads a session as `session/1`: the first labels, and the answers since. Loading repeats the answers, so
//! that undo works as before. The labels file alone is enough to go on; this file also keeps the order of the answers.

use super::{Answer, Lesson, QuestionSlot, Session, SlotPart};
use crate::example::LabelError;
use crate::example::{GivenCell, GivenRecord, Labels, PageLabels};
use serde::{Deserialize, Serialize};
use unhusk_page::{Page, Span};
use unhusk_wrapper::json;
use unhusk_wrapper::json::JsonError;

const FORMAT: &str = "session/1";

/// Reason why a session cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The text is too large, too deep, or no JSON.
    #[error("not a session file: {0}")]
    Json(#[from] JsonError),
    /// The text is JSON, but not of this form.
    #[error("not a session file: {0}")]
    TextShape(#[from] serde_json::Error),
    /// The file is of another kind, or of a newer version of the program.
    #[error("not a session file of this version but {found:?}; expected {FORMAT:?}")]
    OtherKind {
        /// The kind that the file states.
        found: String,
    },
    /// The labels are invalid, or an answer contradicts them.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// An answer is about an unknown page or field.
    #[error("answer {number} is about a page or field that is not in the lesson")]
    Unknown {
        /// The number of the answer, from 1.
        number: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedSession {
    unhusk: String,
    /// Name of the labels file, to which paths are relative.
    file: String,
    /// A labels file: the first labels.
    labels: serde_json::Value,
    steps: Vec<SavedStep>,
    /// The number of answers that were undone.
    undone: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedStep {
    page: String,
    part: SavedSlotPart,
    answer: SavedAnswer,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SavedSlotPart {
    Field(String),
    Record(Span),
    Rest,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SavedAnswer {
    Right,
    Wrong,
    NotARecord,
    Skip,
    /// A labels file with one record: the values of the field.
    Values(serde_json::Value),
    /// A labels file with one record.
    Record(serde_json::Value),
}

impl<'p> Session<'p> {
    /// Size limit of a session file in bytes.
    pub const MAX_BYTES: usize = 64 << 20;
    /// Limit of the nesting depth of the JSON.
    pub const MAX_DEPTH: usize = 64;

    /// The session as JSON.
    pub fn to_json(&self) -> String {
        let first = self.past.first().unwrap_or(&self.present);
        let saved = SavedSession {
            unhusk: FORMAT.to_owned(),
            file: first.labels.pages().first().map(|page| page.file.clone()).unwrap_or_default(),
            labels: value(&first.labels),
            steps: self.steps.iter().map(|(slot, answer)| self.step(*slot, answer)).collect(),
            undone: self.future.len(),
        };
        let mut text = serde_json::to_string_pretty(&saved).expect("a session is plain data");
        text.push('\n');
        text
    }

    fn step(&self, slot: QuestionSlot, answer: &Answer) -> SavedStep {
        let part = match slot.part {
            SlotPart::Field(field) => {
                SavedSlotPart::Field(self.lesson.fields()[field].name.clone())
            }
            SlotPart::Record(span) => SavedSlotPart::Record(span),
            SlotPart::Rest => SavedSlotPart::Rest,
        };
        let record_labels = |record: GivenRecord| {
            let mut page = PageLabels::new("page");
            page.records.push(record);
            Labels::new(vec![page]).map_or(serde_json::Value::Null, |labels| value(&labels))
        };
        let answer = match answer {
            Answer::Right => SavedAnswer::Right,
            Answer::Wrong => SavedAnswer::Wrong,
            Answer::NotARecord => SavedAnswer::NotARecord,
            Answer::Skip => SavedAnswer::Skip,
            Answer::Values(values) => {
                let cells = vec![("value".to_owned(), GivenCell::Many(values.clone()))];
                SavedAnswer::Values(record_labels(GivenRecord { cells }))
            }
            Answer::Record(record) => SavedAnswer::Record(record_labels(record.clone())),
        };
        SavedStep { page: self.lesson.names()[slot.page].clone(), part, answer }
    }

    /// Loads a session on the same pages, each given with its path.
    ///
    /// # Errors
    /// If the text is no session, or names pages or fields that do not exist.
    pub fn from_json(
        pages: impl IntoIterator<Item = (String, &'p Page)>,
        text: &str,
    ) -> Result<Self, SessionError> {
        json::object(text, Self::MAX_BYTES, Self::MAX_DEPTH)?;
        let saved: SavedSession = serde_json::from_str(text)?;
        if saved.unhusk != FORMAT {
            return Err(SessionError::OtherKind { found: saved.unhusk });
        }
        let labels = Labels::parse(&saved.file, &saved.labels.to_string())?;
        let mut session = Self::new(Lesson::new(pages, &labels), labels);
        for (at, step) in saved.steps.into_iter().enumerate() {
            let unknown = || SessionError::Unknown { number: at + 1 };
            let slot = session.lesson.slot(&step).ok_or_else(unknown)?;
            let answer = answer(step.answer)?.ok_or_else(unknown)?;
            let question = session.ask(slot);
            session.answer(&question, &answer)?;
        }
        for _ in 0..saved.undone {
            session.undo();
        }
        Ok(session)
    }
}

impl Lesson<'_> {
    fn slot(&self, step: &SavedStep) -> Option<QuestionSlot> {
        let page = self.names().iter().position(|name| *name == step.page)?;
        let field = |name: &String| self.fields().iter().position(|field| field.name == *name);
        let part = match &step.part {
            SavedSlotPart::Field(name) => SlotPart::Field(field(name)?),
            SavedSlotPart::Record(span) => SlotPart::Record(*span),
            SavedSlotPart::Rest => SlotPart::Rest,
        };
        Some(QuestionSlot { page, part })
    }
}

fn value(labels: &Labels) -> serde_json::Value {
    serde_json::to_value(labels).expect("labels are plain data")
}

fn answer(saved: SavedAnswer) -> Result<Option<Answer>, LabelError> {
    let record = |labels: &serde_json::Value| -> Result<Option<GivenRecord>, LabelError> {
        let labels = Labels::parse("session", &labels.to_string())?;
        Ok(labels.pages().first().and_then(|page| page.records.first()).cloned())
    };
    Ok(match saved {
        SavedAnswer::Right => Some(Answer::Right),
        SavedAnswer::Wrong => Some(Answer::Wrong),
        SavedAnswer::NotARecord => Some(Answer::NotARecord),
        SavedAnswer::Skip => Some(Answer::Skip),
        SavedAnswer::Record(labels) => record(&labels)?.map(Answer::Record),
        SavedAnswer::Values(labels) => record(&labels)?.map(|record| {
            let values = record.cells.into_iter().flat_map(|(_, cell)| match cell {
                GivenCell::One(value) => vec![value],
                GivenCell::Many(values) => values,
                GivenCell::Absent | GivenCell::Nested(_) => Vec::new(),
            });
            Answer::Values(values.collect())
        }),
    })
}
