//! More examples without labels: siblings of an example that look like it, and cousins in lists of the same name.

use unhusk_page::{NodeId, NodeKind, Page, Tree};
use unhusk_wrapper::align::{Budget, NodeNumbers, Sketch, distance_within};

/// How siblings are compared.
#[derive(Debug)]
pub(super) struct Likeness {
    /// Largest normalised cost of two subtrees that are alike.
    pub(super) threshold: f64,
    pub(super) names: NodeNumbers,
    pub(super) steps: Budget,
}

/// Largest subtree that is compared, in nodes of the page.
const MAX_NODES: u32 = 20_000;
/// Most siblings that are compared.
const MAX_SIBLINGS: usize = 500;

/// The siblings of a node that look like it, in document order.
pub(super) fn like_siblings(page: &Page, root: NodeId, likeness: &mut Likeness) -> Vec<NodeId> {
    let tree = page.tree();
    let Some(parent) = tree.parent(root) else { return Vec::new() };
    alike(page, root, tree.children(parent), likeness)
}

/// The nodes elsewhere on the page that look like it and have all its classes and no others, in document order; none
/// if it has no class. Lists in several rows, columns or sections are such.
pub(super) fn like_cousins(page: &Page, root: NodeId, likeness: &mut Likeness) -> Vec<NodeId> {
    let tree = page.tree();
    let classes =
        |id: NodeId| tree.attribute(id, "class").map_or("", |attribute| attribute.value.trim());
    let is_cousin = |&id: &NodeId| {
        tree.is_element(id)
            && classes(id) == classes(root)
            && tree.parent(id) != tree.parent(root)
            && !tree.is_ancestor(id, root)
            && !tree.is_ancestor(root, id)
            && !are_in_named_sections(tree, root, id)
    };
    if classes(root).is_empty() || !likeness.steps.spend_or_end(tree.len()) {
        return Vec::new();
    }
    alike(page, root, tree.nodes().filter(is_cousin), likeness)
}

/// Whether two nodes stand in sections with different names: `<div id=results>` and `<div id=related>`.
fn are_in_named_sections(tree: &Tree, a: NodeId, b: NodeId) -> bool {
    let names = |of: NodeId, other: NodeId| -> Vec<&str> {
        let own = tree.ancestors(of).take_while(|&above| !tree.is_ancestor(above, other));
        let ids = own.filter_map(|above| tree.attribute(above, "id"));
        ids.map(|id| id.value).filter(|id| is_name(id)).collect()
    };
    let (names_a, names_b) = (names(a, b), names(b, a));
    !names_a.is_empty() && !names_b.is_empty() && names_a != names_b
}

/// Whether an id is a name, no number of many.
fn is_name(id: &str) -> bool {
    !id.is_empty() && !id.bytes().any(|byte| byte.is_ascii_digit())
}

/// Those of the nodes that look like one.
fn alike(
    page: &Page,
    root: NodeId,
    nodes: impl Iterator<Item = NodeId>,
    likeness: &mut Likeness,
) -> Vec<NodeId> {
    let tree = page.tree();
    let is_small = |id: NodeId| tree.subtree_end(id) - id.0 <= MAX_NODES;
    let n_nodes = (tree.subtree_end(root) - root.0) as usize;
    if !is_small(root) || !likeness.steps.spend_or_end(n_nodes) {
        return Vec::new();
    }
    let own = blind(page, root, &mut likeness.names);
    let is_like = |&id: &NodeId| {
        let n_nodes = (tree.subtree_end(id) - id.0) as usize;
        if id == root
            || tree.tag(id) != tree.tag(root)
            || !is_small(id)
            || !likeness.steps.spend_or_end(n_nodes)
        {
            return false;
        }
        let other = blind(page, id, &mut likeness.names);
        // All nodes that one has more than the other cost something.
        let least = least_distance(own.len(), other.len());
        least <= likeness.threshold
            && distance_within(&own, &other, &mut likeness.steps) <= likeness.threshold
    };
    nodes.filter(|&id| tree.is_element(id)).take(MAX_SIBLINGS).filter(is_like).collect()
}

#[expect(clippy::cast_precision_loss, reason = "trees have fewer than 2^32 nodes")]
fn least_distance(a: usize, b: usize) -> f64 {
    a.abs_diff(b) as f64 / (a + b).max(1) as f64
}

/// The tags of a subtree, all texts alike: texts are what differs between records.
fn blind(page: &Page, root: NodeId, names: &mut NodeNumbers) -> Sketch {
    let tree = page.tree();
    let name = |id: NodeId| match tree.kind(id) {
        NodeKind::Text => names.text(""),
        _ => names.element(tree.tag(id)),
    };
    Sketch::of(tree, root, name)
}
