//! Attributes of a record: links and images, which are no texts and therefore no columns.

use super::leaves::{LeafNode, Leaves, print_of_path};
use crate::context::extract::trim;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use unhusk_page::Span;

/// An attribute that is a field of the records: that of the first element with a path in the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `path`, `name` and `field`")]
pub struct TemplateAttribute {
    /// The names from the top of the page down to the element.
    pub path: String,
    /// The name of the attribute.
    pub name: String,
    /// The position of its field in the schema.
    pub field: usize,
}

impl TemplateAttribute {
    /// The place of the value in a record, which is a range of nodes; `None` if no element of the path has one.
    pub(super) fn find(&self, leaves: &Leaves<'_>, record: Range<LeafNode>) -> Option<Span> {
        let path = print_of_path(&self.path);
        let mut elements =
            record.filter(|&node| leaves.is_element(node) && leaves.path(node) == path);
        elements.find_map(|node| attribute(leaves, node, &self.name))
    }
}

/// The place of an attribute's value; `None` if it is blank.
fn attribute(leaves: &Leaves<'_>, node: LeafNode, name: &str) -> Option<Span> {
    let page = leaves.page();
    let attribute = page.tree().attribute(leaves.id(node), name)?;
    let span = trim(page.source(), attribute.span);
    (!span.is_empty()).then_some(span)
}
