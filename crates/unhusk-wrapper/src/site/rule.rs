//! A site wrapper as data: where records are, which nodes hold each field, and which part of them is the value.

use super::Site;
pub use crate::context::{Extent, NodeTarget};
use crate::delimiter::DelimiterWrapper;
use crate::site::clue::Clue;
use crate::site::cut::Cut;
use crate::site::list_look::ListLook;
use crate::site::record_look::RecordLook;
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
    /// Clues, each of which holds of some text on the pages of the layout, and of no text on other pages.
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
    /// Which nodes begin a record of another kind, for each kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Vec<NodeRule>>,
    /// How far a record reaches.
    pub reach: Reach,
    /// The positions of the fields without which a region is not a record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<usize>,
    /// The number of labelled records from which the regions were learnt.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub labelled: u32,
    /// The usual number of records on a page; 0 if it is not known. Where far fewer come out, other regions are tried.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub usual: u32,
    /// How the records look, by which they are read on pages where rules fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<RecordLook>,
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
    /// The weight of the vote.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// The clues, all of which hold.
    pub clues: Vec<Clue>,
}

/// How the values of one field are found in a record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `ways`")]
pub struct FieldRule {
    /// The first alternative that finds a value counts; for a field that repeats, all of them do.
    #[serde(rename = "ways")]
    pub alternatives: Vec<Alternative>,
    /// Whether a value at several places of a record counts once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub distinct: bool,
    /// The level above the value whose next siblings are values too, as long as only separators are between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs_on: Option<u8>,
    /// How the values of a list look, by which it is found where no rule finds a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<ListLook>,
    /// The wrapper of the records that the field holds, if it holds records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nested: Option<Box<Site>>,
}

/// Rules that vote on the same kind of node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `target` and `rules`")]
pub struct Alternative {
    /// The kind of node.
    pub target: NodeTarget,
    /// How much of the node is read.
    #[serde(default)]
    pub extent: Extent,
    /// Which part of that is the value.
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
