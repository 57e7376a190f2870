//! Labels -> nodes: in which ways each value can be read, and which way is meant.

use super::draft::BoundField;
use crate::context::readings::readings;
use crate::example::{Label, LabelCell, LabelledRecord, Place, PlaceTarget};
use crate::site::cut;
use crate::site::labelled::holder_of_range;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use unhusk_page::{NodeId, Page, Span, Tree};
use unhusk_wrapper::context::internal::extract::place_of;
use unhusk_wrapper::context::{Extent, NodeTarget, ValueTarget};
use unhusk_wrapper::pattern::is_dashes;
use unhusk_wrapper::site::Cut;

/// A labelled value in the region of its record, and the ways to read it.
#[derive(Debug)]
pub(super) struct RecordLabel<'a> {
    pub(super) field: usize,
    pub(super) label: &'a Label,
    pub(super) options: Vec<ValueCandidate>,
}

/// One way to read a value.
#[derive(Debug, Clone)]
pub(super) struct ValueCandidate {
    pub(super) place: Place,
    pub(super) node: NodeId,
    target: ValueTarget,
    /// Whether the value is only a part of the node.
    is_part: bool,
    /// The way from the root of the record down to the node.
    path: String,
}

/// The labels of a record's cells, with the positions of their fields.
pub(super) fn labels(record: &LabelledRecord) -> impl Iterator<Item = (usize, &Label)> {
    record.cells.iter().enumerate().flat_map(|(field, cell)| {
        let labels: &[Label] = match cell {
            LabelCell::One(label) => std::slice::from_ref(label),
            LabelCell::Many(labels) => labels,
            _ => &[],
        };
        labels.iter().map(move |label| (field, label))
    })
}

/// Most places of a label that are looked at in one record.
const MAX_PLACES: usize = 200;

/// The values of a record below `root`.
pub(super) fn values<'a>(
    page: &Page,
    root: NodeId,
    record: &'a LabelledRecord,
) -> Vec<RecordLabel<'a>> {
    let tree = page.tree();
    let is_inside = |id: NodeId| id == root || tree.is_ancestor(root, id);
    let read = |(field, label): (usize, &'a Label)| {
        let inside = label.candidates.iter().filter(|place| {
            let holder = tree.span(root).zip(Some(place.span));
            holder.is_some_and(|(outer, inner)| outer.contains(inner))
        });
        let mut options = Vec::new();
        for &place in inside.take(MAX_PLACES) {
            let whole = readings(page, place);
            let is_part = whole.is_empty();
            let all = if is_part { part_readings(page, place) } else { whole };
            for (target, node) in all.into_iter().filter(|(_, id)| is_inside(*id)) {
                let path = path(tree, root, node);
                options.push(ValueCandidate { place, node, target, is_part, path });
            }
        }
        RecordLabel { field, label, options }
    };
    labels(record).map(read).collect()
}

/// The node that holds a value as a part.
fn part_readings(page: &Page, place: Place) -> Vec<(ValueTarget, NodeId)> {
    let found = match place.target {
        PlaceTarget::Text(id) => Some((NodeTarget::Text, id)),
        PlaceTarget::Element(id) => Some((NodeTarget::Element, id)),
        PlaceTarget::Attribute(id, position) => {
            let attribute = page.tree().attributes(id).nth(position as usize);
            attribute.map(|attribute| (NodeTarget::Attribute(attribute.name.to_owned()), id))
        }
        PlaceTarget::Range => holder_of_range(page, place.span),
    };
    let target = |(node, id)| (ValueTarget { node, extent: Extent::Trimmed }, id);
    found.map(target).into_iter().collect()
}

/// The tags from the root down to a node.
fn path(tree: &Tree, root: NodeId, node: NodeId) -> String {
    let mut steps: Vec<&str> = vec![tree.tag(node)];
    if node != root {
        steps.extend(
            tree.ancestors(node).take_while(|&above| above != root).map(|above| tree.tag(above)),
        );
    }
    steps.reverse();
    steps.join("/")
}

/// How often each way to read a field occurs, over all records.
#[derive(Debug, Default)]
pub(super) struct TargetCounts {
    n_values: BTreeMap<(usize, String, ValueTarget), usize>,
}

impl TargetCounts {
    pub(super) fn count(&mut self, values: &[RecordLabel<'_>]) {
        for value in values {
            let mut ways: Vec<_> = value
                .options
                .iter()
                .map(|option| (value.field, option.path.clone(), option.target.clone()))
                .collect();
            ways.sort_unstable();
            ways.dedup();
            for way in ways {
                *self.n_values.entry(way).or_default() += 1;
            }
        }
    }

    /// The reading of each value that most values of its field share; texts before elements before attributes, and
    /// no place twice while there are others. Of elements that hold nothing but the value, the innermost.
    pub(super) fn choose<'v>(
        &self,
        values: &'v [RecordLabel<'_>],
    ) -> Vec<Option<&'v ValueCandidate>> {
        let mut taken: Vec<Span> = Vec::new();
        let mut chosen = Vec::with_capacity(values.len());
        for value in values {
            let rank = |option: &&'v ValueCandidate| {
                let way = (value.field, option.path.clone(), option.target.clone());
                let n_alike = self.n_values.get(&way).copied().unwrap_or(0);
                let is_taken = taken.contains(&option.place.span);
                let place = (option.place.span, Reverse(option.node));
                (is_taken, option.is_part, Reverse(n_alike), option.target.clone(), place)
            };
            let best = value.options.iter().min_by_key(rank);
            taken.extend(best.map(|option| option.place.span));
            chosen.push(best);
        }
        chosen
    }
}

/// The cut that takes a field's values out of their nodes, if any is only a part of one; `None` if there is no such
/// cut. Values that are nearly all of their nodes are taken as these, as are a few among many: labels lose a full stop
/// or a zero now and then.
pub(super) fn cut(chosen: &[(&Page, &ValueCandidate)]) -> Option<Cut> {
    let mut parts: Vec<(&str, Range<usize>)> = Vec::new();
    for (page, reading) in chosen.iter().filter(|(_, reading)| reading.is_part) {
        let ValueTarget { node, extent } = &reading.target;
        let whole = place_of(page, reading.node, node, *extent)?;
        let value = reading.place.span;
        let n_read = |span| page.text(span).len();
        if 4 * n_read(value) < 3 * n_read(whole) && whole.contains(value) {
            let start = whole.range().start;
            let range = value.range().start - start..value.range().end - start;
            parts.push((page.slice(whole)?, range));
        }
    }
    if 2 * parts.len() <= chosen.len() { Some(Cut::default()) } else { cut::learn(&parts) }
}

/// Nodes of the largest element that is looked through for whether it is no more than the value in it.
const MAX_WHOLE: u32 = 256;

/// What a reading binds: the node, then the elements around it that hold nothing else.
pub(super) fn bounds(
    page: &Page,
    root: NodeId,
    (field, cut, max_rank): (usize, &Cut, usize),
    reading: &ValueCandidate,
) -> Vec<(NodeId, BoundField)> {
    let tree = page.tree();
    let ValueTarget { node: target, extent } = reading.target.clone();
    let cut = cut.clone();
    let dashes = is_dashes(page, reading.place.span);
    let bound = BoundField { field, rank: 0, target: target.clone(), extent, cut, dashes };
    let mut bounds = vec![(reading.node, bound)];
    let is_whole = !reading.is_part && extent == Extent::Trimmed && reading.node != root;
    if matches!(target, NodeTarget::Attribute(_)) || !is_whole {
        return bounds;
    }
    // The element around a text is as good as the text.
    let first_rank = if target == NodeTarget::Element { 2 } else { 1 };
    for (rank, above) in (first_rank..=max_rank).zip(tree.ancestors(reading.node)) {
        let n_nodes = tree.subtree_end(above) - above.0;
        let target = NodeTarget::Element;
        if n_nodes > MAX_WHOLE || place_of(page, above, &target, extent) != Some(reading.place.span)
        {
            break;
        }
        bounds
            .push((above, BoundField { field, rank, target, extent, cut: Cut::default(), dashes }));
        if above == root {
            break;
        }
    }
    bounds
}
