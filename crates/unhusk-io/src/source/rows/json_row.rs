//! One object of a JSON Lines file -> the values of the columns that are used, and the names of all.

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A value: text, or a value of another type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell<'r> {
    Text(Cow<'r, str>),
    Null,
    Other,
}

/// Reads an object; keeps the values whose names satisfy `is_used`.
pub(super) struct RowSeed<F> {
    pub(super) is_used: F,
}

impl<'r, F: Fn(&str) -> bool> DeserializeSeed<'r> for RowSeed<F> {
    type Value = Vec<(String, Option<Cell<'r>>)>;

    fn deserialize<D: serde::Deserializer<'r>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_map(self)
    }
}

impl<'r, F: Fn(&str) -> bool> Visitor<'r> for RowSeed<F> {
    type Value = Vec<(String, Option<Cell<'r>>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'r>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        /// Most names in an object that is a row of a table.
        const MAX_COLUMNS: usize = 10_000;
        let mut row = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            let cell = if (self.is_used)(&name) {
                Some(map.next_value_seed(CellSeed)?)
            } else {
                map.next_value::<IgnoredAny>()?;
                None
            };
            row.push((name, cell));
            if row.len() > MAX_COLUMNS {
                return Err(M::Error::custom(format!("more than {MAX_COLUMNS} columns")));
            }
        }
        Ok(row)
    }
}

/// Reads a value of any type.
struct CellSeed;

impl<'r> DeserializeSeed<'r> for CellSeed {
    type Value = Cell<'r>;

    fn deserialize<D: serde::Deserializer<'r>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_any(self)
    }
}

impl<'r> Visitor<'r> for CellSeed {
    type Value = Cell<'r>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'r str) -> Result<Self::Value, E> {
        Ok(Cell::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cell::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Cell::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Cell::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Cell::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Cell::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Cell::Other)
    }

    fn visit_seq<S: serde::de::SeqAccess<'r>>(self, mut seq: S) -> Result<Self::Value, S::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Cell::Other)
    }

    fn visit_map<M: MapAccess<'r>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Cell::Other)
    }
}
