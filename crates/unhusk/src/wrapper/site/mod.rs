//! Site wrappers: records by their regions, fields by rules that vote.
//!
//! A page is seen as [`view`] has it; a [`Clue`] is one cheap fact about a node, and [`sight`] tells them. A
//! [`NodeRule`] is a few clues that hold together. Several rules vote on each field, so that losing one clue
//! does not lose the field; [`Cut`] takes the value out of its node. [`ready`] runs all this over a page.

pub(crate) mod clue;
mod counts;
pub(crate) mod cut;
mod explain;
pub(crate) mod index;
pub(crate) mod landmarks;
mod look;
pub(crate) mod ready;
pub(crate) mod regions;
pub(crate) mod rule;
pub(crate) mod run_on;
pub(crate) mod said;
mod saved;
pub(crate) mod selector;
pub(crate) mod sight;
mod signs;
pub(crate) mod view;
mod vote;
mod words;
#[cfg(test)]
mod tests;

pub use clue::{Clue, What};
pub use cut::{Cut, Mark};
pub use rule::{Extent, FieldRule, NodeRule, NodeTarget, Reach, Records, Regions, Way};
pub use saved::SiteError;

use super::{Extraction, Wrapper};
use crate::page::{NodeId, Page};
use crate::record::{Cell, Field, Record, Schema, Value};
use clue::Print;
use index::Index;
use landmarks::Landmarks;
use ready::{ReadyField, ReadyRule};
use rustc_hash::FxHashSet;
use saved::SavedSite;
use serde::{Deserialize, Serialize};
use sight::Sight;
use std::sync::Arc;
use view::{Scope, View};

/// A site wrapper.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "SavedSite", into = "SavedSite")]
pub struct Site {
    saved: SavedSite,
    landmarks: Arc<FxHashSet<Print>>,
    /// Where records begin, for each kind of record.
    begin: Vec<Vec<ReadyRule>>,
    fields: Vec<ReadyField>,
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

    /// The records of a page, with their regions.
    pub(crate) fn records_in<'p>(
        &self,
        schema: &Schema,
        view: &View<'p>,
    ) -> Vec<(Scope, Record<'p>)> {
        let landmarks = Landmarks::new(Arc::clone(&self.landmarks));
        let sight = |scope| Sight { view, scope, landmarks: &landmarks };
        let scopes = self.scopes(view, &landmarks).into_iter();
        scopes.filter_map(|scope| Some((scope, self.record(schema, sight(scope))?))).collect()
    }

    /// The records of a page, with the first nodes of their regions.
    pub(crate) fn records_on<'p>(
        &self,
        schema: &Schema,
        view: &View<'p>,
    ) -> Vec<(NodeId, Record<'p>)> {
        let records = self.records_in(schema, view).into_iter();
        records.map(|(scope, record)| (view.id(scope.first), record)).collect()
    }

    /// The first nodes of the regions in which records are looked for.
    pub(crate) fn begins(&self, view: &View<'_>) -> Vec<NodeId> {
        let landmarks = Landmarks::new(Arc::clone(&self.landmarks));
        let scopes = self.scopes(view, &landmarks).into_iter();
        scopes.map(|scope| view.id(scope.first)).collect()
    }

    fn scopes(&self, view: &View<'_>, landmarks: &Landmarks) -> Vec<Scope> {
        match &self.saved.records {
            Records::Page | Records::Sequence(_) => vec![view.whole()],
            Records::Regions(regions) => {
                let index = Index::new(Sight { view, scope: view.whole(), landmarks });
                regions::regions(&self.begin, regions.reach, &index)
            }
        }
    }

    fn required(&self) -> &[usize] {
        match &self.saved.records {
            Records::Regions(regions) => &regions.required,
            _ => &[],
        }
    }

    fn record<'p>(&self, schema: &Schema, sight: Sight<'_, 'p>) -> Option<Record<'p>> {
        let index = Index::new(sight);
        let mut cells = Vec::with_capacity(self.fields.len());
        let rules = schema.fields().iter().zip(&self.fields);
        cells.extend(rules.map(|(field, rule)| cell(field, rule, &index)));
        let is_missing = |field: &usize| cells.get(*field).is_none_or(is_empty);
        if cells.iter().all(is_empty) || self.required().iter().any(is_missing) {
            return None;
        }
        Some(Record { cells })
    }
}

fn cell<'p>(field: &Field, rule: &ReadyField, index: &Index<'_, 'p>) -> Cell<'p> {
    let page = index.sight.view.page();
    if field.many {
        let places = rule.read(index, field).into_iter();
        return Cell::Many(places.map(|span| Value::at(page, span)).collect());
    }
    rule.one(index, field).map_or(Cell::Absent, |span| Cell::One(Value::at(page, span)))
}

fn is_empty(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Many(values) => values.is_empty(),
        _ => *cell == Cell::Absent,
    }
}

impl Wrapper for Site {
    fn extract<'p>(&self, schema: &Schema, page: &'p Page) -> Extraction<'p> {
        if let Records::Sequence(rule) = &self.saved.records {
            return rule.extract(schema, page);
        }
        let records = self.records_in(schema, &View::new(page)).into_iter();
        Extraction { records: records.map(|(_, record)| record).collect(), warnings: Vec::new() }
    }

    fn check(&self, schema: &Schema) -> Result<(), String> {
        match &self.saved.records {
            Records::Sequence(rule) => rule.check(schema),
            _ => super::context::check_fields(self.fields.len(), schema),
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
        Ok(Self {
            landmarks: Arc::new(saved.landmarks.iter().map(print).collect()),
            begin,
            fields: saved.fields.iter().map(ReadyField::new).collect(),
            saved,
        })
    }
}

impl From<Site> for SavedSite {
    fn from(site: Site) -> Self {
        site.saved
    }
}
