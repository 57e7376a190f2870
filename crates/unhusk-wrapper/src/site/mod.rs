//! Site wrappers: records by their regions, fields by rules that vote.
//!
//! A page is seen as [`index`] has it; a [`Clue`] is one cheap fact about a node, and [`context`] tells them. A
//! [`NodeRule`] is a few clues that hold together. Several rules vote on each field, so that losing one clue
//! does not lose the field; [`Cut`] takes the value out of its node. [`ready`] runs all this over a page.

pub(crate) mod clue;
mod compile;
mod matcher;
mod vote;
mod cache;
pub(crate) mod cut;
mod explain;
mod layouts;
mod lists;
mod nested;
mod regions;
mod rule;
mod saved;
pub(crate) mod selector;
#[cfg(test)]
mod tests;

pub use clue::{Clue, ClueKind, Contents, Feature, PositionPath, Sibling, Tag, TextPlace};
pub use cut::{Cut, Mark};
pub use rule::{
    Alternative, Extent, FieldRule, Layout, NodeRule, NodeTarget, Reach, Records, Regions,
};
pub use saved::SiteError;
pub use vote::confidence::FieldVotes;

use super::{Extraction, Wrapper};
use crate::delimiter::DelimiterWrapper;
use crate::record::{Cell, Field, Record, Schema, Value};
use cache::landmarks::Landmarks;
use cache::shapes::ShapeCache;
use clue::TextHash;
use clue::caption::PrefixSet;
use compile::footprint::RuleFootprint;
use compile::tokens::TokenSet;
use compile::{CompiledField, CompiledRule};
use layouts::CompiledLayouts;
use matcher::RuleMatcher;
use matcher::eval::EvalContext;
use matcher::page_index::{NodeRange, PageIndex};
use nested::Nested;
use rustc_hash::FxHashSet;
use saved::SavedSite;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use unhusk_page::Warning;
use unhusk_page::{NodeId, Page};
use vote::confidence;

/// A site wrapper.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedSite", into = "SavedSite")]
pub struct Site {
    saved: SavedSite,
    tokens: Arc<TokenSet>,
    landmarks: Arc<FxHashSet<TextHash>>,
    /// What the landmarks begin with.
    prefixes: Arc<PrefixSet>,
    footprint: Arc<RuleFootprint>,
    /// Where records begin, for each kind of record.
    begin: Vec<Vec<CompiledRule>>,
    fields: Vec<CompiledField>,
    layouts: CompiledLayouts,
}

impl Site {
    /// A wrapper with one rule per field, in the schema's order.
    ///
    /// # Errors
    /// If there is too much of something, or a rule that could never hold.
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

    /// Texts that belong to the site's template.
    pub fn landmarks(&self) -> &[String] {
        &self.saved.landmarks
    }

    /// The rules of the fields, in the schema's order.
    pub fn fields(&self) -> &[FieldRule] {
        &self.saved.fields
    }

    /// A page as the rules see it.
    fn index<'p>(&self, page: &'p Page) -> PageIndex<'p> {
        PageIndex::asked(page, &self.tokens)
    }

    /// How the rules voted on the single values of a page, record by record.
    pub fn votes(&self, schema: &Schema, page: &Page) -> Vec<FieldVotes> {
        let index = self.index(page);
        match &self.saved.records {
            Records::Sequence(_) => Vec::new(),
            Records::Layouts(layouts) => self
                .layouts
                .of(&index)
                .map_or(Vec::new(), |layout| layouts[layout].site.votes_on(schema, &index)),
            Records::Page | Records::Regions(_) => self.votes_on(schema, &index),
        }
    }

    fn votes_on(&self, schema: &Schema, index: &PageIndex<'_>) -> Vec<FieldVotes> {
        let votes = RefCell::new(Vec::new());
        let mut nested = Nested::read(self.fields(), schema, index, false);
        self.each_record(schema, index, &mut nested, |matcher, record| {
            votes.borrow_mut().extend(confidence::votes(record, schema, &self.fields, matcher));
        });
        votes.into_inner()
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

    /// The share of the landmarks that stand on a page; of the layout that has most of them, where there are
    /// several. `None` without landmarks.
    pub fn landmark_share(&self, page: &Page) -> Option<f64> {
        let index = self.index(page);
        let of = |site: &Self| Landmarks::new(Arc::clone(&site.landmarks)).share(&index);
        match &self.saved.records {
            Records::Layouts(layouts) => {
                layouts.iter().filter_map(|layout| of(&layout.site)).max_by(f64::total_cmp)
            }
            _ => of(self),
        }
    }

    /// The records of a page, with their regions.
    pub fn records_in<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
    ) -> Vec<(NodeRange, Record<'p>)> {
        let mut nested = Nested::read(self.fields(), schema, index, false);
        self.each_record(schema, index, &mut nested, |_, _| {})
    }

    /// The single fields that are read at one of several places of a record that say the same, by their positions.
    pub fn split_fields(&self, schema: &Schema, page: &Page) -> BTreeSet<usize> {
        let split = RefCell::new(BTreeSet::new());
        let index = self.index(page);
        let mut nested = Nested::read(self.fields(), schema, &index, false);
        self.each_record(schema, &index, &mut nested, |matcher, _| {
            split.borrow_mut().extend(confidence::split(schema, &self.fields, matcher));
        });
        split.into_inner()
    }

    /// The records of a page with their regions, each shown as it is found.
    fn each_record<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
        nested: &mut Nested<'p>,
        show: impl Fn(&RuleMatcher<'_, 'p>, &mut Record<'p>),
    ) -> Vec<(NodeRange, Record<'p>)> {
        let landmarks =
            Landmarks::new(Arc::clone(&self.landmarks)).beginning(Arc::clone(&self.prefixes));
        let scopes = self.scopes(index, &landmarks);
        let shapes = ShapeCache::new(index, &self.footprint);
        let is_alone = scopes.len() == 1;
        let record = |scope| {
            let context = EvalContext { index, scope, landmarks: &landmarks };
            let matcher = if is_alone {
                RuleMatcher::new(context)
            } else {
                RuleMatcher::among(context, &shapes)
            };
            let mut record = self.record(schema, &matcher, nested)?;
            show(&matcher, &mut record);
            Some((scope, record))
        };
        scopes.into_iter().filter_map(record).collect()
    }

    /// The records of a page, with the first nodes of their regions.
    pub fn records_on<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
    ) -> Vec<(NodeId, Record<'p>)> {
        let records = self.records_in(schema, index).into_iter();
        records.map(|(scope, record)| (index.id(scope.first), record)).collect()
    }

    /// The first nodes of the regions in which records are looked for.
    pub fn begins(&self, index: &PageIndex<'_>) -> Vec<NodeId> {
        let landmarks = Landmarks::new(Arc::clone(&self.landmarks));
        let scopes = self.scopes(index, &landmarks).into_iter();
        scopes.map(|scope| index.id(scope.first)).collect()
    }

    fn scopes(&self, index: &PageIndex<'_>, landmarks: &Landmarks) -> Vec<NodeRange> {
        match &self.saved.records {
            Records::Page | Records::Sequence(_) | Records::Layouts(_) => vec![index.whole()],
            Records::Regions(regions) => {
                let matcher =
                    RuleMatcher::new(EvalContext { index, scope: index.whole(), landmarks });
                regions::regions(&self.begin, regions.reach, &matcher)
            }
        }
    }

    /// Whether there is a rule for a field, in some layout at least.
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

    fn required(&self) -> &[usize] {
        match &self.saved.records {
            Records::Regions(regions) => &regions.required,
            _ => &[],
        }
    }

    fn record<'p>(
        &self,
        schema: &Schema,
        matcher: &RuleMatcher<'_, 'p>,
        nested: &mut Nested<'p>,
    ) -> Option<Record<'p>> {
        let mut cells = Vec::with_capacity(self.fields.len());
        let rules = schema.fields().iter().zip(&self.fields).enumerate();
        cells.extend(rules.map(|(at, (field, rule))| {
            if field.is_nested() {
                return nested.take(at, matcher.context.index, matcher.context.scope);
            }
            cell(field, rule, matcher)
        }));
        let is_missing = |field: &usize| cells.get(*field).is_none_or(is_empty);
        if cells.iter().all(is_empty) || self.required().iter().any(is_missing) {
            return None;
        }
        Some(Record { cells })
    }
}

fn cell<'p>(field: &Field, rule: &CompiledField, matcher: &RuleMatcher<'_, 'p>) -> Cell<'p> {
    let value = |span| Value::inside(matcher.context.index.page(), span, rule.inside);
    if field.many {
        return Cell::Many(rule.read(matcher, field).into_iter().map(value).collect());
    }
    rule.one(matcher, field).map_or(Cell::Absent, |span| Cell::One(value(span)))
}

fn is_empty(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Many(values) => values.is_empty(),
        Cell::Nested(records) => records.is_empty(),
        _ => *cell == Cell::Absent,
    }
}

impl Site {
    fn read<'p>(&self, schema: &Schema, page: &'p Page, with_confidence: bool) -> Extraction<'p> {
        match &self.saved.records {
            // Delimiters see the source.
            Records::Sequence(rule) => read_sequence(rule, schema, page, with_confidence),
            _ => self.read_on(schema, &self.index(page), with_confidence),
        }
    }

    /// Reads a page of which a index was made.
    fn read_on<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
        with_confidence: bool,
    ) -> Extraction<'p> {
        match &self.saved.records {
            Records::Sequence(rule) => read_sequence(rule, schema, index.page(), with_confidence),
            Records::Layouts(layouts) => match self.layouts.of(index) {
                // There are no layouts in layouts.
                Some(layout) => layouts[layout].site.read_on(schema, index, with_confidence),
                None => fits_no_layout(),
            },
            Records::Page | Records::Regions(_) => self.read_view(schema, index, with_confidence),
        }
    }

    /// Reads a page that is one record, or has regions of records.
    fn read_view<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
        with_confidence: bool,
    ) -> Extraction<'p> {
        let is_record = confidence::is_record(&self.saved.records);
        let show = |matcher: &RuleMatcher<'_, 'p>, record: &mut Record<'p>| {
            if with_confidence {
                confidence::set(record, schema, &self.fields, matcher, is_record);
            }
        };
        let mut nested = Nested::read(self.fields(), schema, index, with_confidence);
        let records = self.each_record(schema, index, &mut nested, show).into_iter();
        let records = records.map(|(_, record)| record).collect();
        Extraction { records, warnings: nested.left_over() }
    }
}

fn read_sequence<'p>(
    rule: &DelimiterWrapper,
    schema: &Schema,
    page: &'p Page,
    with_confidence: bool,
) -> Extraction<'p> {
    if with_confidence { rule.extract_weighed(schema, page) } else { rule.extract(schema, page) }
}

fn fits_no_layout() -> Extraction<'static> {
    let missing = "what tells one of the known layouts".to_owned();
    Extraction { records: Vec::new(), warnings: vec![Warning::NotApplicable { missing }] }
}

impl Wrapper for Site {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p> {
        self.read(schema, page, false)
    }

    fn extract_weighed<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p> {
        self.read(schema, page, true)
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        match &self.saved.records {
            Records::Sequence(rule) => rule.check(schema),
            Records::Layouts(layouts) => {
                layouts.iter().try_for_each(|layout| layout.site.check(schema))
            }
            Records::Page | Records::Regions(_) => nested::check(self.fields(), schema),
        }
    }
}

/// Equal rules run alike.
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

/// Shared with the learners of this class: no promise is made about it, and any release may change it.
#[doc(hidden)]
#[allow(missing_docs, reason = "documented where it is defined")]
pub mod internal {
    pub use crate::site::cache::landmarks::Landmarks;
    pub use crate::site::clue::caption::Caption;
    pub use crate::site::clue::{ClueWriter, FEATURES, TextHash};
    pub use crate::site::compile::{CompiledField, CompiledRule};
    pub use crate::site::lists::run_on;
    pub use crate::site::matcher::RuleMatcher;
    pub use crate::site::matcher::eval::{EvalContext, is_stable};
    pub use crate::site::matcher::page_index::{NodeRange, PageIndex};
    pub use crate::site::regions::{regions, scopes};
    pub mod selector {
        pub use crate::site::selector::{
            From, Language, Pattern, Rendered, render, render_pattern,
        };
    }
}
