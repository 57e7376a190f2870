//! The saved wrapper, `wrapper/1`.

use super::AnyWrapper;
use crate::record::Schema;

/// A wrapper with all that is saved beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrapperFile {
    /// The fields it reads.
    pub schema: Schema,
    /// The rule.
    pub wrapper: AnyWrapper,
    /// What it was learnt from.
    pub learnt: Learnt,
}

/// What a wrapper was learnt from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Learnt {
    /// Name of the method.
    pub method: String,
    /// The pages.
    pub pages: Vec<LearntPage>,
}

/// One page that a wrapper was learnt from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearntPage {
    /// Its name in the labels, without folders.
    pub name: String,
}

/// Why a file is no wrapper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It does not say that it is one.
    #[error("not a wrapper file: \"unhusk\" should be \"wrapper/1\"")]
    NotAWrapper,
}
