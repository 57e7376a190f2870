//! Warnings: problems of a page or of labels that did not stop the work, but that the user should know. Nothing is cut
//! or skipped without one.

use std::fmt;

/// A problem that did not stop the work. Its `Display` is a sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A counted limit was reached, and everything beyond it was left out.
    Truncated {
        /// Unit of the limit.
        what: Limited,
        /// The limit that was reached.
        limit: u64,
        /// The byte of the source at which the limit was first reached.
        at_byte: usize,
    },
    /// Bytes that do not belong to the page's encoding were replaced by U+FFFD.
    Undecodable {
        /// Name of the encoding that was used.
        encoding: &'static str,
        /// The number of replacement characters.
        n_replaced: usize,
    },
    /// The given encoding is unknown; the page was read as if none had been given.
    UnknownEncoding {
        /// The name that was given.
        label: String,
    },
    /// A wrapper found the beginning of a record but not its end; the incomplete record was dropped.
    IncompleteRecord {
        /// The field that could not be completed.
        field: String,
        /// The byte of the source at which the search for the field began.
        at_byte: usize,
    },
    /// The page lacks the landmark that the wrapper begins with, so nothing was extracted.
    NotApplicable {
        /// The missing text, for programs; the message does not use it.
        missing: String,
    },
    /// The rules of some fields read next to nothing on the page; their values were found by how they look.
    FoundByLook {
        /// The names of the fields.
        fields: Vec<String>,
    },
    /// A label's text was not found on its page; its cell counts as unknown.
    Unplaced {
        /// Page, record and field of the label.
        label: String,
        /// The text that was not found.
        text: String,
    },
    /// Values of a field that cannot be read as the field's datatype.
    Unreadable(Box<UnreadableValues>),
    /// A remark of a learner about its examples, as a sentence.
    Note(String),
}

/// Values of a field that cannot be read as the field's datatype.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableValues {
    /// The name of the field.
    pub field: String,
    /// The number of these values.
    pub n_values: usize,
    /// The name of the datatype.
    pub datatype: &'static str,
    /// The first of the values, cut if it is long.
    pub example: String,
    /// Treatment of the values, such as `kept as text`.
    pub outcome: String,
}

/// The unit of the limit that a [`Warning::Truncated`] reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Limited {
    /// Bytes of a page.
    Bytes,
    /// Levels of nesting.
    Depth,
    /// Nodes of a tree.
    Nodes,
    /// Attributes of one tag.
    Attributes,
    /// Formatting elements open at once.
    OpenFormatting,
    /// Steps of the parser.
    ParseSteps,
    /// Records of one page.
    Records,
    /// Candidate places of a label, or candidate rules of a learner.
    Candidates,
}

impl Limited {
    fn noun(self, n: u64) -> &'static str {
        let (one, many) = match self {
            Self::Bytes => ("byte", "bytes"),
            Self::Depth => ("level of nesting", "levels of nesting"),
            Self::Nodes => ("node", "nodes"),
            Self::Attributes => ("attribute on one tag", "attributes on one tag"),
            Self::OpenFormatting => ("open formatting element", "open formatting elements"),
            Self::ParseSteps => ("parser step", "parser steps"),
            Self::Records => ("record", "records"),
            Self::Candidates => ("candidate", "candidates"),
        };
        if n == 1 { one } else { many }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { what, limit, at_byte } => {
                write!(f, "cut at the limit of {limit} {} (byte {at_byte})", what.noun(*limit))
            }
            Self::Undecodable { encoding, n_replaced } => {
                write!(
                    f,
                    "{n_replaced} byte sequences are not {encoding} and were replaced by U+FFFD"
                )
            }
            Self::UnknownEncoding { label } => {
                write!(f, "{label:?} is no encoding that we know; it was detected instead")
            }
            Self::IncompleteRecord { field, at_byte } => {
                write!(
                    f,
                    "a record that begins before byte {at_byte} has no end for field `{field}` and was dropped"
                )
            }
            Self::NotApplicable { .. } => {
                f.write_str("this page does not look like the labelled ones; no records read")
            }
            Self::FoundByLook { fields } => {
                let names: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
                write!(
                    f,
                    "the rules of {} read next to nothing on this page; values were found by how they look: check them",
                    names.join(", ")
                )
            }
            Self::Unplaced { label, text } => write!(
                f,
                "{label}: the text {text:?} is not on the page; the cell counts as unknown"
            ),
            Self::Unreadable(unreadable) => {
                let UnreadableValues { field, n_values, datatype, example, outcome } =
                    &**unreadable;
                let values = if *n_values == 1 { "value is" } else { "values are" };
                write!(
                    f,
                    "field `{field}`: {n_values} {values} no {datatype} that can be read, such as {example:?}: {outcome}"
                )
            }
            Self::Note(text) => f.write_str(text),
        }
    }
}
