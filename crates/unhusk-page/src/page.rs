//! [`Page`]: the decoded source and, on demand, its trees.

use crate::{Inside, Limits, Span, Tree, VisibleTree, Warning, decode, parse, text};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// One document: its decoded source and, on demand, its HTML5 tree and its visible tree.
#[derive(Debug, Clone)]
pub struct Page {
    source: Arc<str>,
    encoding: &'static str,
    options: PageOptions,
    decode_warnings: Vec<Warning>,
    tree: OnceLock<Tree>,
}

/// Options of [`Page::read`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageOptions {
    /// The encoding, if the user knows it: a name of the WHATWG encoding list. Only a byte order mark overrides it.
    pub charset: Option<String>,
    /// Whether the source is HTML or plain text.
    pub syntax: Syntax,
    /// Counted limits.
    pub limits: Limits,
}

/// The language of a page's source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Syntax {
    /// HTML, of any age.
    #[default]
    Html,
    /// Plain text: nothing is markup, and the tree is one text node.
    Text,
}

impl Page {
    /// Reads bytes of any encoding as HTML, within the default limits.
    ///
    /// ```
    /// let page = unhusk_page::Page::from_bytes(b"<title>Caf\xe9</title>");
    /// assert_eq!(page.source(), "<title>Café</title>");
    /// assert_eq!(page.encoding(), "windows-1252");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::read(bytes, PageOptions::default())
    }

    /// Reads bytes with the given options.
    pub fn read(bytes: &[u8], options: PageOptions) -> Self {
        let decoded = decode::decode(bytes, &options);
        Self {
            source: decoded.source,
            encoding: decoded.encoding,
            options,
            decode_warnings: decoded.warnings,
            tree: OnceLock::new(),
        }
    }

    /// The decoded source; every [`Span`] is a range of it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The encoding of the bytes: a name of the WHATWG encoding list.
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// The language of the source.
    pub fn syntax(&self) -> Syntax {
        self.options.syntax
    }

    /// The HTML5 tree, built on the first call.
    pub fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| match self.options.syntax {
            Syntax::Html => parse::document(&self.source, &self.options.limits),
            Syntax::Text => parse::plain_text(&self.source),
        })
    }

    /// The nodes that a reader sees, built on the first call: [`Tree::visible`].
    pub fn visible(&self) -> VisibleTree<'_> {
        self.tree().visible()
    }

    /// Warnings about text that was replaced or cut: while decoding and, once the tree is built, while building it.
    pub fn warnings(&self) -> impl Iterator<Item = &Warning> {
        self.decode_warnings.iter().chain(self.tree.get().into_iter().flat_map(Tree::warnings))
    }

    /// The source at a span; `None` if the span lies outside the page or splits a character.
    pub fn slice(&self, span: Span) -> Option<&str> {
        self.source.get(span.range())
    }

    /// The text that a reader sees at a span: markup removed, references decoded, white space folded.
    /// Borrows from the source where nothing had to change. Empty for a span outside the page.
    ///
    /// ```
    /// use unhusk_page::{Page, Span};
    /// let page = Page::from_bytes(b"<td><b>Tom</b> &amp;\n Jerry</td>");
    /// assert_eq!(page.text(Span::new(4, 27)), "Tom & Jerry");
    /// ```
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        text::span_text(self, span)
    }

    /// [`text`](Self::text) of a span that is known to lie in an element or an attribute.
    #[doc(hidden)]
    pub fn text_inside(&self, span: Span, inside: Inside) -> Cow<'_, str> {
        text::text_inside(self, span, inside)
    }
}

impl From<&str> for Page {
    /// Reads a source that is decoded already; a `<meta charset>` in it has no effect.
    fn from(source: &str) -> Self {
        let charset = Some("utf-8".to_owned());
        Self::read(source.as_bytes(), PageOptions { charset, ..PageOptions::default() })
    }
}
