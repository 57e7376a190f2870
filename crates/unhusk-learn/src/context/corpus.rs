//! The training pages as one outline, with all data that symbols are made of.

use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::ops::Range;
use unhusk_page::{NodeId, NodeKind, Page, fold};
use unhusk_wrapper::context::internal::fork::{
    ElementName, NO_PARENT, Node, NodeSymbol, NodeSymbols, Outline, write_element, write_text,
};
use unhusk_wrapper::context::internal::naming;

/// The nodes of all training pages.
#[derive(Debug, Default)]
pub(crate) struct NodeCorpus {
    outline: Outline,
    /// Content of each node.
    contents: Vec<NodeContent>,
    /// The nodes of each page.
    pages: Vec<Range<Node>>,
    /// The node in its page's tree, for each node.
    ids: Vec<NodeId>,
    elements: Vec<Element>,
    strings: Strings,
}

/// Content of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeContent {
    /// An element: its number among the different elements.
    Element(u32),
    /// A text: its number among the different texts.
    Text(u32),
}

/// One of the different elements: tag and tokens.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Element {
    /// Number of its tag.
    pub(crate) tag: u32,
    /// Numbers of its attribute tokens, sorted.
    pub(crate) tokens: Box<[u32]>,
}

/// Numbers for strings: tags, tokens, texts.
#[derive(Debug, Default)]
struct Strings {
    by_id: Vec<String>,
    // Pages choose these strings and could make a faster hash collide.
    ids: HashMap<String, u32>,
}

impl Strings {
    fn id(&mut self, string: &str) -> u32 {
        if let Some(&id) = self.ids.get(string) {
            return id;
        }
        let id = u32::try_from(self.by_id.len()).expect("pages are shorter than 4 GiB");
        self.by_id.push(string.to_owned());
        self.ids.insert(string.to_owned(), id);
        id
    }
}

/// Reads nodes into a [`NodeCorpus`], page after page, each in document order.
#[derive(Debug, Default)]
pub(crate) struct CorpusBuilder {
    corpus: NodeCorpus,
    parents: Vec<Node>,
    element_ids: FxHashMap<Element, u32>,
}

impl CorpusBuilder {
    /// Adds a page.
    pub(crate) fn page(&mut self, page: &Page) {
        self.begin_page();
        let tree = page.tree();
        let visible = page.visible();
        let offset = self.next_node();
        for (&id, &parent) in visible.ids().iter().zip(visible.parents()) {
            let parent = (parent != NO_PARENT).then(|| parent + offset);
            if tree.kind(id) == NodeKind::Text {
                self.text(parent, &fold(tree.text(id)));
            } else {
                let mut tokens = Vec::new();
                naming::tokens(tree, id, |attribute, token| {
                    tokens.push(format!("{attribute}={token}"));
                });
                self.element(parent, tree.tag(id), tokens);
            }
        }
        self.corpus.ids.extend(visible.ids());
    }

    /// Begins a new page.
    pub(crate) fn begin_page(&mut self) {
        let start = self.next_node();
        self.corpus.pages.push(start..start);
    }

    /// Adds an element with its tokens (`class=price`).
    pub(crate) fn element<S: AsRef<str>>(
        &mut self,
        parent: Option<Node>,
        tag: &str,
        tokens: impl IntoIterator<Item = S>,
    ) -> Node {
        let strings = &mut self.corpus.strings;
        let tag = strings.id(tag);
        let mut tokens: Vec<u32> =
            tokens.into_iter().map(|token| strings.id(token.as_ref())).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let element = Element { tag, tokens: tokens.into() };
        let elements = &mut self.corpus.elements;
        let id = *self.element_ids.entry(element).or_insert_with_key(|element| {
            elements.push(element.clone());
            u32::try_from(elements.len() - 1).expect("pages are shorter than 4 GiB")
        });
        self.push(parent, NodeContent::Element(id))
    }

    /// Adds a text; `text` is the visible text.
    pub(crate) fn text(&mut self, parent: Option<Node>, text: &str) -> Node {
        let id = self.corpus.strings.id(text);
        self.push(parent, NodeContent::Text(id))
    }

    fn push(&mut self, parent: Option<Node>, content: NodeContent) -> Node {
        let node = self.next_node();
        self.parents.push(parent.unwrap_or(NO_PARENT));
        self.corpus.contents.push(content);
        if let Some(page) = self.corpus.pages.last_mut() {
            page.end = node + 1;
        }
        node
    }

    fn next_node(&self) -> Node {
        Node::try_from(self.parents.len()).expect("pages are shorter than 4 GiB")
    }

    /// Returns the corpus of all pages.
    pub(crate) fn finish(mut self) -> NodeCorpus {
        self.corpus.outline = Outline::from_parents(self.parents);
        self.corpus
    }
}

impl NodeCorpus {
    /// The tree of all nodes.
    pub(crate) fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Returns the content of a node.
    pub(crate) fn content(&self, node: Node) -> NodeContent {
        self.contents[node as usize]
    }

    /// The nodes of each page.
    pub(crate) fn pages(&self) -> &[Range<Node>] {
        &self.pages
    }

    /// The page that a node belongs to.
    pub(crate) fn page_of(&self, node: Node) -> usize {
        self.pages.partition_point(|page| page.end <= node)
    }

    /// Returns the node in its page's tree.
    pub(crate) fn id(&self, node: Node) -> NodeId {
        self.ids[node as usize]
    }

    /// Returns the node for one of a page's tree; `None` if that one is not in the corpus.
    pub(crate) fn find(&self, page: usize, id: NodeId) -> Option<Node> {
        let nodes = self.pages.get(page)?;
        let ids = &self.ids[nodes.start as usize..nodes.end as usize];
        let at = ids.binary_search(&id).ok()?;
        Some(nodes.start + Node::try_from(at).ok()?)
    }

    /// Tag and tokens of an element's number.
    pub(crate) fn element(&self, id: u32) -> &Element {
        &self.elements[id as usize]
    }

    /// Returns the string of a number.
    pub(crate) fn string(&self, id: u32) -> &str {
        &self.strings.by_id[id as usize]
    }
}

/// Content of the symbols of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Alphabet<'t> {
    /// Its tag.
    Tags,
    /// Its tag and those of its tokens that are in this sorted list.
    Some(&'t [u32]),
    /// Its tag and all its tokens.
    All,
}

/// The symbols of all nodes of a corpus: an alphabet decides which elements differ, `contexts` which texts do.
pub(crate) struct CorpusSymbols<'c> {
    corpus: &'c NodeCorpus,
    /// Symbol of each of the different elements.
    symbols: Vec<NodeSymbol>,
    /// Tag and tokens of each symbol.
    named: Vec<Element>,
    /// The texts that have symbols of their own, sorted.
    contexts: Vec<u32>,
}

impl<'c> CorpusSymbols<'c> {
    /// Gives every element of the corpus its symbol.
    pub(crate) fn new(corpus: &'c NodeCorpus, alphabet: Alphabet<'_>, contexts: Vec<u32>) -> Self {
        let mut ids: FxHashMap<Element, NodeSymbol> = FxHashMap::default();
        let mut named = Vec::new();
        let symbol = |element: &Element| {
            let seen = seen_through(alphabet, element);
            *ids.entry(seen).or_insert_with_key(|seen| {
                named.push(seen.clone());
                NodeSymbol::element(named.len() - 1)
            })
        };
        let symbols = corpus.elements.iter().map(symbol).collect();
        Self { corpus, symbols, named, contexts }
    }

    /// Writes a symbol in the notation of rules.
    pub(crate) fn write(&self, symbol: NodeSymbol, out: &mut String) {
        if symbol == NodeSymbol::ANY_TEXT {
            out.push('@');
            return;
        }
        let string = |id: u32| self.corpus.string(id).to_owned();
        if symbol.is_text() {
            write_text(self.corpus.string(self.contexts[symbol.id()]), out);
            return;
        }
        let element = &self.named[symbol.id()];
        let mut tokens: Vec<String> = element.tokens.iter().map(|&id| string(id)).collect();
        tokens.sort_unstable();
        write_element(&ElementName { tag: string(element.tag), tokens }, out);
    }
}

fn seen_through(alphabet: Alphabet<'_>, element: &Element) -> Element {
    let keep = |token: &u32| match alphabet {
        Alphabet::Tags => false,
        Alphabet::Some(tokens) => tokens.binary_search(token).is_ok(),
        Alphabet::All => true,
    };
    Element { tag: element.tag, tokens: element.tokens.iter().copied().filter(keep).collect() }
}

impl NodeSymbols for CorpusSymbols<'_> {
    fn symbol(&self, node: Node) -> NodeSymbol {
        match self.corpus.content(node) {
            NodeContent::Element(id) => self.symbols[id as usize],
            NodeContent::Text(id) => match self.contexts.binary_search(&id) {
                Ok(position) => NodeSymbol::text(position),
                Err(_) => NodeSymbol::ANY_TEXT,
            },
        }
    }
}
