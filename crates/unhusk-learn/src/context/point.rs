//! A point of the search: width and depth of forks, and content of their symbols.

/// Content of symbols besides tags. A later variant is finer in one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    /// Attribute tokens in the symbol of an element.
    pub tokens: Tokens,
    /// Whether texts in the context of every positive example have symbols of their own.
    pub contexts: bool,
}

/// Attribute tokens (`class`, `id`, `itemprop`, ...) in the symbol of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tokens {
    /// None: the tag alone.
    None,
    /// Tokens in the context of every positive example that do not look generated.
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
    /// The variants that are tried when no common one separates the examples.
    pub const LAST: [Variant; 2] = [
        Variant { tokens: Tokens::All, contexts: false },
        Variant { tokens: Tokens::All, contexts: true },
    ];

    /// Whether every rule of the other variant accepts at least all nodes that this one's does.
    pub fn refines(self, other: Variant) -> bool {
        self.tokens >= other.tokens && self.contexts >= other.contexts
    }
}

/// A point of the search: with more of anything, a rule learnt from the same examples accepts less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// k: the number of neighbours in a fork at each level.
    pub width: usize,
    /// l: the number of levels of a fork.
    pub depth: usize,
    /// Content of symbols.
    pub variant: Variant,
}

impl Point {
    /// Whether a rule at `other` accepts at least all nodes that one at this point does.
    pub fn refines(self, other: Point) -> bool {
        self.width >= other.width
            && self.depth >= other.depth
            && self.variant.refines(other.variant)
    }

    /// Returns the specificity of rules at this point. Its scale is that of the logarithm of a number of nodes.
    pub(super) fn cost(self) -> f64 {
        let steps = |n: usize| f64::from(u16::try_from(n).unwrap_or(u16::MAX));
        let contexts = if self.variant.contexts { CONTEXTS_COST } else { 0.0 };
        let tokens = if self.variant.tokens == Tokens::None { 0.0 } else { TOKENS_COST };
        steps(self.width) * WIDTH_COST + steps(self.depth) * DEPTH_COST + contexts + tokens
    }
}

// Windows differ between records more than paths do, so a neighbour costs more than a level. Measured: five random
// positives of each WIEN task of the paper, ten times, mean F1 99.4 (98.5 with a level at 1.0, 99.0 at 0.25); SWDE
// fields from three complete pages, mean value F1 .948 (.930 without costs, taking the first solution; .945 to .950
// for all others tried: levels 0.1 to 0.5, alphabets 0 to 1).
const WIDTH_COST: f64 = 1.0;
const DEPTH_COST: f64 = 0.15;
const CONTEXTS_COST: f64 = 0.5;
const TOKENS_COST: f64 = 0.3;
