//! What tells results from the rest of a page, and how much speaks for a group of elements.

use super::corpus::NodeScope;
use super::likeness::{frequent, likeness, n_common, regularity, sorted};
use super::regions::ScoredRegion;
use std::collections::BTreeMap;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, TextLeaf};

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
/// Records from which on more of them speak no more for a group.
const MAX_COUNTED: f64 = 400.0;
/// Elements around a text that tell its place in a record.
const N_AROUND: usize = 3;

/// Sums over the texts of a page, so that those of a node are a difference.
pub(super) struct Sums<'a, 'p> {
    pub(super) leaves: &'a Leaves<'p>,
    /// Characters of the texts before each.
    chars: Vec<usize>,
    /// Characters of the data texts before each.
    data_chars: Vec<usize>,
    /// Characters of the linked texts before each.
    link_chars: Vec<usize>,
    /// Links before each node.
    links: Vec<usize>,
    /// The nearest elements around each text.
    places: Vec<TextHash>,
}

/// What tells results from the rest of a page.
#[derive(Debug)]
pub(super) struct RegionTraits {
    n: f64,
    /// The share of the page's characters.
    pub(super) cover: f64,
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
    /// Characters of the longest text of a record, on average.
    longest: f64,
    /// The share of the page's characters that are in no link.
    unlinked: f64,
    /// Whether records are no more than links.
    is_menu: bool,
}

impl RegionTraits {
    pub(super) fn score(&self, is_trimmed: bool) -> f64 {
        let few = if self.n <= 3.0 { 5.5 } else { 0.0 };
        let menu = if self.is_menu { 2.0 } else { 0.0 };
        let trimmed = if is_trimmed { 0.5 } else { 0.0 };
        2.0 * self.n.min(MAX_COUNTED).ln()
            + 1.2 * (self.cover + 0.001).ln()
            + 2.0 * self.regularity
            + 8.5 * self.linked
            + 8.5 * self.same_first
            + 1.5 * (self.chars + 1.0).min(80.0).ln()
            + self.texts.clamp(1.0, 5.0).ln()
            + 0.5 * (self.longest + 1.0).min(60.0).ln()
            + 0.3 * (self.unlinked + 0.01).ln()
            - 3.0 * self.spread.min(3.0)
            - few
            - menu
            - trimmed
    }
}

impl<'a, 'p> Sums<'a, 'p> {
    pub(super) fn new(leaves: &'a Leaves<'p>, is_data: impl Fn(&TextLeaf<'p>) -> bool) -> Self {
        let is_link = |node: LeafNode| leaves.is_element(node) && leaves.tag(node) == "a";
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
        let place = |leaf: &TextLeaf<'_>| {
            let mut place = TextHash::default();
            for node in leaves.around(leaf.node).take(N_AROUND) {
                place.write("<");
                place.write(leaves.tag(node));
            }
            place
        };
        let places = leaves.all().iter().map(place).collect();
        Self { leaves, chars, data_chars, link_chars, links, places }
    }

    fn texts(&self, node: LeafNode) -> std::ops::Range<usize> {
        self.leaves.before(node)..self.leaves.before(self.leaves.end(node))
    }

    fn n_chars(&self, node: LeafNode) -> usize {
        let texts = self.texts(node);
        self.chars[texts.end] - self.chars[texts.start]
    }

    fn n_data_chars(&self, node: LeafNode) -> usize {
        let texts = self.texts(node);
        self.data_chars[texts.end] - self.data_chars[texts.start]
    }

    fn has_link(&self, node: LeafNode) -> bool {
        self.links[self.leaves.end(node) as usize] > self.links[node as usize]
    }

    /// The places of the texts of each record.
    fn places(&self, rows: &[LeafNode]) -> Vec<Vec<TextHash>> {
        rows.iter().map(|&row| sorted(self.places[self.texts(row)].to_vec())).collect()
    }

    /// The share of the page's characters that is data.
    #[expect(clippy::cast_precision_loss, reason = "counts of characters")]
    pub(super) fn share_that_is_data(&self) -> f64 {
        let last = |sums: &[usize]| sums.last().copied().unwrap_or(0);
        last(&self.data_chars) as f64 / last(&self.chars).max(1) as f64
    }

    /// The share of the page's data that stands in some scopes.
    #[expect(clippy::cast_precision_loss, reason = "counts of characters")]
    pub(super) fn share_of_data(&self, rows: &[NodeScope]) -> f64 {
        let before = |node: LeafNode| self.data_chars[self.leaves.before(node)];
        let data: usize = rows.iter().map(|row| before(row.end) - before(row.first)).sum();
        data as f64 / self.data_chars.last().map_or(1.0, |all| (*all as f64).max(1.0))
    }

    /// The records but those that are built otherwise, have no link where most have, or are very short.
    pub(super) fn trimmed(&self, region: &ScoredRegion) -> Option<ScoredRegion> {
        let places = self.places(&region.rows);
        let common = frequent(&places);
        let mut lengths: Vec<usize> = region.rows.iter().map(|&row| self.n_chars(row)).collect();
        lengths.sort_unstable();
        let median = lengths[lengths.len() / 2];
        let n_linked = region.rows.iter().filter(|row| self.has_link(**row)).count();
        let wants_link = 10 * n_linked >= 7 * region.rows.len();
        let is_kept = |(row, places): &(&LeafNode, &Vec<TextHash>)| {
            2 * n_common(&common, places) >= common.len()
                && (!wants_link || self.has_link(**row))
                && 100 * self.n_chars(**row) >= 15 * median
        };
        let kept = region.rows.iter().zip(&places).filter(is_kept).map(|(row, _)| *row);
        let rows: Vec<LeafNode> = kept.collect();
        let is_less = (2..region.rows.len()).contains(&rows.len());
        is_less.then_some(ScoredRegion { rows, score: 0.0, cover: 0.0, is_trimmed: true })
    }

    /// The first rows of records that have several, which take turns; none if records are one row each.
    pub(super) fn heads(&self, rows: &[LeafNode]) -> Option<Vec<LeafNode>> {
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
    pub(super) fn traits(&self, region: &ScoredRegion) -> Option<RegionTraits> {
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
        let mut firsts: BTreeMap<TextHash, usize> = BTreeMap::new();
        for &row in rows {
            *firsts.entry(self.places[self.texts(row).start]).or_default() += 1;
        }
        let n_linked = |&row: &LeafNode| {
            let texts = self.texts(row);
            (self.link_chars[texts.end] - self.link_chars[texts.start]) as f64
        };
        let linked_chars = rows.iter().map(n_linked).sum::<f64>();
        let n_unlinked = (self.chars.last()? - self.link_chars.last()?) as f64;
        let longest = |&row: &LeafNode| {
            let lengths = self.chars[self.texts(row).start..=self.texts(row).end].windows(2);
            lengths.map(|two| two[1] - two[0]).max().unwrap_or(0) as f64
        };
        Some(RegionTraits {
            n,
            cover,
            regularity: regularity(&self.places(rows)),
            linked: rows.iter().filter(|row| self.has_link(**row)).count() as f64 / n,
            same_first: firsts.values().copied().max().unwrap_or(0) as f64 / n,
            chars: mean,
            texts: rows.iter().map(|&row| self.texts(row).len()).sum::<usize>() as f64 / n,
            spread: variance.sqrt() / mean.max(1.0),
            longest: rows.iter().map(longest).sum::<f64>() / n,
            unlinked: (sum - linked_chars) / n_unlinked.max(1.0),
            is_menu: linked_chars > 0.9 * sum && mean < 40.0,
        })
    }
}
