//! Pseudo-random decisions that depend only on the seed and on the subject of the decision.

use unhusk_page::{NodeId, Page};
use unhusk_wrapper::PageChange;

/// Makes the decisions for one kind of change.
pub(super) struct Chance {
    state: u64,
}

/// Hash (FNV-1a) of the subject of a decision, built up from texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DecisionKey {
    state: u64,
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl Chance {
    pub(super) fn new(seed: u64, change: PageChange) -> Self {
        let key = DecisionKey { state: seed ^ 0x9e37_79b9_7f4a_7c15 ^ OFFSET };
        Self { state: key.with(change.name()).state }
    }

    /// Returns the key of `text`.
    pub(super) fn of(&self, text: &str) -> DecisionKey {
        DecisionKey { state: self.state ^ OFFSET }.with(text)
    }

    /// Returns the key of an element's appearance, which all pages of a template share: its tag and class, the class
    /// of its parent, and the tags of its nearest ancestors.
    pub(super) fn appearance(&self, page: &Page, node: NodeId) -> DecisionKey {
        self.of("").with_appearance(page, node)
    }
}

/// Number of ancestor tags in the key: pages of one template agree on this many even if one has an extra container
/// further up.
const APPEARANCE_DEPTH: usize = 4;

impl DecisionKey {
    pub(super) fn with(self, text: &str) -> Self {
        let absorb = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(PRIME);
        Self { state: text.bytes().fold(self.state, absorb) }
    }

    pub(super) fn with_appearance(self, page: &Page, node: NodeId) -> Self {
        let tree = page.tree();
        let class = |node| tree.attribute(node, "class").map_or("", |class| class.value);
        let mut key = self.with(tree.tag(node)).with(" .").with(class(node));
        if let Some(parent) = tree.parent(node) {
            key = key.with(" < .").with(class(parent));
        }
        for parent in tree.ancestors(node).take(APPEARANCE_DEPTH) {
            key = key.with(" < ").with(tree.tag(parent));
        }
        key
    }

    /// Returns a number below `bound`, always the same for this key.
    pub(super) fn number(self, bound: u64) -> u64 {
        mix(self.state) % bound.max(1)
    }

    /// Returns true for one in `n` keys.
    pub(super) fn one_in(self, n: u64) -> bool {
        self.number(n) == 0
    }
}

/// The final mix of `SplitMix64`: FNV alone leaves the low bits of short keys similar.
fn mix(state: u64) -> u64 {
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
