//! The saved wrapper, `wrapper/1`: versioned, tagged JSON that strangers may have written.
//!
//! Loading runs nothing, reads no other file and opens no connection. Size and depth are limited before
//! anything is built; keys are known ones, or begin with `x-` and are left alone.

mod choice;
mod robustness;

pub use choice::{Agreement, Choice, RunnerUp};
pub use robustness::{Change, Robustness, Survival};

use super::profile::Profile;
use super::{AnyWrapper, Explain, Extraction, Wrapper};
use crate::json;
use crate::json::{JsonError, Object};
use crate::record::Schema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use unhusk_page::Page;

/// A wrapper with all that is saved beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrapperFile {
    /// The fields it reads.
    pub schema: Schema,
    /// The rule.
    pub wrapper: AnyWrapper,
    /// The pages it is for.
    pub applies: Applies,
    /// How healthy records look, if that was noted.
    pub profile: Option<Profile>,
    /// What it was learnt from.
    pub learnt: Learnt,
}

/// The pages that a wrapper is for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
#[non_exhaustive]
pub struct Applies {
    /// Pattern of their addresses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// What a wrapper was learnt from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub struct Learnt {
    /// Name of the method.
    pub method: String,
    /// Program and version that learnt it.
    pub tool: String,
    /// The labelled pages.
    pub pages: Vec<LearntPage>,
    /// What else would have done, string by string.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leeway: Vec<Leeway>,
    /// Why this wrapper was taken, if there were others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// How much of it survives changes of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robustness: Option<Robustness>,
}

/// The strings that would have done as well as the one that was taken, all others held: all lengths in a range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leeway {
    /// The field, if the string belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Which string.
    pub side: DelimiterSide,
    /// Bytes of the shortest and of the longest.
    pub bytes: (usize, usize),
    /// The longest one. The others are its ends or its beginnings ([`DelimiterSide::shares_ends`]); very long ones
    /// are cut on the other side.
    pub longest: String,
}

/// A string of a rule: one of the two delimiters of a field, or one that frames records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DelimiterSide {
    /// The one that ends where the value begins.
    Left,
    /// The one that begins where the value ends.
    Right,
    /// The one behind which reading starts.
    Head,
    /// The one before which reading ends.
    Tail,
    /// The one that begins a record.
    Open,
    /// The one behind which the next record is looked for.
    Close,
}

impl DelimiterSide {
    /// Whether shorter strings that would have done are the ends of longer ones, rather than their beginnings.
    pub fn shares_ends(self) -> bool {
        matches!(self, Self::Left | Self::Head | Self::Close)
    }
}

/// One page that a wrapper was learnt from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object with `name`")]
pub struct LearntPage {
    /// Its file name; folders are left out, because they say where someone keeps their files.
    pub name: String,
    /// SHA-256 of its decoded source, in hexadecimal.
    pub sha256: String,
    /// How many records were labelled on it.
    pub records: usize,
    /// How many values were labelled on it.
    pub labels: usize,
}

/// Why a file is no wrapper that can be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It is too large, too deep, or no JSON at all.
    #[error("not a wrapper file: {0}")]
    Json(#[from] JsonError),
    /// It does not say that it is a wrapper file.
    #[error("not a wrapper file: it should say \"unhusk\": \"{FORMAT}\"")]
    NotAWrapper,
    /// It is a file of another kind.
    #[error("not a wrapper file but \"{found}\"")]
    OtherKind {
        /// What it says it is.
        found: String,
    },
    /// A newer program wrote it.
    #[error(
        "written by a newer unhusk: the file is \"{found}\", this program reads \"{FORMAT}\"; update unhusk"
    )]
    Newer {
        /// What it says it is.
        found: String,
    },
    /// Its wrapper class is not known.
    #[error("unknown wrapper class {found:?}; this program knows {known}")]
    UnknownClass {
        /// What it says it is.
        found: String,
        /// The classes that can be loaded.
        known: String,
    },
    /// A part that every wrapper has is not there.
    #[error("the key `{part}` is missing")]
    Missing {
        /// The key.
        part: &'static str,
    },
    /// A part has the wrong shape.
    #[error("`{part}` is not as it should be: {source}")]
    Part {
        /// The key.
        part: &'static str,
        /// What is wrong in it.
        source: serde_json::Error,
    },
    /// Rule and schema do not belong together.
    #[error("rule and schema do not fit: {0}")]
    Mismatch(String),
}

const FORMAT: &str = "wrapper/1";
/// Keys of the file; others are errors unless they begin with `x-`.
const KEYS: [&str; 7] = ["unhusk", "class", "schema", "program", "for", "profile", "learnt"];

impl WrapperFile {
    /// Bytes of the largest file that is loaded: templates of large pages have a line for every text.
    pub const MAX_BYTES: usize = 4 << 20;
    /// Deepest nesting of JSON that is loaded.
    pub const MAX_DEPTH: usize = 64;

    /// Puts a rule together with the fields that it reads.
    pub fn new(schema: Schema, wrapper: AnyWrapper, learnt: Learnt) -> Self {
        Self { schema, wrapper, applies: Applies::default(), profile: None, learnt }
    }

    /// Reads the records of a page, in document order.
    pub fn extract<'p>(&self, page: &'p Page) -> Extraction<'p> {
        self.wrapper.extract(&self.schema, page)
    }

    /// Reads the same, and tells how sure each value is, where the class can.
    pub fn extract_weighed<'p>(&self, page: &'p Page) -> Extraction<'p> {
        self.wrapper.extract_weighed(&self.schema, page)
    }

    /// How the records of one page look.
    pub fn profile_of(&self, page: &Page) -> Profile {
        Profile::of_page(&self.wrapper, &self.schema, page)
    }

    /// Notes that pages read right: how their records look becomes part of the profile.
    pub fn bless<'p>(&mut self, pages: impl IntoIterator<Item = &'p Page>) {
        let noted = Profile::of(&self.wrapper, &self.schema, pages);
        match &mut self.profile {
            Some(profile) => profile.merge(&noted),
            None => self.profile = Some(noted),
        }
    }

    /// The rule in a person's words, with the names of its fields.
    pub fn explain(&self) -> Vec<String> {
        self.wrapper.explain_with(self.schema.fields())
    }

    /// Loads a saved wrapper.
    pub fn from_json(text: &str) -> Result<Self, LoadError> {
        let object = json::object(text, Self::MAX_BYTES, Self::MAX_DEPTH)?;
        check_format(&object)?;
        object.only_keys(&KEYS)?;
        let schema: Schema = part(&object, "schema")?;
        let wrapper = load_program(&object)?;
        wrapper.check(&schema).map_err(LoadError::Mismatch)?;
        Ok(Self {
            schema,
            wrapper,
            applies: optional(&object, "for")?,
            profile: optional(&object, "profile")?,
            learnt: optional(&object, "learnt")?,
        })
    }

    /// The file's text; ends with a line break.
    pub fn to_json(&self) -> String {
        let saved = serde_json::to_value(&self.wrapper).expect("a wrapper is plain data");
        let file = Saved {
            unhusk: FORMAT,
            class: &saved["class"],
            schema: &self.schema,
            program: &saved["program"],
            applies: &self.applies,
            profile: self.profile.as_ref().map(lines_of),
            learnt: &self.learnt,
        };
        let mut text = serde_json::to_string_pretty(&file).expect("a wrapper is plain data");
        text.push('\n');
        text
    }
}

/// The keys in the order in which they are written.
#[derive(Serialize)]
struct Saved<'a> {
    unhusk: &'static str,
    class: &'a serde_json::Value,
    schema: &'a Schema,
    program: &'a serde_json::Value,
    #[serde(rename = "for")]
    applies: &'a Applies,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<Box<RawValue>>,
    learnt: &'a Learnt,
}

/// A profile, one field a line: spread out further, its numbers would bury the rule.
fn lines_of(profile: &Profile) -> Box<RawValue> {
    let value = serde_json::to_value(profile).expect("a profile is plain data");
    let part = |(key, value): (&String, &serde_json::Value)| match value.as_array() {
        Some(items) if items.iter().any(serde_json::Value::is_object) => {
            let items: Vec<String> = items.iter().map(|item| format!("\n      {item}")).collect();
            format!("\n    \"{key}\": [{}\n    ]", items.join(","))
        }
        _ => format!("\n    \"{key}\": {value}"),
    };
    let parts: Vec<String> = value.as_object().into_iter().flatten().map(part).collect();
    RawValue::from_string(format!("{{{}\n  }}", parts.join(","))).expect("made of JSON")
}

fn check_format(object: &Object) -> Result<(), LoadError> {
    let Some(format) = object.get("unhusk") else { return Err(LoadError::NotAWrapper) };
    let Ok(found) = serde_json::from_str::<String>(format) else {
        return Err(LoadError::NotAWrapper);
    };
    match found.strip_prefix("wrapper/").map(str::parse::<u32>) {
        _ if found == FORMAT => Ok(()),
        Some(Ok(number)) if number > 1 => Err(LoadError::Newer { found }),
        _ => Err(LoadError::OtherKind { found }),
    }
}

fn load_program(object: &Object) -> Result<AnyWrapper, LoadError> {
    let class: String = part(object, "class")?;
    if !AnyWrapper::CLASSES.contains(&class.as_str()) {
        return Err(LoadError::UnknownClass {
            found: class,
            known: AnyWrapper::CLASSES.join(", "),
        });
    }
    let program = object.get("program").ok_or(LoadError::Missing { part: "program" })?;
    AnyWrapper::from_program(&class, program)
        .map_err(|source| LoadError::Part { part: "program", source })
}

fn part<T: DeserializeOwned>(object: &Object, key: &'static str) -> Result<T, LoadError> {
    let text = object.get(key).ok_or(LoadError::Missing { part: key })?;
    serde_json::from_str(text).map_err(|source| LoadError::Part { part: key, source })
}

fn optional<T: DeserializeOwned + Default>(
    object: &Object,
    key: &'static str,
) -> Result<T, LoadError> {
    if object.get(key).is_none_or(|text| text == "null") {
        return Ok(T::default());
    }
    part(object, key)
}

#[cfg(test)]
mod tests;
