//! Attributes: lists one after the other in one vector, shared by an element and its copies.

use super::{NameId, NodeId, Span, Tree, names};

/// The attribute list of an element without attributes.
pub(crate) const NO_ATTRIBUTES: u32 = u32::MAX;

const LAST: u32 = 1 << 31;
const DECODED: u32 = 1 << 30;

/// One attribute of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'t> {
    /// Name, in lower case (except adjusted SVG and MathML names).
    pub name: &'t str,
    /// Value, references decoded.
    pub value: &'t str,
    /// The place of the value, quotes excluded; an empty place behind the name if there is no value.
    pub span: Span,
}

/// An attribute as it is stored: its name and two flags, and the place of the value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttributeRecord {
    name_and_flags: u32,
    start: u32,
    end: u32,
}

/// The value of an attribute that differs from the source: a range of the decoded text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DecodedValue {
    pub attribute: u32,
    pub start: u32,
    pub end: u32,
}

impl AttributeRecord {
    pub(crate) fn new(name: NameId, (start, end): (u32, u32), is_decoded: bool) -> Self {
        let flags = if is_decoded { DECODED } else { 0 };
        Self { name_and_flags: name.0 | flags, start, end }
    }

    pub(crate) fn name(self) -> NameId {
        NameId(self.name_and_flags & !(LAST | DECODED))
    }

    pub(crate) fn rename(&mut self, name: NameId) {
        self.name_and_flags = self.name_and_flags & (LAST | DECODED) | name.0;
    }

    /// Marks the attribute as the last of its list.
    pub(crate) fn mark_last(&mut self) {
        self.name_and_flags |= LAST;
    }

    /// Marks the attribute as not the last of its list.
    pub(crate) fn mark_inner(&mut self) {
        self.name_and_flags &= !LAST;
    }
}

/// The list that begins at `first`.
pub(crate) fn attribute_list(records: &[AttributeRecord], first: u32) -> &[AttributeRecord] {
    let rest = records.get(first as usize..).unwrap_or_default();
    let last = rest.iter().position(|record| record.name_and_flags & LAST != 0);
    &rest[..last.map_or(0, |last| last + 1)]
}

/// The decoded value of an attribute, if it differs from the source.
pub(crate) fn decoded_value(values: &[DecodedValue], attribute: usize) -> Option<DecodedValue> {
    let found = values.binary_search_by_key(&attribute, |value| value.attribute as usize);
    found.ok().map(|at| values[at])
}

/// The value of an attribute: a range of the source, or of the text decoded from it.
pub(crate) fn value_of<'a>(
    records: &[AttributeRecord],
    values: &[DecodedValue],
    (source, decoded): (&'a str, &'a str),
    attribute: usize,
) -> &'a str {
    let record = records[attribute];
    if record.name_and_flags & DECODED == 0 {
        return &source[record.start as usize..record.end as usize];
    }
    decoded_value(values, attribute)
        .map_or("", |value| &decoded[value.start as usize..value.end as usize])
}

impl Tree {
    /// The attributes of an element, in source order.
    pub fn attributes(&self, node: NodeId) -> impl Iterator<Item = Attribute<'_>> {
        let first = self.columns.list(node.index());
        let list = attribute_list(&self.attributes, first);
        (first as usize..).take(list.len()).map(|at| self.attribute_at(at))
    }

    /// The attribute of an element with this name.
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<Attribute<'_>> {
        let first = self.columns.list(node.index());
        let list = attribute_list(&self.attributes, first);
        let at = match names::known(name) {
            Some(known) => list.iter().position(|record| record.name() == known)?,
            None => {
                list.iter().position(|record| names::text(&self.names, record.name()) == name)?
            }
        };
        Some(self.attribute_at(first as usize + at))
    }

    /// The attributes of an element: the position of each among all of the tree, and the number of its name.
    #[doc(hidden)]
    pub fn attribute_positions(&self, node: NodeId) -> impl Iterator<Item = (u32, u32)> {
        let first = self.columns.list(node.index());
        let list = attribute_list(&self.attributes, first);
        (first..).zip(list).map(|(at, record)| (at, record.name().0))
    }

    /// The attributes of an element whose names have `wanted` numbers: number and value.
    #[doc(hidden)]
    pub fn attributes_by_number(
        &self,
        node: NodeId,
        wanted: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = (u32, &str)> {
        let first = self.columns.list(node.index()) as usize;
        let rest = self.attributes.get(first..).unwrap_or_default();
        let mut is_over = false;
        let list = rest.iter().take_while(move |record| {
            let is_last = record.name_and_flags & LAST != 0;
            !std::mem::replace(&mut is_over, is_last)
        });
        let numbered = (first..).zip(list.map(|record| record.name().0));
        let wanted = numbered.filter(move |&(_, number)| wanted(number));
        wanted.map(|(at, number)| (number, self.value_at(at)))
    }

    /// The number of an element's attribute list, which copies of an element share.
    #[doc(hidden)]
    pub fn attribute_list(&self, node: NodeId) -> u32 {
        self.columns.list(node.index())
    }

    /// The number of attributes in the tree; the numbers of lists are below it.
    #[doc(hidden)]
    pub fn n_attributes(&self) -> usize {
        self.attributes.len()
    }

    /// The attributes whose name has this number: the number of the list that each is in, and its position among all;
    /// both rise.
    #[doc(hidden)]
    pub fn attributes_called(&self, name: u32) -> impl Iterator<Item = (u32, u32)> {
        let mut list = 0;
        (0..).zip(&self.attributes).filter_map(move |(at, record)| {
            let of_record = list;
            list = if record.name_and_flags & LAST == 0 { list } else { at + 1 };
            (record.name().0 == name).then_some((of_record, at))
        })
    }

    /// The value of the attribute at a position among all of the tree.
    #[doc(hidden)]
    pub fn attribute_value(&self, at: u32) -> &str {
        self.value_at(at as usize)
    }

    /// The bytes of [`attribute_value`](Self::attribute_value).
    #[doc(hidden)]
    pub fn attribute_bytes(&self, at: u32) -> &[u8] {
        let record = self.attributes[at as usize];
        if record.name_and_flags & DECODED == 0 {
            return &self.source.as_bytes()[record.start as usize..record.end as usize];
        }
        self.attribute_value(at).as_bytes()
    }

    fn attribute_at(&self, at: usize) -> Attribute<'_> {
        let record = self.attributes[at];
        Attribute {
            name: names::text(&self.names, record.name()),
            value: self.value_at(at),
            span: Span { start: record.start, end: record.end },
        }
    }

    fn value_at(&self, at: usize) -> &str {
        let buffers = (&*self.source, &*self.decoded);
        value_of(&self.attributes, &self.decoded_values, buffers, at)
    }
}
