//! Surroundings of a node, within its marked forks.

use unhusk_wrapper::context::internal::fork::{Budget, Exhausted, Node, Outline, reach};

/// Visits every node that occurs in a marked (k,l)-fork of `node`, itself first; some more than once.
///
/// The fork with root `u` is deepest below `u`'s own children, so only children within a window of the marked path are
/// visited, each down to l levels below its parent.
pub(super) fn visit(
    outline: &Outline,
    node: Node,
    (width, depth): (usize, usize),
    budget: &mut Budget,
    mut seen: impl FnMut(Node),
) -> Result<(), Exhausted> {
    seen(node);
    let mut pending: Vec<(Node, usize)> = Vec::new();
    push_children(outline, node, depth, &mut pending);
    let chain: Vec<Node> = outline.chain(node).take(depth).collect();
    for step in chain.windows(2) {
        seen(step[1]);
        let siblings = outline.children(step[1]);
        let range = reach(siblings.len(), outline.position(step[0]), width);
        let others = siblings[range].iter().filter(|&&sibling| sibling != step[0]);
        pending.extend(others.map(|&sibling| (sibling, depth - 1)));
    }
    while let Some((below, levels)) = pending.pop() {
        budget.spend(1)?;
        seen(below);
        push_children(outline, below, levels, &mut pending);
    }
    Ok(())
}

/// Pushes the children of a node; `levels` counts the node itself.
fn push_children(outline: &Outline, node: Node, levels: usize, pending: &mut Vec<(Node, usize)>) {
    if levels > 1 {
        pending.extend(outline.children(node).iter().map(|&child| (child, levels - 1)));
    }
}

/// Returns the largest number of children in any marked fork of depth l, for any k: windows of that width contain all.
pub(super) fn widest(
    outline: &Outline,
    node: Node,
    depth: usize,
    budget: &mut Budget,
) -> Result<usize, Exhausted> {
    let mut widest = 0;
    let top = outline.chain(node).take(depth).last().unwrap_or(node);
    // A node below `top` can be an inner node of a fork if it is fewer than l - 1 levels below some node of the chain.
    let mut pending = vec![(top, depth)];
    let chain: Vec<Node> = outline.chain(node).take(depth).collect();
    while let Some((at, levels)) = pending.pop() {
        budget.spend(1)?;
        if levels < 2 {
            continue;
        }
        let children = outline.children(at);
        widest = widest.max(children.len());
        for &child in children {
            // Only children of a node of the chain can be of the chain.
            let is_link = levels == depth && chain.contains(&child);
            pending.push((child, if is_link { depth } else { levels - 1 }));
        }
    }
    Ok(widest)
}
