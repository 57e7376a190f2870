//! Which records stand together: those of several tables apart, those without a text between them as one group.

use super::{Finder, Group, Rows};
use crate::template::align::TEMPLATE;
use crate::template::corpus::{Code, Scope};
use crate::template::rows::{Siblings, keep_like_most};
use rustc_hash::FxHashMap;
use unhusk_wrapper::template::internal::leaves::Node;

impl Finder<'_, '_, '_> {
    /// Records of lists with a text of the template between them as groups of their own: those of several tables are
    /// not one behind the other. If most pages have several tables, rows that are built otherwise are none of them.
    pub(super) fn apart(&self, mut listed: Rows) -> Rows {
        let groups: Vec<Group> = listed.groups.iter().flat_map(|group| self.split(group)).collect();
        if groups.len() < 2 * listed.groups.len() {
            listed.groups = groups;
            return listed;
        }
        let nodes = |rows: &[Scope]| rows.iter().map(|row| row.first).collect();
        let siblings = |group: Group| Siblings { scope: group.scope, nodes: nodes(&group.rows) };
        let mut alike: Vec<Siblings> = groups.into_iter().map(siblings).collect();
        keep_like_most(self.corpus, self.scopes, &mut alike);
        let group = |Siblings { scope, nodes }: Siblings| {
            let (leaves, page) = (self.leaves(scope), self.scopes[scope].page);
            let row = |&node: &Node| Scope { page, first: node, end: leaves.end(node) };
            Group { scope, rows: nodes.iter().map(row).collect() }
        };
        listed.groups = alike.into_iter().map(group).collect();
        listed
    }

    /// The records of a group between which no text of the template stands.
    fn split(&self, group: &Group) -> Vec<Group> {
        let scope = self.scopes[group.scope];
        let leaves = &self.corpus.pages[scope.page];
        let mut counts: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for code in self.corpus.codes(scope) {
            *counts.entry((code.path, code.text)).or_default() += 1;
        }
        // What stands between records again and again is no heading.
        let is_heading = |code: &Code| {
            counts[&(code.path, code.text)] == 1
                && self.frequencies.share(*code) >= TEMPLATE
                && code.keys().next().is_some_and(|text| self.frequencies.of(text) > 1)
        };
        let follows = |a: &Scope, b: &Scope| {
            let between = leaves.before(a.end)..leaves.before(b.first).max(leaves.before(a.end));
            !self.corpus.codes[scope.page][between].iter().any(is_heading)
        };
        let chunk = |rows: &[Scope]| Group { scope: group.scope, rows: rows.to_vec() };
        group.rows.chunk_by(follows).map(chunk).collect()
    }

    /// Groups between which no text stands are one.
    pub(super) fn joined(&self, groups: Vec<Group>) -> Vec<Group> {
        let mut joined: Vec<Group> = Vec::new();
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
