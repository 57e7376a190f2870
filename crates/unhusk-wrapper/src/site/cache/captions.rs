//! The captions of a page's texts, and the texts by the prefixes of their captions.

use crate::site::clue::TextHash;
use crate::site::clue::caption::{Caption, N_PREFIXES, Prefix, caption_hash};
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use unhusk_page::{NodeId, Tree};

/// The captions of the texts of a page, each computed when it is first asked for.
#[derive(Debug)]
pub(in crate::site) struct CaptionCache {
    n_leaves: usize,
    texts: OnceCell<Vec<OnceCell<Caption>>>,
    hashes: OnceCell<Vec<Cell<TextHash>>>,
    prefixes: OnceCell<LeavesByPrefix>,
}

/// A hash that is not known. A caption that has this hash is hashed each time.
const UNKNOWN: TextHash = TextHash(0);

impl CaptionCache {
    pub(in crate::site) fn new(n_leaves: usize) -> Self {
        let (texts, hashes, prefixes) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { n_leaves, texts, hashes, prefixes }
    }

    /// The caption of a text.
    pub(in crate::site) fn caption<'p>(
        &self,
        leaf: usize,
        text: impl FnOnce() -> &'p str,
    ) -> &Caption {
        let texts = self.texts.get_or_init(|| vec![OnceCell::new(); self.n_leaves]);
        texts[leaf].get_or_init(|| Caption::new(text()))
    }

    /// The hash of the caption of a text.
    pub(in crate::site) fn hash<'p>(
        &self,
        leaf: usize,
        text: impl FnOnce() -> &'p str,
    ) -> TextHash {
        let hashes = self.hashes.get_or_init(|| vec![Cell::new(UNKNOWN); self.n_leaves]);
        let known = &hashes[leaf];
        if known.get() == UNKNOWN {
            known.set(caption_hash(text()));
        }
        known.get()
    }

    /// The texts, given by their ids in the tree, by the prefixes of their captions.
    pub(in crate::site) fn prefixes(
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

/// Texts by the prefixes of their captions: chains of texts with the same prefix.
#[derive(Debug)]
pub(in crate::site) struct LeavesByPrefix {
    of: Vec<Prefix>,
    /// The first text of each chain, as its number plus one.
    heads: Box<[u32]>,
    /// For each text the next one of its chain, as its number plus one.
    next: Vec<u32>,
}

/// Up to this number, texts are tested one by one.
const FEW: usize = 64;

impl LeavesByPrefix {
    fn new(of: Vec<Prefix>) -> Self {
        let mut heads = vec![0; N_PREFIXES.into()].into_boxed_slice();
        let mut next = vec![0; of.len()];
        for (leaf, prefix) in of.iter().enumerate().rev() {
            let head = &mut heads[prefix.number()];
            next[leaf] = *head;
            *head = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
        }
        Self { of, heads, next }
    }

    /// The prefix of a text.
    pub(in crate::site) fn of(&self, leaf: usize) -> Prefix {
        self.of[leaf]
    }

    /// Calls `seen` with the texts that have a prefix, in document order.
    pub(in crate::site) fn each(
        &self,
        prefix: Prefix,
        leaves: Range<usize>,
        mut seen: impl FnMut(usize),
    ) {
        if leaves.len() <= FEW {
            return leaves.filter(|&leaf| self.of[leaf] == prefix).for_each(seen);
        }
        let link = |number: u32| (number as usize).checked_sub(1);
        let first = link(self.heads[prefix.number()]);
        let chain = std::iter::successors(first, |&leaf| link(self.next[leaf]));
        let chain = chain.take_while(|&leaf| leaf < leaves.end);
        chain.filter(|leaf| leaves.contains(leaf)).for_each(&mut seen);
    }
}
