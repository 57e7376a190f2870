//! Parsed values as JSON: numbers as numbers, prices as objects, dates in the form of ISO 8601.

use crate::record::Typed;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Significant digits that every `f64` keeps.
const F64_DIGITS: usize = 15;

/// A parsed value.
pub(super) struct JsonTyped<'a>(pub(super) &'a Typed);

impl Serialize for JsonTyped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Typed::Text(text) | Typed::Url(text) | Typed::Language(text) => {
                serializer.serialize_str(text)
            }
            Typed::Date(date) => serializer.collect_str(date),
            Typed::Number(number) => JsonNumber(number).serialize(serializer),
            Typed::Price { amount, currency } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("amount", &JsonNumber(amount))?;
                map.serialize_entry("currency", currency)?;
                map.end()
            }
        }
    }
}

/// A decimal number; written as a string if JSON readers, most of which use `f64`, would change its digits.
struct JsonNumber<'a>(&'a str);

impl Serialize for JsonNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_digits = self.0.bytes().filter(u8::is_ascii_digit).count();
        if n_digits > F64_DIGITS {
            return serializer.serialize_str(self.0);
        }
        match (self.0.parse::<i64>(), self.0.parse::<f64>()) {
            (Ok(integer), _) => serializer.serialize_i64(integer),
            (Err(_), Ok(number)) if number.is_finite() => serializer.serialize_f64(number),
            _ => serializer.serialize_str(self.0),
        }
    }
}
