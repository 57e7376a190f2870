//! Which records stand together: those of several tables apart, those without a text between them as one group.

use super::{Finder, RecordGroup, RecordSet};
use crate::template::align::TEMPLATE;
use crate::template::corpus::{NodeScope, TextCode};
use crate::template::rows::{SiblingElements, keep_like_most};
use rustc_hash::FxHashMap;
use unhusk_wrapper::template::internal::leaves::LeafNode;

impl Finder<'_, '_, '_> {
    /// Records of lists with a text of the template between them as groups of their own: those of several tables are
    /// not one behind the other. If most pages have several tables, rows that are built otherwise are none of them.
    pub(super) fn apart(&self, mut listed: RecordSet) -> RecordSet {
        let groups: Vec<RecordGroup> =
            listed.groups.iter().flat_map(|group| self.split(group)).collect();
        if groups.len() < 2 * listed.groups.len() {
            listed.groups = groups;
            return listed;
        }
        let nodes = |rows: &[NodeScope]| rows.iter().map(|row| row.first).collect();
        let siblings =
            |group: RecordGroup| SiblingElements { scope: group.scope, nodes: nodes(&group.rows) };
        let mut alike: Vec<SiblingElements> = groups.into_iter().map(siblings).collect();
        keep_like_most(self.corpus, self.scopes, &mut alike);
        let group = |SiblingElements { scope, nodes }: SiblingElements| {
            let (leaves, page) = (self.leaves(scope), self.scopes[scope].page);
            let row = |&node: &LeafNode| NodeScope { page, first: node, end: leaves.end(node) };
            RecordGroup { scope, rows: nodes.iter().map(row).collect() }
        };
        listed.groups = alike.into_iter().map(group).collect();
        listed
    }

    /// The records of a group between which no text of the template stands.
    fn split(&self, group: &RecordGroup) -> Vec<RecordGroup> {
        let scope = self.scopes[group.scope];
        let leaves = &self.corpus.pages[scope.page];
        let mut counts: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for code in self.corpus.codes(scope) {
            *counts.entry((code.path, code.text)).or_default() += 1;
        }
        // What stands between records again and again is no heading.
        let is_heading = |code: &TextCode| {
            counts[&(code.path, code.text)] == 1
                && self.frequencies.share(*code) >= TEMPLATE
                && code.keys().next().is_some_and(|text| self.frequencies.of(text) > 1)
        };
        let follows = |a: &NodeScope, b: &NodeScope| {
            let between = leaves.before(a.end)..leaves.before(b.first).max(leaves.before(a.end));
            !self.corpus.codes[scope.page][between].iter().any(is_heading)
        };
        let chunk = |rows: &[NodeScope]| RecordGroup { scope: group.scope, rows: rows.to_vec() };
        group.rows.chunk_by(follows).map(chunk).collect()
    }

    /// Groups between which no text stands are one.
    pub(super) fn joined(&self, groups: Vec<RecordGroup>) -> Vec<RecordGroup> {
        let mut joined: Vec<RecordGroup> = Vec::new();
        for group in groups {
            let leaves = self.leaves(group.scope);
            match joined.last_mut() {
                Some(last)
                    if last.scope == group.scope
                        && last.rows.last().is_some_and(|row| {
                            leaves.before(row.end) == leaves.before(group.rows[0].first)
                        }) =>
                {
                    last.rows.extend(group.rows);
                }
                _ => joined.push(group),
            }
        }
        joined
    }
}
