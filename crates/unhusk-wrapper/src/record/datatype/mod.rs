//! Typed values: parses the text of a value as a number, a price, a date, an address or a language.
//!
//! Parsing is strict: the whole text must match, and an ambiguous text (two possible dates) does not. A value that
//! cannot be parsed keeps its text.

mod date;
mod language;
mod number;
mod price;
mod url;

pub use date::{Date, Time};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The type of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Datatype {
    /// Any text.
    Text,
    /// A decimal number, digits grouped or not.
    Number,
    /// An amount of money, with or without its currency.
    Price,
    /// A day, a month or a year; a day may have a time.
    Date,
    /// An address, whole or relative to the page.
    Url,
    /// A language, by its tag (BCP 47) or its name.
    Language,
}

/// Content of a field: values of a datatype, or records of a class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum FieldType {
    /// Values of this type.
    Values(Datatype),
    /// Records of this class, as it was written: `schema:Offer`.
    Class(String),
}

/// A value parsed as its datatype.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Typed {
    /// The text itself.
    Text(String),
    /// Digits with a point, as `xsd:decimal` writes them.
    Number(String),
    /// An amount, in the form of a number, and its ISO 4217 currency if the text gives it.
    Price {
        /// The amount.
        amount: String,
        /// `EUR`.
        currency: Option<&'static str>,
    },
    /// A date.
    Date(Date),
    /// An address, absolute or relative, without forbidden characters.
    Url(String),
    /// A language tag in canonical case: `de-CH`.
    Language(String),
}

impl Datatype {
    /// All datatypes.
    pub const ALL: [Self; 6] =
        [Self::Text, Self::Number, Self::Price, Self::Date, Self::Url, Self::Language];

    /// Returns the name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Price => "price",
            Self::Date => "date",
            Self::Url => "url",
            Self::Language => "language",
        }
    }

    /// Returns the names of all datatypes, for messages.
    pub fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Parses a text as this type; `None` if the text does not match or is ambiguous.
    pub fn read(self, text: &str) -> Option<Typed> {
        let text = text.trim();
        match self {
            Self::Text => Some(Typed::Text(text.to_owned())),
            Self::Number => number::decimal(text, number::Thousands::Unlikely).map(Typed::Number),
            Self::Price => price::price(text),
            Self::Date => date::date(text).map(Typed::Date),
            Self::Url => url::reference(text).map(Typed::Url),
            Self::Language => language::tag(text).map(Typed::Language),
        }
    }
}

/// The value in the form that its type prescribes: `1234.5`, `12.00 USD`, `2024-05-12`.
impl fmt::Display for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Number(text) | Self::Url(text) | Self::Language(text) => {
                f.write_str(text)
            }
            Self::Price { amount, currency: None } => f.write_str(amount),
            Self::Price { amount, currency: Some(currency) } => write!(f, "{amount} {currency}"),
            Self::Date(date) => date.fmt(f),
        }
    }
}

impl fmt::Display for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Datatype {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let name = match name {
            "decimal" => "number",
            "dateTime" | "datetime" => "date",
            "string" => "text",
            other => other,
        };
        Self::ALL
            .into_iter()
            .find(|datatype| datatype.name() == name)
            .ok_or_else(|| format!("unknown type {name:?}; the types are {}", Self::names()))
    }
}

impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values(datatype) => datatype.fmt(f),
            Self::Class(class) => f.write_str(class),
        }
    }
}

impl FromStr for FieldType {
    type Err = String;

    /// A class contains a colon; the name of a datatype does not.
    fn from_str(name: &str) -> Result<Self, String> {
        if name.contains(':') {
            Ok(Self::Class(name.to_owned()))
        } else {
            name.parse().map(Self::Values)
        }
    }
}

impl TryFrom<String> for FieldType {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse()
    }
}

impl From<FieldType> for String {
    fn from(of: FieldType) -> Self {
        of.to_string()
    }
}

#[cfg(test)]
mod tests;
