//! Decisions that depend on the seed and on what is decided upon, and on nothing else.

use unhusk_page::{NodeId, Page};
use unhusk_wrapper::Change;

/// Decides for one kind of change.
pub(super) struct Chance {
    state: u64,
}

/// What is decided upon: a text that is never put together, only hashed piece by piece (FNV-1a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    state: u64,
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl Chance {
    pub(super) fn new(seed: u64, change: Change) -> Self {
        let key = Key { state: seed ^ 0x9e37_79b9_7f4a_7c15 ^ OFFSET };
        Self { state: key.with(change.name()).state }
    }

    /// The key that begins with `text`.
    pub(super) fn of(&self, text: &str) -> Key {
        Key { state: self.state ^ OFFSET }.with(text)
    }

    /// What an element looks like on every page of its template: its tag and class, the class of its parent, and
    /// the last tags of the way to it.
    pub(super) fn looks(&self, page: &Page, node: NodeId) -> Key {
        self.of("").with_looks(page, node)
    }
}

/// How many tags of the way to an element its looks include: pages of one template agree on so many even where
/// one has a box more further up.
const LOOKS_DEPTH: usize = 4;

impl Key {
    pub(super) fn with(self, text: &str) -> Self {
        let absorb = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(PRIME);
        Self { state: text.bytes().fold(self.state, absorb) }
    }

    pub(super) fn with_looks(self, page: &Page, node: NodeId) -> Self {
        let tree = page.tree();
        let class = |node| tree.attribute(node, "class").map_or("", |class| class.value);
        let mut key = self.with(tree.tag(node)).with(" .").with(class(node));
        if let Some(parent) = tree.parent(node) {
            key = key.with(" < .").with(class(parent));
        }
        for parent in tree.ancestors(node).take(LOOKS_DEPTH) {
            key = key.with(" < ").with(tree.tag(parent));
        }
        key
    }

    /// A number below `bound`, the same whenever it is asked for this key.
    pub(super) fn number(self, bound: u64) -> u64 {
        mix(self.state) % bound.max(1)
    }

    /// Whether one of `n` keys would be chosen and this is that one.
    pub(super) fn one_in(self, n: u64) -> bool {
        self.number(n) == 0
    }
}

/// The end of `SplitMix64`: FNV alone leaves the low bits of short keys alike.
fn mix(state: u64) -> u64 {
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
