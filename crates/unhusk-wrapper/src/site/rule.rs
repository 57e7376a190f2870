//! What a site wrapper says: where records are, which nodes hold each field, and what of them the value is.

use super::Site;
pub use crate::context::{Extent, NodeTarget};
use crate::delimiter::DelimiterWrapper;
use crate::site::clue::Clue;
use crate::site::cut::Cut;
use serde::{Deserialize, Serialize};

/// Where the records of a page are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`page`, `regions`, `sequence` or `layouts`")]
pub enum Records {
    /// The page is one record.
    Page,
    /// Every record has a region of its own.
    Regions(Regions),
    /// Records follow each other without regions of their own: a delimiter rule reads them.
    Sequence(Box<DelimiterWrapper>),
    /// Pages are built in several ways, each with rules of its own.
    Layouts(Vec<Layout>),
}

/// One of the ways in which the pages of a site are built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `marks` and `site`")]
pub struct Layout {
    /// What holds of some text of such a page, and of none of another layout's.
    pub marks: Vec<Clue>,
    /// How such a page is read.
    pub site: Site,
}

/// How the regions of records are found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `begin` and `reach`")]
pub struct Regions {
    /// Which nodes begin a record: those with more than half of the votes.
    pub begin: Vec<NodeRule>,
    /// The same for records of other kinds, each kind by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Vec<NodeRule>>,
    /// How far a record reaches.
    pub reach: Reach,
    /// Fields without which a region is no record, by their positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<usize>,
    /// From how many labelled records this was learnt.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub labelled: u32,
}

impl Regions {
    /// The rules of each kind of record.
    pub fn kinds(&self) -> impl Iterator<Item = &Vec<NodeRule>> {
        std::iter::once(&self.begin).chain(&self.others)
    }
}

/// How far a record reaches from the node that begins it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", expecting = "`node` or `run`")]
pub enum Reach {
    /// The node with all that is in it.
    Node,
    /// The node and the siblings behind it, up to the next that begins a record.
    Run,
}

/// One condition for nodes: all clues hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `clues`")]
pub struct NodeRule {
    /// How much its vote counts.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// What holds of the nodes.
    pub clues: Vec<Clue>,
}

/// How the values of one field are found in a record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `ways`")]
pub struct FieldRule {
    /// The first way that finds something is taken; for a field that repeats, all of them are.
    #[serde(rename = "ways")]
    pub alternatives: Vec<Alternative>,
    /// Whether a value that stands at several places of a record counts once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub distinct: bool,
    /// Neighbours of the same kind, so many levels up, are values too where only separators stand between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs_on: Option<u8>,
    /// How the records that the field holds are read from a page, if it holds records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nested: Option<Box<Site>>,
}

/// Rules that vote on the same kind of node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `target` and `rules`")]
pub struct Alternative {
    /// The kind of node.
    pub target: NodeTarget,
    /// How much of it.
    #[serde(default)]
    pub extent: Extent,
    /// What of that is the value.
    #[serde(default, skip_serializing_if = "Cut::is_nothing")]
    pub cut: Cut,
    /// The rules.
    pub rules: Vec<NodeRule>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_one(weight: &u32) -> bool {
    *weight == 1
}
