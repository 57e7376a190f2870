//! What went on in spite of: things about a user's page or labels that did not stop the work but that the
//! user should hear of. Nothing is ever cut or skipped without one of these.

use std::fmt;

/// Something to tell the user; the work went on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// A counted limit was reached and the rest was left out.
    Truncated {
        /// What was counted.
        what: Limited,
        /// The limit that was reached.
        limit: u64,
        /// Where in the source (bytes) it was reached first.
        at_byte: usize,
    },
    /// Bytes that do not belong to the page's encoding were replaced by U+FFFD.
    Undecodable {
        /// Name of the encoding that was used.
        encoding: &'static str,
        /// How many replacement characters were put in.
        n_replaced: usize,
    },
    /// The encoding that was given is none that we know; the page was read as if none had been given.
    UnknownEncoding {
        /// The name that was given.
        label: String,
    },
    /// A wrapper found the start of a record but not the rest of it; the incomplete record was dropped.
    IncompleteRecord {
        /// The field that could not be completed.
        field: String,
        /// Where the search for it began (byte in the source).
        at_byte: usize,
    },
    /// What a wrapper needs before it can start reading is not on the page.
    NotApplicable {
        /// What is missing, in the user's words.
        missing: String,
    },
    /// A label could not be placed on its page; its cell counts as unknown.
    Unplaced {
        /// Where the label stands: page, record and field.
        label: String,
        /// The text that was looked for.
        text: String,
    },
    /// Anything a learner wants to say about its examples.
    Note(String),
}

/// What a [`Warning::Truncated`] counted.
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
            Self::NotApplicable { missing } => write!(f, "{missing} is not on the page"),
            Self::Unplaced { label, text } => write!(
                f,
                "{label}: the text {text:?} is not on the page; the cell counts as unknown"
            ),
            Self::Note(text) => f.write_str(text),
        }
    }
}
