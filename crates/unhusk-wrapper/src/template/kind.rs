//! Kinds of values.

use serde::{Deserialize, Serialize};

/// Kind of a value. A string may be anything; every other kind is compatible only with itself and with strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ValueKind {
    /// Digits, with signs around them.
    Number,
    /// Numbers of a day, a month and a year.
    Date,
    /// Hours and minutes.
    Time,
    /// An address on the web.
    Url,
    /// An address for mail.
    Email,
    /// Anything else.
    #[default]
    String,
}

impl ValueKind {
    /// The kind of a folded text.
    pub fn of(text: &str) -> Self {
        if !text.contains(' ') {
            if is_address(text) {
                return Self::Email;
            }
            if ["http://", "https://", "www."].iter().any(|start| text.starts_with(start)) {
                return Self::Url;
            }
        }
        let is_digit = |char: char| char.is_ascii_digit();
        if !text.contains(is_digit) || text.contains(char::is_alphabetic) {
            return Self::String;
        }
        let n_of = |sign: char| text.matches(sign).count();
        if n_of(':') > 0 && text.chars().all(|char| is_digit(char) || char == ':') {
            return Self::Time;
        }
        if ['/', '-', '.'].into_iter().any(|sign| n_of(sign) == 2 && has_parts(text, sign)) {
            return Self::Date;
        }
        Self::Number
    }

    /// Whether one of two kinds may replace the other.
    pub fn is_akin(self, other: Self) -> bool {
        self == other || self == Self::String || other == Self::String
    }
}

fn is_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.contains(['@', '/'])
    })
}

/// Whether a text is numbers of one to four digits separated by `sign`, and nothing else.
fn has_parts(text: &str, sign: char) -> bool {
    text.split(sign)
        .all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
}
