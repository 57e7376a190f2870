//! Encoding that a page declares: `<meta charset>`, `<meta http-equiv>`, an XML declaration.
//!
//! "Prescan a byte stream to determine its encoding" of the HTML standard (13.2.3.2), which reads bytes, not
//! a tree, and sees `<meta>` in scripts too. Browsers also obey a declaration that comes later, when the
//! tree builder meets it; as Chromium's prescan does, we therefore go on past the first 1,024 bytes while
//! the tags are those of a `head`.

use crate::visible::{HiddenContent, hidden_content};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};

/// Returns the encoding that the page declares, if it is a known one.
pub(super) fn encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    let mut prescan = Prescan { bytes, at: 0, raw_text_end: 0 };
    prescan.run().ok().flatten().or_else(|| xml_encoding(bytes))
}

/// Bytes in which every tag is read, whatever its name.
const UNCONDITIONAL_BYTES: usize = 1024;

/// Elements that do not end the `head`.
const HEAD_TAGS: [&[u8]; 11] = [
    b"html",
    b"head",
    b"title",
    b"base",
    b"link",
    b"meta",
    b"style",
    b"script",
    b"noscript",
    b"object",
    b"template",
];

/// The bytes ended inside a construct, which is therefore ignored.
struct RanOut;

/// One pass over the bytes; never goes back.
struct Prescan<'b> {
    bytes: &'b [u8],
    at: usize,
    /// End of the last script or style: an `a<b` in it does not end the head.
    raw_text_end: usize,
}

/// One attribute as written; never without a name.
struct RawAttribute<'b> {
    name: &'b [u8],
    value: &'b [u8],
}

impl<'b> Prescan<'b> {
    fn run(&mut self) -> Result<Option<&'static Encoding>, RanOut> {
        while let Some(offset) = memchr(b'<', self.rest()) {
            self.at += offset;
            let is_late = self.at >= UNCONDITIONAL_BYTES;
            if is_late && self.at < self.raw_text_end {
                self.at = self.raw_text_end;
                continue;
            }
            let rest = self.rest();
            if rest.starts_with(b"<!--") {
                self.at += 2;
                self.skip_past(memmem::find(self.rest(), b"-->"), 3)?;
            } else if let Some(name) = tag_name(rest)? {
                if is_late && !HEAD_TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag)) {
                    return Ok(None);
                }
                if let Some(encoding) = self.tag(name)? {
                    return Ok(Some(encoding));
                }
            } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
                self.skip_past(memchr(b'>', rest), 1)?;
            } else {
                self.at += 1;
            }
        }
        Ok(None)
    }

    fn rest(&self) -> &'b [u8] {
        &self.bytes[self.at..]
    }

    fn byte(&self) -> Result<u8, RanOut> {
        self.bytes.get(self.at).copied().ok_or(RanOut)
    }

    fn skip_past(&mut self, found: Option<usize>, len: usize) -> Result<(), RanOut> {
        self.at += found.ok_or(RanOut)? + len;
        Ok(())
    }

    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) -> Result<(), RanOut> {
        while skipped(self.byte()?) {
            self.at += 1;
        }
        Ok(())
    }

    /// A start or end tag; the encoding if it is a `<meta>` that declares one.
    fn tag(&mut self, name: &[u8]) -> Result<Option<&'static Encoding>, RanOut> {
        let is_end_tag = self.rest()[1] == b'/';
        self.at += 1 + usize::from(is_end_tag) + name.len();
        let mut meta = Meta::default();
        while let Some(attribute) = self.attribute()? {
            meta.add(&attribute);
        }
        if is_end_tag {
            return Ok(None);
        }
        if name.eq_ignore_ascii_case(b"meta") {
            return Ok(meta.encoding());
        }
        let is_raw_text = hidden_content(name) == Some(HiddenContent::RawText);
        if is_raw_text && self.at >= self.raw_text_end {
            self.raw_text_end = self.at + raw_text_len(self.rest(), name);
        }
        Ok(None)
    }

    /// "Get an attribute"; `None` where the tag ends.
    fn attribute(&mut self) -> Result<Option<RawAttribute<'b>>, RanOut> {
        self.skip_while(|byte| is_space(byte) || byte == b'/')?;
        if self.byte()? == b'>' {
            return Ok(None);
        }
        let name_start = self.at;
        self.at += 1;
        self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[name_start..self.at];
        self.skip_while(is_space)?;
        let mut value: &[u8] = b"";
        if self.byte()? == b'=' {
            self.at += 1;
            self.skip_while(is_space)?;
            value = self.value()?;
        }
        Ok(Some(RawAttribute { name, value }))
    }

    fn value(&mut self) -> Result<&'b [u8], RanOut> {
        let quote = self.byte()?;
        let is_quoted = matches!(quote, b'"' | b'\'');
        self.at += usize::from(is_quoted);
        let start = self.at;
        if is_quoted {
            self.skip_past(memchr(quote, self.rest()), 1)?;
            return Ok(&self.bytes[start..self.at - 1]);
        }
        self.skip_while(|byte| !is_space(byte) && byte != b'>')?;
        Ok(&self.bytes[start..self.at])
    }
}

/// The name of the start or end tag at the `<` that `bytes` begins with; up to a space, a slash or `>`.
fn tag_name(bytes: &[u8]) -> Result<Option<&[u8]>, RanOut> {
    let start = 1 + usize::from(bytes.get(1) == Some(&b'/'));
    if !bytes.get(start).is_some_and(u8::is_ascii_alphabetic) {
        return Ok(None);
    }
    let is_end = |&byte: &u8| is_space(byte) || matches!(byte, b'>' | b'/');
    let len = bytes[start..].iter().position(is_end).ok_or(RanOut)?;
    Ok(Some(&bytes[start..start + len]))
}

/// Bytes up to the end tag of the script or style whose contents `bytes` begins with.
fn raw_text_len(bytes: &[u8], name: &[u8]) -> usize {
    let ends_it = |&at: &usize| {
        let found = bytes[at + 2..].get(..name.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    memmem::find_iter(bytes, b"</").find(ends_it).unwrap_or(bytes.len())
}

/// Relevant attributes of a `<meta>`: the first of each name.
#[derive(Default)]
struct Meta<'b> {
    charset: Option<&'b [u8]>,
    content: Option<&'b [u8]>,
    http_equiv: Option<&'b [u8]>,
}

impl<'b> Meta<'b> {
    fn add(&mut self, attribute: &RawAttribute<'b>) {
        let slot = match attribute.name {
            name if name.eq_ignore_ascii_case(b"charset") => &mut self.charset,
            name if name.eq_ignore_ascii_case(b"content") => &mut self.content,
            name if name.eq_ignore_ascii_case(b"http-equiv") => &mut self.http_equiv,
            _ => return,
        };
        slot.get_or_insert(attribute.value);
    }

    /// Returns the encoding in `charset`; without one, that in `content`, if `http-equiv` is `content-type`.
    fn encoding(&self) -> Option<&'static Encoding> {
        let label = match (self.charset, self.content, self.http_equiv) {
            (Some(charset), ..) => charset,
            (None, Some(content), Some(pragma)) if pragma.eq_ignore_ascii_case(b"content-type") => {
                charset_of_content_type(content)?
            }
            _ => return None,
        };
        encoding_of_label(label)
    }
}

/// "Extracting a character encoding from a `meta` element": the label in `text/html; charset=...`.
fn charset_of_content_type(content: &[u8]) -> Option<&[u8]> {
    let mut rest = content;
    loop {
        let found = rest.windows(7).position(|name| name.eq_ignore_ascii_case(b"charset"))?;
        rest = rest[found + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            rest = value.trim_ascii_start();
            break;
        }
    }
    let first = *rest.first()?;
    if matches!(first, b'"' | b'\'') {
        let value = &rest[1..];
        return Some(&value[..memchr(first, value)?]);
    }
    let is_end = |byte: &u8| is_space(*byte) || *byte == b';';
    Some(&rest[..rest.iter().position(is_end).unwrap_or(rest.len())])
}

/// The encoding in `<?xml version="1.0" encoding="..."?>`, if the page begins with that.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let name = memmem::find(declaration, b"encoding")?;
    let value = declaration[name + 8..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let quote = *value.first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let value = &value[1..];
    encoding_of_label(&value[..memchr(quote, value)?])
}

/// A page whose declaration could be read as ASCII is not UTF-16, whatever it declares.
fn encoding_of_label(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label_no_replacement(label)?;
    Some(match encoding {
        utf16 if utf16 == UTF_16LE || utf16 == UTF_16BE => UTF_8,
        user_defined if user_defined == X_USER_DEFINED => WINDOWS_1252,
        other => other,
    })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
