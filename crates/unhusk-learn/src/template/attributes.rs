//! Links and images as fields: attributes that differ between the records of a template.
//!
//! Texts are all that a template aligns. An attribute is found in a record by the path of its element: that of the first
//! element with this path counts. On pages that are one record each, the path must be that of a single element.

use super::names::UniqueNames;
use super::{InduceError, Induced};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::Page;
use unhusk_wrapper::record::{Field, Schema};
use unhusk_wrapper::template::TemplateAttribute;
use unhusk_wrapper::template::internal::attribute::record_ranges;
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves};
use unhusk_wrapper::template::internal::running::Running;

/// Elements with the attributes that lead elsewhere, and what these are called.
const KINDS: [(&str, &str, &str); 2] = [("a", "href", "link"), ("img", "src", "image")];
/// Most links, and most images, of a record that become fields.
const MAX_OF_KIND: usize = 4;
/// The share of the records that have the attribute, as one of so many.
const MIN_SHARE: usize = 2;

/// The values of one attribute, by record.
struct AttributeColumn {
    path: String,
    /// Position in [`KINDS`].
    kind: usize,
    /// Position of the first element, to keep the order of the page.
    order: (usize, LeafNode),
    values: BTreeMap<usize, String>,
    /// Whether a record has several elements with the path.
    repeats: bool,
}

/// Adds fields for the links and images that differ between records.
pub(super) fn add(induced: Induced, pages: &[&Page]) -> Result<Induced, InduceError> {
    let (columns, n_records) = columns(&induced, pages);
    let is_page = induced.wrapper.records().is_none();
    let columns = chosen(columns, n_records, is_page);
    if columns.is_empty() {
        return Ok(induced);
    }
    let too_large = |error: &dyn std::fmt::Display| InduceError::TooLarge(error.to_string());
    let (mut fields, mut attributes) = (renamed(&induced.schema), Vec::new());
    let mut names = UniqueNames::default();
    for field in &fields {
        names.unique(field.name.clone());
    }
    for column in columns {
        let (_, name, called) = KINDS[column.kind];
        let mut field = Field::new(names.unique(called.to_owned()));
        field.optional = column.values.len() < n_records;
        let (path, name) = (column.path, name.to_owned());
        attributes.push(TemplateAttribute { path, name, field: fields.len() });
        fields.push(field);
    }
    let schema = induced.schema.with_fields(fields).map_err(|error| too_large(&error))?;
    let wrapper = induced.wrapper.with_attributes(attributes).map_err(|error| too_large(&error))?;
    Ok(Induced { wrapper, schema, warnings: induced.warnings })
}

/// The fields; a text that is called `link` because it is one is called `link_text`, beside the link itself.
fn renamed(schema: &Schema) -> Vec<Field> {
    let mut fields = schema.fields().to_vec();
    let names: BTreeSet<String> = fields.iter().map(|field| field.name.clone()).collect();
    for field in &mut fields {
        let new = format!("{}_text", field.name);
        if KINDS.iter().any(|(.., called)| field.name == *called) && !names.contains(&new) {
            field.name = new;
        }
    }
    fields
}

/// All attributes of the records, in the order of the page, and the number of records.
fn columns(induced: &Induced, pages: &[&Page]) -> (Vec<AttributeColumn>, usize) {
    let running = Running::new(induced.wrapper.running());
    let mut found: BTreeMap<(String, usize), AttributeColumn> = BTreeMap::new();
    let mut n_records = 0;
    for (number, page) in pages.iter().enumerate() {
        let leaves = Leaves::new(page, &running);
        for range in record_ranges(&induced.wrapper, &leaves) {
            for node in range.filter(|&node| leaves.is_element(node)) {
                let Some((kind, value)) = address(&leaves, node) else { continue };
                let path = leaves.written_path(node);
                let new = || AttributeColumn {
                    path: path.clone(),
                    kind,
                    order: (number, node),
                    values: BTreeMap::new(),
                    repeats: false,
                };
                let column = found.entry((path.clone(), kind)).or_insert_with(new);
                column.repeats |= column.values.contains_key(&n_records);
                column.values.entry(n_records).or_insert(value);
            }
            n_records += 1;
        }
    }
    let mut columns: Vec<AttributeColumn> = found.into_values().collect();
    columns.sort_by_key(|column| column.order);
    (columns, n_records)
}

/// The address that an element leads to; `None` if it leads nowhere.
fn address(leaves: &Leaves<'_>, node: LeafNode) -> Option<(usize, String)> {
    let kind = KINDS.iter().position(|(tag, ..)| leaves.tag(node) == *tag)?;
    let value = leaves.page().tree().attribute(leaves.id(node), KINDS[kind].1)?.value.trim();
    let lower = value.to_ascii_lowercase();
    let leads_nowhere =
        ["#", "javascript:", "data:"].iter().any(|prefix| lower.starts_with(prefix));
    let is_address = !value.is_empty() && !leads_nowhere;
    is_address.then(|| (kind, value.to_owned()))
}

/// The attributes that most records have and that differ between them, each address once.
fn chosen(columns: Vec<AttributeColumn>, n_records: usize, is_page: bool) -> Vec<AttributeColumn> {
    let mut chosen: Vec<AttributeColumn> = Vec::new();
    for column in columns {
        let differs = column.values.values().collect::<BTreeSet<_>>().len() > 1;
        let is_usual = MIN_SHARE * column.values.len() >= n_records;
        let is_known =
            chosen.iter().any(|one| one.kind == column.kind && says_the_same(one, &column));
        let n_of_kind = chosen.iter().filter(|one| one.kind == column.kind).count();
        let is_clear = !(is_page && column.repeats);
        if differs && is_usual && is_clear && !is_known && n_of_kind < MAX_OF_KIND {
            chosen.push(column);
        }
    }
    chosen
}

/// Whether the addresses of a column are those of another, as of a picture and the title beside it.
fn says_the_same(known: &AttributeColumn, other: &AttributeColumn) -> bool {
    other.values.iter().all(|(record, value)| known.values.get(record) == Some(value))
}
