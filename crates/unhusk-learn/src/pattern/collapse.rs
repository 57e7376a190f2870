//! Lists inside an example: neighbours that are alike become one part that may stand for several nodes.

use super::columns::ColumnElements;
use super::draft::PatternDraft;
use super::fold::merge;
use super::vocabulary::{BoundNodeNumbers, share_looks};
use unhusk_wrapper::align::{Budget, NodeNumbers, Sketch, distance_within};
use unhusk_wrapper::pattern::NodeTest;

/// Least length of a run that is a list although no field says so: two of a kind are often two different things, such
/// as the cells of a row.
const MIN_RUN: usize = 3;

/// Largest example in which lists are looked for, in nodes.
const MAX_NODES: usize = 5_000;

/// What makes neighbours one list.
pub(super) struct Lists<'a> {
    /// Largest normalised cost of two of them.
    pub(super) threshold: f64,
    /// Those that are none.
    pub(super) columns: &'a ColumnElements,
    pub(super) steps: &'a mut Budget,
}

/// The same example with its lists collapsed, as far as there are steps. Neighbours belong to one list if they look
/// alike, are no columns, and hold values of the same field or of none.
pub(super) fn collapse(
    vocabulary: &mut BoundNodeNumbers,
    draft: PatternDraft,
    lists: &mut Lists<'_>,
) -> PatternDraft {
    if draft.sketch.len() > MAX_NODES {
        return draft;
    }
    let mut draft = draft;
    // From the innermost lists to the outermost: a collapsed list is alike to others of another length.
    let mut node = draft.sketch.len();
    while node > 0 {
        node -= 1;
        let runs = runs(vocabulary, &draft, node, lists);
        if runs.iter().any(|run| run.len() > 1) {
            let collapsed = rebuilt(vocabulary, &draft, (node, &runs), lists.steps);
            // What was cut for want of steps is no better than what was there.
            if lists.steps.is_exceeded() {
                break;
            }
            draft = collapsed;
        }
    }
    draft
}

/// The children as runs; those that are no list are runs of one.
fn runs(
    vocabulary: &BoundNodeNumbers,
    draft: &PatternDraft,
    parent: usize,
    lists: &mut Lists<'_>,
) -> Vec<Vec<usize>> {
    let what = |node: usize| vocabulary.what(draft.sketch.name(node));
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for child in draft.sketch.children(parent) {
        match runs.last_mut() {
            Some(run)
                if !lists.columns.holds(what(parent), what(child))
                    && are_alike(vocabulary, draft, (run[run.len() - 1], child), lists) =>
            {
                run.push(child);
            }
            _ => runs.push(vec![child]),
        }
    }
    let is_list = |run: &Vec<usize>| run.len() >= MIN_RUN || !draft.fields(run[0]).is_empty();
    let apart = |run: Vec<usize>| -> Vec<Vec<usize>> {
        if is_list(&run) { vec![run] } else { run.into_iter().map(|node| vec![node]).collect() }
    };
    runs.into_iter().flat_map(apart).collect()
}

fn are_alike(
    vocabulary: &BoundNodeNumbers,
    draft: &PatternDraft,
    (a, b): (usize, usize),
    lists: &mut Lists<'_>,
) -> bool {
    let (NodeTest::Element(frame_a), NodeTest::Element(frame_b)) =
        (vocabulary.what(draft.sketch.name(a)), vocabulary.what(draft.sketch.name(b)))
    else {
        return false;
    };
    let n_nodes = draft.sketch.size(a) + draft.sketch.size(b);
    if !share_looks(frame_a, frame_b) || !lists.steps.spend_or_end(n_nodes) {
        return false;
    }
    let (fields_a, fields_b) = (draft.fields(a), draft.fields(b));
    if fields_a != fields_b || fields_a.len() > 1 {
        return false;
    }
    let mut names = NodeNumbers::default();
    let [a, b] = [a, b].map(|node| blind(vocabulary, draft, node, &mut names));
    distance_within(&a, &b, lists.steps) <= lists.threshold
}

/// The tags of a subtree, all texts alike.
fn blind(
    vocabulary: &BoundNodeNumbers,
    draft: &PatternDraft,
    root: usize,
    names: &mut NodeNumbers,
) -> Sketch {
    let mut sketch = Sketch::default();
    let mut open: Vec<usize> = Vec::new();
    for node in root..draft.sketch.end(root) {
        while open.last().is_some_and(|&last| draft.sketch.end(last) <= node) {
            open.pop();
            sketch.close();
        }
        sketch.open(match vocabulary.what(draft.sketch.name(node)) {
            NodeTest::Element(frame) => names.element(&frame.tag),
            _ => names.text(""),
        });
        open.push(node);
    }
    for _ in open {
        sketch.close();
    }
    sketch
}

/// The draft with runs of children of one node collapsed.
fn rebuilt(
    vocabulary: &mut BoundNodeNumbers,
    draft: &PatternDraft,
    (parent, runs): (usize, &[Vec<usize>]),
    steps: &mut Budget,
) -> PatternDraft {
    steps.spend_or_end(draft.sketch.len());
    let mut rebuilt = PatternDraft::default();
    let mut open: Vec<usize> = Vec::new();
    let mut node = 0;
    while node < draft.sketch.len() {
        while open.last().is_some_and(|&last| draft.sketch.end(last) <= node) {
            open.pop();
            rebuilt.close();
        }
        rebuilt.open(draft.sketch.name(node), draft.counts[node], draft.bound[node].clone());
        open.push(node);
        if node != parent {
            node += 1;
            continue;
        }
        for run in runs {
            let one = joined(vocabulary, draft, run, steps);
            let count = if run.len() > 1 { one.counts[0].or_more() } else { one.counts[0] };
            rebuilt.copy(&one, 0, count);
        }
        node = draft.sketch.end(parent);
    }
    for _ in open {
        rebuilt.close();
    }
    rebuilt
}

/// What the subtrees of a run have in common.
fn joined(
    vocabulary: &mut BoundNodeNumbers,
    draft: &PatternDraft,
    run: &[usize],
    steps: &mut Budget,
) -> PatternDraft {
    let alone = |node: usize| {
        let mut alone = PatternDraft::default();
        alone.copy(draft, node, draft.counts[node]);
        alone
    };
    let mut all = alone(run[0]);
    for &node in &run[1..] {
        if steps.is_exceeded() {
            break;
        }
        if let Some((merged, _)) = merge(vocabulary, &all, &alone(node), steps) {
            all = merged;
        }
    }
    all
}
