//! TEMPLATE: a page is described by its template: constant texts, values between them, records one behind the other.
//!
//! All texts of a page are read at once: each becomes a column of the template, by the cheapest path through a
//! finite-state machine ([`machine`], [`assign`]). A page that leaves the template is reported, with the first text that
//! does not fit.
//!
//! Source: Chang, Chen, Chen, Ding, *UWIDE*, 2016, section 4; see [`unhusk_learn::template`] for how templates are
//! found.

pub(crate) mod cost;
mod kind;
mod assign;
mod attribute;
pub(crate) mod leaves;
mod build;
mod explain;
mod machine;
pub(crate) mod part;
mod read;
pub(crate) mod running;
mod saved;
pub(crate) mod taken;
#[cfg(test)]
mod tests;
mod partial_paths;

pub use attribute::TemplateAttribute;
pub use kind::ValueKind;
pub use part::{FieldPiece, TemplateColumn, TemplatePart, TemplateSet};
pub use running::RunningText;
pub use saved::TemplateError;

use super::{Extract, RawExtraction};
use crate::record::{Field, Schema};
use leaves::{LeafNode, Leaves};
use machine::{FrameId, FrameKind, Machine, PAGE};
use read::RecordFields;
use running::Running;
use saved::SavedTemplate;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use unhusk_page::Page;
use unhusk_page::Warning;

/// A template.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedTemplate", into = "SavedTemplate")]
pub struct Template {
    saved: SavedTemplate,
    machine: Machine,
    running: Running,
    /// The frame of the records.
    records: FrameId,
}

impl Template {
    /// Creates a template that was seen on `pages` pages, on which the texts of `running` elements are one. Its records
    /// are those of the set `records`, counted from 0 in the order in which sets begin; or each page is one.
    ///
    /// # Errors
    /// If a limit is exceeded, or there is no set of that number.
    pub fn new(
        parts: Vec<TemplatePart>,
        running: Vec<RunningText>,
        pages: u32,
        records: Option<usize>,
    ) -> Result<Self, TemplateError> {
        let attributes = Vec::new();
        Self::try_from(SavedTemplate { pages, records, running, parts, attributes })
    }

    /// The template with attributes as further fields of its records.
    ///
    /// # Errors
    /// If there are too many, or their names are too long.
    pub fn with_attributes(
        self,
        attributes: Vec<TemplateAttribute>,
    ) -> Result<Self, TemplateError> {
        Self::try_from(SavedTemplate { attributes, ..self.saved })
    }

    /// Attributes that are fields of the records.
    pub fn attributes(&self) -> &[TemplateAttribute] {
        &self.saved.attributes
    }

    /// The records of a page, as ranges of its nodes, in document order.
    pub(crate) fn record_ranges(&self, leaves: &Leaves<'_>) -> Vec<Range<LeafNode>> {
        let assignment = assign::assign(&self.machine, leaves);
        read::record_ranges(&self.machine, leaves, &assignment, self.records)
    }

    /// Elements whose texts are one.
    pub fn running(&self) -> &[RunningText] {
        &self.saved.running
    }

    /// Returns the parts of a page.
    pub fn parts(&self) -> &[TemplatePart] {
        &self.saved.parts
    }

    /// Number of pages on which it was seen.
    pub fn pages(&self) -> u32 {
        self.saved.pages
    }

    /// The number of the set whose records are read; none if each page is a record.
    pub fn records(&self) -> Option<usize> {
        self.saved.records
    }

    /// Whether a page fits the template: faster than [`misfit`](Self::misfit) if it does not.
    pub fn fits(&self, page: &Page) -> bool {
        assign::fits(&self.machine, &Leaves::new(page, &self.running))
    }

    /// Returns the first text of a page that does not fit, if the page does not fit the template; empty if a text is
    /// missing at the end.
    pub fn misfit(&self, page: &Page) -> Option<String> {
        let leaves = Leaves::new(page, &self.running);
        let assignment = assign::assign(&self.machine, &leaves);
        let text = |leaf: usize| leaves.all().get(leaf).map_or("", |leaf| &leaf.text).to_owned();
        assignment.misfit.map(text)
    }
}

/// The number of the frame of a set.
fn frame_of_set(machine: &Machine, number: usize) -> Option<FrameId> {
    let is_set = |frame: &FrameId| matches!(machine.frames[*frame].what, FrameKind::Set { .. });
    (0..machine.frames.len()).filter(is_set).nth(number)
}

impl Extract for Template {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        let leaves = Leaves::new(page, &self.running);
        let assignment = assign::assign(&self.machine, &leaves);
        let records = read::records(
            &self.machine,
            &leaves,
            &assignment,
            &RecordFields { of: self.records, schema, attributes: &self.saved.attributes },
        );
        let warnings = assignment.misfit.map(|leaf| misfit(&leaves, leaf)).into_iter().collect();
        RawExtraction { records, warnings }
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        let parts = match self.saved.records {
            None => &self.saved.parts,
            Some(number) => {
                let mut sets = Vec::new();
                part::sets(&self.saved.parts, &mut sets);
                &sets.get(number).ok_or("there is no set of that number")?.parts
            }
        };
        for attribute in &self.saved.attributes {
            match schema.fields().get(attribute.field) {
                Some(field) if !field.is_nested() => {}
                _ => return Err(format!("attribute `{}` is no field for values", attribute.name)),
            }
        }
        check_parts(parts, schema.fields())
    }
}

fn misfit(leaves: &Leaves<'_>, leaf: usize) -> Warning {
    Warning::Note(match leaves.all().get(leaf) {
        Some(leaf) => {
            let text = leaf.text.chars().take(60).collect::<String>();
            format!("values after {text:?} may be missing")
        }
        None => "the page ends early; values at its end may be missing".to_owned(),
    })
}

/// Checks that the schema has the fields of the columns. Recurses on the nesting of parts, which is capped.
fn check_parts(parts: &[TemplatePart], fields: &[Field]) -> Result<(), String> {
    let find = |at: usize| {
        fields
            .get(at)
            .ok_or_else(|| format!("a column is field {at}, but there are {}", fields.len()))
    };
    for part in parts {
        match part {
            TemplatePart::Column(column) => {
                for at in column.fields() {
                    let field = find(at)?;
                    if field.is_nested() {
                        return Err(format!("field `{}` holds records, not values", field.name));
                    }
                }
            }
            TemplatePart::Set(set) => {
                // The values of a set without a field are those of the record around it.
                let Some(at) = set.field else {
                    check_parts(&set.parts, fields)?;
                    continue;
                };
                let field = find(at)?;
                if !field.is_nested() {
                    return Err(format!("field `{}` holds values, not records", field.name));
                }
                check_parts(&set.parts, &field.fields)?;
            }
            TemplatePart::Option(parts) | TemplatePart::Either(parts) => {
                check_parts(parts, fields)?;
            }
        }
    }
    Ok(())
}

/// Equal templates read equal records.
impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for Template {}

impl TryFrom<SavedTemplate> for Template {
    type Error = TemplateError;

    fn try_from(saved: SavedTemplate) -> Result<Self, TemplateError> {
        saved.check()?;
        let machine = Machine::new(&saved.parts, saved.pages);
        let records = match saved.records {
            None => PAGE,
            Some(number) => frame_of_set(&machine, number).ok_or(TemplateError::NoSet(number))?,
        };
        let running = Running::new(&saved.running);
        Ok(Self { saved, machine, running, records })
    }
}

impl From<Template> for SavedTemplate {
    fn from(template: Template) -> Self {
        template.saved
    }
}

/// Shared with the learners of this class: no promise is made about it, and any release may change it.
#[doc(hidden)]
pub mod internal {
    pub mod cost {
        pub use crate::template::cost::caption_of;
    }
    pub mod attribute {
        use crate::template::Template;
        use crate::template::leaves::{LeafNode, Leaves};
        use std::ops::Range;

        /// The records of a page, as ranges of its nodes, in document order.
        pub fn record_ranges(template: &Template, leaves: &Leaves<'_>) -> Vec<Range<LeafNode>> {
            template.record_ranges(leaves)
        }
    }
    pub mod leaves {
        pub use crate::template::leaves::{LeafNode, Leaves, NO_NODE, TextLeaf};
    }
    pub mod part {
        pub use crate::template::part::{columns_mut, sets};
    }
    pub mod running {
        pub use crate::template::running::{Running, TextEnds, print, text_ends};
    }
    pub mod taken {
        pub use crate::template::taken::ColumnText;
    }
}
