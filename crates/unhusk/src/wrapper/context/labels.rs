//! The labels of a page's nodes, worked out only where a rule looks.

use super::fork::{ElementName, Label, Labels, Node};
use super::paths::{OTHER, Symbol, TEXT};
use super::program::{Labeller, Vocabulary};
use super::reading;
use super::rule::LabelKind;
use crate::page::{NodeId, Tree, fold};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

/// Attribute tokens of a page's elements, as far as any rule names them. Elements with the same tokens share
/// one number, so that what they mean to a rule is worked out once.
pub(super) struct PageTokens<'a> {
    tree: &'a Tree,
    ids: &'a [NodeId],
    vocabulary: &'a Vocabulary,
    sets: RefCell<TokenSets>,
    /// Number of each node's set plus one, once it is known.
    known: Vec<Cell<u32>>,
}

#[derive(Default)]
struct TokenSets {
    /// The first is that of elements without tokens.
    by_number: Vec<Vec<String>>,
    // The page chooses these keys and could make a faster hash collide.
    by_attributes: HashMap<Vec<u8>, u32>,
    key: Vec<u8>,
}

impl<'a> PageTokens<'a> {
    pub(super) fn new(tree: &'a Tree, ids: &'a [NodeId], vocabulary: &'a Vocabulary) -> Self {
        let n_known = if vocabulary.is_empty() { 0 } else { ids.len() };
        let known = vec![Cell::new(0); n_known];
        let sets = TokenSets { by_number: vec![Vec::new()], ..TokenSets::default() };
        Self { tree, ids, vocabulary, sets: RefCell::new(sets), known }
    }

    /// The number of the set of a node's tokens.
    fn set(&self, node: Node) -> u32 {
        let known = &self.known[node as usize];
        if known.get() == 0 {
            known.set(1 + self.find_set(self.ids[node as usize]));
        }
        known.get() - 1
    }

    fn find_set(&self, id: NodeId) -> u32 {
        let TokenSets { by_number, by_attributes, key } = &mut *self.sets.borrow_mut();
        key.clear();
        for attribute in self.tree.attributes(id) {
            if self.vocabulary.has_attribute(attribute.name) {
                for part in [attribute.name, attribute.value] {
                    key.extend_from_slice(part.as_bytes());
                    key.push(0);
                }
            }
        }
        if key.is_empty() {
            return 0;
        }
        if let Some(&number) = by_attributes.get(key) {
            return number;
        }
        let number = u32::try_from(by_number.len()).expect("a tree has fewer than 2^32 nodes");
        by_number.push(self.tokens(id));
        by_attributes.insert(key.clone(), number);
        number
    }

    fn tokens(&self, id: NodeId) -> Vec<String> {
        let mut tokens = Vec::new();
        reading::tokens(self.tree, id, |attribute, token| {
            if self.vocabulary.has_attribute(attribute) {
                tokens.push(format!("{attribute}={token}"));
            }
        });
        tokens.sort_unstable();
        tokens.dedup();
        tokens
    }
}

/// All that any rule of a wrapper can see of a node by itself: the same numbers, the same label in every group.
pub(super) struct FineLabels<'a> {
    symbols: &'a [Symbol],
    tokens: &'a PageTokens<'a>,
    /// The texts that some rule tells apart; none, mostly.
    contexts: &'a BTreeMap<String, u32>,
}

impl<'a> FineLabels<'a> {
    pub(super) fn new(
        symbols: &'a [Symbol],
        tokens: &'a PageTokens<'a>,
        contexts: &'a BTreeMap<String, u32>,
    ) -> Self {
        Self { symbols, tokens, contexts }
    }

    /// Two numbers; the first is below 2^16.
    pub(super) fn label(&self, node: Node) -> [u32; 2] {
        let PageTokens { tree, ids, .. } = self.tokens;
        let more = match self.symbols[node as usize] {
            TEXT if !self.contexts.is_empty() => {
                let text = fold(tree.text(ids[node as usize]));
                self.contexts.get(&*text).copied().unwrap_or(0)
            }
            TEXT | OTHER => 0,
            _ if self.tokens.vocabulary.is_empty() => 0,
            _ => self.tokens.set(node),
        };
        [self.symbols[node as usize].into(), more]
    }
}

/// The labels of a page's nodes, as one group of fields sees them.
pub(super) struct PageLabels<'a> {
    tree: &'a Tree,
    ids: &'a [NodeId],
    symbols: &'a [Symbol],
    tokens: &'a PageTokens<'a>,
    labeller: &'a Labeller,
    /// Labels of texts, once they are known; empty if all texts are alike.
    texts: Vec<Cell<Option<Label>>>,
    /// Labels by tag and token set.
    by_tokens: RefCell<FxHashMap<(Symbol, u32), Label>>,
    has_tokens: bool,
}

impl<'a> PageLabels<'a> {
    pub(super) fn new(
        tokens: &'a PageTokens<'a>,
        symbols: &'a [Symbol],
        labeller: &'a Labeller,
    ) -> Self {
        let PageTokens { tree, ids, .. } = *tokens;
        let n_texts = if labeller.names.texts().is_empty() { 0 } else { ids.len() };
        let has_tokens = labeller.kind == LabelKind::All || !labeller.tokens.is_empty();
        Self {
            tree,
            ids,
            symbols,
            tokens,
            labeller,
            texts: vec![Cell::new(None); n_texts],
            by_tokens: RefCell::default(),
            has_tokens,
        }
    }

    fn text_label(&self, node: Node) -> Label {
        let Some(known) = self.texts.get(node as usize) else { return Label::ANY_TEXT };
        if let Some(label) = known.get() {
            return label;
        }
        let text = fold(self.tree.text(self.ids[node as usize]));
        let label = self.labeller.names.find_text(&text).unwrap_or(Label::ANY_TEXT);
        known.set(Some(label));
        label
    }

    fn label_by_tokens(&self, node: Node, symbol: Symbol) -> Label {
        let set = self.tokens.set(node);
        let tag = || self.tree.tag(self.ids[node as usize]);
        let work_out = || {
            self.labeller.label(symbol, tag(), &self.tokens.sets.borrow().by_number[set as usize])
        };
        *self.by_tokens.borrow_mut().entry((symbol, set)).or_insert_with(work_out)
    }
}

impl Labels for PageLabels<'_> {
    fn label(&self, node: Node) -> Label {
        match self.symbols[node as usize] {
            TEXT => self.text_label(node),
            OTHER => Label::UNKNOWN,
            symbol if self.has_tokens => self.label_by_tokens(node, symbol),
            symbol => self.labeller.plain[usize::from(symbol)],
        }
    }
}

impl Labeller {
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
