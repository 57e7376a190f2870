//! Why a repair is refused.

use std::fmt;

/// Why no wrapper is good enough, and which field is at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefusalReason {
    /// The field at fault; `None` if it is no single field.
    pub field: Option<String>,
    /// The reason, as a sentence that names the field.
    pub text: String,
}

impl RefusalReason {
    pub(super) fn of_field(field: &str, text: String) -> Self {
        Self { field: Some(field.to_owned()), text }
    }
}

impl From<String> for RefusalReason {
    fn from(text: String) -> Self {
        Self { field: None, text }
    }
}

impl From<&str> for RefusalReason {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
