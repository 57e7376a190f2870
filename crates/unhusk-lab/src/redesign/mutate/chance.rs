//! Decisions that depend on the seed and on what is decided upon, and on nothing else.

use unhusk::Page;
use unhusk::page::NodeId;

/// Decides for one kind of change.
pub(super) struct Chance {
    state: u64,
}

impl Chance {
    pub(super) fn new(seed: u64, change: &str) -> Self {
        Self { state: absorb(seed ^ 0x9e37_79b9_7f4a_7c15, change) }
    }

    /// A number below `bound`, the same whenever it is asked for `key`.
    pub(super) fn number(&self, key: &str, bound: u64) -> u64 {
        mix(absorb(self.state, key)) % bound.max(1)
    }

    /// Whether one of `n` keys would be chosen and `key` is that one.
    pub(super) fn one_in(&self, n: u64, key: &str) -> bool {
        self.number(key, n) == 0
    }
}

/// FNV-1a.
fn absorb(state: u64, text: &str) -> u64 {
    text.bytes().fold(state ^ 0xcbf2_9ce4_8422_2325, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The end of `SplitMix64`: FNV alone leaves the low bits of short keys alike.
fn mix(state: u64) -> u64 {
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// How many tags of the way to an element its looks include: pages of one template agree on so many even where
/// one has a box more further up.
const LOOKS_DEPTH: usize = 4;

/// What an element looks like on every page of its template: the last tags of the way to it, its class and that
/// of its parent.
pub(super) fn looks(page: &Page, node: NodeId) -> String {
    let tree = page.tree();
    let class = |node| tree.attribute(node, "class").map_or("", |class| class.value);
    let parents: Vec<NodeId> = tree.ancestors(node).filter(|up| *up != node).collect();
    let mut key = format!("{} .{}", tree.tag(node), class(node));
    if let Some(parent) = parents.first() {
        key = format!("{key} < .{}", class(*parent));
    }
    for parent in parents.iter().take(LOOKS_DEPTH) {
        key = format!("{key} < {}", tree.tag(*parent));
    }
    key
}
