//! JSON from strangers: size and depth are checked before anything is built, and no key stands twice.

pub mod mistake;

use mistake::Mistake;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fmt;

/// Why a text is not the JSON object that it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It is larger than any such file should be.
    #[error("it has {bytes} bytes, more than the {limit} that are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// Its brackets nest too deep.
    #[error("it nests deeper than {limit} levels")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// It is no JSON object, or not a whole one.
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    /// It has a mistake that people make.
    #[error("{0}")]
    Mistake(Mistake),
    /// It has a key that is not known.
    #[error("unknown key {key:?}; keys of your own begin with `x-`")]
    UnknownKey {
        /// The key.
        key: String,
    },
}

/// A wrapper's program beside the name of its class.
///
/// The program is kept as text and read when the class is known. Were it buffered as a value, which is what a derived
/// enum with a tag does, the readers of all classes would be compiled twice.
#[derive(Deserialize)]
pub(crate) struct TaggedProgram {
    pub(crate) class: String,
    pub(crate) program: Box<RawValue>,
}

/// The entries of a JSON object, each with the text of its value, in the order of the file.
pub struct RawObject(Vec<(String, Box<RawValue>)>);

/// Reads `text` as one object.
pub fn object(text: &str, max_bytes: usize, max_depth: usize) -> Result<RawObject, JsonError> {
    if text.len() > max_bytes {
        return Err(JsonError::TooLarge { bytes: text.len(), limit: max_bytes });
    }
    if depth(text) > max_depth {
        return Err(JsonError::TooDeep { limit: max_depth });
    }
    serde_json::from_str(text).map_err(|error| match mistake::of(text, &error) {
        Some(mistake) => JsonError::Mistake(mistake),
        None => JsonError::Syntax(error),
    })
}

/// How deep brackets nest outside strings; right for JSON, harmless for anything else.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    let mut in_string = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if in_string => drop(bytes.next()),
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

impl RawObject {
    /// The text of the value at `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.get())
    }

    /// An error for the first key that is neither in `known` nor begins with `x-`.
    pub fn only_keys(&self, known: &[&str]) -> Result<(), JsonError> {
        let is_known = |key: &str| known.contains(&key) || key.starts_with("x-");
        match self.0.iter().find(|(key, _)| !is_known(key)) {
            Some((key, _)) => Err(JsonError::UnknownKey { key: key.clone() }),
            None => Ok(()),
        }
    }
}

impl<'de> Deserialize<'de> for RawObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = RawObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawObject, A::Error> {
        let mut entries: Vec<(String, Box<RawValue>)> = Vec::new();
        let mut keys = BTreeSet::new();
        while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
            if !keys.insert(key.clone()) {
                return Err(serde::de::Error::custom(format_args!("the key {key:?} stands twice")));
            }
            entries.push((key, value));
        }
        Ok(RawObject(entries))
    }
}
