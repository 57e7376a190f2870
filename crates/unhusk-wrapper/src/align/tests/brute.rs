//! Slow and plain: all mappings, one by one.

use crate::align::Sketch;

/// Most pairs of a mapping that keeps the order of nodes and the ancestor relation. Tries every node of `a` with every
/// node of `b`.
pub(super) fn most_pairs(a: &Sketch, b: &Sketch) -> usize {
    extend(a, b, 0, &mut Vec::new())
}

fn extend(a: &Sketch, b: &Sketch, node: usize, pairs: &mut Vec<(usize, usize)>) -> usize {
    if node == a.len() {
        return pairs.len();
    }
    let mut most = extend(a, b, node + 1, pairs);
    for other in 0..b.len() {
        let fits = |&(x, y): &(usize, usize)| {
            // Nodes of `a` come in document order: only the ancestor relation can differ.
            y < other && (node < a.end(x)) == (other < b.end(y))
        };
        if a.name(node) == b.name(other) && pairs.iter().all(fits) {
            pairs.push((node, other));
            most = most.max(extend(a, b, node + 1, pairs));
            pairs.pop();
        }
    }
    most
}

/// Most pairs from the top down: children in order, by the plain recursion.
pub(super) fn most_pairs_top_down(a: &Sketch, b: &Sketch, (x, y): (usize, usize)) -> usize {
    if a.name(x) != b.name(y) {
        return 0;
    }
    let rows: (Vec<usize>, Vec<usize>) = (a.children(x).collect(), b.children(y).collect());
    1 + rows_top_down(a, b, (&rows.0, &rows.1))
}

fn rows_top_down(a: &Sketch, b: &Sketch, (xs, ys): (&[usize], &[usize])) -> usize {
    let ([x, later @ ..], [y, beyond @ ..]) = (xs, ys) else { return 0 };
    let pair = most_pairs_top_down(a, b, (*x, *y));
    let with = if pair > 0 { pair + rows_top_down(a, b, (later, beyond)) } else { 0 };
    let without_x = rows_top_down(a, b, (later, ys));
    with.max(without_x).max(rows_top_down(a, b, (xs, beyond)))
}
