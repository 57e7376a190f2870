//! [`DelimiterWrapper`]: a wrapper of any of the six delimiter classes.

use super::rule::{Hlrt, Hoclrt, Lr, NHlrt, NLr, Oclr};
use super::strings::RuleStrings;
use crate::json::TaggedProgram;
use crate::record::{Field, Schema};
use crate::{Explain, Extract, RawExtraction};
use serde::de::Error;
use serde::{Deserialize, Serialize};
use unhusk_page::Page;

/// A wrapper of one of the delimiter classes. The class is the tag of the saved rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "TaggedProgram", tag = "class", content = "program", rename_all = "kebab-case")]
pub enum DelimiterWrapper {
    /// A pair of delimiters per field.
    Lr(Lr),
    /// LR between a head and a tail.
    Hlrt(Hlrt),
    /// LR inside an opening and a closing string around every record.
    Oclr(Oclr),
    /// OCLR between a head and a tail.
    Hoclrt(Hoclrt),
    /// A pair of delimiters per level of nested records.
    NLr(NLr),
    /// N-LR between a head and a tail.
    NHlrt(NHlrt),
}

impl TryFrom<TaggedProgram> for DelimiterWrapper {
    type Error = serde_json::Error;

    fn try_from(saved: TaggedProgram) -> Result<Self, Self::Error> {
        Self::from_program(&saved.class, saved.program.get())
    }
}

impl DelimiterWrapper {
    /// Names of the six classes, the simplest first.
    pub const CLASSES: [&str; 6] = ["lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt"];

    /// Loads the wrapper of `class` whose saved program is the JSON text `program`.
    pub(crate) fn from_program(class: &str, program: &str) -> Result<Self, serde_json::Error> {
        Ok(match class {
            "lr" => Self::Lr(serde_json::from_str(program)?),
            "hlrt" => Self::Hlrt(serde_json::from_str(program)?),
            "oclr" => Self::Oclr(serde_json::from_str(program)?),
            "hoclrt" => Self::Hoclrt(serde_json::from_str(program)?),
            "n-lr" => Self::NLr(serde_json::from_str(program)?),
            "n-hlrt" => Self::NHlrt(serde_json::from_str(program)?),
            _ => {
                let known = Self::CLASSES.join("`, `");
                let message = format!("unknown wrapper class `{class}`, expected one of `{known}`");
                return Err(Error::custom(message));
            }
        })
    }

    /// Name of the class.
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

    /// Whether the pairs of the rule are levels of nested records rather than columns of a table.
    pub fn is_nested(&self) -> bool {
        matches!(self, Self::NLr(_) | Self::NHlrt(_))
    }

    /// The strings of the rule.
    pub fn strings(&self) -> RuleStrings<'_> {
        match self {
            Self::Lr(rule) => rule.into(),
            Self::Hlrt(rule) => rule.into(),
            Self::Oclr(rule) => rule.into(),
            Self::Hoclrt(rule) => rule.into(),
            Self::NLr(rule) => rule.into(),
            Self::NHlrt(rule) => rule.into(),
        }
    }

    /// Name of the field that a pair reads, if the rule names its fields.
    pub fn field_of(&self, pair_idx: usize) -> Option<&str> {
        let (pairs, levels) = match self {
            Self::Lr(rule) => (Some(&rule.fields), None),
            Self::Hlrt(rule) => (Some(&rule.fields), None),
            Self::Oclr(rule) => (Some(&rule.fields), None),
            Self::Hoclrt(rule) => (Some(&rule.fields), None),
            Self::NLr(rule) => (None, Some(&rule.fields)),
            Self::NHlrt(rule) => (None, Some(&rule.fields)),
        };
        let of_pair = pairs.and_then(|pairs| pairs.get(pair_idx)?.field.as_deref());
        of_pair.or_else(|| levels?.get(pair_idx)?.field.as_deref())
    }

    fn rule(&self) -> &dyn DelimiterRule {
        match self {
            Self::Lr(rule) => rule,
            Self::Hlrt(rule) => rule,
            Self::Oclr(rule) => rule,
            Self::Hoclrt(rule) => rule,
            Self::NLr(rule) => rule,
            Self::NHlrt(rule) => rule,
        }
    }
}

/// The traits that every class implements.
trait DelimiterRule: Extract + Explain {}

impl<R: Extract + Explain> DelimiterRule for R {}

impl Extract for DelimiterWrapper {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        self.rule().extract(schema, page)
    }

    fn extract_with_confidence<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        self.rule().extract_with_confidence(schema, page)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        self.rule().check(schema)
    }
}

impl Explain for DelimiterWrapper {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        self.rule().explain_with(fields)
    }
}

macro_rules! from_class {
    ($($class:ident),*) => {$(
        impl From<$class> for DelimiterWrapper {
            fn from(rule: $class) -> Self {
                Self::$class(rule)
            }
        }
    )*};
}

from_class!(Lr, Hlrt, Oclr, Hoclrt, NLr, NHlrt);
