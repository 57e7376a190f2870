//! Fork sets as text, in the notation of the paper: `li('name:',b(@:X))`.
//!
//! ```text
//! set     = symbol [":X"] ["(" window {"|" window} ")"]      `:X` is the mark
//! window  = set {"," set}
//! symbol   = "@" | "'" text "'" | tag {"." class | "#" id | "[" attribute "=" token "]"}
//! ```
//! A backslash takes the next character literally; `\u{a}` is the character with that number.

mod read;
mod write;

pub(crate) use read::read;
pub use write::write;

/// Reason why a text is no fork set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotationError {
    /// The text here is not the expected one.
    #[error("{found} where {expected} should stand")]
    Unexpected {
        /// The text found.
        found: String,
        /// The text expected.
        expected: &'static str,
    },
    /// More levels than the rule allows.
    #[error("more than {0} levels")]
    TooDeep(usize),
    /// A wider window than the rule allows.
    #[error("more than {0} neighbours")]
    TooWide(usize),
    /// A fork must contain the mark exactly once.
    #[error("a fork with {0} marks instead of one")]
    Marks(usize),
}
