//! What texts say as labels of others.

use super::clue::TextHash;
use super::label::{
    Beginning, ascii_beginning, beginning_of_label, beginning_of_text, label, print_of_label,
};
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use unhusk_page::{NodeId, Tree};

/// What a text says as a label of others.
#[derive(Debug, Clone)]
pub struct Caption {
    /// The text: see [`PageIndex::said`](super::view::PageIndex::said).
    pub text: Box<str>,
    /// Its hash.
    pub hash: TextHash,
}

impl Caption {
    /// What a text says.
    pub fn new(text: &str) -> Self {
        let text = label(text);
        Self { hash: TextHash::of_text(&text), text }
    }
}

/// A text that is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptionQuery {
    /// The hash of what it says.
    pub(super) hash: TextHash,
    /// What it begins with.
    pub(super) prefix: Prefix,
}

impl CaptionQuery {
    /// What says this.
    pub(super) fn new(says: &str) -> Self {
        Self { hash: TextHash::of_text(says), prefix: Prefix::of_label(says) }
    }
}

/// What a label begins with: a number for its first two bytes. Few of a page's texts begin like one that is looked
/// for, and only of these the whole is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix(u16);

/// How many numbers there are.
const N_INITIALS: u16 = 1024;

impl Prefix {
    fn new(beginning: Beginning) -> Self {
        let [first, second] = beginning.map(u16::from);
        Self((first * 37 + second) % N_INITIALS)
    }

    fn of_label(label: &str) -> Self {
        Self::new(beginning_of_label(label))
    }

    fn of_text<'p>(bytes: &[u8], text: impl Fn() -> &'p str) -> Self {
        let beginning = ascii_beginning(bytes).or_else(|| beginning_of_text(text()));
        beginning.map_or_else(|| Self::of_label(&label(text())), Self::new)
    }
}

/// Beginnings of labels.
#[derive(Debug, Clone)]
pub(crate) struct PrefixSet([bool; N_INITIALS as usize]);

impl PrefixSet {
    /// Those of some labels.
    pub(super) fn of_labels<'l>(labels: impl Iterator<Item = &'l str>) -> Self {
        let mut has = [false; N_INITIALS as usize];
        labels.for_each(|label| has[usize::from(Prefix::of_label(label).0)] = true);
        Self(has)
    }

    /// Whether some label begins so.
    pub(super) fn has(&self, prefix: Prefix) -> bool {
        self.0[usize::from(prefix.0)]
    }
}

/// What the texts of a page say, each worked out when it is first asked for.
#[derive(Debug)]
pub(super) struct CaptionCache {
    n_leaves: usize,
    texts: OnceCell<Vec<OnceCell<Caption>>>,
    hashes: OnceCell<Vec<Cell<TextHash>>>,
    prefixes: OnceCell<LeavesByPrefix>,
}

/// A hash that was not asked for. Should a text have it, it is worked out each time.
const UNKNOWN: TextHash = TextHash(0);

impl CaptionCache {
    pub(super) fn new(n_leaves: usize) -> Self {
        let (texts, hashes, prefixes) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { n_leaves, texts, hashes, prefixes }
    }

    /// What a text says.
    pub(super) fn said<'p>(&self, leaf: usize, text: impl FnOnce() -> &'p str) -> &Caption {
        let texts = self.texts.get_or_init(|| vec![OnceCell::new(); self.n_leaves]);
        texts[leaf].get_or_init(|| Caption::new(text()))
    }

    /// The hash of what a text says.
    pub(super) fn hash<'p>(&self, leaf: usize, text: impl FnOnce() -> &'p str) -> TextHash {
        let hashes = self.hashes.get_or_init(|| vec![Cell::new(UNKNOWN); self.n_leaves]);
        let known = &hashes[leaf];
        if known.get() == UNKNOWN {
            known.set(print_of_label(text()));
        }
        known.get()
    }

    /// What the texts begin with, which are these nodes of a tree.
    pub(super) fn prefixes(
        &self,
        tree: &Tree,
        texts: impl Iterator<Item = NodeId>,
    ) -> &LeavesByPrefix {
        self.prefixes.get_or_init(|| {
            let prefix = |id| Prefix::of_text(tree.text_bytes(id), || tree.text(id));
            LeavesByPrefix::new(texts.map(prefix).collect())
        })
    }
}

/// Texts by what they begin with: chains of those that begin alike.
#[derive(Debug)]
pub(super) struct LeavesByPrefix {
    of: Vec<Prefix>,
    /// The first text of each chain, as its number plus one.
    heads: Box<[u32]>,
    /// The next text of the chain of each, as its number plus one.
    next: Vec<u32>,
}

/// So many texts are looked at one by one.
const FEW: usize = 64;

impl LeavesByPrefix {
    fn new(of: Vec<Prefix>) -> Self {
        let mut heads = vec![0; N_INITIALS.into()].into_boxed_slice();
        let mut next = vec![0; of.len()];
        for (leaf, prefix) in of.iter().enumerate().rev() {
            let head = &mut heads[usize::from(prefix.0)];
            next[leaf] = *head;
            *head = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
        }
        Self { of, heads, next }
    }

    /// What a text begins with.
    pub(super) fn of(&self, leaf: usize) -> Prefix {
        self.of[leaf]
    }

    /// Calls `seen` with those of the texts that begin so, in document order.
    pub(super) fn each(&self, prefix: Prefix, leaves: Range<usize>, mut seen: impl FnMut(usize)) {
        if leaves.len() <= FEW {
            return leaves.filter(|&leaf| self.of[leaf] == prefix).for_each(seen);
        }
        let link = |number: u32| (number as usize).checked_sub(1);
        let first = link(self.heads[usize::from(prefix.0)]);
        let chain = std::iter::successors(first, |&leaf| link(self.next[leaf]));
        let chain = chain.take_while(|&leaf| leaf < leaves.end);
        chain.filter(|leaf| leaves.contains(leaf)).for_each(&mut seen);
    }
}
