//! The labels of a page's nodes, worked out only where a rule looks.

use super::fork::{ElementName, Label, Labels, Node};
use super::program::{Labeller, Program, path_symbol};
use super::rule::LabelKind;
use super::symbols::{OTHER, PageSymbols, Symbol, TEXT};
use super::tokens::{NO_TOKENS, TokenSets};
use super::vocabulary::{Token, UNKNOWN_TOKEN, Vocabulary};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use unhusk_page::{NodeId, Tree, fold};

/// A number for all that any rule of a wrapper can see of a node by itself: nodes with the same number have the
/// same label in every group.
pub(super) type FineLabel = u32;

/// The fine labels of a page's nodes.
pub(super) struct FineLabels<'a> {
    tree: &'a Tree,
    ids: &'a [NodeId],
    symbols: &'a PageSymbols<'a>,
    program: &'a Program,
    /// Label of each node plus one, once it is known.
    known: Vec<Cell<FineLabel>>,
    table: RefCell<Table<'a>>,
}

/// What fine labels stand for.
struct Table<'a> {
    sets: TokenSets<'a>,
    /// Symbol, and set of tokens or number of a text that is told apart. The first ones are all symbols, bare.
    parts: Vec<(Symbol, u32)>,
    labels: FxHashMap<(Symbol, u32), FineLabel>,
}

impl<'a> FineLabels<'a> {
    pub(super) fn new(
        tree: &'a Tree,
        (ids, symbols): (&'a [NodeId], &'a PageSymbols<'a>),
        program: &'a Program,
    ) -> Self {
        let table = Table {
            sets: TokenSets::new(tree, &program.vocabulary),
            parts: (0..).take(program.symbols.len()).map(|symbol| (symbol, 0)).collect(),
            labels: FxHashMap::default(),
        };
        let known = vec![Cell::new(0); ids.len()];
        Self { tree, ids, symbols, program, known, table: RefCell::new(table) }
    }

    /// The label of a node.
    #[inline]
    pub(super) fn label(&self, node: Node) -> FineLabel {
        match self.known[node as usize].get() {
            0 => self.work_out(node),
            known => known - 1,
        }
    }

    /// The label of a node on a path, where all texts are alike.
    pub(super) fn path_label(&self, node: Node) -> FineLabel {
        if self.is_text(node) { TEXT } else { self.label(node) }
    }

    fn is_text(&self, node: Node) -> bool {
        self.symbols.of(self.ids[node as usize]) == TEXT
    }

    fn vocabulary(&self) -> &'a Vocabulary {
        &self.program.vocabulary
    }

    #[inline(never)]
    fn work_out(&self, node: Node) -> FineLabel {
        let id = self.ids[node as usize];
        let symbol = self.symbols.of(id);
        let table = &mut *self.table.borrow_mut();
        let more = match symbol {
            TEXT if self.program.contexts.is_empty() => 0,
            TEXT => self.program.contexts.get(&*fold(self.tree.text(id))).copied().unwrap_or(0),
            OTHER => 0,
            _ => table.sets.of(id),
        };
        let label = if more == 0 { symbol } else { table.label((symbol, more)) };
        self.known[node as usize].set(label + 1);
        label
    }
}

impl Table<'_> {
    fn label(&mut self, parts: (Symbol, u32)) -> FineLabel {
        let next = u32::try_from(self.parts.len()).expect("a tree has fewer than 2^32 nodes");
        let label = *self.labels.entry(parts).or_insert(next);
        if label == next {
            self.parts.push(parts);
        }
        label
    }
}

/// The labels of a page's nodes, as each group of fields sees them.
pub(super) fn page_labels<'a>(
    fine: &'a FineLabels<'a>,
    program: &'a Program,
) -> Vec<PageLabels<'a>> {
    program.groups.iter().map(|group| PageLabels::new(fine, &group.labeller)).collect()
}

/// The labels of a page's nodes, as one group of fields sees them.
pub(super) struct PageLabels<'a> {
    fine: &'a FineLabels<'a>,
    labeller: &'a Labeller,
    /// By fine label, once it is known.
    known: RefCell<Vec<Option<Label>>>,
}

impl<'a> PageLabels<'a> {
    fn new(fine: &'a FineLabels<'a>, labeller: &'a Labeller) -> Self {
        Self { fine, labeller, known: RefCell::default() }
    }

    /// The symbol of a node in paths of labels, where all texts are alike.
    pub(super) fn path_symbol(&self, node: Node) -> Symbol {
        let is_text = self.fine.is_text(node);
        path_symbol(if is_text { Label::ANY_TEXT } else { self.label(node) })
    }

    fn work_out(&self, node: Node, label: FineLabel) -> Label {
        let table = self.fine.table.borrow();
        let id = self.fine.ids[node as usize];
        match table.parts[label as usize] {
            (TEXT, 0) => Label::ANY_TEXT,
            (TEXT, _) => self.labeller.text_label(&fold(self.fine.tree.text(id))),
            (OTHER, _) => Label::UNKNOWN,
            (symbol, NO_TOKENS) => self.labeller.plain[symbol as usize],
            (symbol, set) => {
                let tokens = table.sets.tokens(set);
                self.labeller.label(
                    symbol,
                    self.fine.tree.tag(id),
                    (tokens, self.fine.vocabulary()),
                )
            }
        }
    }
}

impl Labels for PageLabels<'_> {
    fn label(&self, node: Node) -> Label {
        let fine = self.fine.label(node);
        let known = &mut *self.known.borrow_mut();
        let at = fine as usize;
        if known.len() <= at {
            known.resize(at + 1, None);
        }
        *known[at].get_or_insert_with(|| self.work_out(node, fine))
    }
}

impl Labeller {
    fn text_label(&self, text: &str) -> Label {
        self.names.find_text(text).unwrap_or(Label::ANY_TEXT)
    }

    /// The label of an element with these tokens.
    fn label(
        &self,
        symbol: Symbol,
        tag: &str,
        (tokens, vocabulary): (&[Token], &Vocabulary),
    ) -> Label {
        let sees_all = self.kind == LabelKind::All;
        if sees_all && tokens.contains(&UNKNOWN_TOKEN) {
            return Label::UNKNOWN;
        }
        let named = tokens.iter().filter_map(|&token| vocabulary.token(token));
        let seen = named.filter(|token| sees_all || self.tokens.contains(*token));
        let mut tokens: Vec<String> = seen.cloned().collect();
        if tokens.is_empty() {
            return self.plain[symbol as usize];
        }
        tokens.sort_unstable();
        let name = ElementName { tag: tag.to_owned(), tokens };
        self.names.find_element(&name).unwrap_or(Label::UNKNOWN)
    }
}
