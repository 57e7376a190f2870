//! LUTI: the path from the root to the value, with its neighbours, in windows of k.
//!
//! Every element above the value is marked (`li.X`), every other element that contains the one text that distinguishes
//! records is too (`ul.C`), and the nodes below unmarked elements are ignored. The rule is the set of windows of k
//! children under marked elements: `li.X(C,b.X)`.
//!
//! Source: Kosala, Bruynooghe, Blockeel, Van den Bussche, *Information extraction from web documents based on
//! local unranked tree automaton inference*, IJCAI 2003, as summarized in section 5.2 of the KL paper.

mod notation;
mod windows;

pub use notation::write;
pub use windows::{Marked, Windows};

use super::extract::place_of;
use super::fork::{Node, Outline};
use super::group::{self, Grouping};
use super::rule::{Extent, NodeTarget, ValueTarget};
use crate::record::Schema;
use crate::{Extract, RawExtraction};
use notation::{Tags, read};
use serde::{Deserialize, Serialize};
use unhusk_page::{NodeId, NodeKind, Page, Span, VisibleTree, fold};

/// The selector of one field.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedLutiSelector", into = "SavedLutiSelector")]
pub struct LutiSelector {
    saved: SavedLutiSelector,
    tags: Tags,
    windows: Windows,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `target`, `k` and `forks`")]
struct SavedLutiSelector {
    target: NodeTarget,
    #[serde(default)]
    extent: Extent,
    k: usize,
    #[serde(default)]
    context: Option<String>,
    forks: Vec<String>,
}

/// Reason why a LUTI rule cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LutiError {
    /// k is not within the limits.
    #[error("k must be from 1 to {}", LutiSelector::MAX_WIDTH)]
    Width,
    /// A window is not well formed.
    #[error("{0:?} is no window: `li.X(C,b.X)` would be one")]
    Window(String),
}

impl LutiSelector {
    /// Largest k.
    pub const MAX_WIDTH: usize = 64;

    /// Checks windows written like `li.X(C,b.X)`. They are kept sorted, each once.
    pub fn new(
        target: ValueTarget,
        k: usize,
        context: Option<String>,
        mut forks: Vec<String>,
    ) -> Result<Self, LutiError> {
        if !(1..=Self::MAX_WIDTH).contains(&k) {
            return Err(LutiError::Width);
        }
        forks.sort_unstable();
        forks.dedup();
        let mut tags = Tags::default();
        let mut windows = Windows::new(k);
        for fork in &forks {
            let window = read(fork, &mut tags);
            windows.add(window.ok_or_else(|| LutiError::Window(fork.chars().take(60).collect()))?);
        }
        let ValueTarget { node: target, extent } = target;
        Ok(Self { saved: SavedLutiSelector { target, extent, k, context, forks }, tags, windows })
    }

    /// Returns the kind of node that is selected.
    pub fn target(&self) -> &NodeTarget {
        &self.saved.target
    }

    /// Returns the extent of a node's value.
    pub fn extent(&self) -> Extent {
        self.saved.extent
    }

    /// Returns the number of neighbours in a window.
    pub fn k(&self) -> usize {
        self.saved.k
    }

    /// Returns the text that distinguishes records.
    pub fn context(&self) -> Option<&str> {
        self.saved.context.as_deref()
    }

    /// The windows, sorted.
    pub fn forks(&self) -> &[String] {
        &self.saved.forks
    }

    fn places(&self, page: &Page, outline: &Outline, contexts: &Contexts<'_>) -> Vec<Span> {
        let (visible, tags) = (page.visible(), self.tags.on(page.tree()));
        let context = contexts.number(self.context());
        let nodes = LutiPage { selector: self, page, visible, tags, contexts, context };
        let found = self.windows.select(outline, &nodes);
        let place =
            |node: Node| place_of(page, visible.id(node), &self.saved.target, self.saved.extent);
        found.into_iter().filter_map(place).collect()
    }
}

/// A page in the encoding of a LUTI selector.
struct LutiPage<'a> {
    selector: &'a LutiSelector,
    page: &'a Page,
    visible: VisibleTree<'a>,
    /// The number of each tag, by its number in the tree.
    tags: Vec<u32>,
    contexts: &'a Contexts<'a>,
    /// The number of the text that distinguishes records.
    context: Option<usize>,
}

/// Positions on a page of the texts that distinguish records.
struct Contexts<'a> {
    /// The texts of all fields, each once.
    texts: Vec<&'a str>,
    /// The text of each node, if it is one of them.
    of: Vec<Option<usize>>,
}

impl<'a> Contexts<'a> {
    fn new(fields: &'a [LutiSelector], page: &Page) -> Self {
        let mut texts: Vec<&str> = fields.iter().filter_map(LutiSelector::context).collect();
        texts.sort_unstable();
        texts.dedup();
        let tree = page.tree();
        let which = |&id: &NodeId| match tree.kind(id) {
            NodeKind::Text if !texts.is_empty() => texts.binary_search(&&*fold(tree.text(id))).ok(),
            _ => None,
        };
        Self { of: page.visible().ids().iter().map(which).collect(), texts }
    }

    fn number(&self, text: Option<&str>) -> Option<usize> {
        text.and_then(|text| self.texts.binary_search(&text).ok())
    }
}

impl Marked for LutiPage<'_> {
    fn tag(&self, node: Node) -> u32 {
        let id = self.visible.id(node);
        match self.page.tree().kind(id) {
            NodeKind::Text => windows::TEXT,
            _ => self.tags[self.page.tree().tag_number(id) as usize],
        }
    }

    fn is_context(&self, node: Node) -> bool {
        self.context.is_some() && self.contexts.of[node as usize] == self.context
    }

    fn is_candidate(&self, node: Node) -> bool {
        let id = self.visible.id(node);
        let tree = self.page.tree();
        match &self.selector.saved.target {
            NodeTarget::Text => tree.kind(id) == NodeKind::Text,
            NodeTarget::Element => tree.is_element(id),
            NodeTarget::Attribute(name) => tree.attribute(id, name).is_some(),
        }
    }
}

/// LUTI: a selector per field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `records` and `fields`")]
pub struct Luti {
    records: Grouping,
    fields: Vec<LutiSelector>,
}

impl Luti {
    /// A wrapper with one selector per field, in the schema's order.
    pub fn new(records: Grouping, fields: Vec<LutiSelector>) -> Self {
        Self { records, fields }
    }

    /// Returns the arrangement of values in records.
    pub fn grouping(&self) -> Grouping {
        self.records
    }

    /// The selectors, in the order of the fields.
    pub fn selectors(&self) -> &[LutiSelector] {
        &self.fields
    }
}

impl Extract for Luti {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        let outline = Outline::from_parents(page.visible().parents().to_vec());
        let contexts = Contexts::new(&self.fields, page);
        let places = |field: &LutiSelector| field.places(page, &outline, &contexts);
        let places: Vec<Vec<Span>> = self.fields.iter().map(places).collect();
        let (records, warnings) = group::records(self.records, schema, &places, page);
        RawExtraction { records, warnings }
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        super::check_fields(self.fields.len(), schema)
    }
}

/// Equal rules select equal nodes.
impl PartialEq for LutiSelector {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for LutiSelector {}

impl TryFrom<SavedLutiSelector> for LutiSelector {
    type Error = LutiError;

    fn try_from(saved: SavedLutiSelector) -> Result<Self, LutiError> {
        let SavedLutiSelector { target, extent, k, context, forks } = saved;
        Self::new(ValueTarget { node: target, extent }, k, context, forks)
    }
}

impl From<LutiSelector> for SavedLutiSelector {
    fn from(selector: LutiSelector) -> Self {
        selector.saved
    }
}
