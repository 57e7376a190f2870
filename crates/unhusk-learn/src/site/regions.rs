//! Aligns labelled records with nodes, to find where records are.
//!
//! Every place of a labelled value votes for the elements around it, and for the siblings at which a run that contains it
//! could begin. Nodes with the same path form a group. The nodes of each group are aligned with the records in document
//! order, so that as many values as possible are in the region of their record, and the group with most such values
//! wins. So it does not have to be known beforehand which of its places a value means.

use super::labelled::holder_of_range;
use super::limits::{Limit, Reached};
use super::look_alikes::{self, ListPage, LookAlike};
use crate::example::{Example, Label, LabelCell, Place, PlaceFit, PlaceTarget, TrainingSet};
use rustc_hash::FxHashMap;
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::site::Reach;
use unhusk_wrapper::site::internal::PageIndex;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};

/// An alignment of records with the nodes at which they begin.
#[derive(Debug, Clone)]
pub(crate) struct RecordAlignment {
    pub(crate) reach: Reach,
    /// For each page, nodes and the records that begin there, in document order.
    pub(crate) begins: Vec<Vec<(Node, usize)>>,
    /// The number of values in the region of their record.
    pub(crate) n_held: usize,
    /// For each page that is labelled in part, the nodes that seem to begin the records of the list, labelled or not.
    pub(super) lists: Vec<Vec<LookAlike>>,
}

impl RecordAlignment {
    /// The empty alignment.
    pub(crate) fn none(reach: Reach, n_pages: usize) -> Self {
        let lists = vec![Vec::new(); n_pages];
        Self { reach, begins: vec![Vec::new(); n_pages], n_held: 0, lists }
    }

    /// Finds the lists to which the labelled records belong, on pages that are labelled in part.
    fn find_lists(&mut self, examples: &TrainingSet<'_>, pages: &[ListPage<'_, '_>], by: GroupBy) {
        for (page, list) in pages.iter().enumerate() {
            if !examples.examples()[page].complete {
                let begins: Vec<Node> = self.begins[page].iter().map(|begin| begin.0).collect();
                self.lists[page] = list.list_of(&begins, self.reach, by);
            }
        }
    }

    /// How much it speaks for the lists that they are the records.
    pub(super) fn promise(&self) -> f64 {
        let likeness: Vec<f64> = self.lists.iter().flatten().map(|begin| begin.1).collect();
        let in_part = self.begins.iter().zip(&self.lists).filter(|(_, list)| !list.is_empty());
        look_alikes::promise(&likeness, in_part.map(|(begins, _)| begins.len()).sum())
    }

    /// Whether the regions are inside those of another alignment with as many records. If the labelled records are alone
    /// in both, the other is a part of this one: then nothing speaks for more than what holds the values.
    fn is_part_of(&self, other: &Self, indexes: &[PageIndex<'_>]) -> bool {
        let count = |of: &Self| of.lists.iter().map(Vec::len).sum::<usize>();
        let (n, n_other) = (count(self), count(other));
        let are_inside = |inner: &Self, outer: &Self| {
            let pairs = inner.begins.iter().zip(&outer.begins).enumerate();
            let mut begins = pairs.flat_map(|(page, (inner, outer))| {
                inner.iter().zip(outer).map(move |(inner, outer)| (page, inner.0, outer.0))
            });
            begins.all(|(page, inner, outer)| inner > outer && inner < indexes[page].end(outer))
        };
        let is_longer = n > self.n_records();
        self.reach == Reach::Node
            && other.reach == Reach::Node
            && self.n_held <= other.n_held
            && self.n_records() == other.n_records()
            && n_other == n
            && if is_longer { are_inside(self, other) } else { are_inside(other, self) }
    }

    /// The number of records that have a region.
    pub(crate) fn n_records(&self) -> usize {
        self.begins.iter().map(Vec::len).sum()
    }

    /// The union of two alignments.
    pub(crate) fn with(&self, other: &Self) -> Self {
        let mut all = self.clone();
        for (begins, more) in all.begins.iter_mut().zip(&other.begins) {
            begins.extend(more);
            begins.sort_unstable();
            begins.dedup_by_key(|begin| begin.0);
        }
        for (list, more) in all.lists.iter_mut().zip(&other.lists) {
            list.extend(more);
            list.sort_unstable_by_key(|begin| begin.0);
            list.dedup_by_key(|begin| begin.0);
        }
        all.n_held += other.n_held;
        all
    }
}

/// What nodes of a group have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct GroupKey {
    reach: Reach,
    by: GroupBy,
    /// The number of elements around the nodes; 0 if nodes at any depth are of the group.
    depth: usize,
    path: TextHash,
}

/// Which nodes are of one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum GroupBy {
    /// Those with the same tags from the top of the page.
    Path,
    /// Those of them that have the same class.
    PathAndClass,
    /// Those with the same tag and class, wherever they are: a list may have a shorter list among its records.
    Name,
}

/// For each page, node and record: which fields have a place in the region of the node.
type FieldMasks = FxHashMap<(usize, Node, usize), u64>;

/// Most places of a label that vote.
pub(super) const MAX_PLACES: usize = 300;
/// Most places of all labels together that vote; there are a few hundred votes for each.
pub(super) const MAX_ALL_PLACES: usize = 100_000;
/// Most votes. Lists of a thousand records have about a million.
pub(super) const MAX_VOTES: usize = 10_000_000;
/// Most siblings between a value and the beginning of its run.
const MAX_RUN: usize = 40;
/// Most elements around a value that are considered.
pub(super) const MAX_LEVELS: usize = 60;

/// The best alignments of records, the best first, and the limits that were reached.
///
/// Records of `placed`, by page, have a region already.
pub(crate) fn alignments(
    examples: &TrainingSet<'_>,
    indexes: &[PageIndex<'_>],
    placed: &RecordAlignment,
    most: usize,
) -> (Vec<RecordAlignment>, Reached) {
    let (groups, reached) = groups(examples, indexes, placed);
    let align = |(key, held): (GroupKey, FieldMasks)| (key, align(key.reach, &held, examples, &[]));
    let mut ranked: Vec<(GroupKey, RecordAlignment)> = groups.into_iter().map(align).collect();
    ranked.sort_by_key(|(key, alignment)| (std::cmp::Reverse(alignment.n_held), *key));
    ranked.truncate(most);
    (ranked.into_iter().map(|(_, alignment)| alignment).collect(), reached)
}

/// The best alignments of records if pages are labelled in part, the best first, and the limits that were reached.
///
/// Every element around the only labelled record holds its values. So alignments are ranked by how many regions look like
/// those of the labelled records. Of elements in each other that have equally many, the outermost holds all of a record.
pub(super) fn alignments_in_part(
    examples: &TrainingSet<'_>,
    indexes: &[PageIndex<'_>],
    most: usize,
) -> (Vec<RecordAlignment>, Reached) {
    let none = RecordAlignment::none(Reach::Node, examples.examples().len());
    let (groups, reached) = groups(examples, indexes, &none);
    let pages = indexes.iter().take(examples.examples().len());
    let pages: Vec<ListPage<'_, '_>> = pages.map(ListPage::new).collect();
    let align =
        |(key, held): (GroupKey, FieldMasks)| (key, align(key.reach, &held, examples, &pages));
    let mut groups: Vec<(GroupKey, RecordAlignment)> = groups.into_iter().map(align).collect();
    // The innermost first: where limits cut, elements far above the values are left out.
    groups.sort_by_key(|(key, alignment)| {
        (std::cmp::Reverse(alignment.n_held), std::cmp::Reverse(key.depth), *key)
    });
    let (mut n_of_nodes, mut n_of_runs) = (0, 0);
    groups.retain(|(key, _)| {
        let n = if key.reach == Reach::Node { &mut n_of_nodes } else { &mut n_of_runs };
        *n += 1;
        *n <= MAX_IN_PART
    });
    let mut ranked: Vec<(GroupKey, RecordAlignment, f64)> = Vec::new();
    for (key, mut alignment) in groups {
        alignment.find_lists(examples, &pages, key.by);
        let promise = alignment.promise();
        ranked.push((key, alignment, promise));
    }
    ranked.sort_by(|(a_key, a, a_promise), (b_key, b, b_promise)| {
        let by_held = b.n_held.cmp(&a.n_held);
        by_held.then(b_promise.total_cmp(a_promise)).then(a_key.cmp(b_key))
    });
    let mut best: Vec<RecordAlignment> = Vec::new();
    for at in 0..ranked.len() {
        let alignment = &ranked[at].1;
        let is_same = |other: &RecordAlignment| {
            (other.reach, &other.begins) == (alignment.reach, &alignment.begins)
        };
        let others = ranked.iter().map(|(_, other, _)| other);
        let is_whole = !others.into_iter().any(|other| alignment.is_part_of(other, indexes));
        if is_whole && !best.iter().any(is_same) {
            best.push(alignment.clone());
        }
    }
    best.truncate(most);
    (best, reached)
}

/// Most groups of nodes, and of runs, that are compared with the rest of their pages if these are labelled in part.
const MAX_IN_PART: usize = 60;

/// The groups of nodes that hold values, and the limits that were reached.
fn groups(
    examples: &TrainingSet<'_>,
    indexes: &[PageIndex<'_>],
    placed: &RecordAlignment,
) -> (FxHashMap<GroupKey, FieldMasks>, Reached) {
    let mut groups: FxHashMap<GroupKey, FieldMasks> = FxHashMap::default();
    let max_places = (MAX_ALL_PLACES / count_labels(examples).max(1)).clamp(1, MAX_PLACES);
    let (mut n_votes, reached) = (0, Reached::default());
    for (page, example) in examples.examples().iter().enumerate() {
        let placed = placed.begins.get(page).map_or(&[][..], |begins| begins);
        let (index, paths) = (&indexes[page], indexes[page].tag_paths());
        let mut voter = Voter {
            index,
            page,
            placed,
            paths,
            max_places,
            n_votes,
            reached: &reached,
            groups: &mut groups,
        };
        voter.example(example);
        n_votes = voter.n_votes;
    }
    (groups, reached)
}

/// The number of labelled values.
fn count_labels(examples: &TrainingSet<'_>) -> usize {
    let records = examples.examples().iter().flat_map(|example| &example.records);
    let of_cell = |cell: &LabelCell| match cell {
        LabelCell::One(_) => 1,
        LabelCell::Many(labels) => labels.len(),
        _ => 0,
    };
    records.flat_map(|record| &record.cells).map(of_cell).sum()
}

struct Voter<'a, 'p> {
    index: &'a PageIndex<'p>,
    page: usize,
    placed: &'a [(Node, usize)],
    /// For each node the path of tags from the top of the page.
    paths: Vec<TextHash>,
    /// Most places of a label that vote.
    max_places: usize,
    n_votes: usize,
    reached: &'a Reached,
    groups: &'a mut FxHashMap<GroupKey, FieldMasks>,
}

impl<'p> Voter<'_, 'p> {
    fn example(&mut self, example: &Example<'_>) {
        for (record, labelled) in example.records.iter().enumerate() {
            if self.placed.iter().any(|begin| begin.1 == record) {
                continue;
            }
            // There is a bit for each field; 64 fields are enough to align a record.
            for (field, cell) in labelled.cells.iter().enumerate().take(64) {
                let labels: &[Label] = match cell {
                    LabelCell::One(label) => std::slice::from_ref(label),
                    LabelCell::Many(labels) => labels,
                    _ => &[],
                };
                for label in labels {
                    for node in self.nodes(example, label) {
                        self.vote(node, record, 1 << field);
                    }
                }
            }
        }
    }

    /// The places of a value; parts of words only if there are no better ones.
    fn nodes(&self, example: &Example<'_>, label: &Label) -> Vec<Node> {
        let fits: Vec<PlaceFit> = match label.candidates.len() {
            1 => vec![PlaceFit::Whole],
            _ => label.candidates.iter().map(|place| place.fit(example.page)).collect(),
        };
        let best = fits.iter().copied().min().unwrap_or(PlaceFit::Whole);
        let is_good = |fit: PlaceFit| fit <= PlaceFit::Nodes || fit == best;
        let mut good = label.candidates.iter().zip(fits).filter(|(_, fit)| is_good(*fit));
        let looked_at = good.by_ref().take(self.max_places);
        let mut nodes: Vec<Node> =
            looked_at.filter_map(|(place, _)| self.node(example, place)).collect();
        let is_shared = self.max_places < MAX_PLACES;
        let limit = if is_shared { Limit::AllVotingPlaces } else { Limit::VotingPlaces };
        self.reached.add_if(good.next().is_some(), limit);
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    fn node(&self, example: &Example<'_>, place: &Place) -> Option<Node> {
        let id = match place.target {
            PlaceTarget::Text(id) | PlaceTarget::Element(id) | PlaceTarget::Attribute(id, _) => id,
            _ => holder_of_range(example.page, place.span)?.1,
        };
        self.index.find(id)
    }

    fn vote(&mut self, node: Node, record: usize, field: u64) {
        let mut levels =
            std::iter::once(node).chain(self.index.ancestors(self.index.whole(), node));
        let above: Vec<Node> = levels.by_ref().take(MAX_LEVELS).collect();
        self.reached.add_if(levels.next().is_some(), Limit::Levels);
        for (at, &region) in above.iter().enumerate() {
            let depth = above.len() - at;
            // A text by itself has no fields.
            if !self.index.is_text(region) {
                self.hold(region, Reach::Node, depth, record, field);
            }
            self.vote_runs(region, depth, record, field);
        }
    }

    /// A run may begin at the node, or at the last sibling of any tag before it.
    fn vote_runs(&mut self, region: Node, depth: usize, record: usize, field: u64) {
        let mut seen: Vec<(&str, Option<&str>)> = Vec::new();
        let mut begin = Some(region);
        for _ in 0..MAX_RUN {
            let Some(node) = begin else { break };
            let name = (self.index.tag(node), self.class(node));
            for by_class in [false, true] {
                let is_seen = if by_class {
                    seen.contains(&name)
                } else {
                    seen.iter().any(|other| other.0 == name.0)
                };
                if !is_seen && (name.1.is_some() || !by_class) {
                    let by = if by_class { GroupBy::PathAndClass } else { GroupBy::Path };
                    self.hold_as(node, (Reach::Run, by), depth, record, field);
                }
            }
            seen.push(name);
            begin = self.index.prev_sibling(node);
        }
    }

    fn class(&self, node: Node) -> Option<&'p str> {
        look_alikes::class(self.index, node)
    }

    fn hold(&mut self, node: Node, reach: Reach, depth: usize, record: usize, field: u64) {
        self.hold_as(node, (reach, GroupBy::Path), depth, record, field);
        if self.class(node).is_some() {
            self.hold_as(node, (reach, GroupBy::PathAndClass), depth, record, field);
            self.hold_as(node, (reach, GroupBy::Name), 0, record, field);
        }
    }

    fn hold_as(
        &mut self,
        node: Node,
        (reach, by): (Reach, GroupBy),
        depth: usize,
        record: usize,
        field: u64,
    ) {
        if self.n_votes >= MAX_VOTES {
            self.reached.add(Limit::Votes);
            return;
        }
        self.n_votes += 1;
        let mut path = match by {
            GroupBy::Path | GroupBy::PathAndClass => self.paths[node as usize],
            GroupBy::Name => TextHash::of_text(self.index.tag(node)),
        };
        if by != GroupBy::Path {
            path.write(".");
            path.write(self.class(node).unwrap_or_default());
        }
        let key = GroupKey { reach, by, depth, path };
        let held = self.groups.entry(key).or_default();
        *held.entry((self.page, node, record)).or_default() |= field;
    }
}

/// Aligns the nodes of a group with the records of each page, in document order. If nodes hold equally many values of a
/// record, that in the longest list of `lists` is taken.
fn align(
    reach: Reach,
    held: &FieldMasks,
    examples: &TrainingSet<'_>,
    lists: &[ListPage<'_, '_>],
) -> RecordAlignment {
    let mut pairs: Vec<(usize, Node, usize, u32)> = held
        .iter()
        .map(|(&(page, node, record), mask)| {
            let size = lists.get(page).map_or(0, |list| list.list_size(node));
            (page, node, record, mask.count_ones() * LONGEST_LIST + size.min(LONGEST_LIST - 1))
        })
        .collect();
    pairs.sort_unstable();
    let mut begins = vec![Vec::new(); examples.examples().len()];
    let mut n_held = 0;
    for of_page in pairs.chunk_by(|a, b| a.0 == b.0) {
        let page = of_page[0].0;
        let n_records = examples.examples()[page].records.len();
        let (_, lined) = heaviest_chain(of_page, n_records);
        let n_fields = |(node, record): &(Node, usize)| {
            held.get(&(page, *node, *record)).map_or(0, |mask| mask.count_ones() as usize)
        };
        n_held += lined.iter().map(n_fields).sum::<usize>();
        begins[page] = lined;
    }
    let lists = vec![Vec::new(); begins.len()];
    RecordAlignment { reach, begins, n_held, lists }
}

/// Lists as long as this, or longer, count as equally long.
const LONGEST_LIST: u32 = 1000;

/// The chain of pairs with the highest weight in which both nodes and records increase.
pub(super) fn heaviest_chain(
    pairs: &[(usize, Node, usize, u32)],
    n_records: usize,
) -> (u32, Vec<(Node, usize)>) {
    // For each record the best chain so far that ends there: its weight and its last pair.
    let mut best = PrefixMaxima::new(n_records);
    let mut steps: Vec<(u32, Option<usize>)> = Vec::with_capacity(pairs.len());
    let mut at = 0;
    for of_node in pairs.chunk_by(|a, b| a.1 == b.1) {
        // Pairs of one node exclude each other: look first, then enter.
        for pair in of_node {
            let (weight, before) = best.up_to(pair.2);
            steps.push((weight + pair.3, before));
        }
        for pair in of_node {
            best.enter(pair.2, steps[at].0, at);
            at += 1;
        }
    }
    let (weight, mut last) = best.up_to(n_records);
    let mut chain = Vec::new();
    while let Some(at) = last {
        chain.push((pairs[at].1, pairs[at].2));
        last = steps[at].1;
    }
    chain.reverse();
    (weight, chain)
}

/// A Fenwick tree: the entry of most weight among those with smaller numbers.
struct PrefixMaxima(Vec<(u32, Option<usize>)>);

impl PrefixMaxima {
    fn new(n: usize) -> Self {
        Self(vec![(0, None); n + 1])
    }

    /// The entry of most weight below `number`.
    fn up_to(&self, number: usize) -> (u32, Option<usize>) {
        let mut best = (0, None);
        let mut at = number;
        while at > 0 {
            if self.0[at].0 > best.0 {
                best = self.0[at];
            }
            at &= at - 1;
        }
        best
    }

    fn enter(&mut self, number: usize, weight: u32, entry: usize) {
        let mut at = number + 1;
        while at < self.0.len() {
            if weight > self.0[at].0 {
                self.0[at] = (weight, Some(entry));
            }
            at += at & at.wrapping_neg();
        }
    }
}
