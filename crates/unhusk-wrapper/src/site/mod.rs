//! Site wrappers: records by their regions, fields by rules that vote.
//!
//! A page is seen as [`view`] has it; a [`Clue`] is one cheap fact about a node, and [`sight`] tells them. A
//! [`NodeRule`] is a few clues that hold together. Several rules vote on each field, so that losing one clue
//! does not lose the field; [`Cut`] takes the value out of its node. [`ready`] runs all this over a page.

mod alphabet;
mod build;
mod by_path;
pub(crate) mod clue;
mod counts;
pub(crate) mod cut;
mod election;
mod explain;
pub(crate) mod index;
mod label;
mod layouts;
pub(crate) mod landmarks;
mod lineage;
mod look;
mod nested;
mod notice;
pub(crate) mod ready;
pub(crate) mod regions;
pub(crate) mod rule;
pub(crate) mod run_on;
pub(crate) mod said;
mod saved;
pub(crate) mod selector;
pub(crate) mod sight;
pub(crate) mod view;
mod vote;
mod weigh;
mod words;
#[cfg(test)]
mod tests;

pub use clue::{Clue, What};
pub use cut::{Cut, Mark};
pub use rule::{Extent, FieldRule, Layout, NodeRule, NodeTarget, Reach, Records, Regions, Way};
pub use saved::SiteError;

use super::{AnyWrapper, Extract, RawExtraction};
use crate::record::{Cell, Field, Record, Schema, Value};
use alphabet::Alphabet;
use build::Builds;
use clue::Print;
use index::Index;
use landmarks::Landmarks;
use layouts::ReadyLayouts;
use nested::Nested;
use notice::Notice;
use ready::{ReadyField, ReadyRule};
use rustc_hash::FxHashSet;
use said::Initials;
use saved::SavedSite;
use serde::{Deserialize, Serialize};
use sight::Sight;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use unhusk_page::Warning;
use unhusk_page::{NodeId, Page};
use view::{Scope, View};
pub use weigh::FieldVotes;

/// A site wrapper.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedSite", into = "SavedSite")]
pub struct Site {
    saved: SavedSite,
    alphabet: Arc<Alphabet>,
    landmarks: Arc<FxHashSet<Print>>,
    /// What the landmarks begin with.
    initials: Arc<Initials>,
    notice: Arc<Notice>,
    /// Where records begin, for each kind of record.
    begin: Vec<Vec<ReadyRule>>,
    fields: Vec<ReadyField>,
    layouts: ReadyLayouts,
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
    fn view<'p>(&self, page: &'p Page) -> View<'p> {
        View::asked(page, &self.alphabet)
    }

    /// How the rules voted on the single values of a page, record by record.
    pub fn votes(&self, schema: &Schema, page: &Page) -> Vec<FieldVotes> {
        let view = self.view(page);
        match &self.saved.records {
            Records::Sequence(_) => Vec::new(),
            Records::Layouts(layouts) => self
                .layouts
                .of(&view)
                .map_or(Vec::new(), |layout| layouts[layout].site.votes_on(schema, &view)),
            Records::Page | Records::Regions(_) => self.votes_on(schema, &view),
        }
    }

    fn votes_on(&self, schema: &Schema, view: &View<'_>) -> Vec<FieldVotes> {
        let votes = RefCell::new(Vec::new());
        let mut nested = Nested::read(self.fields(), schema, view, false);
        self.each_record(schema, view, &mut nested, |index, record| {
            votes.borrow_mut().extend(weigh::votes(record, schema, &self.fields, index));
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
        let view = self.view(page);
        let of = |site: &Self| Landmarks::new(Arc::clone(&site.landmarks)).share(&view);
        match &self.saved.records {
            Records::Layouts(layouts) => {
                layouts.iter().filter_map(|layout| of(&layout.site)).max_by(f64::total_cmp)
            }
            _ => of(self),
        }
    }

    /// The records of a page, with their regions.
    pub fn records_in<'p>(&self, schema: &Schema, view: &View<'p>) -> Vec<(Scope, Record<'p>)> {
        let mut nested = Nested::read(self.fields(), schema, view, false);
        self.each_record(schema, view, &mut nested, |_, _| {})
    }

    /// The single fields that are read at one of several places of a record that say the same, by their positions.
    pub fn split_fields(&self, schema: &Schema, page: &Page) -> BTreeSet<usize> {
        let split = RefCell::new(BTreeSet::new());
        let view = self.view(page);
        let mut nested = Nested::read(self.fields(), schema, &view, false);
        self.each_record(schema, &view, &mut nested, |index, _| {
            split.borrow_mut().extend(weigh::split(schema, &self.fields, index));
        });
        split.into_inner()
    }

    /// The records of a page with their regions, each shown as it is found.
    fn each_record<'p>(
        &self,
        schema: &Schema,
        view: &View<'p>,
        nested: &mut Nested<'p>,
        show: impl Fn(&Index<'_, 'p>, &mut Record<'p>),
    ) -> Vec<(Scope, Record<'p>)> {
        let landmarks =
            Landmarks::new(Arc::clone(&self.landmarks)).beginning(Arc::clone(&self.initials));
        let scopes = self.scopes(view, &landmarks);
        let builds = Builds::new(view, &self.notice);
        let is_alone = scopes.len() == 1;
        let record = |scope| {
            let sight = Sight { view, scope, landmarks: &landmarks };
            let index = if is_alone { Index::new(sight) } else { Index::among(sight, &builds) };
            let mut record = self.record(schema, &index, nested)?;
            show(&index, &mut record);
            Some((scope, record))
        };
        scopes.into_iter().filter_map(record).collect()
    }

    /// The records of a page, with the first nodes of their regions.
    pub fn records_on<'p>(&self, schema: &Schema, view: &View<'p>) -> Vec<(NodeId, Record<'p>)> {
        let records = self.records_in(schema, view).into_iter();
        records.map(|(scope, record)| (view.id(scope.first), record)).collect()
    }

    /// The first nodes of the regions in which records are looked for.
    pub fn begins(&self, view: &View<'_>) -> Vec<NodeId> {
        let landmarks = Landmarks::new(Arc::clone(&self.landmarks));
        let scopes = self.scopes(view, &landmarks).into_iter();
        scopes.map(|scope| view.id(scope.first)).collect()
    }

    fn scopes(&self, view: &View<'_>, landmarks: &Landmarks) -> Vec<Scope> {
        match &self.saved.records {
            Records::Page | Records::Sequence(_) | Records::Layouts(_) => vec![view.whole()],
            Records::Regions(regions) => {
                let index = Index::new(Sight { view, scope: view.whole(), landmarks });
                regions::regions(&self.begin, regions.reach, &index)
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
                .is_some_and(|rule| !rule.ways.is_empty() || rule.nested.is_some()),
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
        index: &Index<'_, 'p>,
        nested: &mut Nested<'p>,
    ) -> Option<Record<'p>> {
        let mut cells = Vec::with_capacity(self.fields.len());
        let rules = schema.fields().iter().zip(&self.fields).enumerate();
        cells.extend(rules.map(|(at, (field, rule))| {
            if field.is_nested() {
                return nested.take(at, index.sight.view, index.sight.scope);
            }
            cell(field, rule, index)
        }));
        let is_missing = |field: &usize| cells.get(*field).is_none_or(is_empty);
        if cells.iter().all(is_empty) || self.required().iter().any(is_missing) {
            return None;
        }
        Some(Record { cells })
    }
}

fn cell<'p>(field: &Field, rule: &ReadyField, index: &Index<'_, 'p>) -> Cell<'p> {
    let value = |span| Value::inside(index.sight.view.page(), span, rule.inside);
    if field.many {
        return Cell::Many(rule.read(index, field).into_iter().map(value).collect());
    }
    rule.one(index, field).map_or(Cell::Absent, |span| Cell::One(value(span)))
}

fn is_empty(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Many(values) => values.is_empty(),
        Cell::Nested(records) => records.is_empty(),
        _ => *cell == Cell::Absent,
    }
}

impl Site {
    fn read<'p>(&self, schema: &Schema, page: &'p Page, is_weighed: bool) -> RawExtraction<'p> {
        match &self.saved.records {
            // Delimiters see the source.
            Records::Sequence(rule) => read_sequence(rule, schema, page, is_weighed),
            _ => self.read_on(schema, &self.view(page), is_weighed),
        }
    }

    /// Reads a page of which a view was made.
    fn read_on<'p>(&self, schema: &Schema, view: &View<'p>, is_weighed: bool) -> RawExtraction<'p> {
        match &self.saved.records {
            Records::Sequence(rule) => read_sequence(rule, schema, view.page(), is_weighed),
            Records::Layouts(layouts) => match self.layouts.of(view) {
                // There are no layouts in layouts.
                Some(layout) => layouts[layout].site.read_on(schema, view, is_weighed),
                None => fits_no_layout(),
            },
            Records::Page | Records::Regions(_) => self.read_view(schema, view, is_weighed),
        }
    }

    /// Reads a page that is one record, or has regions of records.
    fn read_view<'p>(
        &self,
        schema: &Schema,
        view: &View<'p>,
        is_weighed: bool,
    ) -> RawExtraction<'p> {
        let is_record = weigh::is_record(&self.saved.records);
        let show = |index: &Index<'_, 'p>, record: &mut Record<'p>| {
            if is_weighed {
                weigh::weigh(record, schema, &self.fields, index, is_record);
            }
        };
        let mut nested = Nested::read(self.fields(), schema, view, is_weighed);
        let records = self.each_record(schema, view, &mut nested, show).into_iter();
        let records = records.map(|(_, record)| record).collect();
        RawExtraction { records, warnings: nested.left_over() }
    }
}

fn read_sequence<'p>(
    rule: &AnyWrapper,
    schema: &Schema,
    page: &'p Page,
    is_weighed: bool,
) -> RawExtraction<'p> {
    if is_weighed { rule.extract_with_confidence(schema, page) } else { rule.extract(schema, page) }
}

fn fits_no_layout() -> RawExtraction<'static> {
    let missing = "what tells one of the known layouts".to_owned();
    RawExtraction { records: Vec::new(), warnings: vec![Warning::NotApplicable { missing }] }
}

impl Extract for Site {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
        self.read(schema, page, false)
    }

    fn extract_with_confidence<'p>(&self, schema: &Schema, page: &'p Page) -> RawExtraction<'p> {
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
        let print = |text: &String| Print::of_text(text);
        let begin = match &saved.records {
            Records::Regions(regions) => std::iter::once(&regions.begin)
                .chain(&regions.others)
                .map(|rules| rules.iter().map(ReadyRule::new).collect())
                .collect(),
            _ => Vec::new(),
        };
        let layouts = match &saved.records {
            Records::Layouts(layouts) => ReadyLayouts::new(layouts),
            _ => ReadyLayouts::default(),
        };
        let texts = saved.landmarks.iter().map(String::as_str);
        let mut fields: Vec<ReadyField> = saved.fields.iter().map(ReadyField::new).collect();
        let clues = saved.clues().map(|clue| (clue.what, clue.says.as_str()));
        Ok(Self {
            alphabet: Arc::new(Alphabet::of(clues)),
            landmarks: Arc::new(saved.landmarks.iter().map(print).collect()),
            initials: Arc::new(Initials::of_labels(texts)),
            notice: Arc::new(Notice::new(&mut fields, &saved.landmarks)),
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
    pub mod clue {
        pub use crate::site::clue::{Clue, Ink, KINDS, Kind, Print, What};
    }
    pub mod index {
        pub use crate::site::index::Index;
    }
    pub mod landmarks {
        pub use crate::site::landmarks::Landmarks;
    }
    pub mod ready {
        pub use crate::site::ready::{ReadyField, ReadyRule};
    }
    pub mod regions {
        pub use crate::site::regions::{regions, scopes};
    }
    pub mod rule {
        pub use crate::site::rule::NodeTarget;
    }
    pub mod run_on {
        pub use crate::site::run_on::run_on;
    }
    pub mod selector {
        pub use crate::site::selector::{
            From, Language, Pattern, Rendered, render, render_pattern,
        };
    }
    pub mod sight {
        pub use crate::site::sight::{Sight, is_stable};
    }
    pub mod view {
        pub use crate::site::view::{Said, Scope, View};
    }
}
