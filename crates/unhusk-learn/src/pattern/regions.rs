//! Where the labelled records are: for each the subtree that is its example.
//!
//! With several records on a page, those subtrees are the highest that hold one record each. With one, it is the
//! smallest that holds its values, and then the level above it at which its siblings look alike.

use super::draft::frame;
use super::neighbours::{Likeness, like_siblings};
use super::values::labels;
use super::vocabulary::share_looks;
use crate::example::{Example, Label, PlaceFit, PlaceTarget, TrainingSet};
use crate::site::labelled::holder_of_range;
use crate::site::limits::Reached;
use crate::site::regions::{RecordAlignment, alignments};
use unhusk_page::{NodeId, Page};
use unhusk_wrapper::site::Reach;
use unhusk_wrapper::site::internal::PageIndex;

/// The subtree of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RecordSubtree {
    /// Position of the example.
    pub(super) example: usize,
    /// Position of the record among those labelled on the page, if it is.
    pub(super) record: Option<usize>,
    pub(super) root: NodeId,
}

/// Kinds of records with subtrees of their own that are looked for.
const MAX_KINDS: usize = 4;

/// The regions of records on pages with several, and the limits that the search for them reached.
pub(super) fn of_several(examples: &TrainingSet<'_>) -> (Vec<RecordSubtree>, Reached) {
    let views: Vec<PageIndex<'_>> =
        examples.examples().iter().map(|example| PageIndex::new(example.page)).collect();
    let mut all = RecordAlignment::none(Reach::Node, views.len());
    let reached = Reached::default();
    for _ in 0..MAX_KINDS {
        let (found, aligning) = alignments(examples, &views, &all, MAX_ALIGNMENTS);
        reached.add_all(&aligning);
        let Some(next) = found.into_iter().find(|alignment| alignment.reach == Reach::Node) else {
            break;
        };
        // What is left of a page's records one by one could be anywhere.
        if next.n_records() < 2 {
            break;
        }
        all = all.with(&next);
    }
    let mut regions = Vec::new();
    for (example, begins) in all.begins.iter().enumerate() {
        let region = |&(node, record): &(u32, usize)| {
            let root = views[example].id(node);
            RecordSubtree { example, record: Some(record), root }
        };
        regions.extend(begins.iter().map(region));
    }
    regions.sort_unstable();
    (regions, reached)
}

/// Groups of nodes that are looked at for one in which each record is a node.
const MAX_ALIGNMENTS: usize = 64;

/// The regions of the first few records of pages that have more, each found as if it were alone; `None` if two of them
/// share one, or one holds another.
pub(super) fn of_few(
    examples: &TrainingSet<'_>,
    likeness: &mut Likeness,
) -> Option<Vec<RecordSubtree>> {
    let all = examples.examples();
    let mut regions: Vec<RecordSubtree> = Vec::new();
    for (at, example) in all.iter().enumerate() {
        if example.complete || example.records.len() > MAX_FEW {
            return None;
        }
        for record in 0..example.records.len() {
            let root = root_of((all, at), record, &regions, likeness);
            regions.extend(root.map(|root| RecordSubtree {
                example: at,
                record: Some(record),
                root,
            }));
        }
    }
    let overlap = |a: &RecordSubtree, b: &RecordSubtree| {
        let tree = all[a.example].page.tree();
        a.example == b.example && (a.root == b.root || tree.is_ancestor(a.root, b.root))
    };
    let are_apart = (0..regions.len())
        .all(|at| regions.iter().enumerate().all(|(n, b)| n == at || !overlap(&regions[at], b)));
    are_apart.then_some(regions)
}

/// Most places of a value around which a record is looked for.
const MAX_COVERS: usize = 200;
/// Most records of a page that are found one by one.
const MAX_FEW: usize = 5;

/// The root of a record that is alone on its page. If others were found before, it is like the first of them.
fn root_of(
    (all, at): (&[Example<'_>], usize),
    record: usize,
    before: &[RecordSubtree],
    likeness: &mut Likeness,
) -> Option<NodeId> {
    let page = all[at].page;
    let nodes: Vec<Vec<NodeId>> =
        labels(&all[at].records[record]).map(|(_, label)| nodes(page, label)).collect();
    let covers = covers(page, &nodes);
    let is_taken =
        |root: NodeId| before.iter().any(|known| (known.example, known.root) == (at, root));
    let like_first = before.first().and_then(|first| {
        let frame = frame(all[first.example].page.tree(), first.root);
        let is_like = |&root: &NodeId| share_looks(&frame, &self::frame(page.tree(), root));
        let mut above = covers.iter().filter_map(|&cover| levels(page, cover).find(is_like));
        above.find(|&root| !is_taken(root))
    });
    like_first.or_else(|| Some(grown(page, *covers.first()?, likeness)))
}

/// An element and those around it, up to the body.
fn levels(page: &Page, cover: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let tree = page.tree();
    std::iter::once(cover)
        .chain(tree.ancestors(cover))
        .take_while(|&id| tree.is_element(id) && !["body", "html"].contains(&tree.tag(id)))
}

/// Where a value may stand; parts of words only if there is nothing better.
fn nodes(page: &Page, label: &Label) -> Vec<NodeId> {
    let fits: Vec<PlaceFit> = label.candidates.iter().map(|place| place.fit(page)).collect();
    let best = fits.iter().copied().min().unwrap_or(PlaceFit::Whole);
    let good =
        label.candidates.iter().zip(fits).filter(|(_, fit)| *fit <= PlaceFit::Whole.max(best));
    let node = |place: &crate::example::Place| match place.target {
        PlaceTarget::Text(id) | PlaceTarget::Element(id) | PlaceTarget::Attribute(id, _) => {
            Some(id)
        }
        _ => holder_of_range(page, place.span).map(|(_, id)| id),
    };
    let mut nodes: Vec<NodeId> = good.filter_map(|(place, _)| node(place)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// The smallest element that holds a place of every value.
pub(super) fn smallest_cover(page: &Page, values: &[Vec<NodeId>]) -> Option<NodeId> {
    covers(page, values).first().copied()
}

/// Elements that hold a place of every value, each the smallest around one place; the smallest first.
fn covers(page: &Page, values: &[Vec<NodeId>]) -> Vec<NodeId> {
    let tree = page.tree();
    let placed = values.iter().filter(|nodes| !nodes.is_empty());
    let Some(rarest) = placed.min_by_key(|nodes| nodes.len()) else { return Vec::new() };
    let holds = |root: NodeId, nodes: &Vec<NodeId>| {
        let at = nodes.partition_point(|&node| node < root);
        nodes.is_empty() || nodes.get(at).is_some_and(|&node| node.0 < tree.subtree_end(root))
    };
    let cover = |&node: &NodeId| {
        let mut above = std::iter::once(node).chain(tree.ancestors(node));
        above.find(|&root| tree.is_element(root) && values.iter().all(|nodes| holds(root, nodes)))
    };
    let mut covers: Vec<NodeId> = rarest.iter().take(MAX_COVERS).filter_map(cover).collect();
    covers.sort_by_key(|&root| (tree.subtree_end(root) - root.0, root));
    covers.dedup();
    covers
}

/// The lowest element from `cover` upwards with at least half as many siblings like it as any has.
fn grown(page: &Page, cover: NodeId, likeness: &mut Likeness) -> NodeId {
    let levels: Vec<NodeId> = levels(page, cover).collect();
    let n_alike: Vec<usize> =
        levels.iter().map(|&level| like_siblings(page, level, likeness).len()).collect();
    let most = n_alike.iter().copied().max().unwrap_or(0);
    let lowest = n_alike.iter().position(|&n| most > 0 && 2 * n >= most);
    lowest.map_or(cover, |at| levels[at])
}
