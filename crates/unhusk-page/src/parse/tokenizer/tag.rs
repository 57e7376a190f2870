//! Tags and their attributes: the tag name state to the self-closing start tag state.

use super::{Tokenizer, is_space, scan};
use crate::Limited;
use crate::parse::store::{NO_ATTRIBUTES, ParseStore, narrow};
use crate::tree::{NameId, known_short};

/// A start or end tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TagToken {
    pub start: u32,
    pub end: u32,
    pub name: NameId,
    /// First attribute in [`ParseStore::attributes`], or [`NO_ATTRIBUTES`]. End tags lose theirs.
    pub attributes: u32,
    pub is_self_closing: bool,
}

impl Tokenizer<'_> {
    /// `<name ...>`; `None` if the source ends in it.
    pub(super) fn start_tag(&mut self, store: &mut ParseStore, start: usize) -> Option<TagToken> {
        self.pos = start + 1;
        let name = self.tag_name(store);
        let (attributes, is_self_closing) = if self.is_at(b'>') {
            self.pos += 1;
            (NO_ATTRIBUTES, false)
        } else {
            let first = store.open_tag();
            let is_self_closing = self.attributes(Some((store, first)))?;
            (store.close_list(first), is_self_closing)
        };
        self.last_start_tag = name;
        let (start, end) = (narrow(start), narrow(self.pos));
        Some(TagToken { start, end, name, attributes, is_self_closing })
    }

    /// `</name ...>`; `None` if the source ends in it.
    pub(super) fn end_tag(&mut self, store: &mut ParseStore, start: usize) -> Option<TagToken> {
        self.pos = start + 2;
        let name = self.tag_name(store);
        let is_self_closing = if self.is_at(b'>') {
            self.pos += 1;
            false
        } else {
            self.attributes(None)?
        };
        let (start, end) = (narrow(start), narrow(self.pos));
        Some(TagToken { start, end, name, attributes: NO_ATTRIBUTES, is_self_closing })
    }

    /// Tag name state.
    #[inline]
    fn tag_name(&mut self, store: &mut ParseStore) -> NameId {
        if let Some(name) = self.short_known_name::<false>() {
            return name;
        }
        let start = self.pos;
        self.skip_until(|byte| is_space(byte) || byte == b'/' || byte == b'>');
        store.names.intern(self.source, start, self.pos)
    }

    /// A name that is short and known, as nearly all are; moves behind it.
    #[inline]
    fn short_known_name<const IS_ATTRIBUTE: bool>(&mut self) -> Option<NameId> {
        let (word, len) = scan::short_name::<IS_ATTRIBUTE>(self.bytes, self.pos)?;
        let name = known_short(word)?;
        self.pos += len;
        Some(name)
    }

    /// From the before attribute name state to behind the `>`; returns whether the tag ended with `/>`. Without a list,
    /// the attributes are skipped. `None`, with everything read, if the source ends first.
    fn attributes(&mut self, mut list: Option<(&mut ParseStore, usize)>) -> Option<bool> {
        loop {
            self.skip_until(|byte| !is_space(byte));
            match self.bytes.get(self.pos)? {
                b'>' => {
                    self.pos += 1;
                    return Some(false);
                }
                b'/' => {
                    self.pos += 1;
                    if *self.bytes.get(self.pos)? == b'>' {
                        self.pos += 1;
                        return Some(true);
                    }
                }
                _ => self.attribute(&mut list),
            }
        }
    }

    /// Attribute name state to the after attribute value state.
    #[inline]
    fn attribute(&mut self, list: &mut Option<(&mut ParseStore, usize)>) {
        let start = self.pos;
        let known = self.short_known_name::<true>();
        if known.is_none() {
            // A leading `=` belongs to the name.
            self.pos += 1;
            self.skip_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        }
        let end = self.pos;
        let value = self.attribute_value(end);
        let Some((store, first)) = list else { return };
        if store.attributes.len() - *first >= store.limits.max_attributes {
            store.cut(Limited::Attributes, store.limits.max_attributes, start);
            return;
        }
        let name = known.unwrap_or_else(|| store.names.intern(self.source, start, end));
        if store.is_new_attribute(name) {
            let is_coded = self.coded.are_in(self.bytes, value.0, value.1);
            let coded = is_coded.then(|| &self.source[value.0..value.1]);
            store.push_attribute(name, (narrow(value.0), narrow(value.1)), coded);
        }
    }

    /// After attribute name state to the after attribute value (quoted) state: returns the range of the value.
    #[inline]
    fn attribute_value(&mut self, name_end: usize) -> (usize, usize) {
        if let Some(&[b'=', quote @ (b'"' | b'\'')]) = self.bytes.get(name_end..name_end + 2) {
            return self.quoted_value(name_end + 2, quote);
        }
        self.other_attribute_value(name_end)
    }

    fn quoted_value(&mut self, start: usize, quote: u8) -> (usize, usize) {
        let end = scan::find(self.bytes, start, quote).unwrap_or(self.bytes.len());
        self.pos = (end + 1).min(self.bytes.len());
        (start, end)
    }

    /// The value of an attribute that has none, or one without quotes, or with white space before it.
    fn other_attribute_value(&mut self, name_end: usize) -> (usize, usize) {
        self.skip_until(|byte| !is_space(byte));
        if !self.is_at(b'=') {
            return (name_end, name_end);
        }
        self.pos += 1;
        self.skip_until(|byte| !is_space(byte));
        let start = self.pos;
        match self.bytes.get(start) {
            Some(&quote @ (b'"' | b'\'')) => self.quoted_value(start + 1, quote),
            // The attribute has no value, the tag ends.
            Some(b'>') | None => (start, start),
            Some(_) => {
                self.skip_until(|byte| is_space(byte) || byte == b'>');
                (start, self.pos)
            }
        }
    }

    #[inline]
    fn is_at(&self, byte: u8) -> bool {
        self.bytes.get(self.pos) == Some(&byte)
    }

    /// Moves to the next byte for which `is_end` holds, or to the end of the source.
    #[inline]
    fn skip_until(&mut self, is_end: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|&byte| is_end(byte)).unwrap_or(rest.len());
    }
}
