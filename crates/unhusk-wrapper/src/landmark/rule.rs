//! Landmark rules, as they are saved.

use serde::{Deserialize, Serialize};

/// A class of tokens. A token is a tag or text; text is punctuation or alphanumeric; an alphanumeric token is a number,
/// alphabetic or a mixture; an alphabetic token may be capitalized, all in capitals or all in small letters.
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
    /// All classes, most general first.
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

    /// The bit of this class in the mask of a token's classes.
    pub fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// Name of the class in explanations.
    pub(super) fn description(self) -> &'static str {
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

/// Predicate on one token of a landmark.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "a text or an object with `any`")]
pub enum Terminal {
    /// The token has this text. `<td>` also matches a tag `td` with attributes.
    Text(String),
    /// The token belongs to a class.
    Any(AnyOf),
}

/// Matches any token of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnyOf {
    /// The class.
    pub any: Wildcard,
}

/// Predicates on consecutive tokens, in the order of the page.
pub type Landmark = Vec<Terminal>;

/// Finds a position by skipping to one landmark after the other. Without landmarks, the position is where the search
/// starts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `skip`")]
pub struct SkipRule {
    /// The landmarks, in the order in which the search meets them.
    pub skip: Vec<Landmark>,
    /// Whether the position is on the near side of the last landmark, instead of its far side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until: bool,
}

/// Start and direction of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`start` or `end`")]
pub enum SearchFrom {
    /// Forwards from the start.
    Start,
    /// Backwards from the end.
    End,
}

/// Finds one border of a value, with the first alternative that matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `from` and `ways`")]
pub struct Border {
    /// Start and direction of the search.
    pub from: SearchFrom,
    /// The alternatives, in the order in which they are tried.
    #[serde(rename = "ways")]
    pub alternatives: Vec<SkipRule>,
    /// Whether white space between the value and the token beside it belongs to the value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_space: bool,
}

/// Extracts a value or a list from the tokens of a page or of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `start` and `end`")]
pub struct ExtractionRule {
    /// Finds the start.
    pub start: Border,
    /// Finds the end.
    pub end: Border,
    /// Splits a list into its items; `None` for a single value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<Items>,
}

/// Splits a list into its items. The first item starts where the list starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `end` and `next`")]
pub struct Items {
    /// Finds the end of an item, forwards from its start.
    pub end: Vec<SkipRule>,
    /// Finds the start of the next item, forwards from the end of the last.
    pub next: Vec<SkipRule>,
}

/// Maximum number of alternatives of a border.
pub(super) const MAX_ALTERNATIVES: usize = 64;
/// Maximum number of tokens in all landmarks of a skip rule.
pub(super) const MAX_TERMINALS: usize = 256;

/// Checks that skip rules are small enough to run on any page.
pub(super) fn check_alternatives(alternatives: &[SkipRule]) -> Result<(), &'static str> {
    if alternatives.is_empty() || alternatives.len() > MAX_ALTERNATIVES {
        return Err("a border needs 1 to 64 `ways`");
    }
    for rule in alternatives {
        if rule.skip.iter().map(Vec::len).sum::<usize>() > MAX_TERMINALS {
            return Err("the landmarks of one of the `ways` have more than 256 tokens");
        }
        if rule.skip.iter().any(Vec::is_empty) {
            return Err("a landmark is empty");
        }
    }
    Ok(())
}
