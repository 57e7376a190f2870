//! Fork sets as text, the way the paper writes them: `li('name:',b(@:X))`.
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

/// Why a text is no fork set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotationError {
    /// Something else should stand there.
    #[error("{found} where {expected} should stand")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// More levels than the rule says.
    #[error("more than {0} levels")]
    TooDeep(usize),
    /// A wider window than the rule says.
    #[error("more than {0} neighbours")]
    TooWide(usize),
    /// A fork must hold the node that is looked for, once.
    #[error("a fork with {0} marks instead of one")]
    Marks(usize),
}
