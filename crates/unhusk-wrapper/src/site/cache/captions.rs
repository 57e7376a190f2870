//! The captions of a page's texts, and the texts by the prefixes of their captions.

use super::PageCache;
use crate::site::clue::TextHash;
use crate::site::clue::caption::{Caption, N_PREFIXES, Prefix, caption_hash};
use crate::site::matcher::page_index::PageIndex;
use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// The captions of the texts of a page, each computed when it is first asked for.
#[derive(Debug)]
pub(in crate::site) struct CaptionCache(Vec<OnceCell<Caption>>);

impl PageCache for CaptionCache {
    fn new(index: &PageIndex<'_>) -> Self {
        Self(vec![OnceCell::new(); index.n_leaves()])
    }
}

impl CaptionCache {
    /// The caption of a text.
    pub(in crate::site) fn caption(&self, index: &PageIndex<'_>, leaf: usize) -> &Caption {
        self.0[leaf].get_or_init(|| Caption::new(index.visible().text(leaf)))
    }
}

/// The hashes of the captions of a page, each computed when it is first asked for.
#[derive(Debug)]
pub(in crate::site) struct CaptionHashes(Vec<Cell<TextHash>>);

/// A hash that is not known. A caption that has this hash is hashed each time.
const UNKNOWN: TextHash = TextHash(0);

impl PageCache for CaptionHashes {
    fn new(index: &PageIndex<'_>) -> Self {
        Self(vec![Cell::new(UNKNOWN); index.n_leaves()])
    }
}

impl CaptionHashes {
    /// The hash of the caption of a text.
    pub(in crate::site) fn hash(&self, index: &PageIndex<'_>, leaf: usize) -> TextHash {
        let known = &self.0[leaf];
        if known.get() == UNKNOWN {
            known.set(caption_hash(index.visible().text(leaf)));
        }
        known.get()
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

impl PageCache for LeavesByPrefix {
    fn new(index: &PageIndex<'_>) -> Self {
        let (tree, visible) = (index.tree(), index.visible());
        let prefix = |&text| {
            let id = visible.id(text);
            Prefix::of_text(tree.text_bytes(id), || tree.text(id))
        };
        let of: Vec<Prefix> = visible.texts().iter().map(prefix).collect();
        let mut heads = vec![0; N_PREFIXES.into()].into_boxed_slice();
        let mut next = vec![0; of.len()];
        for (leaf, prefix) in of.iter().enumerate().rev() {
            let head = &mut heads[prefix.number()];
            next[leaf] = *head;
            *head = u32::try_from(leaf + 1).unwrap_or(u32::MAX);
        }
        Self { of, heads, next }
    }
}

impl LeavesByPrefix {
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
