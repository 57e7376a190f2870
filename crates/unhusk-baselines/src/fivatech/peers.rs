//! Groups children of some parents into classes of peers.

use super::forest::{Forest, NodeIdx, ShapeIdx};
use super::matching::Matcher;
use rustc_hash::FxHashMap;

/// A class of peers, by its index.
pub(super) type ClassIdx = usize;

/// Limit on the classes with one tag: further nodes join the first class.
const MAX_CLASSES_PER_TAG: usize = 16;

/// Returns the class of each node of some lists; classes are numbered in order of appearance.
pub(super) fn classes(
    forest: &Forest,
    lists: &[&[NodeIdx]],
    matcher: &mut Matcher<'_>,
) -> Vec<Vec<ClassIdx>> {
    // The classes of each tag, with the shape of the first node of each.
    let mut by_tag: FxHashMap<u32, Vec<(ShapeIdx, ClassIdx)>> = FxHashMap::default();
    let mut known: FxHashMap<ShapeIdx, ClassIdx> = FxHashMap::default();
    let mut n_classes = 0;
    let mut class_of = |node: &NodeIdx| {
        let shape = forest.shape_of(*node);
        *known.entry(shape).or_insert_with(|| {
            let same_tag = by_tag.entry(forest.shapes[shape as usize].tag).or_default();
            let like = same_tag.iter().find(|(first, _)| matcher.are_peers(*first, shape));
            if let Some((_, class)) = like {
                return *class;
            }
            if same_tag.len() == MAX_CLASSES_PER_TAG {
                return same_tag[0].1;
            }
            same_tag.push((shape, n_classes));
            n_classes += 1;
            n_classes - 1
        })
    };
    lists.iter().map(|list| list.iter().map(&mut class_of).collect()).collect()
}
