//! Pages as the baselines see them: tags and texts in document order, each with its place.
//!
//! Tags are told apart by their names alone. They are well nested: an element that its source leaves open ends where
//! its content does, and an element that the source does not write (an implied `tbody`) has no tags. What
//! [`Leaves`] passes over, such as scripts, is not seen here either.

use rustc_hash::FxHashMap;
use unhusk_page::{Page, Span};
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::internal::leaves::{Leaves, Node};
use unhusk_wrapper::template::internal::running::Running;

/// A number for what a token says: equal tokens of a [`Corpus`] have equal symbols.
pub(super) type Symbol = u32;

/// Elements without content, which have no end tag.
const VOID: [&str; 18] = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
    "keygen", "link", "meta", "param", "source", "track", "wbr",
];

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// A start tag.
    Start,
    /// An end tag, written or not.
    End,
    /// The tag of an element without content.
    Void,
    /// A text, or a word of one.
    Text,
}

/// How texts become tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// Each text is a token.
    Text,
    /// Each word is.
    Word,
}

/// A tag, a text or a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) symbol: Symbol,
    /// Where it stands; empty for an end tag that is not written.
    pub(super) span: Span,
    /// The names of the elements around a text, or down to that of a tag.
    pub(super) path: TextHash,
}

/// Some pages as tokens.
#[derive(Debug)]
pub(super) struct Corpus {
    pub(super) pages: Vec<Vec<Token>>,
    /// What each symbol says.
    names: Vec<String>,
    symbols: FxHashMap<(Kind, String), Symbol>,
}

impl Corpus {
    /// Reads pages.
    pub(super) fn new(pages: &[&Page], unit: Unit) -> Self {
        let mut corpus =
            Self { pages: Vec::new(), names: Vec::new(), symbols: FxHashMap::default() };
        for page in pages {
            let tokens = corpus.read(page, unit);
            corpus.pages.push(tokens);
        }
        corpus
    }

    /// What a symbol says.
    pub(super) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize]
    }

    /// The symbols of the tokens of each page.
    pub(super) fn texts(&self) -> Vec<Vec<Symbol>> {
        self.pages.iter().map(|page| page.iter().map(|token| token.symbol).collect()).collect()
    }

    fn read(&mut self, page: &Page, unit: Unit) -> Vec<Token> {
        let leaves = Leaves::new(page, &Running::default());
        let mut tokens = Vec::new();
        let mut open: Vec<Node> = Vec::new();
        let mut next_leaf = 0;
        for node in 0..leaves.n_nodes() {
            while let Some(ended) = open.pop_if(|open| leaves.end(*open) <= node) {
                tokens.push(self.tag(&leaves, ended, Kind::End));
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
                tokens.push(self.tag(&leaves, node, Kind::Void));
            } else {
                tokens.push(self.tag(&leaves, node, Kind::Start));
                open.push(node);
            }
        }
        while let Some(ended) = open.pop() {
            tokens.push(self.tag(&leaves, ended, Kind::End));
        }
        tokens
    }

    fn tag(&mut self, leaves: &Leaves<'_>, node: Node, kind: Kind) -> Token {
        let (tree, id) = (leaves.page().tree(), leaves.id(node));
        let symbol = self.symbol(kind, leaves.tag(node), tree.attributes(id).next().is_some());
        let end = tree.span(id).map_or(0, |span| span.end);
        let not_written = Span { start: end, end };
        let span = if kind == Kind::End { tree.end_tag(id) } else { tree.start_tag(id) };
        Token { kind, symbol, span: span.unwrap_or(not_written), path: leaves.path(node) }
    }

    /// Adds the text of a leaf, or its words.
    fn text(&mut self, leaves: &Leaves<'_>, leaf: usize, unit: Unit, tokens: &mut Vec<Token>) {
        let Some(span) = leaves.place(leaf) else { return };
        let (text, path) = (&leaves.all()[leaf].text, leaves.all()[leaf].path);
        if unit == Unit::Text {
            let symbol = self.symbol(Kind::Text, text, false);
            tokens.push(Token { kind: Kind::Text, symbol, span, path });
            return;
        }
        let n_words = text.split(' ').count();
        let places = word_places(leaves.page(), span);
        for (at, word) in text.split(' ').enumerate() {
            let symbol = self.symbol(Kind::Text, word, false);
            // A comment between words, or a space that is written as a reference, hides where they stand.
            let span = if places.len() == n_words { places[at] } else { span };
            tokens.push(Token { kind: Kind::Text, symbol, span, path });
        }
    }

    fn symbol(&mut self, kind: Kind, text: &str, has_attributes: bool) -> Symbol {
        let next = Symbol::try_from(self.names.len()).expect("pages have fewer than 2^32 tokens");
        let names = &mut self.names;
        *self.symbols.entry((kind, text.to_owned())).or_insert_with(|| {
            let more = if has_attributes { " .." } else { "" };
            names.push(match kind {
                Kind::Text => text.to_owned(),
                Kind::Start | Kind::Void => format!("<{text}{more}>"),
                Kind::End => format!("</{text}>"),
            });
            next
        })
    }
}

/// Where the words of a text stand.
fn word_places(page: &Page, span: Span) -> Vec<Span> {
    let source = page.slice(span).unwrap_or_default();
    let place = |word: &str| {
        let start = span.range().start + (word.as_ptr() as usize - source.as_ptr() as usize);
        Span::new(start, start + word.len())
    };
    source.split_whitespace().map(place).collect()
}

/// The place of the texts among tokens: from the first to the last. `None` if there is no text.
pub(super) fn place_of(tokens: &[Token]) -> Option<Span> {
    let mut texts = tokens.iter().filter(|token| token.kind == Kind::Text).map(|token| token.span);
    let first = texts.next()?;
    let last = texts.next_back().unwrap_or(first);
    // Texts that the tree moved may stand in another order than they are written in.
    Some(if first.end <= last.start { Span { start: first.start, end: last.end } } else { first })
}
