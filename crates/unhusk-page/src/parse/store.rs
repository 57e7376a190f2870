//! Output of a parse beside the nodes: names, attributes, decoded text, warnings.
//!
//! The tokenizer and the tree builder both write here; [`super::compact`] hands it over to the tree.

use super::tokenizer::TagToken;
use crate::Limits;
use crate::reference;
use crate::reference::ReferenceContext;
use crate::tree::{
    AttributeRecord, DecodedValue, Interner, NO_ATTRIBUTES as NO_LIST, NameId, attribute_list,
    decoded_value, value_of,
};
use crate::{Limited, Warning};
use memchr::memchr2;

/// The attribute list of a tag without attributes.
pub(super) const NO_ATTRIBUTES: u32 = NO_LIST;

/// Longest list that is searched one by one, which is quicker than sorting it.
const SHORT_LIST: usize = 16;

/// Everything that is collected while a source is read.
#[derive(Debug)]
pub(super) struct ParseStore {
    pub(super) limits: Limits,
    pub(super) names: Interner,
    /// Attribute lists one after the other; a flag marks the last attribute of each.
    pub(super) attributes: Vec<AttributeRecord>,
    /// In order of the attributes that they belong to.
    pub(super) decoded_values: Vec<DecodedValue>,
    /// Text and values that differ from the source.
    pub(super) decoded: String,
    pub(super) warnings: Vec<Warning>,
    /// By name: the last tag with such an attribute. Finds duplicates in one step.
    last_tag_with: Vec<u32>,
    n_tags: u32,
}

/// Treatment of NUL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nul {
    /// Becomes U+FFFD.
    Replace,
    /// Is left out.
    Drop,
    /// Stays; the consumer of the token decides.
    Keep,
}

impl ParseStore {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            names: Interner::default(),
            attributes: Vec::new(),
            decoded_values: Vec::new(),
            decoded: String::new(),
            warnings: Vec::new(),
            last_tag_with: Vec::new(),
            n_tags: 0,
        }
    }

    /// Reports a cut, once per kind.
    #[cold]
    pub(super) fn cut(&mut self, what: Limited, limit: usize, at_byte: usize) {
        let is_reported =
            |warning: &Warning| matches!(warning, Warning::Truncated { what: w, .. } if *w == what);
        if !self.warnings.iter().any(is_reported) {
            self.warnings.push(Warning::Truncated { what, limit: limit as u64, at_byte });
        }
    }

    /// A new tag begins: none of its attributes was seen.
    pub(super) fn open_tag(&mut self) -> usize {
        self.n_tags += 1;
        self.attributes.len()
    }

    /// Returns whether the current tag has no attribute of this name yet, and records the name.
    pub(super) fn is_new_attribute(&mut self, name: NameId) -> bool {
        let number = name.0 as usize;
        if number >= self.last_tag_with.len() {
            self.last_tag_with.resize(number.next_power_of_two().max(1024) + 1, 0);
        }
        std::mem::replace(&mut self.last_tag_with[number], self.n_tags) != self.n_tags
    }

    /// Adds an attribute to the current list; `coded` is its value if it must be decoded.
    pub(super) fn push_attribute(&mut self, name: NameId, value: (u32, u32), coded: Option<&str>) {
        if let Some(written) = coded {
            let attribute = narrow(self.attributes.len());
            let (start, end) =
                self.decode(written, Some(ReferenceContext::Attribute), Nul::Replace);
            self.decoded_values.push(DecodedValue { attribute, start, end });
        }
        self.attributes.push(AttributeRecord::new(name, value, coded.is_some()));
    }

    /// Ends the list that began at `first`; its number.
    pub(super) fn close_list(&mut self, first: usize) -> u32 {
        if self.attributes.len() == first {
            return NO_ATTRIBUTES;
        }
        if let Some(last) = self.attributes.last_mut() {
            last.mark_last();
        }
        narrow(first)
    }

    /// The attributes of a list: index and name.
    pub(super) fn list(&self, first: u32) -> impl Iterator<Item = (usize, NameId)> + '_ {
        let list = attribute_list(&self.attributes, first);
        list.iter().enumerate().map(move |(at, record)| (first as usize + at, record.name()))
    }

    pub(super) fn list_mut(&mut self, first: u32) -> &mut [AttributeRecord] {
        let len = attribute_list(&self.attributes, first).len();
        self.attributes.get_mut(first as usize..).map_or(&mut [], |rest| &mut rest[..len])
    }

    /// The decoded value of an attribute.
    pub(super) fn value<'a>(&'a self, attribute: usize, source: &'a str) -> &'a str {
        let buffers = (source, self.decoded.as_str());
        value_of(&self.attributes, &self.decoded_values, buffers, attribute)
    }

    /// Returns the list `old` with the attributes that `tag` adds, and the number of attributes read.
    pub(super) fn merged(&mut self, old: u32, tag: &TagToken) -> (u32, u64) {
        if attribute_list(&self.attributes, old).len() >= self.limits.max_attributes {
            self.cut(Limited::Attributes, self.limits.max_attributes, tag.start as usize);
            return (old, 1);
        }
        let known: Vec<usize> = self.list(old).map(|(at, _)| at).collect();
        self.open_tag();
        for &at in &known {
            self.is_new_attribute(self.attributes[at].name());
        }
        let new: Vec<usize> = self.list(tag.attributes).map(|(at, _)| at).collect();
        let n_steps = (known.len() + new.len()) as u64;
        let new: Vec<usize> = new
            .into_iter()
            .filter(|&at| self.is_new_attribute(self.attributes[at].name()))
            .collect();
        if new.is_empty() {
            return (old, n_steps);
        }
        let room = self.limits.max_attributes - known.len();
        if new.len() > room {
            self.cut(Limited::Attributes, self.limits.max_attributes, tag.start as usize);
        }
        let first = self.attributes.len();
        for at in known.into_iter().chain(new.into_iter().take(room)) {
            self.copy_attribute(at);
        }
        (self.close_list(first), n_steps)
    }

    fn copy_attribute(&mut self, at: usize) {
        let attribute = narrow(self.attributes.len());
        let mut record = self.attributes[at];
        record.mark_inner();
        if let Some(value) = decoded_value(&self.decoded_values, at) {
            self.decoded_values.push(DecodedValue { attribute, ..value });
        }
        self.attributes.push(record);
    }

    /// Whether two lists have the same attributes, in any order.
    pub(super) fn are_alike(&self, lists: (u32, u32), source: &str, n_steps: &mut u64) -> bool {
        if lists.0 == lists.1 {
            return true;
        }
        let len = |first| attribute_list(&self.attributes, first).len();
        let (one_len, other_len) = (len(lists.0), len(lists.1));
        *n_steps += 1 + (one_len.min(other_len) * one_len.min(other_len).min(SHORT_LIST)) as u64;
        if one_len != other_len {
            return false;
        }
        if one_len > SHORT_LIST {
            return self.sorted(lists.0, source) == self.sorted(lists.1, source);
        }
        self.list(lists.0).all(|(one, name)| {
            let other = self.list(lists.1).find(|&(_, other_name)| other_name == name);
            other.is_some_and(|(other, _)| self.value(one, source) == self.value(other, source))
        })
    }

    fn sorted<'a>(&'a self, first: u32, source: &'a str) -> Vec<(NameId, &'a str)> {
        let named = |(at, name)| (name, self.value(at, source));
        let mut list: Vec<_> = self.list(first).map(named).collect();
        list.sort_unstable();
        list
    }

    /// Appends `written` to the decoded text: references decoded, line ends normalised, NUL treated as `nul` requests.
    pub(super) fn decode(
        &mut self,
        written: &str,
        references: Option<ReferenceContext>,
        nul: Nul,
    ) -> (u32, u32) {
        let start = narrow(self.decoded.len());
        let mut rest = written;
        while let Some(at) = memchr2(b'\r', 0, rest.as_bytes()) {
            push_decoded(&mut self.decoded, &rest[..at], references);
            let is_carriage_return = rest.as_bytes()[at] == b'\r';
            rest = &rest[at + 1..];
            match (is_carriage_return, nul) {
                (true, _) if rest.starts_with('\n') => {}
                (true, _) => self.decoded.push('\n'),
                (false, Nul::Replace) => self.decoded.push('\u{FFFD}'),
                (false, Nul::Keep) => self.decoded.push('\0'),
                (false, Nul::Drop) => {}
            }
        }
        push_decoded(&mut self.decoded, rest, references);
        (start, narrow(self.decoded.len()))
    }
}

fn push_decoded(decoded: &mut String, written: &str, references: Option<ReferenceContext>) {
    let Some(context) = references else {
        decoded.push_str(written);
        return;
    };
    decoded.push_str(&reference::decode(written, context));
}

/// A position in the source or in decoded text; [`super::MAX_SOURCE_LEN`] keeps all of them below 2^32.
pub(super) fn narrow(position: usize) -> u32 {
    debug_assert!(u32::try_from(position).is_ok());
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the source is cut to MAX_SOURCE_LEN first"
    )]
    {
        position as u32
    }
}
