//! Why nothing could be settled.

use crate::example::corroborate::CorroborateError;

/// Why recognized pages give no labels.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettleError {
    /// No page can be understood; this is the first of them.
    #[error("{page}: {}", told(error, fields))]
    NoPage {
        /// The first page.
        page: String,
        /// Why it cannot be understood.
        error: CorroborateError,
        /// The names of the fields.
        fields: Vec<String>,
        /// Whether the recognizers contradict each other on every page.
        contradict: bool,
    },
    /// No page has a record.
    #[error(
        "no record was found: `{field}`, which is recognized perfectly, stands on none of the pages"
    )]
    NoRecord {
        /// The field that gives the rows.
        field: String,
    },
    /// The fields are no levels.
    #[error("the records do not nest level by level: {why}")]
    NoLevels {
        /// What stands in the way.
        why: String,
    },
    /// No choice of places goes with what was recognized.
    #[error("no choice of places goes with all that was recognized")]
    NoChoice,
}

impl CorroborateError {
    /// The error with the names of the fields.
    pub fn named(&self, fields: &[String]) -> String {
        told(self, fields)
    }
}

fn told(error: &CorroborateError, fields: &[String]) -> String {
    let name = |field: usize| fields.get(field).map_or("?", String::as_str);
    match error {
        CorroborateError::Overlap { one, other } if one.0 == other.0 => format!(
            "`{}` was recognized at bytes {}-{} and at {}-{}, which overlap; of a field that is recognized soundly every instance is a value",
            name(one.0),
            one.1.start,
            one.1.end,
            other.1.start,
            other.1.end
        ),
        CorroborateError::Overlap { one, other } => format!(
            "`{}` at bytes {}-{} and `{}` at {}-{} overlap, and both recognizers are said to find nothing but values; declare one of them unsound",
            name(one.0),
            one.1.start,
            one.1.end,
            name(other.0),
            other.1.start,
            other.1.end
        ),
        CorroborateError::Counts { one, other } => format!(
            "`{}` was recognized {} times and `{}` {} times, and both recognizers are said to find every record and nothing else; declare one of them incomplete or unsound",
            name(one.0),
            one.1,
            name(other.0),
            other.1
        ),
        CorroborateError::NoOrder => format!(
            "no order of the fields {} lets every instance stand in a record; a recognizer finds more or less than it is declared to",
            fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ")
        ),
        CorroborateError::NothingPerfect => error.to_string(),
    }
}
