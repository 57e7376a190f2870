//! What a contextual rule says: which nodes are a field's values, and what of them the value is.

use super::fork::{self, Forks, Names, ShapeId};
use serde::{Deserialize, Serialize};

/// How the values of one field are found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SavedSelector", into = "SavedSelector")]
pub struct Selector {
    saved: SavedSelector,
}

/// A selector as it is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `target`, `k`, `l` and `forks`")]
struct SavedSelector {
    target: NodeTarget,
    #[serde(default)]
    extent: Extent,
    #[serde(default)]
    labels: LabelKind,
    k: usize,
    l: usize,
    forks: Vec<String>,
}

/// What of a page a value is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The kind of node.
    pub node: NodeTarget,
    /// How much of it.
    pub extent: Extent,
}

/// The kind of node that is looked for.
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

/// How much of a node its value is.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case", expecting = "`trimmed`, `inner` or `outer`")]
pub enum Extent {
    /// From the first to the last character that is not white space.
    #[default]
    Trimmed,
    /// All of a text or attribute value; what stands between the tags of an element.
    Inner,
    /// An element with its tags.
    Outer,
}

/// What the label of an element says.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case", expecting = "`named` or `all`")]
pub enum LabelKind {
    /// Its tag, and of its attribute tokens those that some fork of the rule names.
    #[default]
    Named,
    /// Its tag and all its attribute tokens.
    All,
}

/// Why a selector cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectorError {
    /// k or l is not within the limits.
    #[error("k must be from 1 to {} and l from 2 to {}", Selector::MAX_WIDTH, Selector::MAX_DEPTH)]
    Size,
    /// A fork is not well formed.
    #[error("fork {fork:?}: {why}")]
    Fork {
        /// The text, shortened.
        fork: String,
        /// What is wrong with it.
        why: String,
    },
    /// Nothing could ever be found.
    #[error("a selector needs a fork")]
    Empty,
}

impl Selector {
    /// Largest k.
    pub const MAX_WIDTH: usize = 256;
    /// Largest l. Reading a page recurses as deep.
    pub const MAX_DEPTH: usize = 32;

    /// Checks forks written as in the paper: `li('name:',b(@:X))`. They are kept sorted, each once.
    pub fn new(
        target: Target,
        (k, l): (usize, usize),
        labels: LabelKind,
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
        let Target { node: target, extent } = target;
        let selector = Self { saved: SavedSelector { target, extent, labels, k, l, forks } };
        selector.read_forks(&mut Forks::default(), &mut Names::default())?;
        Ok(selector)
    }

    /// The kind of node that is looked for.
    pub fn target(&self) -> &NodeTarget {
        &self.saved.target
    }

    /// How much of a node its value is.
    pub fn extent(&self) -> Extent {
        self.saved.extent
    }

    /// How many neighbours a fork has at each level.
    pub fn k(&self) -> usize {
        self.saved.k
    }

    /// How many levels a fork has.
    pub fn l(&self) -> usize {
        self.saved.l
    }

    /// What the label of an element says.
    pub fn labels(&self) -> LabelKind {
        self.saved.labels
    }

    /// The forks, sorted.
    pub fn forks(&self) -> &[String] {
        &self.saved.forks
    }

    /// Reads the forks as shapes.
    pub(super) fn read_forks(
        &self,
        forks: &mut Forks,
        names: &mut Names,
    ) -> Result<Vec<ShapeId>, SelectorError> {
        let SavedSelector { k, l, forks: texts, .. } = &self.saved;
        let read = |text: &String| {
            fork::read(text, (*k, *l), forks, names).map_err(|error| SelectorError::Fork {
                fork: text.chars().take(60).collect(),
                why: error.to_string(),
            })
        };
        texts.iter().map(read).collect()
    }
}

impl TryFrom<SavedSelector> for Selector {
    type Error = SelectorError;

    fn try_from(saved: SavedSelector) -> Result<Self, SelectorError> {
        let SavedSelector { target, extent, labels, k, l, forks } = saved;
        Self::new(Target { node: target, extent }, (k, l), labels, forks)
    }
}

impl From<Selector> for SavedSelector {
    fn from(selector: Selector) -> Self {
        selector.saved
    }
}
