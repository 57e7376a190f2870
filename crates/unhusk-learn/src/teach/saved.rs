//! A session as a file, `session/1`: the labels that it began with, and the answers since. Loading gives the answers
//! again, so that undo works as before. The labels file alone is enough to go on; this keeps the way there, too.

use super::{Answer, Lesson, Part, Session, Slot};
use crate::example::LabelError;
use crate::example::{GivenCell, GivenRecord, Labels, PageLabels};
use serde::{Deserialize, Serialize};
use unhusk_page::{Page, Span};
use unhusk_wrapper::json;
use unhusk_wrapper::json::JsonError;

const FORMAT: &str = "session/1";

/// Why a text is no session that can go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// It is too large, too deep, or no JSON at all.
    #[error("not a session file: {0}")]
    Json(#[from] JsonError),
    /// It is JSON, but not of this shape.
    #[error("not a session file: {0}")]
    Shape(#[from] serde_json::Error),
    /// It is a file of another kind, or of a newer program.
    #[error("not a session file of this program but {found:?}; it should say {FORMAT:?}")]
    OtherKind {
        /// What it says it is.
        found: String,
    },
    /// Its labels are not as they should be, or an answer contradicts them.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// An answer is about a page or a field that there is not.
    #[error("answer {number} is about something that is not in the lesson")]
    Unknown {
        /// Which answer, from 1.
        number: usize,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    unhusk: String,
    /// Name of the labels file, which paths are relative to.
    file: String,
    /// A labels file: what was known first.
    labels: serde_json::Value,
    steps: Vec<Step>,
    /// How many of the answers were taken back.
    undone: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    page: String,
    part: SavedPart,
    answer: SavedAnswer,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SavedPart {
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
    /// Bytes of the largest session that is loaded.
    pub const MAX_BYTES: usize = 64 << 20;
    /// Deepest nesting of JSON that is loaded.
    pub const MAX_DEPTH: usize = 64;

    /// The session as text.
    pub fn to_json(&self) -> String {
        let first = self.past.first().unwrap_or(&self.present);
        let saved = Saved {
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

    fn step(&self, slot: Slot, answer: &Answer) -> Step {
        let part = match slot.part {
            Part::Field(field) => SavedPart::Field(self.lesson.fields()[field].name.clone()),
            Part::Record(span) => SavedPart::Record(span),
            Part::Rest => SavedPart::Rest,
        };
        let says = |record: GivenRecord| {
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
                SavedAnswer::Values(says(GivenRecord { cells }))
            }
            Answer::Record(record) => SavedAnswer::Record(says(record.clone())),
        };
        Step { page: self.lesson.names()[slot.page].clone(), part, answer }
    }

    /// Goes on with a saved session on the same pages, each given with its path.
    ///
    /// # Errors
    /// If the text is no session, or speaks of pages or fields that there are not.
    pub fn from_json(
        pages: impl IntoIterator<Item = (String, &'p Page)>,
        text: &str,
    ) -> Result<Self, SessionError> {
        json::object(text, Self::MAX_BYTES, Self::MAX_DEPTH)?;
        let saved: Saved = serde_json::from_str(text)?;
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
    fn slot(&self, step: &Step) -> Option<Slot> {
        let page = self.names().iter().position(|name| *name == step.page)?;
        let field = |name: &String| self.fields().iter().position(|field| field.name == *name);
        let part = match &step.part {
            SavedPart::Field(name) => Part::Field(field(name)?),
            SavedPart::Record(span) => Part::Record(*span),
            SavedPart::Rest => Part::Rest,
        };
        Some(Slot { page, part })
    }
}

fn value(labels: &Labels) -> serde_json::Value {
    serde_json::to_value(labels).expect("labels are plain data")
}

fn answer(saved: SavedAnswer) -> Result<Option<Answer>, LabelError> {
    let record = |says: &serde_json::Value| -> Result<Option<GivenRecord>, LabelError> {
        let labels = Labels::parse("session", &says.to_string())?;
        Ok(labels.pages().first().and_then(|page| page.records.first()).cloned())
    };
    Ok(match saved {
        SavedAnswer::Right => Some(Answer::Right),
        SavedAnswer::Wrong => Some(Answer::Wrong),
        SavedAnswer::NotARecord => Some(Answer::NotARecord),
        SavedAnswer::Skip => Some(Answer::Skip),
        SavedAnswer::Record(says) => record(&says)?.map(Answer::Record),
        SavedAnswer::Values(says) => record(&says)?.map(|record| {
            let values = record.cells.into_iter().flat_map(|(_, cell)| match cell {
                GivenCell::One(value) => vec![value],
                GivenCell::Many(values) => values,
                GivenCell::Absent | GivenCell::Nested(_) => Vec::new(),
            });
            Answer::Values(values.collect())
        }),
    })
}
