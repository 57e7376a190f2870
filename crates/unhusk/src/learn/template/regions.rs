//! The records of one page, or of pages that are lists: of all groups of elements of one kind, the one that looks most
//! like results.
//!
//! Groups are siblings of one name, siblings of one name and class, and elements of one path under several parents;
//! each also without those that are built otherwise, have no link where most have, or are very short. What speaks
//! for a group was weighed on two sets of search results (SRR); the weights stand in [`Traits::score`]. Of the group
//! that is chosen, rows that take turns are one record.

use super::corpus::Scope;
use super::likeness::{frequent, likeness, n_common, regularity, sorted};
use super::rows;
use super::sets::{Group, Rows};
use crate::wrapper::site::clue::{Ink, Print};
use crate::wrapper::template::leaves::{Leaf, Leaves, NO_NODE, Node};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Records of a page, and how much speaks for them.
#[derive(Debug, Clone)]
pub(super) struct Region {
    pub(super) rows: Vec<Node>,
    pub(super) score: f64,
    /// The share of the page's characters.
    cover: f64,
    is_trimmed: bool,
}

/// Most records.
const MAX_ROWS: usize = 400;
/// The share of the page's characters that records have at least.
const MIN_COVER: f64 = 0.02;
/// The share of the records' characters that are data at least.
const MIN_DATA: f64 = 0.1;
/// Most rows of one record.
const MAX_TURN: usize = 4;
/// How much rows have in common that are the same of their records.
const ALIKE: f64 = 0.6;
/// Records of several rows at least.
const MIN_HEADS: usize = 3;
/// Elements around a text that tell its place in a record.
const N_AROUND: usize = 3;

/// The group of elements that looks most like results.
pub(super) fn best(leaves: &Leaves<'_>) -> Option<Region> {
    let sums = Sums::new(leaves, |_| true);
    let mut best = best_of(&sums)?;
    if let Some(heads) = sums.heads(&best.rows) {
        best.rows = heads;
    }
    Some(best)
}

fn best_of(sums: &Sums<'_, '_>) -> Option<Region> {
    let leaves = sums.leaves;
    let mut best: Option<Region> = None;
    for rows in groups(leaves) {
        let whole = Region { score: 0.0, cover: 0.0, is_trimmed: false, rows };
        let trimmed = (whole.rows.len() >= 3).then(|| sums.trimmed(&whole)).flatten();
        for mut region in trimmed.into_iter().chain([whole]) {
            let Some(traits) = sums.traits(&region) else { continue };
            (region.score, region.cover) = (traits.score(region.is_trimmed), traits.cover);
            if best.as_ref().is_none_or(|best| region.score > best.score) {
                best = Some(region);
            }
        }
    }
    best
}

/// The same as the one group of a set, each as large as it can be. If texts stand between most of them, they are parts
/// of the record before.
pub(super) fn as_rows(leaves: &Leaves<'_>, region: &Region) -> Option<Rows> {
    let nodes = lifted(leaves, &region.rows);
    let path = leaves.written_path(*nodes.first()?);
    let has_gap = |two: &&[Node]| leaves.before(leaves.end(two[0])) < leaves.before(two[1]);
    let n_gaps = nodes.windows(2).filter(has_gap).count();
    let are_siblings = nodes.iter().all(|&node| leaves.parent(node) == leaves.parent(nodes[0]));
    let page = Scope { page: 0, first: 0, end: leaves.n_nodes() };
    let run = are_siblings && 2 * n_gaps > nodes.len() - 1;
    let run = run.then(|| rows::rows(leaves, page, &nodes)).flatten();
    let row = |&node: &Node| Scope { page: 0, first: node, end: leaves.end(node) };
    let (run, rows) = match run {
        Some(rows) => (true, rows),
        None => (false, nodes.iter().map(row).collect()),
    };
    Some(Rows { row: path, run, groups: vec![Group { scope: 0, rows }] })
}

/// The largest elements around each of some nodes of one depth that hold no other of them.
fn lifted(leaves: &Leaves<'_>, nodes: &[Node]) -> Vec<Node> {
    let mut nodes = nodes.to_vec();
    loop {
        let parents: Vec<Node> = nodes.iter().map(|&node| leaves.parent(node)).collect();
        let is_shared = parents.windows(2).any(|two| two[0] == two[1]);
        if is_shared || parents.contains(&NO_NODE) {
            return nodes;
        }
        nodes = parents;
    }
}

/// The share of pages whose records must be of one path, for pages to be lists.
const MIN_PAGES: f64 = 0.6;
/// The share of a list page's characters that its records have at least.
const MIN_LISTED: f64 = 0.3;
/// The share of pages that a text is on at least, if it is of the template: menus are the same everywhere.
const MIN_RECURS: f64 = 0.6;

/// The records of several pages that are lists.
pub(super) struct Listed {
    pub(super) rows: Rows,
    /// The share of the pages' characters, on average.
    pub(super) cover: f64,
}

impl Listed {
    /// Whether other texts stand between records, on most pages.
    pub(super) fn is_scattered(&self, pages: &[Leaves<'_>]) -> bool {
        let has_gap = |group: &&Group| {
            let leaves = &pages[group.rows[0].page];
            let is_gap = |two: &[Scope]| leaves.before(two[0].end) < leaves.before(two[1].first);
            group.rows.windows(2).any(is_gap)
        };
        2 * self.rows.groups.iter().filter(has_gap).count() > self.rows.groups.len()
    }
}

/// The records of several pages that are lists: what looks most like results on each, if that is of one kind.
#[expect(clippy::cast_precision_loss, reason = "counts of pages and records")]
pub(super) fn of_lists(pages: &[Leaves<'_>]) -> Option<Listed> {
    let n_pages_of = n_pages_of_texts(pages);
    let is_data = |leaf: &Leaf<'_>| {
        let n = n_pages_of.get(&said(leaf)).copied().unwrap_or(0);
        n < 2 || (n as f64) < MIN_RECURS * pages.len() as f64
    };
    let found: Vec<Option<Region>> =
        pages.iter().map(|leaves| best_of(&Sums::new(leaves, is_data))).collect();
    let path = |page: usize| {
        let region: &Region = found[page].as_ref()?;
        Some(pages[page].path(*region.rows.first()?))
    };
    let mut n_pages: BTreeMap<Print, usize> = BTreeMap::new();
    for path in (0..pages.len()).filter_map(path) {
        *n_pages.entry(path).or_default() += 1;
    }
    let (&usual, &n) = n_pages.iter().max_by_key(|(_, n)| **n)?;
    if n < 2 || (n as f64) < MIN_PAGES * pages.len() as f64 {
        return None;
    }
    let of_usual = (0..pages.len()).filter(|page| path(*page) == Some(usual));
    let regions: Vec<(usize, &Region)> =
        of_usual.filter_map(|page| Some((page, found[page].as_ref()?))).collect();
    let cover = regions.iter().map(|(_, region)| region.cover).sum::<f64>() / n as f64;
    if cover < MIN_LISTED {
        return None;
    }
    let scope = |page: usize, &node: &Node| Scope { page, first: node, end: pages[page].end(node) };
    let group = |(page, region): &(usize, &Region)| {
        let rows = region.rows.iter().map(|row| scope(*page, row)).collect();
        Group { scope: *page, rows }
    };
    let row = pages[regions[0].0].written_path(*regions[0].1.rows.first()?);
    let rows = Rows { row, run: false, groups: regions.iter().map(group).collect() };
    Some(Listed { rows, cover })
}

/// On how many pages each text is.
fn n_pages_of_texts(pages: &[Leaves<'_>]) -> FxHashMap<Print, usize> {
    let mut n_pages: FxHashMap<Print, usize> = FxHashMap::default();
    for leaves in pages {
        let mut texts: Vec<Print> = leaves.all().iter().map(said).collect();
        texts.sort_unstable();
        texts.dedup();
        for text in texts {
            *n_pages.entry(text).or_default() += 1;
        }
    }
    n_pages
}

/// A text with its path.
fn said(leaf: &Leaf<'_>) -> Print {
    let mut print = leaf.path;
    print.put("\n");
    print.put(&leaf.text);
    print
}

/// Groups of elements of one kind that have texts, none in another.
fn groups(leaves: &Leaves<'_>) -> Vec<Vec<Node>> {
    let mut groups: BTreeMap<(u8, Node, Print), Vec<Node>> = BTreeMap::new();
    for node in (0..leaves.n_nodes()).filter(|&node| leaves.is_element(node)) {
        if leaves.before(node) == leaves.before(leaves.end(node)) {
            continue;
        }
        let (parent, path) = (leaves.parent(node), leaves.path(node));
        groups.entry((0, parent, path)).or_default().push(node);
        if !leaves.class(node).is_empty() {
            let mut named = path;
            named.put(".");
            named.put(leaves.class(node));
            groups.entry((1, parent, named)).or_default().push(node);
        }
        groups.entry((2, 0, path)).or_default().push(node);
    }
    let is_group = |(kind, nodes): (u8, &[Node])| {
        (2..=MAX_ROWS).contains(&nodes.len()) && (kind < 2 || is_spread(leaves, nodes))
    };
    let groups = groups.into_iter().filter(|((kind, ..), nodes)| is_group((*kind, nodes)));
    groups.map(|(_, nodes)| nodes).collect()
}

/// Whether nodes have several parents, one of them two of them.
fn is_spread(leaves: &Leaves<'_>, nodes: &[Node]) -> bool {
    let mut parents: Vec<Node> = nodes.iter().map(|&node| leaves.parent(node)).collect();
    parents.sort_unstable();
    let has_two = parents.windows(2).any(|two| two[0] == two[1]);
    parents.dedup();
    has_two && parents.len() >= 2
}

/// Sums over the texts of a page, so that those of a node are a difference.
struct Sums<'a, 'p> {
    leaves: &'a Leaves<'p>,
    /// Characters of the texts before each.
    chars: Vec<usize>,
    /// The same of those that are data.
    data_chars: Vec<usize>,
    /// The same of those in links.
    link_chars: Vec<usize>,
    /// Links before each node.
    links: Vec<usize>,
    /// The nearest elements around each text.
    places: Vec<Print>,
}

/// What tells results from the rest of a page.
#[derive(Debug)]
struct Traits {
    n: f64,
    /// The share of the page's characters.
    cover: f64,
    /// How much records have of what most of them have.
    regularity: f64,
    /// The share of records with a link.
    linked: f64,
    /// The share of records whose first text is at the place where that of most is.
    same_first: f64,
    /// Characters of a record on average.
    chars: f64,
    /// Texts of a record on average.
    texts: f64,
    /// How much the lengths of records differ, as a share of their mean.
    spread: f64,
    /// Whether records are no more than links.
    is_menu: bool,
}

impl Traits {
    fn score(&self, is_trimmed: bool) -> f64 {
        let few = if self.n <= 3.0 { 5.5 } else { 0.0 };
        let menu = if self.is_menu { 2.0 } else { 0.0 };
        let trimmed = if is_trimmed { 0.5 } else { 0.0 };
        2.0 * self.n.ln()
            + (self.cover + 0.001).ln()
            + 2.0 * self.regularity
            + 8.5 * self.linked
            + 8.5 * self.same_first
            + 1.5 * (self.chars + 1.0).min(80.0).ln()
            + self.texts.clamp(1.0, 5.0).ln()
            - 3.0 * self.spread.min(3.0)
            - few
            - menu
            - trimmed
    }
}

impl<'a, 'p> Sums<'a, 'p> {
    fn new(leaves: &'a Leaves<'p>, is_data: impl Fn(&Leaf<'p>) -> bool) -> Self {
        let is_link = |node: Node| leaves.is_element(node) && leaves.tag(node) == "a";
        let (mut chars, mut data_chars, mut link_chars) = (vec![0], vec![0], vec![0]);
        let (mut n_chars, mut n_data_chars, mut n_link_chars) = (0, 0, 0);
        for leaf in leaves.all() {
            let n = leaf.text.chars().count();
            n_chars += n;
            n_data_chars += if is_data(leaf) { n } else { 0 };
            n_link_chars += if leaves.around(leaf.node).any(is_link) { n } else { 0 };
            chars.push(n_chars);
            data_chars.push(n_data_chars);
            link_chars.push(n_link_chars);
        }
        let mut links = vec![0];
        let mut n_links = 0;
        for node in 0..leaves.n_nodes() {
            let is_target =
                is_link(node) && leaves.page().tree().attribute(leaves.id(node), "href").is_some();
            n_links += usize::from(is_target);
            links.push(n_links);
        }
        let place = |leaf: &Leaf<'_>| {
            let mut place = Print::default();
            for node in leaves.around(leaf.node).take(N_AROUND) {
                place.put("<");
                place.put(leaves.tag(node));
            }
            place
        };
        let places = leaves.all().iter().map(place).collect();
        Self { leaves, chars, data_chars, link_chars, links, places }
    }

    fn texts(&self, node: Node) -> std::ops::Range<usize> {
        self.leaves.before(node)..self.leaves.before(self.leaves.end(node))
    }

    fn n_chars(&self, node: Node) -> usize {
        let texts = self.texts(node);
        self.chars[texts.end] - self.chars[texts.start]
    }

    fn n_data_chars(&self, node: Node) -> usize {
        let texts = self.texts(node);
        self.data_chars[texts.end] - self.data_chars[texts.start]
    }

    fn has_link(&self, node: Node) -> bool {
        self.links[self.leaves.end(node) as usize] > self.links[node as usize]
    }

    /// The places of the texts of each record.
    fn places(&self, rows: &[Node]) -> Vec<Vec<Print>> {
        rows.iter().map(|&row| sorted(self.places[self.texts(row)].to_vec())).collect()
    }

    /// The records but those that are built otherwise, have no link where most have, or are very short.
    fn trimmed(&self, region: &Region) -> Option<Region> {
        let places = self.places(&region.rows);
        let common = frequent(&places);
        let mut lengths: Vec<usize> = region.rows.iter().map(|&row| self.n_chars(row)).collect();
        lengths.sort_unstable();
        let median = lengths[lengths.len() / 2];
        let n_linked = region.rows.iter().filter(|row| self.has_link(**row)).count();
        let wants_link = 10 * n_linked >= 7 * region.rows.len();
        let is_kept = |(row, places): &(&Node, &Vec<Print>)| {
            2 * n_common(&common, places) >= common.len()
                && (!wants_link || self.has_link(**row))
                && 100 * self.n_chars(**row) >= 15 * median
        };
        let kept = region.rows.iter().zip(&places).filter(is_kept).map(|(row, _)| *row);
        let rows: Vec<Node> = kept.collect();
        let is_less = (2..region.rows.len()).contains(&rows.len());
        is_less.then_some(Region { rows, score: 0.0, cover: 0.0, is_trimmed: true })
    }

    /// The first rows of records that have several, which take turns; none if records are one row each.
    fn heads(&self, rows: &[Node]) -> Option<Vec<Node>> {
        let places = self.places(rows);
        let are_alike = |a: usize, b: usize| likeness(&places[a], &places[b]) >= ALIKE;
        let first = |turn: usize| {
            let takes_turns = |at: &usize| {
                are_alike(*at, at + turn) && (1..turn).all(|next| !are_alike(*at, at + next))
            };
            (0..rows.len().checked_sub(turn)?).find(takes_turns).map(|at| (turn, at))
        };
        let (turn, first) = (2..=MAX_TURN).find_map(first)?;
        let heads: Vec<usize> = (first..rows.len()).filter(|at| are_alike(first, *at)).collect();
        let n_turns = heads.windows(2).filter(|two| two[1] - two[0] == turn).count();
        let take_turns = heads.len() >= MIN_HEADS && 10 * n_turns >= 9 * (heads.len() - 1);
        take_turns.then(|| heads.iter().map(|&at| rows[at]).collect())
    }

    /// None if records are too little of the page.
    #[expect(clippy::cast_precision_loss, reason = "counts of records and characters")]
    fn traits(&self, region: &Region) -> Option<Traits> {
        let rows = &region.rows;
        let n = rows.len() as f64;
        let lengths: Vec<f64> = rows.iter().map(|&row| self.n_chars(row) as f64).collect();
        let sum: f64 = lengths.iter().sum();
        let data: f64 = rows.iter().map(|&row| self.n_data_chars(row) as f64).sum();
        let cover = data / (*self.data_chars.last()? as f64).max(1.0);
        if cover < MIN_COVER || data < MIN_DATA * sum {
            return None;
        }
        let mean = sum / n;
        let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / n;
        let mut firsts: BTreeMap<Print, usize> = BTreeMap::new();
        for &row in rows {
            *firsts.entry(self.places[self.texts(row).start]).or_default() += 1;
        }
        let link_chars = |&row: &Node| {
            let texts = self.texts(row);
            (self.link_chars[texts.end] - self.link_chars[texts.start]) as f64
        };
        Some(Traits {
            n,
            cover,
            regularity: regularity(&self.places(rows)),
            linked: rows.iter().filter(|row| self.has_link(**row)).count() as f64 / n,
            same_first: firsts.values().copied().max().unwrap_or(0) as f64 / n,
            chars: mean,
            texts: rows.iter().map(|&row| self.texts(row).len()).sum::<usize>() as f64 / n,
            spread: variance.sqrt() / mean.max(1.0),
            is_menu: rows.iter().map(link_chars).sum::<f64>() > 0.9 * sum && mean < 40.0,
        })
    }
}
