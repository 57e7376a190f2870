//! Which regions of a page look like its labelled records, where only some of them are labelled.
//!
//! A person who labels the first record of a list means the list. Its records are nodes with the same tags from the top
//! of the page, whose texts have the same elements around them. They are looked for in the smallest container of the
//! labelled ones first; nodes of a wider container belong to the list if they look as much like the labelled ones as its
//! nearest records do, and are not copies of them, as in a second tab.

use super::regions::GroupBy;
use super::shape::{overlap, shape};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::record::Record;
use unhusk_wrapper::site::Reach;
use unhusk_wrapper::site::internal::{ClueWriter, NodeRange, PageIndex, TextHash, scopes};

/// A page that is labelled in part.
pub(super) struct ListPage<'a, 'p> {
    index: &'a PageIndex<'p>,
    /// For each node the path of tags from the top of the page.
    paths: Vec<TextHash>,
    by_path: FxHashMap<TextHash, Vec<Node>>,
    /// For each node the most siblings with the same tag that it or an element around it has.
    list_sizes: Vec<u32>,
    shapes: RefCell<FxHashMap<NodeRange, Rc<Vec<TextHash>>>>,
}

/// A node that may begin a record, and how much its region looks like a labelled one, from 0 to 1.
pub(super) type LookAlike = (Node, f64);

/// Most nodes with the same path that are compared.
const MAX_SAME: usize = 2000;
/// Least likeness of a record of the list. Records without half of the texts, or with twice as many, have 0.5.
const MIN_LIKENESS: f64 = 0.3;
/// Least likeness of records in another container, if none in that of the labelled ones shows how much records differ.
const MIN_LIKENESS_ELSEWHERE: f64 = 0.5;
/// Least likeness of records in another container, as a share of that in the container of the labelled ones.
const AS_LIKE: f64 = 0.8;

/// Least number of labelled records which show that a list was gone through: a few may have been picked here and there.
const MIN_GONE_THROUGH: usize = 5;

impl<'a, 'p> ListPage<'a, 'p> {
    pub(super) fn new(index: &'a PageIndex<'p>) -> Self {
        let paths = index.tag_paths();
        let mut by_path: FxHashMap<TextHash, Vec<Node>> = FxHashMap::default();
        for (node, path) in (0..).zip(&paths) {
            by_path.entry(*path).or_default().push(node);
        }
        let list_sizes = list_sizes(index);
        Self { index, paths, by_path, list_sizes, shapes: RefCell::default() }
    }

    /// The size of the largest list that a node is in, or an element around it.
    pub(super) fn list_size(&self, node: Node) -> u32 {
        self.list_sizes[node as usize]
    }

    /// The nodes that begin the records of the list to which the labelled ones belong, in document order.
    pub(super) fn list_of(&self, begins: &[Node], reach: Reach, by: GroupBy) -> Vec<LookAlike> {
        let labelled = || begins.iter().map(|&node| (node, 1.0)).collect();
        let Some(&first) = begins.first() else { return Vec::new() };
        let same = self.same_as(first, by);
        if same.is_empty() || same.len() > MAX_SAME {
            return labelled();
        }
        let class = class(self.index, first);
        let is_same = |node: &Node| {
            by == GroupBy::Path || class == self::class(self.index, *node) || begins.contains(node)
        };
        let same: Vec<Node> = same.iter().copied().filter(is_same).collect();
        let regions = scopes(self.index, &same, reach);
        let is_labelled = |region: &&NodeRange| begins.binary_search(&region.first).is_ok();
        let known: Vec<Rc<Vec<TextHash>>> =
            regions.iter().filter(is_labelled).map(|region| self.shape(*region)).collect();
        let likeness = |region: &NodeRange| {
            let shape = self.shape(*region);
            known.iter().map(|known| overlap(known, &shape)).fold(0.0, f64::max)
        };
        let alike = regions.iter().map(|region| (*region, likeness(region)));
        let alike: Vec<(NodeRange, f64)> =
            alike.filter(|(_, likeness)| *likeness >= MIN_LIKENESS).collect();
        without_skipped(self.within_list(&alike, begins), begins)
    }

    /// The nodes that may be of the group of a node, in document order.
    fn same_as(&self, node: Node, by: GroupBy) -> Cow<'_, [Node]> {
        match by {
            GroupBy::Path | GroupBy::PathAndClass => {
                let same = self.by_path.get(&self.paths[node as usize]);
                Cow::from(same.map_or(&[][..], Vec::as_slice))
            }
            GroupBy::Name => {
                let tag = self.index.tag(node);
                let all = (0..).take(self.index.len());
                all.filter(|&other| self.index.tag(other) == tag)
                    .filter(|&other| class(self.index, other) == class(self.index, node))
                    .collect()
            }
        }
    }

    /// Those of the regions that belong to the list of the labelled ones.
    fn within_list(&self, alike: &[(NodeRange, f64)], begins: &[Node]) -> Vec<LookAlike> {
        let (Some(&first), Some(&last)) = (begins.first(), begins.last()) else {
            return Vec::new();
        };
        let mut above = self.index.ancestors(self.index.whole(), first);
        let Some(mut inner) = above.find(|&node| self.index.end(node) > last) else {
            return alike.iter().map(|(region, likeness)| (region.first, *likeness)).collect();
        };
        let mut kept: Vec<(NodeRange, f64)> = part(alike, self.index.subtree(inner)).to_vec();
        let is_unlabelled = |(region, _): &&(NodeRange, f64)| !begins.contains(&region.first);
        let least = mean(kept.iter().filter(is_unlabelled))
            .map_or(MIN_LIKENESS_ELSEWHERE, |likeness| AS_LIKE * likeness);
        for outer in above {
            let children = self.index.children(outer).filter(|&child| child != inner);
            for child in children {
                let more = part(alike, self.index.subtree(child));
                let is_like = mean(more.iter()).is_some_and(|likeness| likeness >= least);
                if is_like && !self.is_copy(more, &kept) {
                    kept.extend_from_slice(more);
                }
            }
            inner = outer;
        }
        kept.sort_unstable_by_key(|(region, _)| region.first);
        kept.into_iter().map(|(region, likeness)| (region.first, likeness)).collect()
    }

    /// Whether most of some regions have the texts of others.
    fn is_copy(&self, regions: &[(NodeRange, f64)], others: &[(NodeRange, f64)]) -> bool {
        let text = |(region, _): &(NodeRange, f64)| {
            let mut text = TextHash::default();
            for leaf in self.index.leaves_of(*region) {
                text.write(&self.index.caption(leaf).text);
            }
            text
        };
        let known: FxHashSet<TextHash> = others.iter().map(text).collect();
        let n_copies = regions.iter().filter(|region| known.contains(&text(region))).count();
        2 * n_copies > regions.len()
    }

    fn shape(&self, region: NodeRange) -> Rc<Vec<TextHash>> {
        let mut shapes = self.shapes.borrow_mut();
        Rc::clone(shapes.entry(region).or_insert_with(|| Rc::new(shape(self.index, region))))
    }
}

/// The list without unlabelled records between labelled ones, if many are labelled and few left out: then they were left
/// out because they are no records, as advertisements among search results.
fn without_skipped(mut list: Vec<LookAlike>, begins: &[Node]) -> Vec<LookAlike> {
    let (Some(first), Some(last)) = (begins.first(), begins.last()) else { return list };
    let n_between = list.iter().filter(|(node, _)| (first..=last).contains(&node)).count();
    if begins.len() >= MIN_GONE_THROUGH && 2 * begins.len() > n_between {
        list.retain(|(node, _)| !(first..=last).contains(&node) || begins.contains(node));
    }
    list
}

/// The regions that begin in a range of nodes.
fn part(regions: &[(NodeRange, f64)], range: NodeRange) -> &[(NodeRange, f64)] {
    let at = |node: Node| regions.partition_point(|(region, _)| region.first < node);
    &regions[at(range.first)..at(range.end)]
}

/// The mean likeness; `None` if there are no regions.
fn mean<'r>(regions: impl Iterator<Item = &'r (NodeRange, f64)>) -> Option<f64> {
    let (mut n, mut sum) = (0, 0.0);
    for (_, likeness) in regions {
        n += 1;
        sum += likeness;
    }
    (n > 0).then(|| sum / f64::from(n))
}

fn list_sizes(index: &PageIndex<'_>) -> Vec<u32> {
    let mut n_same: FxHashMap<(Option<Node>, &str), u32> = FxHashMap::default();
    for node in (0..).take(index.len()) {
        *n_same.entry((index.parent(node), index.tag(node))).or_default() += 1;
    }
    let mut sizes: Vec<u32> = Vec::with_capacity(index.len());
    for node in (0..).take(index.len()) {
        let around = index.parent(node).map_or(0, |parent| sizes[parent as usize]);
        sizes.push(around.max(n_same[&(index.parent(node), index.tag(node))]));
    }
    sizes
}

/// The class of an element, as it is written.
pub(super) fn class<'p>(index: &PageIndex<'p>, node: Node) -> Option<&'p str> {
    let class = index.tree().attribute(index.id(node), "class")?.value.trim();
    (!class.is_empty()).then_some(class)
}

/// How much it speaks for some regions that they are the records: their number, and how alike they are. Nothing speaks for
/// labelled ones alone, as who labels in part says that there are others.
#[expect(clippy::cast_precision_loss, reason = "counts of nodes")]
pub(crate) fn promise(likeness: &[f64], n_labelled: usize) -> f64 {
    if likeness.len() <= n_labelled {
        return 0.0;
    }
    let sum: f64 = likeness.iter().sum();
    0.1 * (1.0 + sum).ln() + 0.3 * sum / likeness.len() as f64
}

/// The share of some fields that have a value in a record. A value that two fields have is that of neither: rules that
/// tell them apart in labelled records do so in records that lack one of them.
#[expect(clippy::cast_precision_loss, reason = "counts of fields")]
pub(crate) fn share_filled(record: &Record<'_>, fields: &[usize]) -> f64 {
    let places = |at: usize| record.cells[at].values().iter().map(|value| value.span);
    let is_shared = |at: usize| {
        let mut others = (0..record.cells.len()).filter(|&other| other != at).flat_map(places);
        places(at).any(|place| others.any(|other| other == place))
    };
    let is_filled = |&&at: &&usize| places(at).next().is_some() && !is_shared(at);
    fields.iter().filter(is_filled).count() as f64 / (fields.len() as f64).max(1.0)
}
