//! The language of landmark rules: what to skip to.

use serde::{Deserialize, Serialize};

/// A class of tokens. Most general first: any token is a tag or text; text is punctuation or alphanumeric; that is a
/// number or alphabetic (or a mixture); a word may be capitalized, all in capitals or all in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Wildcard {
    Any,
    Tag,
    Text,
    Punctuation,
    Alphanumeric,
    Number,
    Alphabetic,
    Capitalized,
    AllCaps,
    Lower,
}

impl Wildcard {
    /// All of them, most general first.
    pub const ALL: [Self; 10] = [
        Self::Any,
        Self::Tag,
        Self::Text,
        Self::Punctuation,
        Self::Alphanumeric,
        Self::Number,
        Self::Alphabetic,
        Self::Capitalized,
        Self::AllCaps,
        Self::Lower,
    ];

    /// Its bit among the classes of a token.
    pub fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// What people call it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Any => "any token",
            Self::Tag => "any tag",
            Self::Text => "any text",
            Self::Punctuation => "punctuation",
            Self::Alphanumeric => "a word or number",
            Self::Number => "a number",
            Self::Alphabetic => "a word",
            Self::Capitalized => "a capitalized word",
            Self::AllCaps => "a word in capitals",
            Self::Lower => "a word in small letters",
        }
    }
}

/// What one token of a landmark must be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "a text or an object with `any`")]
pub enum Terminal {
    /// This text; `<td>` is any tag `td`, whatever its attributes.
    Text(String),
    /// Any token of a class.
    Any(AnyOf),
}

/// Any token of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnyOf {
    /// The class.
    pub any: Wildcard,
}

/// Tokens in a row, in the order of the page.
pub type Landmark = Vec<Terminal>;

/// One way to a place: landmarks, one after the other. Without any, the place is where the way begins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `skip`")]
pub struct Way {
    /// The landmarks in the order in which they are met.
    pub skip: Vec<Landmark>,
    /// Whether the place is on the near side of the last landmark, rather than on its far side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until: bool,
}

/// From which end of a row of tokens a place is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`start` or `end`")]
pub enum Origin {
    /// Forwards from its start.
    Start,
    /// Backwards from its end.
    End,
}

/// How one border of a value is found: the first way that does not fail leads there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `from` and `ways`")]
pub struct Border {
    /// Where the ways begin.
    pub from: Origin,
    /// The ways, the first that does not fail is taken.
    pub ways: Vec<Way>,
    /// Whether white space between the value and the token beside it belongs to the value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_space: bool,
}

/// How a row of tokens is cut out of another: a value, or a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `start` and `end`")]
pub struct Cut {
    /// Where it begins.
    pub start: Border,
    /// Where it ends.
    pub end: Border,
    /// How a list goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Items>,
}

/// How a list goes on. Its first item begins where it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `end` and `next`")]
pub struct Items {
    /// From the start of an item to its end, forwards.
    pub end: Vec<Way>,
    /// From the end of an item to the start of the next, forwards.
    pub next: Vec<Way>,
}

/// Ways of one border at most.
pub(super) const MAX_WAYS: usize = 64;
/// Tokens of all landmarks of one way at most.
pub(super) const MAX_TERMINALS: usize = 256;

/// Whether ways are of a size that can be run on any page.
pub(super) fn check_ways(ways: &[Way]) -> Result<(), &'static str> {
    if ways.is_empty() || ways.len() > MAX_WAYS {
        return Err("a border needs from 1 to 64 ways");
    }
    for way in ways {
        if way.skip.iter().map(Vec::len).sum::<usize>() > MAX_TERMINALS {
            return Err("the landmarks of a way have more than 256 tokens");
        }
        if way.skip.iter().any(Vec::is_empty) {
            return Err("a landmark is empty");
        }
    }
    Ok(())
}
