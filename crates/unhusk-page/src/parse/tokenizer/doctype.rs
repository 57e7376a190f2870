//! Doctypes: name, public and system identifier.

use super::{Tokenizer, is_space};
use crate::parse::store::narrow;
use memchr::memchr;

/// `<!doctype ...>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DoctypeToken {
    pub start: u32,
    pub end: u32,
    pub name: Option<String>,
    pub public_id: Option<String>,
    pub system_id: Option<String>,
    pub force_quirks: bool,
}

impl Tokenizer<'_> {
    /// DOCTYPE state, at `<!doctype`. A doctype ends at the next `>`, whatever precedes it.
    pub(super) fn doctype(&mut self) -> DoctypeToken {
        let start = self.pos;
        let body_start = start + "<!doctype".len();
        let close = memchr(b'>', &self.bytes[body_start..]);
        let body_end = close.map_or(self.bytes.len(), |len| body_start + len);
        self.pos = (body_end + 1).min(self.bytes.len());
        let mut doctype = DoctypeToken {
            start: narrow(start),
            end: narrow(self.pos),
            name: None,
            public_id: None,
            system_id: None,
            force_quirks: true,
        };
        let mut reader =
            DoctypeReader { rest: &self.source[body_start..body_end], is_cut: close.is_none() };
        doctype.force_quirks = !reader.read(&mut doctype);
        doctype
    }
}

/// The rest of the text between `<!doctype` and `>`; cut if the source ended first.
struct DoctypeReader<'s> {
    rest: &'s str,
    is_cut: bool,
}

impl<'s> DoctypeReader<'s> {
    /// Before DOCTYPE name state to the after DOCTYPE system identifier state; returns false where the specification
    /// sets the force-quirks flag.
    fn read(&mut self, doctype: &mut DoctypeToken) -> bool {
        self.skip_space();
        let name_len = self.rest.bytes().position(is_space).unwrap_or(self.rest.len());
        let name = self.take(name_len);
        if name.is_empty() {
            return false;
        }
        doctype.name = Some(text(name).to_ascii_lowercase());
        self.skip_space();
        if self.rest.is_empty() {
            return !self.is_cut;
        }
        let keyword = self.rest.as_bytes().get(..6).map(<[u8]>::to_ascii_lowercase);
        match keyword.as_deref() {
            Some(b"public") => self.public(doctype),
            Some(b"system") => {
                self.take(6);
                self.system(doctype)
            }
            _ => false,
        }
    }

    /// After DOCTYPE public keyword state.
    fn public(&mut self, doctype: &mut DoctypeToken) -> bool {
        self.take(6);
        self.skip_space();
        let Some((public_id, is_closed)) = self.quoted() else { return false };
        doctype.public_id = Some(text(public_id));
        if !is_closed {
            return false;
        }
        self.skip_space();
        if self.rest.is_empty() {
            return !self.is_cut;
        }
        self.system(doctype)
    }

    /// After DOCTYPE system keyword state, and between the two identifiers.
    fn system(&mut self, doctype: &mut DoctypeToken) -> bool {
        self.skip_space();
        let Some((system_id, is_closed)) = self.quoted() else { return false };
        doctype.system_id = Some(text(system_id));
        // Anything behind the identifier is ignored without quirks.
        self.skip_space();
        is_closed && (!self.is_cut || !self.rest.is_empty())
    }

    /// An identifier in quotes, and whether they are closed.
    fn quoted(&mut self) -> Option<(&'s str, bool)> {
        let quote = *self.rest.as_bytes().first().filter(|quote| matches!(quote, b'"' | b'\''))?;
        self.take(1);
        let closed_at = memchr(quote, self.rest.as_bytes());
        let quoted = self.take(closed_at.unwrap_or(self.rest.len()));
        if closed_at.is_some() {
            self.take(1);
        }
        Some((quoted, closed_at.is_some()))
    }

    fn skip_space(&mut self) {
        let len = self.rest.bytes().take_while(|&byte| is_space(byte)).count();
        self.take(len);
    }

    fn take(&mut self, len: usize) -> &'s str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        taken
    }
}

/// Line ends normalised, NUL replaced.
fn text(written: &str) -> String {
    written.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}")
}
