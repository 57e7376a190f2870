//! Site wrappers: records by their regions, fields by rules that vote.
//!
//! # What a wrapper says
//! A page is one record, or has a region for each record ([`Records`]). Each field has [`FieldRule`]s: alternatives, of which
//! the first that finds something counts. An [`Alternative`] has several [`NodeRule`]s that vote on a node, so that a page
//! that has lost one clue does not lose the field. A [`NodeRule`] holds of a node if all its [`Clue`]s do. A [`Cut`] takes
//! the value out of its node.
//!
//! # How one field is read
//! ```html
//! <ul>
//!   <li><b>Price:</b> <i class=p>12</i></li>
//!   <li><b>Price:</b> <i class=p>15</i> <s class=p>19</s></li>
//! </ul>
//! ```
//! with the regions `{"what": "path", "at": 1, "says": "li"}` and, for the field `price`, two rules: A, `{"what":
//! "text-before", "at": 1, "says": "price"}`, and B, `{"what": "class", "says": "i.p"}`.
//!
//! Once per wrapper:
//! 1. [`rule`] is the wrapper as it is saved, and [`saved`] checks it.
//! 2. [`clue`] has the clues, and [`clue::text`] parses each from its text: A is
//!    `Clue::TextBefore { distance: 1, text: "price" }`, B is `Clue::Class { path: [i], class: "p" }`.
//! 3. [`compile`] prepares rules and clues. [`compile::access`] decides how the nodes of a clue are found: those of A from
//!    the texts with the caption `price`, those of B from the tag `i`.
//!
//! Once per page:
//! 4. [`read`] makes a [page index](matcher::page_index): the visible nodes in document order.
//! 5. [`regions`] lets the rules for regions vote: the two `li` begin records, and each reaches to its end.
//!
//! Once per record and field:
//! 6. [`vote`] asks the rules, the cheapest first. Here both select the same text, `12`, and nothing more has to be asked. If
//!    they did not agree, [`vote::ballot`] would count the votes.
//! 7. [`matcher`] finds the nodes of a rule: candidates by the access path of its first clue, then the other clues are tested
//!    by their [evaluation](matcher::eval).
//! 8. The [`cut`] is empty, so that the text of the node is the value. [`vote::confidence`] says how sure it is.
//!
//! The second record has another shape than the first, because of its `s`. If it had not, step 6 would find the result of the
//! first record in the [`cache`] of shapes. Everything that only makes reading faster is in that folder.
//!
//! # Where to look
//! | folder or file | contents |
//! | --- | --- |
//! | [`clue`] | the language of clues |
//! | [`compile`] | what a wrapper asks of pages, gathered once per wrapper |
//! | [`matcher`] | one page, and the nodes of which rules hold |
//! | [`vote`] | elections, ballots, confidence |
//! | [`cache`] | what is computed at most once per page |
//! | [`read`], [`regions`], [`layouts`], [`nested`], [`lists`], [`list_look`] | pages, regions, layouts of pages, records in records, lists of values |
//! | [`relocate`], [`record_look`] | the records of pages on which rules fail |
//! | [`rule`], [`saved`] | the wrapper as it is saved |
//! | [`explain`], [`selector`], [`inspect`] | the wrapper in plain English, as XPath and CSS, and how it votes |

pub(crate) mod clue;
mod compile;
mod matcher;
mod vote;
mod cache;
mod read;
mod regions;
mod layouts;
mod nested;
mod lists;
mod node_groups;
mod relocate;
mod list_look;
mod record_look;
pub(crate) mod cut;
mod rule;
mod saved;
mod inspect;
mod explain;
pub(crate) mod selector;
#[cfg(test)]
mod tests;

pub use clue::{Clue, ClueKind, Contents, Feature, PositionPath, Sibling, Tag, TextPlace};
pub use cut::{Cut, Mark};
pub use list_look::ListLook;
pub use record_look::{FieldLook, LookItem, RecordLook};
pub use rule::{
    Alternative, Extent, FieldRule, Layout, NodeRule, NodeTarget, Reach, Records, Regions,
};
pub use saved::SiteError;

use clue::TextHash;
use clue::caption::PrefixSet;
use compile::footprint::RuleFootprint;
use compile::tokens::TokenSet;
use compile::{CompiledField, CompiledRule};
use layouts::CompiledLayouts;
use rustc_hash::FxHashSet;
use saved::SavedSite;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A site wrapper.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedSite", into = "SavedSite")]
pub struct Site {
    saved: SavedSite,
    tokens: Arc<TokenSet>,
    landmarks: Arc<FxHashSet<TextHash>>,
    /// The prefixes of the captions of landmarks.
    prefixes: Arc<PrefixSet>,
    footprint: Arc<RuleFootprint>,
    /// The rules for where records begin, for each kind of record.
    begin: Vec<Vec<CompiledRule>>,
    fields: Vec<CompiledField>,
    layouts: CompiledLayouts,
}

impl Site {
    /// A wrapper with one rule per field, in the schema's order.
    ///
    /// # Errors
    /// If a limit is exceeded, or a rule could never hold.
    pub fn new(
        records: Records,
        landmarks: Vec<String>,
        fields: Vec<FieldRule>,
    ) -> Result<Self, SiteError> {
        Self::try_from(SavedSite { records, landmarks, fields })
    }

    /// Where the records of a page are.
    pub fn records(&self) -> &Records {
        &self.saved.records
    }

    /// The landmarks: texts of the site's template.
    pub fn landmarks(&self) -> &[String] {
        &self.saved.landmarks
    }

    /// The rules of the fields, in the schema's order.
    pub fn fields(&self) -> &[FieldRule] {
        &self.saved.fields
    }

    /// The landmarks of all layouts.
    pub fn all_landmarks(&self) -> Vec<&str> {
        let own = self.saved.landmarks.iter();
        let of_layouts = match &self.saved.records {
            Records::Layouts(layouts) => layouts.as_slice(),
            _ => &[],
        };
        let others = of_layouts.iter().flat_map(|layout| &layout.site.saved.landmarks);
        own.chain(others).map(String::as_str).collect()
    }

    /// Whether a field has a rule, at least in one layout.
    pub fn has_rule(&self, field: usize) -> bool {
        match self.records() {
            Records::Sequence(_) => true,
            Records::Layouts(layouts) => layouts.iter().any(|layout| layout.site.has_rule(field)),
            Records::Page | Records::Regions(_) => self
                .fields()
                .get(field)
                .is_some_and(|rule| !rule.alternatives.is_empty() || rule.nested.is_some()),
        }
    }
}

/// Wrappers with equal rules are equal.
impl PartialEq for Site {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for Site {}

impl TryFrom<SavedSite> for Site {
    type Error = SiteError;

    fn try_from(saved: SavedSite) -> Result<Self, SiteError> {
        saved.check()?;
        let hash = |text: &String| TextHash::of_text(text);
        let begin = match &saved.records {
            Records::Regions(regions) => std::iter::once(&regions.begin)
                .chain(&regions.others)
                .map(|rules| rules.iter().map(CompiledRule::new).collect())
                .collect(),
            _ => Vec::new(),
        };
        let layouts = match &saved.records {
            Records::Layouts(layouts) => CompiledLayouts::new(layouts),
            _ => CompiledLayouts::default(),
        };
        let texts = saved.landmarks.iter().map(String::as_str);
        let mut fields: Vec<CompiledField> = saved.fields.iter().map(CompiledField::new).collect();
        Ok(Self {
            tokens: Arc::new(TokenSet::of(saved.clues())),
            landmarks: Arc::new(saved.landmarks.iter().map(hash).collect()),
            prefixes: Arc::new(PrefixSet::of_captions(texts)),
            footprint: Arc::new(RuleFootprint::new(&mut fields, &saved.landmarks)),
            begin,
            fields,
            layouts,
            saved,
        })
    }
}

impl From<Site> for SavedSite {
    fn from(site: Site) -> Self {
        site.saved
    }
}

/// Items for the learners of this class. They are not part of the API, and any release may change them.
#[doc(hidden)]
pub mod internal {
    pub use crate::site::cache::landmarks::Landmarks;
    pub use crate::site::clue::caption::Caption;
    pub use crate::site::clue::{ClueWriter, FEATURES, TextHash};
    pub use crate::site::compile::{CompiledField, CompiledRule};
    pub use crate::site::list_look::captions_before;
    pub use crate::site::lists::run_on;
    pub use crate::site::matcher::RuleMatcher;
    pub use crate::site::matcher::eval::{EvalContext, is_stable};
    pub use crate::site::matcher::page_index::{NodeRange, PageIndex};
    pub use crate::site::record_look::LabelledRegion;
    pub use crate::site::regions::{regions, scopes};
    pub mod selector {
        pub use crate::site::selector::{
            From, Language, Pattern, Rendered, render, render_pattern,
        };
    }
}
