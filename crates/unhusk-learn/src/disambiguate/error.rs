//! Why recognized pages give no labels.

use crate::example::corroborate::CorroborateError;

/// Why recognized pages give no labels.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DisambiguateError {
    /// Recognizers contradict each other on every page; this is the first one.
    #[error("{page}: {}", message(error, fields))]
    NoPage {
        /// The first page.
        page: String,
        /// What is wrong on that page.
        error: CorroborateError,
        /// The names of the fields.
        fields: Vec<String>,
        /// Whether the recognizers contradict each other on every page.
        contradict: bool,
    },
    /// No page has a record.
    #[error(
        "no record was found: `{field}`, which is recognized perfectly, is on none of the pages"
    )]
    NoRecord {
        /// The field that gives the rows.
        field: String,
    },
    /// The fields are not levels of nested records.
    #[error("the records do not nest level by level: {why}")]
    NoLevels {
        /// The reason.
        why: String,
    },
    /// No choice of places fits the recognized places.
    #[error("no choice of places fits all that was recognized")]
    NoChoice,
}

impl CorroborateError {
    /// The message, with the names of the fields.
    pub fn named(&self, fields: &[String]) -> String {
        message(self, fields)
    }
}

fn message(error: &CorroborateError, fields: &[String]) -> String {
    let name = |field: usize| fields.get(field).map_or("?", String::as_str);
    match error {
        CorroborateError::Overlap { one, other } if one.0 == other.0 => format!(
            "`{}` was recognized at bytes {}-{} and at {}-{}, which overlap; every instance of a field with a sound recognizer is a value",
            name(one.0),
            one.1.start,
            one.1.end,
            other.1.start,
            other.1.end
        ),
        CorroborateError::Overlap { one, other } => format!(
            "`{}` at bytes {}-{} and `{}` at {}-{} overlap, and both recognizers are declared to find nothing but values; declare one of them unsound",
            name(one.0),
            one.1.start,
            one.1.end,
            name(other.0),
            other.1.start,
            other.1.end
        ),
        CorroborateError::Counts { one, other } => format!(
            "`{}` was recognized {} times and `{}` {} times, and both recognizers are declared to find every record and nothing else; declare one of them incomplete or unsound",
            name(one.0),
            one.1,
            name(other.0),
            other.1
        ),
        CorroborateError::NoOrder => format!(
            "no order of the fields {} puts every instance in a record; a recognizer finds more or less than declared",
            fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ")
        ),
        CorroborateError::NothingPerfect => error.to_string(),
    }
}
