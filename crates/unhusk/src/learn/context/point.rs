//! A point of the search: how wide and deep forks are, and what their labels say.

/// What labels say besides tags. A later variant is finer in one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    /// Which attribute tokens belong to the label of an element.
    pub tokens: Tokens,
    /// Whether texts that stand around every positive example are told apart from other texts.
    pub contexts: bool,
}

/// Which attribute tokens (`class`, `id`, `itemprop`, ...) belong to the label of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tokens {
    /// None: the tag alone.
    None,
    /// Those that stand around every positive example and do not look generated.
    Shared,
    /// All.
    All,
}

impl Variant {
    /// The variants that are tried first, coarser ones before finer ones.
    pub const COMMON: [Variant; 4] = [
        Variant { tokens: Tokens::None, contexts: false },
        Variant { tokens: Tokens::None, contexts: true },
        Variant { tokens: Tokens::Shared, contexts: false },
        Variant { tokens: Tokens::Shared, contexts: true },
    ];
    /// The variants that are tried when no common one tells the examples apart.
    pub const LAST: [Variant; 2] = [
        Variant { tokens: Tokens::All, contexts: false },
        Variant { tokens: Tokens::All, contexts: true },
    ];

    /// Whether every rule of the other variant accepts at least what this one's does.
    pub fn refines(self, other: Variant) -> bool {
        self.tokens >= other.tokens && self.contexts >= other.contexts
    }
}

/// A point of the search: with more of anything, a rule learnt from the same examples accepts less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// k: how many neighbours a fork has at each level.
    pub width: usize,
    /// l: how many levels a fork has.
    pub depth: usize,
    /// What labels say.
    pub variant: Variant,
}

impl Point {
    /// Whether a rule at `other` accepts at least what one at this point does.
    pub fn refines(self, other: Point) -> bool {
        self.width >= other.width
            && self.depth >= other.depth
            && self.variant.refines(other.variant)
    }
}
