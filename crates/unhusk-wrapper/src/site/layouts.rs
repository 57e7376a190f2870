//! Layouts of pages: each is recognized by its marks, and read by a wrapper of its own.

use crate::RawExtraction;
use crate::site::cache::landmarks::Landmarks;
use crate::site::compile::CompiledRule;
use crate::site::matcher::RuleMatcher;
use crate::site::matcher::eval::EvalContext;
use crate::site::matcher::page_index::PageIndex;
use crate::site::rule::{Layout, NodeRule, NodeTarget};
use std::sync::Arc;
use unhusk_page::Warning;

/// Least share of the marks of a layout that its pages have.
const LEAST: f64 = 0.5;

/// The compiled marks of layouts.
#[derive(Debug, Clone, Default)]
pub(super) struct CompiledLayouts(Vec<Vec<CompiledRule>>);

impl CompiledLayouts {
    pub(super) fn new(layouts: &[Layout]) -> Self {
        let ready = |mark: &super::Clue| {
            CompiledRule::new(&NodeRule { weight: 1, clues: vec![mark.clone()] })
        };
        Self(layouts.iter().map(|layout| layout.marks.iter().map(ready).collect()).collect())
    }

    /// The number of the layout of which a page has the largest share of marks; `None` if the page has too few marks of
    /// each.
    pub(super) fn of(&self, index: &PageIndex<'_>) -> Option<usize> {
        let landmarks = Landmarks::new(Arc::default());
        let matcher =
            RuleMatcher::new(EvalContext { index, scope: index.whole(), landmarks: &landmarks });
        let mut best: Option<(usize, f64)> = None;
        for (at, marks) in self.0.iter().enumerate() {
            let share = share_there(marks, &matcher);
            if share >= LEAST && best.is_none_or(|best| share > best.1) {
                best = Some((at, share));
            }
        }
        best.map(|best| best.0)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of marks")]
fn share_there(marks: &[CompiledRule], matcher: &RuleMatcher<'_, '_>) -> f64 {
    let is_there = |mark: &&CompiledRule| !matcher.nodes(mark, &NodeTarget::Text).is_empty();
    marks.iter().filter(is_there).count() as f64 / marks.len().max(1) as f64
}

/// What is read of a page that has no layout: a warning.
pub(super) fn none_fits() -> RawExtraction<'static> {
    let missing = "a known layout".to_owned();
    RawExtraction { records: Vec::new(), warnings: vec![Warning::NotApplicable { missing }] }
}
