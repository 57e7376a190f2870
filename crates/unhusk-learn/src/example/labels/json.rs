//! JSON with limits on size, depth and number of values; duplicate keys are an error.
//!
//! `serde_json` alone would silently keep the last of two equal keys, so that a label would be lost.

use super::Labels;
use crate::example::error::{LabelAt, LabelError, LabelProblem};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Number;
use std::cell::Cell;
use std::fmt;

/// A JSON value; the keys of an object are distinct and keep their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number.
    Number(Number),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses a text. Duplicate keys are an error; depth and number of values are limited as in a label file.
    ///
    /// # Errors
    /// If the text is not JSON, or beyond the limits.
    pub fn parse(text: &str) -> Result<Self, LabelError> {
        let budget = Cell::new(Labels::MAX_VALUES_PER_PAGE);
        let bounded = Bounded { depth: Labels::MAX_DEPTH, budget: &budget };
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let read = bounded.deserialize(&mut deserializer);
        read.and_then(|json| deserializer.end().map(|()| json)).map_err(|error| {
            let message = match error.classify() {
                serde_json::error::Category::Data => error.to_string(),
                _ => format!("not JSON: {error}"),
            };
            LabelError::bad(LabelAt::default(), LabelProblem::Malformed(message))
        })
    }

    /// A description of the value, with an article, for messages.
    pub(in crate::example) fn noun(&self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => format!("the number {number}"),
            Self::Text(text) => format!("the string {:?}", shortened(text)),
            Self::List(_) => "a list".into(),
            Self::Object(entries) => match entries.first() {
                Some((key, _)) => format!("an object with the key {:?}", shortened(key)),
                None => "an empty object".into(),
            },
        }
    }
}

/// Recurses on the depth of the value, which the parser of `serde_json` limits.
impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::Text(text),
            Value::Array(items) => Self::List(items.into_iter().map(Self::from).collect()),
            Value::Object(entries) => Self::Object(
                entries.into_iter().map(|(key, value)| (key, Self::from(value))).collect(),
            ),
        }
    }
}

/// The beginning of a text, for messages.
pub(crate) fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads one JSON value of at most `depth` levels and at most `budget` values.
#[derive(Clone, Copy)]
pub(super) struct Bounded<'b> {
    pub(super) depth: usize,
    pub(super) budget: &'b Cell<usize>,
}

impl Bounded<'_> {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Self { depth, ..self }),
            None => Err(E::custom("nested too deep")),
        }
    }

    fn spend<E: serde::de::Error>(self) -> Result<(), E> {
        match self.budget.get().checked_sub(1) {
            Some(left) => {
                self.budget.set(left);
                Ok(())
            }
            None => Err(E::custom("too many values")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Bounded<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        self.spend()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Bounded<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Json, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("not a finite number"))?;
        Ok(Json::Number(number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let inner = self.inner()?;
        let mut object = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            object.push((key, entries.next_value_seed(inner)?));
        }
        match repeated_key(&object) {
            Some(key) => Err(A::Error::custom(duplicate_key(key))),
            None => Ok(Json::Object(object)),
        }
    }
}

pub(super) fn duplicate_key(key: &str) -> String {
    format!("the key {:?} stands twice in one object", shortened(key))
}

/// A key that occurs twice in an object.
fn repeated_key(object: &[(String, Json)]) -> Option<&str> {
    let mut keys: Vec<&str> = object.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
            Self::Object(entries) => {
                let mut object = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    object.serialize_entry(key, value)?;
                }
                object.end()
            }
        }
    }
}
