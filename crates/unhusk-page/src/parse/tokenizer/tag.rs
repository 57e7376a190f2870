//! Tags and their attributes: the tag name state to the self-closing start tag state.

use super::{Tokenizer, is_space, scan};
use crate::Limited;
use crate::parse::store::{NO_ATTRIBUTES, ParseStore, narrow};
use crate::tree::NameId;
use memchr::memchr2;

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
        let first = store.open_tag();
        let is_self_closing = self.attributes(Some((store, first)))?;
        self.last_start_tag = name;
        let attributes = store.close_list(first);
        let (start, end) = (narrow(start), narrow(self.pos));
        Some(TagToken { start, end, name, attributes, is_self_closing })
    }

    /// `</name ...>`; `None` if the source ends in it.
    pub(super) fn end_tag(&mut self, store: &mut ParseStore, start: usize) -> Option<TagToken> {
        self.pos = start + 2;
        let name = self.tag_name(store);
        let is_self_closing = self.attributes(None)?;
        let (start, end) = (narrow(start), narrow(self.pos));
        Some(TagToken { start, end, name, attributes: NO_ATTRIBUTES, is_self_closing })
    }

    /// Tag name state.
    fn tag_name(&mut self, store: &mut ParseStore) -> NameId {
        let start = self.pos;
        self.skip_until(|byte| is_space(byte) || byte == b'/' || byte == b'>');
        store.names.intern(self.bytes, start, self.pos)
    }

    /// From the before attribute name state to behind the `>`; whether it was `/>`. Without a list, the
    /// attributes are read over. `None`, and all is read, if the source ends first.
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
    fn attribute(&mut self, list: &mut Option<(&mut ParseStore, usize)>) {
        let start = self.pos;
        // A leading `=` belongs to the name.
        self.pos += 1;
        self.skip_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        let end = self.pos;
        let (value, is_coded) = self.attribute_value(end);
        let Some((store, first)) = list else { return };
        if store.attributes.len() - *first >= store.limits.max_attributes {
            store.cut(Limited::Attributes, store.limits.max_attributes, start);
            return;
        }
        let name = store.names.intern(self.bytes, start, end);
        if store.is_new_attribute(name) {
            let written = &self.source[value.0..value.1];
            let coded = is_coded.then_some(written);
            store.push_attribute(name, (narrow(value.0), narrow(value.1)), coded);
        }
    }

    /// After attribute name state to the after attribute value (quoted) state: where the value stands, and
    /// whether anything in it has to be decoded.
    fn attribute_value(&mut self, name_end: usize) -> ((usize, usize), bool) {
        self.skip_until(|byte| !is_space(byte));
        if self.bytes.get(self.pos) != Some(&b'=') {
            return ((name_end, name_end), false);
        }
        self.pos += 1;
        self.skip_until(|byte| !is_space(byte));
        let start = self.pos;
        match self.bytes.get(start) {
            Some(&quote @ (b'"' | b'\'')) => {
                let (end, is_coded) = scan::find(self.bytes, start + 1, quote);
                let end = end.unwrap_or(self.bytes.len());
                self.pos = (end + 1).min(self.bytes.len());
                ((start + 1, end), is_coded)
            }
            // The attribute has no value, the tag ends.
            Some(b'>') | None => ((start, start), false),
            Some(_) => {
                self.skip_until(|byte| is_space(byte) || byte == b'>');
                let is_coded = memchr2(b'&', 0, &self.bytes[start..self.pos]).is_some();
                ((start, self.pos), is_coded)
            }
        }
    }

    /// Moves to the next byte that `is_end`, or to the end of the source.
    fn skip_until(&mut self, is_end: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|&byte| is_end(byte)).unwrap_or(rest.len());
    }
}
