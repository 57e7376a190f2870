//! The symbols of a page's nodes, computed only for nodes that a rule tests.

use super::fork::{ElementName, Node, NodeSymbol, NodeSymbols};
use super::program::{Program, SymbolEncoder, path_symbol};
use super::rule::SymbolKind;
use super::tag_symbols::{OTHER, PageTags, TEXT, TagSymbol};
use super::tokens::{NO_TOKENS, TokenSets};
use super::vocabulary::{TokenId, TokenVocabulary, UNKNOWN_TOKEN};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use unhusk_page::{NodeId, Tree, fold};

/// A number for all facts of a node by itself that any rule of a wrapper can test: nodes with the same number have the
/// same symbol in every group.
pub(super) type FineSymbol = u32;

/// The fine symbols of a page's nodes.
pub(super) struct FineSymbols<'a> {
    tree: &'a Tree,
    ids: &'a [NodeId],
    tag_symbols: &'a PageTags<'a>,
    program: &'a Program,
    /// Symbol of each node plus one, once it is known.
    known: Vec<Cell<FineSymbol>>,
    table: RefCell<FineSymbolTable<'a>>,
}

/// Meaning of the fine symbols.
struct FineSymbolTable<'a> {
    sets: TokenSets<'a>,
    /// Symbol, and set of tokens or number of a text with a symbol of its own. The first ones are all tag symbols, bare.
    parts: Vec<(TagSymbol, u32)>,
    symbols: FxHashMap<(TagSymbol, u32), FineSymbol>,
}

impl<'a> FineSymbols<'a> {
    pub(super) fn new(
        tree: &'a Tree,
        (ids, tag_symbols): (&'a [NodeId], &'a PageTags<'a>),
        program: &'a Program,
    ) -> Self {
        let table = FineSymbolTable {
            sets: TokenSets::new(tree, &program.vocabulary),
            parts: (0..)
                .take(program.tag_symbols.len())
                .map(|tag_symbol| (tag_symbol, 0))
                .collect(),
            symbols: FxHashMap::default(),
        };
        let known = vec![Cell::new(0); ids.len()];
        Self { tree, ids, tag_symbols, program, known, table: RefCell::new(table) }
    }

    /// The symbol of a node.
    #[inline]
    pub(super) fn symbol(&self, node: Node) -> FineSymbol {
        match self.known[node as usize].get() {
            0 => self.work_out(node),
            known => known - 1,
        }
    }

    /// Returns the symbol of a node on a path, where all texts are equal.
    pub(super) fn path_symbol(&self, node: Node) -> FineSymbol {
        if self.is_text(node) { TEXT } else { self.symbol(node) }
    }

    fn is_text(&self, node: Node) -> bool {
        self.tag_symbols.of(self.ids[node as usize]) == TEXT
    }

    fn vocabulary(&self) -> &'a TokenVocabulary {
        &self.program.vocabulary
    }

    #[inline(never)]
    fn work_out(&self, node: Node) -> FineSymbol {
        let id = self.ids[node as usize];
        let tag_symbol = self.tag_symbols.of(id);
        let table = &mut *self.table.borrow_mut();
        let more = match tag_symbol {
            TEXT if self.program.contexts.is_empty() => 0,
            TEXT => self.program.contexts.get(&*fold(self.tree.text(id))).copied().unwrap_or(0),
            OTHER => 0,
            _ => table.sets.of(id),
        };
        let symbol = if more == 0 { tag_symbol } else { table.symbol((tag_symbol, more)) };
        self.known[node as usize].set(symbol + 1);
        symbol
    }
}

impl FineSymbolTable<'_> {
    fn symbol(&mut self, parts: (TagSymbol, u32)) -> FineSymbol {
        let next = u32::try_from(self.parts.len()).expect("a tree has fewer than 2^32 nodes");
        let symbol = *self.symbols.entry(parts).or_insert(next);
        if symbol == next {
            self.parts.push(parts);
        }
        symbol
    }
}

/// Returns the symbols of a page's nodes, one encoding per group of fields.
pub(super) fn group_symbols<'a>(
    fine: &'a FineSymbols<'a>,
    program: &'a Program,
) -> Vec<GroupSymbols<'a>> {
    program.groups.iter().map(|group| GroupSymbols::new(fine, &group.encoder)).collect()
}

/// The symbols of a page's nodes in the encoding of one group of fields.
pub(super) struct GroupSymbols<'a> {
    fine: &'a FineSymbols<'a>,
    encoder: &'a SymbolEncoder,
    /// By fine symbol, once it is known.
    known: RefCell<Vec<Option<NodeSymbol>>>,
}

impl<'a> GroupSymbols<'a> {
    fn new(fine: &'a FineSymbols<'a>, encoder: &'a SymbolEncoder) -> Self {
        Self { fine, encoder, known: RefCell::default() }
    }

    /// Returns the tag symbol of a node in paths of symbols, where all texts are equal.
    pub(super) fn path_symbol(&self, node: Node) -> TagSymbol {
        let is_text = self.fine.is_text(node);
        path_symbol(if is_text { NodeSymbol::ANY_TEXT } else { self.symbol(node) })
    }

    fn work_out(&self, node: Node, symbol: FineSymbol) -> NodeSymbol {
        let table = self.fine.table.borrow();
        let id = self.fine.ids[node as usize];
        match table.parts[symbol as usize] {
            (TEXT, 0) => NodeSymbol::ANY_TEXT,
            (TEXT, _) => self.encoder.text_symbol(&fold(self.fine.tree.text(id))),
            (OTHER, _) => NodeSymbol::UNKNOWN,
            (tag_symbol, NO_TOKENS) => self.encoder.plain[tag_symbol as usize],
            (tag_symbol, set) => {
                let tokens = table.sets.tokens(set);
                self.encoder.symbol(
                    tag_symbol,
                    self.fine.tree.tag(id),
                    (tokens, self.fine.vocabulary()),
                )
            }
        }
    }
}

impl NodeSymbols for GroupSymbols<'_> {
    fn symbol(&self, node: Node) -> NodeSymbol {
        let fine = self.fine.symbol(node);
        let known = &mut *self.known.borrow_mut();
        let at = fine as usize;
        if known.len() <= at {
            known.resize(at + 1, None);
        }
        *known[at].get_or_insert_with(|| self.work_out(node, fine))
    }
}

impl SymbolEncoder {
    fn text_symbol(&self, text: &str) -> NodeSymbol {
        self.names.find_text(text).unwrap_or(NodeSymbol::ANY_TEXT)
    }

    /// The symbol of an element with these tokens.
    fn symbol(
        &self,
        tag_symbol: TagSymbol,
        tag: &str,
        (tokens, vocabulary): (&[TokenId], &TokenVocabulary),
    ) -> NodeSymbol {
        let sees_all = self.kind == SymbolKind::All;
        if sees_all && tokens.contains(&UNKNOWN_TOKEN) {
            return NodeSymbol::UNKNOWN;
        }
        let named = tokens.iter().filter_map(|&token| vocabulary.token(token));
        let seen = named.filter(|token| sees_all || self.tokens.contains(*token));
        let mut tokens: Vec<String> = seen.cloned().collect();
        if tokens.is_empty() {
            return self.plain[tag_symbol as usize];
        }
        tokens.sort_unstable();
        let name = ElementName { tag: tag.to_owned(), tokens };
        self.names.find_element(&name).unwrap_or(NodeSymbol::UNKNOWN)
    }
}
