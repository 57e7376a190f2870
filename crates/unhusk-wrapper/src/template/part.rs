//! Parts of a template: texts in order, options, alternatives and sets of records.

use super::kind::ValueKind;
use crate::site::Cut;
use serde::{Deserialize, Serialize};

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`column`, `set`, `option` or `either`")]
pub enum TemplatePart {
    /// A text.
    Column(TemplateColumn),
    /// Records of one kind, one behind the other.
    Set(TemplateSet),
    /// Parts that are present together or not at all.
    Option(Vec<TemplatePart>),
    /// One of these.
    Either(Vec<TemplatePart>),
}

/// A text of the template, or one that differs between pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `path`")]
pub struct TemplateColumn {
    /// The names of the elements around it, from the top of the page down.
    pub path: String,
    /// Whether it is free text: all consecutive texts at that path or anywhere below.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stretch: bool,
    /// Its text, if it is constant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Kind of its values.
    #[serde(default, skip_serializing_if = "is_string")]
    pub kind: ValueKind,
    /// The beginning of its texts, up to a colon, if it is constant.
    #[serde(default, rename = "label", skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The position of its field in the schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<usize>,
    /// Pieces of it that are values of further fields, or are joined with other columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<FieldPiece>,
    /// Number of pages or records that had it.
    pub seen: u32,
}

/// A piece of a column that is the value of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `field`")]
pub struct FieldPiece {
    /// The position of the field in the schema.
    pub field: usize,
    /// The strings around the value.
    #[serde(default, skip_serializing_if = "Cut::is_nothing")]
    pub cut: Cut,
    /// Whether it continues the value of the same field in an earlier column.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joined: bool,
}

impl FieldPiece {
    /// Returns a piece that is all of the column.
    pub fn whole(field: usize) -> Self {
        Self { field, cut: Cut::default(), joined: false }
    }
}

impl TemplateColumn {
    /// Returns the positions of all fields of which it has values.
    pub fn fields(&self) -> impl Iterator<Item = usize> + '_ {
        self.field.into_iter().chain(self.pieces.iter().map(|piece| piece.field))
    }
}

/// Records of one kind, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `row` and `parts`")]
pub struct TemplateSet {
    /// The names from the top of the page down to the element that is a record, or that begins one.
    pub row: String,
    /// Whether records extend from one such element to the next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub run: bool,
    /// Parts of a record.
    pub parts: Vec<TemplatePart>,
    /// The position of the field in the schema that holds the records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<usize>,
    /// Number of the pages or records around it that had it.
    pub seen: u32,
    /// Number of records.
    pub of: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_string(kind: &ValueKind) -> bool {
    *kind == ValueKind::String
}

/// All columns, in the order of the page. Recurses on the nesting of parts, which is capped.
pub fn columns_mut<'a>(parts: &'a mut [TemplatePart], found: &mut Vec<&'a mut TemplateColumn>) {
    for part in parts {
        match part {
            TemplatePart::Column(column) => found.push(column),
            TemplatePart::Set(set) => columns_mut(&mut set.parts, found),
            TemplatePart::Option(parts) | TemplatePart::Either(parts) => columns_mut(parts, found),
        }
    }
}

/// All sets, in the order in which they begin. Recurses on the nesting of parts, which is capped.
pub fn sets<'a>(parts: &'a [TemplatePart], found: &mut Vec<&'a TemplateSet>) {
    for part in parts {
        match part {
            TemplatePart::Column(_) => {}
            TemplatePart::Set(set) => {
                found.push(set);
                sets(&set.parts, found);
            }
            TemplatePart::Option(parts) | TemplatePart::Either(parts) => sets(parts, found),
        }
    }
}
