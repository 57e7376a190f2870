//! The tasks: fields of the sites whose values are whole texts, and those that the paper took for such.

use super::paper;
use crate::site::Site;
use std::collections::BTreeSet;
use unhusk::Page;
use unhusk::example::{LabelCell, TrainingSet};
use unhusk::learn::context::PageNode;
use unhusk::page::{NodeId, NodeKind, Span};

/// One field of a site: all texts that are its values.
pub(super) struct Task<'s> {
    /// Site and position of the field, from 1, as the paper names it: `s1-3`.
    pub(super) name: String,
    pub(super) pages: Vec<&'s Page>,
    pub(super) truth: BTreeSet<PageNode>,
}

/// All tasks of a site; a nested field makes none.
pub(super) fn tasks<'s>(site: &Site, examples: &TrainingSet<'s>) -> Vec<Task<'s>> {
    let fields = examples.schema().fields().iter().enumerate();
    fields
        .filter(|(_, field)| !field.is_nested())
        .filter_map(|(at, _)| task(format!("{}-{}", site.name, at + 1), examples, at))
        .collect()
}

/// None if a value is not a whole text. Of a task of the paper, the text that holds the value is taken: its authors
/// cut the rest away before.
fn task<'s>(name: String, examples: &TrainingSet<'s>, field: usize) -> Option<Task<'s>> {
    let may_be_part = paper::find(&name).is_some();
    let mut truth = BTreeSet::new();
    for (at, example) in examples.examples().iter().enumerate() {
        for record in &example.records {
            let LabelCell::One(label) = &record.cells[field] else { continue };
            truth.insert((at, text_at(example.page, label.candidates[0].span, may_be_part)?));
        }
    }
    let pages = examples.examples().iter().map(|example| example.page).collect();
    (!truth.is_empty()).then_some(Task { name, pages, truth })
}

/// The text that a span is, white space aside; or, if `may_be_part`, that it is in.
fn text_at(page: &Page, span: Span, may_be_part: bool) -> Option<NodeId> {
    let wanted = page.slice(span)?.trim();
    let is_meant = |whole: Span| {
        let is_whole = || page.slice(whole).is_some_and(|text| text.trim() == wanted);
        whole.overlaps(span) && (may_be_part || is_whole())
    };
    texts(page).find(|&(whole, _)| is_meant(whole)).map(|(_, node)| node)
}

/// The texts of a page with their places.
pub(super) fn texts(page: &Page) -> impl Iterator<Item = (Span, NodeId)> + '_ {
    let tree = page.tree();
    let texts = tree.nodes().filter(|&node| tree.kind(node) == NodeKind::Text);
    texts.filter_map(|node| Some((tree.span(node)?, node)))
}
