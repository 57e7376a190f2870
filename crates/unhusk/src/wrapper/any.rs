//! A wrapper of any class: the closed list of what can be saved.

use super::{Extraction, Wrapper, delimiter};
use crate::page::Page;
use crate::record::Schema;
use serde::{Deserialize, Serialize};

/// A wrapper of any class. The class is the tag of the saved file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "class", content = "program", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AnyWrapper {
    /// One pair of delimiters per field.
    Lr(delimiter::Lr),
    /// LR between a head and a tail.
    Hlrt(delimiter::Hlrt),
    /// LR inside an opening and a closing string around every record.
    Oclr(delimiter::Oclr),
    /// OCLR between a head and a tail.
    Hoclrt(delimiter::Hoclrt),
    /// One pair of delimiters per level of nested records.
    NLr(delimiter::NLr),
    /// N-LR between a head and a tail.
    NHlrt(delimiter::NHlrt),
}

impl AnyWrapper {
    /// The classes that can be saved and loaded.
    pub const CLASSES: &[&str] = &["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"];

    /// The class of this wrapper.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Lr(_) => "lr",
            Self::Hlrt(_) => "hlrt",
            Self::Oclr(_) => "oclr",
            Self::Hoclrt(_) => "hoclrt",
            Self::NLr(_) => "n-lr",
            Self::NHlrt(_) => "n-hlrt",
        }
    }

    /// The wrapper of `class` whose saved program is the JSON text `program`.
    pub(crate) fn from_program(class: &str, program: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(&format!(
            r#"{{"class":{},"program":{program}}}"#,
            serde_json::Value::from(class)
        ))
    }

    fn inner(&self) -> &dyn Wrapper {
        match self {
            Self::Lr(wrapper) => wrapper,
            Self::Hlrt(wrapper) => wrapper,
            Self::Oclr(wrapper) => wrapper,
            Self::Hoclrt(wrapper) => wrapper,
            Self::NLr(wrapper) => wrapper,
            Self::NHlrt(wrapper) => wrapper,
        }
    }
}

impl Wrapper for AnyWrapper {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p> {
        self.inner().extract(schema, page)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        self.inner().check(schema)
    }
}

macro_rules! from_class {
    ($($class:ident),*) => {$(
        impl From<delimiter::$class> for AnyWrapper {
            fn from(wrapper: delimiter::$class) -> Self {
                Self::$class(wrapper)
            }
        }
    )*};
}

from_class!(Lr, Hlrt, Oclr, Hoclrt, NLr, NHlrt);
