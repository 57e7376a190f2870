//! The windows of a LUTI rule, and the nodes that they accept, in one pass down the page.

use crate::context::fork::{Node, Outline};
use rustc_hash::FxHashSet;

/// Symbol of a node in a window: the number of its tag, and a code for its content.
pub(crate) type WindowSymbol = u32;

/// The tag number of texts.
pub(crate) const TEXT: u32 = 0;

/// Any text, or an element with nothing special in it.
pub(crate) fn plain(tag: u32) -> WindowSymbol {
    tag * 4
}

/// Symbol of the value itself (with [`TEXT`]), or of an element that contains it.
pub(crate) fn with_value(tag: u32) -> WindowSymbol {
    tag * 4 + 1
}

/// Symbol of the text that distinguishes records (with [`TEXT`]), or of an element that contains it.
pub(crate) fn with_context(tag: u32) -> WindowSymbol {
    tag * 4 + 2
}

/// Facts about nodes that a rule needs.
pub trait Marked {
    /// The number of its tag; [`TEXT`] for a text.
    fn tag(&self, node: Node) -> u32;
    /// Whether it is the text that distinguishes records.
    fn is_context(&self, node: Node) -> bool;
    /// Whether it could be a value.
    fn is_candidate(&self, node: Node) -> bool;
}

/// A set of windows: each the code of the parent, then those of up to k children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Windows {
    width: usize,
    known: FxHashSet<Box<[WindowSymbol]>>,
}

impl Windows {
    /// No windows, k = `width`.
    pub fn new(width: usize) -> Self {
        Self { width, known: FxHashSet::default() }
    }

    /// Adds a window.
    pub fn add(&mut self, window: Box<[WindowSymbol]>) {
        self.known.insert(window);
    }

    /// The windows, sorted.
    pub fn sorted(&self) -> Vec<&[WindowSymbol]> {
        let mut all: Vec<&[WindowSymbol]> = self.known.iter().map(AsRef::as_ref).collect();
        all.sort_unstable();
        all
    }

    /// Adds all windows of the tree in which one of `values` is the value.
    pub fn learn(&mut self, outline: &Outline, nodes: &impl Marked, values: &[Node]) {
        let codes = codes(outline, nodes);
        for &value in values {
            self.learn_one(outline, (nodes, &codes), value);
        }
    }

    fn learn_one(
        &mut self,
        outline: &Outline,
        (nodes, codes): (&impl Marked, &[WindowSymbol]),
        value: Node,
    ) {
        let mut child_code = with_value(TEXT);
        let mut child = value;
        while let Some(parent) = outline.parent(child) {
            let tag = nodes.tag(parent);
            let mut row: Vec<WindowSymbol> = vec![with_value(tag)];
            row.extend(outline.children(parent).iter().map(|&at| codes[at as usize]));
            row[1 + outline.position(child)] = child_code;
            let n = row.len() - 1;
            for start in 1..=1 + n.saturating_sub(self.width) {
                let end = (start + self.width).min(row.len());
                self.known.insert([&row[..1], &row[start..end]].concat().into());
            }
            (child, child_code) = (parent, with_value(tag));
        }
    }

    /// Returns the candidates all of whose windows are known, in document order. Costs k² steps a node.
    pub fn select(&self, outline: &Outline, nodes: &impl Marked) -> Vec<Node> {
        let codes = codes(outline, nodes);
        let mut found = Vec::new();
        let mut row = WindowRow::new(self);
        // Whether a value below the node is still possible by the windows above it.
        let mut is_open = vec![false; codes.len()];
        for node in (0..).take(codes.len()) {
            if outline.parent(node).is_none() {
                is_open[node as usize] = true;
            }
            let children = outline.children(node);
            if !is_open[node as usize] || children.is_empty() {
                continue;
            }
            let below = children.iter().map(|&child| codes[child as usize]);
            row.fill(with_value(nodes.tag(node)), below);
            for (position, &child) in children.iter().enumerate() {
                is_open[child as usize] = row.lets_through(position, with_value(nodes.tag(child)));
                if nodes.is_candidate(child) && row.lets_through(position, with_value(TEXT)) {
                    found.push(child);
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn knows(&self, key: &[WindowSymbol]) -> bool {
        self.known.contains(key)
    }
}

/// Returns the code of each node if the value is nowhere in it.
fn codes(outline: &Outline, nodes: &impl Marked) -> Vec<WindowSymbol> {
    let n_nodes = outline.len();
    let mut holds_context = vec![false; n_nodes];
    for node in (0..).take(n_nodes).collect::<Vec<Node>>().into_iter().rev() {
        holds_context[node as usize] |= nodes.is_context(node);
        if let Some(parent) = outline.parent(node).filter(|_| holds_context[node as usize]) {
            holds_context[parent as usize] = true;
        }
    }
    let code = |node: Node| {
        let tag = nodes.tag(node);
        if holds_context[node as usize] { with_context(tag) } else { plain(tag) }
    };
    (0..).take(n_nodes).map(code).collect()
}

/// The children of one node, and the number of their unknown windows.
struct WindowRow<'w> {
    windows: &'w Windows,
    /// The parent, then its children.
    codes: Vec<WindowSymbol>,
    /// Number of unknown windows that begin before each child.
    unknown: Vec<u32>,
    /// Buffer for a window.
    key: Vec<WindowSymbol>,
}

impl<'w> WindowRow<'w> {
    fn new(windows: &'w Windows) -> Self {
        Self { windows, codes: Vec::new(), unknown: Vec::new(), key: Vec::new() }
    }

    /// Replaces the row by that of another node.
    fn fill(&mut self, parent: WindowSymbol, children: impl Iterator<Item = WindowSymbol>) {
        self.codes.clear();
        self.codes.push(parent);
        self.codes.extend(children);
        self.unknown.clear();
        self.unknown.push(0);
        let mut count = 0;
        for start in 0..self.n_windows() {
            self.write_key(start);
            count += u32::from(!self.windows.knows(&self.key));
            self.unknown.push(count);
        }
    }

    fn n_windows(&self) -> usize {
        (self.codes.len() - 1).saturating_sub(self.windows.width) + 1
    }

    fn write_key(&mut self, start: usize) {
        let end = (1 + start + self.windows.width).min(self.codes.len());
        self.key.clear();
        self.key.push(self.codes[0]);
        self.key.extend_from_slice(&self.codes[1 + start..end]);
    }

    /// Whether all windows are known if the child at `position` has this code instead.
    fn lets_through(&mut self, position: usize, code: WindowSymbol) -> bool {
        let first = (position + 1).saturating_sub(self.windows.width);
        let last = position.min(self.n_windows() - 1);
        let elsewhere =
            self.unknown[first] + self.unknown[self.n_windows()] - self.unknown[last + 1];
        elsewhere == 0
            && (first..=last).all(|start| {
                self.write_key(start);
                self.key[1 + position - start] = code;
                self.windows.knows(&self.key)
            })
    }
}
