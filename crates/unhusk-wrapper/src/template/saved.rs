//! A template as saved, and the limits on untrusted files.

use super::attribute::TemplateAttribute;
use super::part::TemplatePart;
use super::running::RunningText;
use serde::{Deserialize, Serialize};

/// A template as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `pages` and `parts`")]
pub(super) struct SavedTemplate {
    /// Number of pages on which it was seen.
    pub(super) pages: u32,
    /// The number of the set whose records are read; none if each page is a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) records: Option<usize>,
    /// Elements whose texts are one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) running: Vec<RunningText>,
    pub(super) parts: Vec<TemplatePart>,
    /// Attributes that are fields of the records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) attributes: Vec<TemplateAttribute>,
}

/// Most parts altogether.
pub(super) const MAX_PARTS: usize = 100_000;
/// Greatest nesting of parts.
pub(super) const MAX_DEPTH: usize = 16;
/// Longest text, in bytes.
pub(super) const MAX_TEXT: usize = 65_536;

/// Most attributes that are fields.
const MAX_ATTRIBUTES: usize = 1000;
/// Most further fields of which one column has values.
const MAX_PIECES: usize = 64;

/// Reason why a template cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A limit is exceeded.
    #[error("more than {limit} {what}")]
    TooMany {
        /// The counted items.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A reference to a set that does not exist.
    #[error("there is no set {0} (the first is 0)")]
    NoSet(usize),
    /// A part without parts, or a column without a path.
    #[error("{0}")]
    Empty(&'static str),
    /// Free text with a constant text.
    #[error("free text differs from page to page: `stretch` goes without `text`")]
    FixedStretch,
}

impl SavedTemplate {
    /// Checks that a wrapper can be made of it.
    pub(super) fn check(&self) -> Result<(), TemplateError> {
        if self.running.len() > MAX_PARTS {
            return Err(TemplateError::TooMany { what: "running texts", limit: MAX_PARTS });
        }
        if self.attributes.len() > MAX_ATTRIBUTES {
            return Err(TemplateError::TooMany { what: "attributes", limit: MAX_ATTRIBUTES });
        }
        let mut texts = self.attributes.iter().flat_map(|one| [&one.path, &one.name]);
        if texts.any(|text| text.len() > MAX_TEXT) {
            return Err(TemplateError::TooMany { what: "bytes in one text", limit: MAX_TEXT });
        }
        let mut n_parts = 0;
        check_parts(&self.parts, 0, &mut n_parts)
    }
}

fn check_parts(
    parts: &[TemplatePart],
    depth: usize,
    n_parts: &mut usize,
) -> Result<(), TemplateError> {
    if depth > MAX_DEPTH {
        return Err(TemplateError::TooMany { what: "levels of parts", limit: MAX_DEPTH });
    }
    *n_parts += parts.len();
    if *n_parts > MAX_PARTS {
        return Err(TemplateError::TooMany { what: "parts", limit: MAX_PARTS });
    }
    for part in parts {
        match part {
            TemplatePart::Column(column) => check_column(column)?,
            TemplatePart::Set(set) if set.parts.is_empty() => {
                return Err(TemplateError::Empty("a set without parts has no records"));
            }
            TemplatePart::Set(set) => check_parts(&set.parts, depth + 1, n_parts)?,
            TemplatePart::Option(parts) | TemplatePart::Either(parts) if parts.is_empty() => {
                return Err(TemplateError::Empty("an option or alternative without parts is none"));
            }
            TemplatePart::Option(parts) | TemplatePart::Either(parts) => {
                check_parts(parts, depth + 1, n_parts)?;
            }
        }
    }
    Ok(())
}

fn check_column(column: &super::TemplateColumn) -> Result<(), TemplateError> {
    if column.stretch && column.text.is_some() {
        return Err(TemplateError::FixedStretch);
    }
    if column.pieces.len() > MAX_PIECES {
        return Err(TemplateError::TooMany { what: "pieces of a column", limit: MAX_PIECES });
    }
    let marks =
        column.pieces.iter().flat_map(|piece| piece.cut.after.iter().chain(&piece.cut.before));
    let texts = [&column.path].into_iter().chain(&column.text).chain(&column.caption);
    let mut texts = texts.chain(marks.map(|mark| &mark.text));
    if texts.any(|text| text.len() > MAX_TEXT) {
        return Err(TemplateError::TooMany { what: "bytes in one text", limit: MAX_TEXT });
    }
    Ok(())
}
