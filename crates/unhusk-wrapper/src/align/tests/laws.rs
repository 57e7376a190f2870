//! Laws of alignment, on random trees.

use super::brute::{most_pairs, most_pairs_top_down};
use crate::align::{AlignmentLimits, Mapping, Sketch, TopDown, edit};
use proptest::prelude::*;

/// Trees with one root, made by opening and closing nodes at random.
fn trees(max_nodes: usize) -> impl Strategy<Value = Sketch> {
    let steps = prop::collection::vec((0..3_u32, 0..3_usize), 0..max_nodes);
    (0..2_u32, steps).prop_map(|(root, steps)| {
        let mut sketch = Sketch::default();
        let mut depth = 1;
        sketch.open(root);
        for (name, n_closed) in steps {
            for _ in 0..n_closed.min(depth - 1) {
                sketch.close();
                depth -= 1;
            }
            sketch.open(name);
            depth += 1;
        }
        for _ in 0..depth {
            sketch.close();
        }
        sketch
    })
}

fn is_a_mapping(a: &Sketch, b: &Sketch, mapping: &Mapping) -> bool {
    let keeps = |&(x, y): &(usize, usize), &(v, w): &(usize, usize)| {
        x < v && y < w && (v < a.end(x)) == (w < b.end(y))
    };
    let equal = mapping.pairs.iter().all(|&(x, y)| a.name(x) == b.name(y));
    let pairs = &mapping.pairs;
    equal && (0..pairs.len()).all(|at| pairs[at + 1..].iter().all(|later| keeps(&pairs[at], later)))
}

/// Every pair but that of the roots has parents that are a pair.
fn is_top_down(a: &Sketch, b: &Sketch, mapping: &Mapping) -> bool {
    let parent =
        |sketch: &Sketch, node: usize| (0..node).rev().find(|&above| node < sketch.end(above));
    mapping.pairs.iter().all(|&(x, y)| match (parent(a, x), parent(b, y)) {
        (None, None) => true,
        (Some(above_x), Some(above_y)) => mapping.pairs.contains(&(above_x, above_y)),
        _ => false,
    })
}

proptest! {
    #[test]
    fn the_exact_distance_is_that_of_the_best_mapping(a in trees(7), b in trees(7)) {
        let mapping = edit::align(&a, &b, usize::MAX).expect("no limit");
        prop_assert!(is_a_mapping(&a, &b, &mapping));
        prop_assert_eq!(mapping.pairs.len(), most_pairs(&a, &b));
    }

    #[test]
    fn from_the_top_down_as_many_pairs_as_the_plain_recursion(a in trees(12), b in trees(12)) {
        let aligned = TopDown::new(&a, &b).align();
        prop_assert!(!aligned.is_cut);
        prop_assert!(is_a_mapping(&a, &b, &aligned.mapping));
        prop_assert!(is_top_down(&a, &b, &aligned.mapping));
        prop_assert_eq!(aligned.mapping.pairs.len(), most_pairs_top_down(&a, &b, (0, 0)));
    }

    #[test]
    fn what_is_cut_is_still_a_mapping(a in trees(60), b in trees(60), max_cells in 0..200_usize) {
        let limits = AlignmentLimits { max_cells, ..AlignmentLimits::default() };
        let aligned = TopDown::new(&a, &b).within(limits).align();
        prop_assert!(is_top_down(&a, &b, &aligned.mapping) && is_a_mapping(&a, &b, &aligned.mapping));
    }

    #[test]
    fn the_exact_distance_is_a_metric(a in trees(12), b in trees(12), c in trees(12)) {
        let cost = |x: &Sketch, y: &Sketch| edit::align(x, y, usize::MAX).expect("no limit").cost(x, y);
        prop_assert_eq!(cost(&a, &a), 0);
        prop_assert_eq!(cost(&a, &b), cost(&b, &a));
        prop_assert!(cost(&a, &c) <= cost(&a, &b) + cost(&b, &c));
    }
}

#[test]
fn long_rows_are_compared_near_the_diagonal() {
    let row = |names: &mut dyn Iterator<Item = u32>| {
        let mut sketch = Sketch::default();
        sketch.open(0);
        for name in names {
            sketch.open(1);
            sketch.open(name);
            sketch.close();
            sketch.close();
        }
        sketch.close();
        sketch
    };
    // Every tenth item is missing in the second row, and the ends differ.
    let a = row(&mut (2..3002));
    let b = row(&mut (1..3003).filter(|name| name % 10 != 0 || *name == 3002));
    let aligned = TopDown::new(&a, &b).align();
    assert!(is_top_down(&a, &b, &aligned.mapping));
    // 2,700 items are in both, in order, at most 300 places away from each other: the band follows the slope.
    let n_equal = aligned.mapping.pairs.iter().filter(|(x, _)| a.name(*x) > 1).count();
    assert!(n_equal >= 2690, "{n_equal}");
}

#[test]
fn depth_is_no_limit() {
    let deep = |last: u32| {
        let mut sketch = Sketch::default();
        for depth in 0..=100_000 {
            sketch.open(if depth < 100_000 { 1 } else { last });
        }
        for _ in 0..=100_000 {
            sketch.close();
        }
        sketch
    };
    let (a, b) = (deep(2), deep(3));
    assert_eq!(TopDown::new(&a, &b).align().mapping.pairs.len(), 100_000);
}
