//! Reads the records of a list by how they look, on pages where rules fail.
//!
//! Rules rest on names, captions and markup, and a redesign may take them all. What stays are the records themselves: the
//! order of their values, how long these are, which of them are links, headings or numbers, and that all of this repeats.
//! So a list wrapper keeps a few of its labelled records as sequences of [`LookItem`]s. On a page where rules fail,
//!
//! 1. [`items`] makes such a sequence of any region of the page,
//! 2. [`align`] aligns it with the labelled ones, which says how much the region looks like a record, and which of its items
//!    are the values of which fields,
//! 3. [`find`] compares the regions of all elements that repeat, and takes those that look most like the records.
//!
//! [`sample`] takes the labelled records from their pages.

pub(super) mod align;
pub(super) mod fallback;
pub(super) mod find;
pub(super) mod items;
mod sample;

use super::clue::caption::Caption;
use items::Marks;
use serde::{Deserialize, Serialize};

pub use sample::LabelledRegion;

/// How the records of a list look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `fields` and `examples`")]
pub struct RecordLook {
    /// How the values of each field look, in the schema's order.
    pub fields: Vec<FieldLook>,
    /// Labelled records, as what they contain in document order.
    pub examples: Vec<Vec<LookItem>>,
}

/// How the values of a field look in labelled records.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `shortest` and `longest`")]
pub struct FieldLook {
    /// The percentage of records that have a value.
    pub presence: u8,
    /// The percentage of values that no other record has.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub distinct: u8,
    /// The number of characters of the shortest value.
    pub shortest: u32,
    /// The number of characters of the longest value.
    pub longest: u32,
    /// The lowest percentage of digits among the characters of a value.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fewest_digits: u8,
    /// The highest percentage of digits among the characters of a value.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub most_digits: u8,
}

/// A text of a record, an element with several texts, or an attribute.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `length`")]
pub struct LookItem {
    /// The positions of the fields whose values it holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<usize>,
    /// The name of the attribute, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// What marks it: `a` in a link, `h` in a heading, `b`, `i`, `dt`, `dd`, `small`.
    #[serde(default, skip_serializing_if = "Marks::is_none")]
    pub marks: Marks,
    /// Its text, if other records have the same: `read more`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The number of characters.
    pub length: u32,
    /// The percentage of digits among them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub digits: u8,
    /// Whether it has neither letters nor digits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
}

/// Most labelled records that are kept.
pub(super) const MAX_EXAMPLES: usize = 6;
/// Most items of a kept record: longer ones are no records of a list, but pages.
pub(super) const MAX_ITEMS: usize = 60;

impl RecordLook {
    /// The text of an item as it is compared.
    pub(super) fn words_of(text: &str) -> Vec<String> {
        let caption = Caption::new(text);
        let words = caption.text.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(percent: &u8) -> bool {
    *percent == 0
}
