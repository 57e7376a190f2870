//! Siblings that look alike and are different things: labels say so.
//!
//! ```text
//! <tr><td>Ann</td><td>Oslo</td><td>1901</td></tr>    name, place, year
//! <tr><td>Bob</td><td>Rome</td><td>1902</td></tr>    not labelled, and yet no list of three
//! ```

use super::draft::PatternDraft;
use super::vocabulary::{BoundNodeNumbers, common_frame, share_looks};
use std::collections::BTreeSet;
use unhusk_wrapper::pattern::{ElementTest, NodeTest};
use unhusk_wrapper::record::Field;

/// Largest example that is looked at, in nodes.
const MAX_NODES: usize = 5_000;

/// Elements whose children are columns, and what these look like.
#[derive(Debug, Default)]
pub(super) struct ColumnElements {
    known: BTreeSet<(ElementTest, ElementTest)>,
}

impl ColumnElements {
    /// Adds neighbours of an example that hold different fields, one of which has one value at most.
    pub(super) fn add(
        &mut self,
        vocabulary: &BoundNodeNumbers,
        draft: &PatternDraft,
        fields: &[Field],
    ) {
        if draft.sketch.len() > MAX_NODES {
            return;
        }
        let frame = |node: usize| match vocabulary.what(draft.sketch.name(node)) {
            NodeTest::Element(frame) => Some(frame),
            _ => None,
        };
        let is_column = |held: &[usize]| held.iter().any(|&field| !fields[field].many);
        for node in (0..draft.sketch.len()).filter(|&node| draft.holds_value(node)) {
            let Some(parent) = frame(node) else { continue };
            let mut before: Option<(&ElementTest, Vec<usize>)> = None;
            for child in draft.sketch.children(node) {
                let now = frame(child).map(|frame| (frame, draft.fields(child)));
                if let (Some((a, held_a)), Some((b, held_b))) = (&before, &now)
                    && held_a != held_b
                    && (is_column(held_a) || is_column(held_b))
                    && share_looks(a, b)
                {
                    self.known.insert((parent.clone(), common_frame(a, b)));
                }
                before = now;
            }
        }
    }

    /// Whether a child that looks like this is a column.
    pub(super) fn holds(&self, parent: &NodeTest, child: &NodeTest) -> bool {
        let (NodeTest::Element(parent), NodeTest::Element(child)) = (parent, child) else {
            return false;
        };
        self.known.iter().any(|(a, b)| share_looks(a, parent) && share_looks(b, child))
    }
}
