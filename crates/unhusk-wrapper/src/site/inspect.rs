//! What learners and reports ask of a site wrapper on a page: the regions of records, how rules voted, and which landmarks the
//! page has.

use super::cache::landmarks::Landmarks;
use super::matcher::page_index::{NodeRange, PageIndex};
use super::nested::Nested;
use super::rule::NodeTarget;
use super::vote::confidence;
use super::{Records, Site};
use crate::record::{Record, Schema, Votes};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use unhusk_page::{NodeId, Page};

impl Site {
    /// The attributes that rules read values of, in the order of their names.
    pub fn value_attributes(&self) -> Vec<&str> {
        let alternatives = self.fields().iter().flat_map(|field| &field.alternatives);
        let mut attributes: Vec<&str> = alternatives
            .filter_map(|alternative| match &alternative.target {
                NodeTarget::Attribute(name) => Some(&**name),
                _ => None,
            })
            .collect();
        attributes.sort_unstable();
        attributes.dedup();
        attributes
    }

    /// The records of a page, with their regions.
    pub fn records_in<'p>(
        &self,
        schema: &Schema,
        index: &PageIndex<'p>,
    ) -> Vec<(NodeRange, Record<'p>)> {
        let mut nested = Nested::read(self.fields(), schema, index, false);
        let found = self.each_record(schema, index, &mut nested, |_, _| {}).records.into_iter();
        found.map(|found| (found.region, found.record)).collect()
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

    /// The first nodes of the regions.
    pub fn begins(&self, index: &PageIndex<'_>) -> Vec<NodeId> {
        let landmarks = Landmarks::new(Arc::clone(&self.landmarks));
        let scopes = self.scopes(index, &landmarks).into_iter();
        scopes.map(|scope| index.id(scope.first)).collect()
    }

    /// How the rules voted on the single values of a page, record by record, with the positions of their fields.
    pub(crate) fn votes(&self, schema: &Schema, page: &Page) -> Vec<(usize, Votes)> {
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

    fn votes_on(&self, schema: &Schema, index: &PageIndex<'_>) -> Vec<(usize, Votes)> {
        let votes = RefCell::new(Vec::new());
        let mut nested = Nested::read(self.fields(), schema, index, false);
        self.each_record(schema, index, &mut nested, |matcher, record| {
            votes.borrow_mut().extend(confidence::votes(record, schema, &self.fields, matcher));
        });
        votes.into_inner()
    }

    /// The share of the landmarks that a page has; of several layouts, the share of the layout that has most. `None` without
    /// landmarks.
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

    /// The positions of the single fields that are read at one of several places of a record with the same text.
    pub fn split_fields(&self, schema: &Schema, page: &Page) -> BTreeSet<usize> {
        let split = RefCell::new(BTreeSet::new());
        let index = self.index(page);
        let mut nested = Nested::read(self.fields(), schema, &index, false);
        self.each_record(schema, &index, &mut nested, |matcher, _| {
            split.borrow_mut().extend(confidence::split(schema, &self.fields, matcher));
        });
        split.into_inner()
    }
}
