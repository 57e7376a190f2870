//! Errors of tools, with the messages of the program.

use std::error::Error;
use std::fmt;

/// The message of a tool that failed, for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolError(String);

impl ToolError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Puts the subject before the message: ``wrapper `shop.json`: ...``.
    pub(crate) fn about(self, what: impl fmt::Display) -> Self {
        Self(format!("{what}: {}", self.0))
    }

    pub(crate) fn into_message(self) -> String {
        self.0
    }
}

/// An error with its causes, outermost first. A cause whose text is already part of the message is left out.
impl<E: Error> From<E> for ToolError {
    fn from(error: E) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            let text = error.to_string();
            if !message.contains(&text) {
                message = format!("{message}: {text}");
            }
            cause = error.source();
        }
        Self(message)
    }
}
