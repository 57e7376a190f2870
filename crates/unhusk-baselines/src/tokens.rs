//! Token sequences of pages: tags and texts in document order, each with its place.
//!
//! A tag is identified by its name alone. Tags are well nested: an element without an end tag ends with its content,
//! and an implied element (a `tbody`) has no tags. Content that [`Leaves`] skips, such as scripts, has no tokens.

use rustc_hash::FxHashMap;
use unhusk_page::{Page, Span};
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves};
use unhusk_wrapper::template::internal::running::Running;

/// Identifies the content of a token: equal tokens of a [`TokenCorpus`] have equal symbols.
pub(super) type TokenSymbol = u32;

/// Elements without content, which have no end tag.
const VOID: [&str; 18] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum PageTokenKind {
    /// A start tag.
    Start,
    /// An end tag, written or implied.
    End,
    /// The tag of an element without content.
    Void,
    /// A text, or a word of one.
    Text,
}

/// Splitting of texts into tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenUnit {
    /// Each text is one token.
    Text,
    /// Each word is one token.
    Word,
}

/// A tag, a text or a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageToken {
    pub(super) kind: PageTokenKind,
    pub(super) symbol: TokenSymbol,
    /// Place in the source; empty for an implied end tag.
    pub(super) span: Span,
    /// Hash of the names of the enclosing elements; for a tag, including its own.
    pub(super) path: TextHash,
}

/// The token sequences of some pages.
#[derive(Debug)]
pub(super) struct TokenCorpus {
    pub(super) pages: Vec<Vec<PageToken>>,
    /// Content of each symbol.
    names: Vec<String>,
    symbols: FxHashMap<(PageTokenKind, String), TokenSymbol>,
}

impl TokenCorpus {
    /// Tokenizes pages.
    pub(super) fn new(pages: &[&Page], unit: TokenUnit) -> Self {
        let mut corpus =
            Self { pages: Vec::new(), names: Vec::new(), symbols: FxHashMap::default() };
        for page in pages {
            let tokens = corpus.read(page, unit);
            corpus.pages.push(tokens);
        }
        corpus
    }

    /// Returns the content of a symbol.
    pub(super) fn name(&self, symbol: TokenSymbol) -> &str {
        &self.names[symbol as usize]
    }

    /// Returns the symbols of each page.
    pub(super) fn texts(&self) -> Vec<Vec<TokenSymbol>> {
        self.pages.iter().map(|page| page.iter().map(|token| token.symbol).collect()).collect()
    }

    fn read(&mut self, page: &Page, unit: TokenUnit) -> Vec<PageToken> {
        let leaves = Leaves::new(page, &Running::default());
        let mut tokens = Vec::new();
        let mut open: Vec<LeafNode> = Vec::new();
        let mut next_leaf = 0;
        for node in 0..leaves.n_nodes() {
            while let Some(ended) = open.pop_if(|open| leaves.end(*open) <= node) {
                tokens.push(self.tag(&leaves, ended, PageTokenKind::End));
            }
            if leaves.all().get(next_leaf).is_some_and(|leaf| leaf.node == node) {
                self.text(&leaves, next_leaf, unit, &mut tokens);
                next_leaf += 1;
                continue;
            }
            if page.tree().start_tag(leaves.id(node)).is_none() {
                continue;
            }
            if VOID.contains(&leaves.tag(node)) {
                tokens.push(self.tag(&leaves, node, PageTokenKind::Void));
            } else {
                tokens.push(self.tag(&leaves, node, PageTokenKind::Start));
                open.push(node);
            }
        }
        while let Some(ended) = open.pop() {
            tokens.push(self.tag(&leaves, ended, PageTokenKind::End));
        }
        tokens
    }

    fn tag(&mut self, leaves: &Leaves<'_>, node: LeafNode, kind: PageTokenKind) -> PageToken {
        let (tree, id) = (leaves.page().tree(), leaves.id(node));
        let symbol = self.symbol(kind, leaves.tag(node), tree.attributes(id).next().is_some());
        let end = tree.span(id).map_or(0, |span| span.end);
        let not_written = Span { start: end, end };
        let span = if kind == PageTokenKind::End { tree.end_tag(id) } else { tree.start_tag(id) };
        PageToken { kind, symbol, span: span.unwrap_or(not_written), path: leaves.path(node) }
    }

    /// Adds the text of a leaf as one token, or its words.
    fn text(
        &mut self,
        leaves: &Leaves<'_>,
        leaf: usize,
        unit: TokenUnit,
        tokens: &mut Vec<PageToken>,
    ) {
        let Some(span) = leaves.place(leaf) else { return };
        let (text, path) = (&leaves.all()[leaf].text, leaves.all()[leaf].path);
        if unit == TokenUnit::Text {
            let symbol = self.symbol(PageTokenKind::Text, text, false);
            tokens.push(PageToken { kind: PageTokenKind::Text, symbol, span, path });
            return;
        }
        let n_words = text.split(' ').count();
        let places = word_places(leaves.page(), span);
        for (at, word) in text.split(' ').enumerate() {
            let symbol = self.symbol(PageTokenKind::Text, word, false);
            // A comment between words, or a space written as a reference, makes their places unknown.
            let span = if places.len() == n_words { places[at] } else { span };
            tokens.push(PageToken { kind: PageTokenKind::Text, symbol, span, path });
        }
    }

    fn symbol(&mut self, kind: PageTokenKind, text: &str, has_attributes: bool) -> TokenSymbol {
        let next =
            TokenSymbol::try_from(self.names.len()).expect("pages have fewer than 2^32 tokens");
        let names = &mut self.names;
        *self.symbols.entry((kind, text.to_owned())).or_insert_with(|| {
            let more = if has_attributes { " .." } else { "" };
            names.push(match kind {
                PageTokenKind::Text => text.to_owned(),
                PageTokenKind::Start | PageTokenKind::Void => format!("<{text}{more}>"),
                PageTokenKind::End => format!("</{text}>"),
            });
            next
        })
    }
}

/// Returns the places of the words of a text.
fn word_places(page: &Page, span: Span) -> Vec<Span> {
    let source = page.slice(span).unwrap_or_default();
    let place = |word: &str| {
        let start = span.range().start + (word.as_ptr() as usize - source.as_ptr() as usize);
        Span::new(start, start + word.len())
    };
    source.split_whitespace().map(place).collect()
}

/// Returns the span from the first to the last text among some tokens; `None` if there is no text.
pub(super) fn place_of(tokens: &[PageToken]) -> Option<Span> {
    let mut texts =
        tokens.iter().filter(|token| token.kind == PageTokenKind::Text).map(|token| token.span);
    let first = texts.next()?;
    let last = texts.next_back().unwrap_or(first);
    // Texts that the parser moved may be in another order in the source.
    Some(if first.end <= last.start { Span { start: first.start, end: last.end } } else { first })
}
