//! The labels of a page's nodes, worked out only where a rule looks.

use super::fork::{ElementName, Label, Labels, Node};
use super::paths::{OTHER, Symbol, TEXT};
use super::program::{Labeller, Program};
use super::rule::LabelKind;
use super::tokens::{NO_TOKENS, TokenSets};
use crate::page::{NodeId, Tree, fold};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// A number for all that any rule of a wrapper can see of a node by itself: nodes with the same number have the
/// same label in every group.
pub(super) type FineLabel = u32;

/// The fine labels of a page's nodes.
pub(super) struct FineLabels<'a> {
    tree: &'a Tree,
    ids: &'a [NodeId],
    symbols: &'a [Symbol],
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
        (ids, symbols): (&'a [NodeId], &'a [Symbol]),
        program: &'a Program,
    ) -> Self {
        let n_symbols = Symbol::try_from(program.symbols.len()).unwrap_or(Symbol::MAX);
        let table = Table {
            sets: TokenSets::new(tree, &program.vocabulary),
            parts: (0..=n_symbols).map(|symbol| (symbol, 0)).collect(),
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

    #[inline(never)]
    fn work_out(&self, node: Node) -> FineLabel {
        let id = self.ids[node as usize];
        let symbol = self.symbols[node as usize];
        let table = &mut *self.table.borrow_mut();
        let more = match symbol {
            TEXT if self.program.contexts.is_empty() => 0,
            TEXT => self.program.contexts.get(&*fold(self.tree.text(id))).copied().unwrap_or(0),
            OTHER => 0,
            _ => table.sets.of(id),
        };
        let label = if more == 0 { symbol.into() } else { table.label((symbol, more)) };
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

/// The labels of a page's nodes, as one group of fields sees them.
pub(super) struct PageLabels<'a> {
    fine: &'a FineLabels<'a>,
    labeller: &'a Labeller,
    /// By fine label, once it is known.
    known: RefCell<Vec<Option<Label>>>,
}

impl<'a> PageLabels<'a> {
    pub(super) fn new(fine: &'a FineLabels<'a>, labeller: &'a Labeller) -> Self {
        Self { fine, labeller, known: RefCell::default() }
    }

    fn work_out(&self, node: Node, label: FineLabel) -> Label {
        let table = self.fine.table.borrow();
        let id = self.fine.ids[node as usize];
        match table.parts[label as usize] {
            (TEXT, 0) => Label::ANY_TEXT,
            (TEXT, _) => self.labeller.text_label(&fold(self.fine.tree.text(id))),
            (OTHER, _) => Label::UNKNOWN,
            (symbol, NO_TOKENS) => self.labeller.plain[usize::from(symbol)],
            (symbol, set) => {
                self.labeller.label(symbol, self.fine.tree.tag(id), table.sets.tokens(set))
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
    fn label(&self, symbol: Symbol, tag: &str, tokens: &[String]) -> Label {
        let is_seen = |token: &&String| self.kind == LabelKind::All || self.tokens.contains(*token);
        let tokens: Vec<String> = tokens.iter().filter(is_seen).cloned().collect();
        if tokens.is_empty() {
            return self.plain[usize::from(symbol)];
        }
        let name = ElementName { tag: tag.to_owned(), tokens };
        self.names.find_element(&name).unwrap_or(Label::UNKNOWN)
    }
}
