//! The labels of one field as nodes: all alternatives by which each value can be read.

use super::corpus::SiteCorpus;
use super::distance::Distances;
use super::limits::{Limit, Reached};
use crate::context::readings::readings;
use crate::example::{Label, LabelCell, Place, PlaceTarget, TrainingSet};
use unhusk_page::{NodeId, NodeKind, Page, Span};
use unhusk_wrapper::context::internal::extract::{place_of, trim};
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::context::{Extent, NodeTarget};

/// How a value can be read: from which kind of node, how much of it, and whether the value is only a part of that.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AlternativeKey {
    pub(super) is_part: bool,
    pub(super) target: NodeTarget,
    pub(super) extent: Extent,
}

/// A labelled value, with all alternatives to read it.
pub(super) struct LabelledValue {
    /// Position of the scope.
    pub(super) scope: usize,
    /// The text of the value.
    pub(super) text: String,
    /// The alternative, the node, and the place of the value.
    pub(super) options: Vec<(AlternativeKey, Node, Span)>,
    /// Whether the label gives a place, not a text.
    pub(super) is_placed: bool,
}

/// The labels of one field.
pub(super) struct FieldLabels {
    pub(super) values: Vec<LabelledValue>,
    /// The scopes of which all values are known.
    pub(super) known: Vec<usize>,
    /// Those of them that have no value.
    pub(super) absent: Vec<usize>,
    /// The number of those that have a value.
    pub(super) n_present: usize,
    /// Places that are labelled as not being values.
    pub(super) negatives: Vec<LabelledValue>,
    /// The distances of the places of values from the other values of their records.
    pub(super) distances: Distances,
    /// The limits that reading the labels reached.
    pub(super) reached: Reached,
}

/// Most nodes of an element that is compared with a text in it: an element may contain ten thousand texts.
const MAX_WHOLE: usize = 256;

/// Most places of a label that are parts of nodes; more of them do not help to choose.
pub(super) const MAX_PARTS: usize = 24;

impl FieldLabels {
    /// Reads the labels of the field at position `field` in all labelled scopes.
    pub(super) fn read(
        corpus: &SiteCorpus<'_, '_>,
        examples: &TrainingSet<'_>,
        field: usize,
    ) -> Self {
        let (values, known, absent) = (Vec::new(), Vec::new(), Vec::new());
        let reached = Reached::default();
        let negatives = read_negatives(corpus, examples, field, &reached);
        let distances = Distances::default();
        let mut labels =
            Self { values, known, absent, n_present: 0, negatives, distances, reached };
        for (scope_at, scope) in corpus.scopes.iter().enumerate() {
            let Some(record) = scope.record else { continue };
            let example = &examples.examples()[scope.page];
            let given: &[Label] = match &example.records[record].cells[field] {
                LabelCell::Unknown | LabelCell::Nested(_) => continue,
                LabelCell::Absent => &[],
                LabelCell::One(label) => std::slice::from_ref(label),
                LabelCell::Many(labels) => labels,
            };
            labels.known.push(scope_at);
            if given.is_empty() {
                labels.absent.push(scope_at);
            }
            labels.n_present += usize::from(!given.is_empty());
            for label in given {
                let index = &corpus.indexes[scope.page];
                let find = |id: NodeId| index.find(id).filter(|&node| scope.nodes.holds(node));
                let mut value = labelled(example.page, scope_at, label, find, &labels.reached);
                value.options.retain(|option| !labels.is_negative(scope_at, option.1, option.2));
                labels.values.push(value);
            }
        }
        labels.distances = Distances::of(corpus, examples, field, &labels.values);
        labels
    }

    /// Whether a place is labelled as not being a value.
    fn is_negative(&self, scope: usize, node: Node, span: Span) -> bool {
        let of_scope = self.negatives.iter().filter(|negative| negative.scope == scope);
        let mut places = of_scope.flat_map(|negative| &negative.options);
        places.any(|(_, other, wrong)| *other == node && *wrong == span)
    }

    /// All alternatives by which a value can be read, those of most values first. In a list, of an element and its only
    /// text the element comes first: where another item marks or links a word, the element still is the whole value.
    pub(super) fn alternatives(&self, in_list: bool) -> Vec<(AlternativeKey, usize)> {
        let mut all: Vec<&AlternativeKey> = Vec::new();
        for value in &self.values {
            let mut keys: Vec<&AlternativeKey> =
                value.options.iter().map(|option| &option.0).collect();
            keys.sort_unstable();
            keys.dedup();
            all.extend(keys);
        }
        all.sort_unstable();
        let mut alternatives: Vec<(AlternativeKey, usize)> =
            all.chunk_by(|a, b| a == b).map(|same| (same[0].clone(), same.len())).collect();
        let is_whole_element = |key: &AlternativeKey| {
            in_list
                && !key.is_part
                && key.target == NodeTarget::Element
                && key.extent == Extent::Trimmed
        };
        alternatives
            .sort_by_key(|(key, n)| (std::cmp::Reverse(*n), !is_whole_element(key), key.clone()));
        alternatives
    }
}

/// The places that are labelled as not being values of a field, in all scopes of labelled pages.
fn read_negatives(
    corpus: &SiteCorpus<'_, '_>,
    examples: &TrainingSet<'_>,
    field: usize,
    reached: &Reached,
) -> Vec<LabelledValue> {
    let mut negatives = Vec::new();
    for (scope_at, scope) in corpus.scopes.iter().enumerate() {
        let Some(example) = examples.examples().get(scope.page) else { continue };
        let index = &corpus.indexes[scope.page];
        for negative in example.negatives.iter().filter(|negative| negative.field == [field]) {
            let find = |id: NodeId| index.find(id).filter(|&node| scope.nodes.holds(node));
            let read = labelled(example.page, scope_at, &negative.label, find, reached);
            if !read.options.is_empty() {
                negatives.push(read);
            }
        }
    }
    negatives
}

fn labelled(
    page: &Page,
    scope: usize,
    label: &Label,
    find: impl Fn(NodeId) -> Option<Node>,
    reached: &Reached,
) -> LabelledValue {
    let mut options = Vec::new();
    let mut parts = Vec::new();
    for &place in &label.candidates {
        let whole = whole_readings(page, place);
        if whole.is_empty() {
            parts.extend(part_readings(page, place));
        }
        options.extend(whole);
    }
    reached.add_if(parts.len() > MAX_PARTS, Limit::Parts);
    parts.truncate(MAX_PARTS);
    options.extend(parts);
    let is_placed = label.text.is_none();
    let text = label.text.clone().unwrap_or_else(|| page.text(label.candidates[0].span).into());
    let options =
        options.into_iter().filter_map(|(key, id, span)| Some((key, find(id)?, span))).collect();
    LabelledValue { scope, text, options, is_placed }
}

/// The nodes that are just the value; if a text is all of its element, both the text and the element.
fn whole_readings(page: &Page, place: Place) -> Vec<(AlternativeKey, NodeId, Span)> {
    let mut all: Vec<(AlternativeKey, NodeId, Span)> = readings(page, place)
        .into_iter()
        .map(|(target, id)| {
            let key = AlternativeKey { is_part: false, target: target.node, extent: target.extent };
            (key, id, place.span)
        })
        .collect();
    let of_text = |(key, id, _): &(AlternativeKey, NodeId, Span)| {
        (key.target == NodeTarget::Text && key.extent == Extent::Trimmed).then_some(*id)
    };
    if let Some(text) = all.iter().find_map(of_text) {
        let tree = page.tree();
        for above in tree.ancestors(text).take(2) {
            let n_nodes = tree.subtree_end(above) as usize - above.index();
            if n_nodes > MAX_WHOLE {
                break;
            }
            let target = NodeTarget::Element;
            if place_of(page, above, &target, Extent::Trimmed) != Some(place.span) {
                break;
            }
            all.push((
                AlternativeKey { is_part: false, target, extent: Extent::Trimmed },
                above,
                place.span,
            ));
        }
    }
    all
}

/// The nodes that hold the value as a part.
fn part_readings(page: &Page, place: Place) -> Vec<(AlternativeKey, NodeId, Span)> {
    let tree = page.tree();
    let found = match place.target {
        PlaceTarget::Text(id) => Some((NodeTarget::Text, id)),
        PlaceTarget::Element(id) => Some((NodeTarget::Element, id)),
        PlaceTarget::Attribute(id, position) => tree
            .attributes(id)
            .nth(position as usize)
            .map(|attribute| (NodeTarget::Attribute(attribute.name.to_owned()), id)),
        _ => holder_of_range(page, place.span),
    };
    let Some((target, id)) = found else { return Vec::new() };
    let is_trimmed = trim(page.source(), place.span) == place.span;
    let extent = if is_trimmed { Extent::Trimmed } else { Extent::Inner };
    vec![(AlternativeKey { is_part: true, target, extent }, id, place.span)]
}

/// The innermost text, attribute or element that holds a range.
pub(crate) fn holder_of_range(page: &Page, span: Span) -> Option<(NodeTarget, NodeId)> {
    let tree = page.tree();
    let mut best: Option<(usize, NodeTarget, NodeId)> = None;
    let mut offer = |outer: Option<Span>, target: NodeTarget, id: NodeId| {
        if let Some(outer) = outer.filter(|outer| outer.contains(span))
            && best.as_ref().is_none_or(|(len, ..)| outer.len() <= *len)
        {
            best = Some((outer.len(), target, id));
        }
    };
    for id in tree.holders(span) {
        match tree.kind(id) {
            NodeKind::Text => offer(tree.span(id), NodeTarget::Text, id),
            NodeKind::Element if tree.span(id).is_some_and(|outer| outer.contains(span)) => {
                for attribute in tree.attributes(id) {
                    let target = NodeTarget::Attribute(attribute.name.to_owned());
                    offer(Some(attribute.span), target, id);
                }
                offer(tree.content_span(id), NodeTarget::Element, id);
            }
            _ => {}
        }
    }
    best.map(|(_, target, id)| (target, id))
}
