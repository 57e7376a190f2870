//! Writes and reads wrapper files: `wrapper/1`, versioned, tagged JSON of untrusted origin.
//!
//! Loading runs nothing, reads no other file and opens no connection. Size and depth are limited before
//! anything is built; keys are known ones, or begin with `x-` and are left alone.

use super::{Applies, Provenance, Wrapper};
use crate::json;
use crate::json::{JsonError, RawObject};
use crate::profile::Profile;
use crate::record::Schema;
use crate::{AnyWrapper, Extract};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::io::{self, Read, Write};

/// Reason why a file is no usable wrapper.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file could not be read.
    #[error("cannot read the wrapper: {0}")]
    Read(#[from] std::io::Error),
    /// The file is too large, nests too deep, or is not JSON.
    #[error("not a wrapper file: {0}")]
    Json(#[from] JsonError),
    /// The file does not declare to be a wrapper file.
    #[error("not a wrapper file: it should say \"unhusk\": \"{FORMAT}\"")]
    NotAWrapper,
    /// The file is of another kind.
    #[error("not a wrapper file but \"{found}\"")]
    OtherKind {
        /// The declared kind.
        found: String,
    },
    /// A newer program wrote it.
    #[error(
        "written by a newer unhusk: the file is \"{found}\", this program reads \"{FORMAT}\"; update unhusk"
    )]
    Newer {
        /// The declared format.
        found: String,
    },
    /// Its wrapper class is not known.
    #[error("unknown wrapper class {found:?}; this program knows {known}")]
    UnknownClass {
        /// The declared class.
        found: String,
        /// The classes that can be loaded.
        known: String,
    },
    /// A required part is missing.
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
        /// The problem.
        source: serde_json::Error,
    },
    /// Rule and schema do not belong together.
    #[error("rule and schema do not fit: {0}")]
    Mismatch(String),
}

const FORMAT: &str = "wrapper/1";
/// Keys of the file; others are errors unless they begin with `x-`.
const KEYS: [&str; 7] = ["unhusk", "class", "schema", "program", "for", "profile", "learnt"];

impl Wrapper {
    /// Bytes of the largest file that is loaded: templates of large pages have a line for every text.
    pub const MAX_BYTES: usize = 4 << 20;
    /// Deepest nesting of JSON that is loaded.
    pub const MAX_DEPTH: usize = 64;

    /// Loads a saved wrapper from a file or any other reader.
    ///
    /// # Errors
    /// If the reader fails, or its content is no wrapper.
    pub fn load(reader: impl Read) -> Result<Self, LoadError> {
        // One byte more than the limit, so that a larger file is detected.
        let limit = u64::try_from(Self::MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        reader.take(limit).read_to_end(&mut bytes)?;
        let is_cut = bytes.len() > Self::MAX_BYTES;
        let text = String::from_utf8(bytes).or_else(|error| {
            // A cut may fall inside a character; `from_json` then reports that the file is too large.
            if is_cut {
                Ok(String::from_utf8_lossy(error.as_bytes()).into_owned())
            } else {
                Err(io::Error::new(io::ErrorKind::InvalidData, error))
            }
        });
        Self::from_json(&text?)
    }

    /// Saves the wrapper to a file or any other writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn save(&self, mut writer: impl Write) -> io::Result<()> {
        writer.write_all(self.to_json().as_bytes())?;
        writer.flush()
    }

    /// Loads a saved wrapper from its text.
    ///
    /// # Errors
    /// If the text is no wrapper.
    pub fn from_json(text: &str) -> Result<Self, LoadError> {
        let object = json::object(text, Self::MAX_BYTES, Self::MAX_DEPTH)?;
        check_format(&object)?;
        object.only_keys(&KEYS)?;
        let schema: Schema = part(&object, "schema")?;
        let rule = load_program(&object)?;
        rule.check(&schema).map_err(LoadError::Mismatch)?;
        Ok(Self {
            schema,
            rule,
            applies: optional(&object, "for")?,
            profile: optional(&object, "profile")?,
            provenance: optional(&object, "learnt")?,
        })
    }

    /// The file's text; ends with a line break.
    pub fn to_json(&self) -> String {
        let saved = serde_json::to_value(&self.rule).expect("a wrapper is plain data");
        let file = SavedWrapperFile {
            unhusk: FORMAT,
            class: &saved["class"],
            schema: &self.schema,
            program: &saved["program"],
            applies: &self.applies,
            profile: self.profile.as_ref().map(lines_of),
            learnt: &self.provenance,
        };
        let mut text = serde_json::to_string_pretty(&file).expect("a wrapper is plain data");
        text.push('\n');
        text
    }
}

/// The keys in the order in which they are written.
#[derive(Serialize)]
struct SavedWrapperFile<'a> {
    unhusk: &'static str,
    class: &'a serde_json::Value,
    schema: &'a Schema,
    program: &'a serde_json::Value,
    #[serde(rename = "for")]
    applies: &'a Applies,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<Box<RawValue>>,
    learnt: &'a Provenance,
}

/// Writes a profile, one field a line: with one number a line, it would dwarf the rule.
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

fn check_format(object: &RawObject) -> Result<(), LoadError> {
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

fn load_program(object: &RawObject) -> Result<AnyWrapper, LoadError> {
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

fn part<T: DeserializeOwned>(object: &RawObject, key: &'static str) -> Result<T, LoadError> {
    let text = object.get(key).ok_or(LoadError::Missing { part: key })?;
    serde_json::from_str(text).map_err(|source| LoadError::Part { part: key, source })
}

fn optional<T: DeserializeOwned + Default>(
    object: &RawObject,
    key: &'static str,
) -> Result<T, LoadError> {
    if object.get(key).is_none_or(|text| text == "null") {
        return Ok(T::default());
    }
    part(object, key)
}
