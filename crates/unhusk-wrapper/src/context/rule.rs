//! Contextual rules: the nodes that are a field's values, and the part of each node that is the value.

use super::fork::{self, Forks, ShapeId, SymbolNames};
use serde::{Deserialize, Serialize};

/// Selector of the values of one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedContextSelector", into = "SavedContextSelector")]
pub struct ContextSelector {
    saved: SavedContextSelector,
}

/// A selector as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `target`, `k`, `l` and `forks`")]
struct SavedContextSelector {
    target: NodeTarget,
    #[serde(default)]
    extent: Extent,
    #[serde(default, rename = "labels")]
    symbols: SymbolKind,
    k: usize,
    l: usize,
    forks: Vec<String>,
}

/// The kind of node and the part of it that is a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueTarget {
    /// The kind of node.
    pub node: NodeTarget,
    /// The part of it.
    pub extent: Extent,
}

/// The kind of node that is selected.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`text`, `element` or an `attribute`")]
pub enum NodeTarget {
    /// A text.
    Text,
    /// An element with all that is in it.
    Element,
    /// The attribute of this name.
    Attribute(String),
}

/// The part of a node that is its value.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case", expecting = "`trimmed`, `inner` or `outer`")]
pub enum Extent {
    /// From the first to the last character that is not white space.
    #[default]
    Trimmed,
    /// All of a text or attribute value; the content between the tags of an element.
    Inner,
    /// An element with its tags.
    Outer,
}

/// The size of forks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ForkSize {
    /// Width: the number of children of a node that belong to a fork.
    pub k: usize,
    /// Depth: the number of levels.
    pub l: usize,
}

/// Components of the symbol of an element.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case", expecting = "`named` or `all`")]
pub enum SymbolKind {
    /// Its tag, and of its attribute tokens those that some fork of the rule names.
    #[default]
    Named,
    /// Its tag and all its attribute tokens.
    All,
}

/// Reason why a selector cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectorError {
    /// k or l is not within the limits.
    #[error(
        "k must be from 1 to {} and l from 2 to {}",
        ContextSelector::MAX_WIDTH,
        ContextSelector::MAX_DEPTH
    )]
    Size,
    /// A fork is not well formed.
    #[error("fork {fork:?}: {why}")]
    Fork {
        /// The text, shortened.
        fork: String,
        /// The problem.
        why: String,
    },
    /// The selector has no fork, so it matches nothing.
    #[error("a selector needs a fork")]
    Empty,
}

impl ContextSelector {
    /// Largest k.
    pub const MAX_WIDTH: usize = 256;
    /// Largest l. Reading a page recurses as deep.
    pub const MAX_DEPTH: usize = 32;

    /// Checks forks written as in the paper: `li('name:',b(@:X))`. They are kept sorted, each once.
    pub fn new(
        target: ValueTarget,
        ForkSize { k, l }: ForkSize,
        symbols: SymbolKind,
        mut forks: Vec<String>,
    ) -> Result<Self, SelectorError> {
        if !(1..=Self::MAX_WIDTH).contains(&k) || !(2..=Self::MAX_DEPTH).contains(&l) {
            return Err(SelectorError::Size);
        }
        forks.sort_unstable();
        forks.dedup();
        if forks.is_empty() {
            return Err(SelectorError::Empty);
        }
        let ValueTarget { node: target, extent } = target;
        let selector =
            Self { saved: SavedContextSelector { target, extent, symbols, k, l, forks } };
        selector.read_forks(&mut Forks::default(), &mut SymbolNames::default())?;
        Ok(selector)
    }

    /// Returns the kind of node that is selected.
    pub fn target(&self) -> &NodeTarget {
        &self.saved.target
    }

    /// Returns the part of a node that is its value.
    pub fn extent(&self) -> Extent {
        self.saved.extent
    }

    /// Returns k, the number of neighbours in a fork at each level.
    pub fn k(&self) -> usize {
        self.saved.k
    }

    /// Returns l, the number of levels of a fork.
    pub fn l(&self) -> usize {
        self.saved.l
    }

    /// Returns the components of the symbol of an element.
    pub fn symbols(&self) -> SymbolKind {
        self.saved.symbols
    }

    /// The forks, sorted.
    pub fn forks(&self) -> &[String] {
        &self.saved.forks
    }

    /// Reads the forks as shapes.
    pub(super) fn read_forks(
        &self,
        forks: &mut Forks,
        names: &mut SymbolNames,
    ) -> Result<Vec<ShapeId>, SelectorError> {
        let SavedContextSelector { k, l, forks: texts, .. } = &self.saved;
        let read = |text: &String| {
            fork::read(text, (*k, *l), forks, names).map_err(|error| SelectorError::Fork {
                fork: text.chars().take(60).collect(),
                why: error.to_string(),
            })
        };
        texts.iter().map(read).collect()
    }
}

impl TryFrom<SavedContextSelector> for ContextSelector {
    type Error = SelectorError;

    fn try_from(saved: SavedContextSelector) -> Result<Self, SelectorError> {
        let SavedContextSelector { target, extent, symbols, k, l, forks } = saved;
        Self::new(ValueTarget { node: target, extent }, ForkSize { k, l }, symbols, forks)
    }
}

impl From<ContextSelector> for SavedContextSelector {
    fn from(selector: ContextSelector) -> Self {
        selector.saved
    }
}
