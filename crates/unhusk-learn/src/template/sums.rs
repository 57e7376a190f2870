//! Sums over the texts of a page, and the rows of records that several groups of elements have.

use super::corpus::NodeScope;
use super::likeness::{frequent, likeness, n_common, sorted};
use super::purpose::Purpose;
use super::regions::ScoredRegion;
use super::topic::PageTopic;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::{LeafNode, Leaves, TextLeaf};

/// Most rows of one record.
const MAX_TURN: usize = 4;
/// How much rows have in common that are the same of their records.
const ALIKE: f64 = 0.6;
/// Records of several rows at least.
const MIN_HEADS: usize = 3;
/// Elements around a text that tell its place in a record.
const N_AROUND: usize = 3;
/// Elements of forms.
const CONTROLS: [&str; 6] = ["input", "select", "option", "button", "textarea", "label"];

/// Sums over the texts of a page, so that those of a node are a difference.
#[derive(Clone)]
pub(super) struct Sums<'a, 'p> {
    pub(super) leaves: &'a Leaves<'p>,
    /// Characters of the texts before each.
    pub(super) chars: Vec<usize>,
    /// Characters of the data texts before each.
    pub(super) data_chars: Vec<usize>,
    /// Characters of the linked texts before each.
    pub(super) link_chars: Vec<usize>,
    /// Characters of the texts before each that are about the page's topic.
    pub(super) topic_chars: Vec<usize>,
    /// Links before each node.
    links: Vec<usize>,
    /// Controls of forms before each node.
    controls: Vec<usize>,
    /// Images before each node.
    images: Vec<usize>,
    /// The nearest elements around each text.
    pub(super) places: Vec<TextHash>,
    /// What each text says.
    pub(super) said: Vec<TextHash>,
    /// What each node is for.
    pub(super) purposes: Vec<Purpose>,
}

impl<'a, 'p> Sums<'a, 'p> {
    /// The sums of a page of which all is data.
    pub(super) fn new(leaves: &'a Leaves<'p>) -> Self {
        let tree = leaves.page().tree();
        let is_link = |node: LeafNode| leaves.is_element(node) && leaves.tag(node) == "a";
        let topic = PageTopic::of(leaves);
        let chars = chars_before(leaves, |_| true);
        let place = |leaf: &TextLeaf<'_>| {
            let mut place = TextHash::default();
            for node in leaves.around(leaf.node).take(N_AROUND) {
                place.write("<");
                place.write(leaves.tag(node));
            }
            place
        };
        let is_target =
            |node: LeafNode| is_link(node) && tree.attribute(leaves.id(node), "href").is_some();
        let is_one_of = |node: LeafNode, tags: &[&str]| {
            leaves.is_element(node) && tags.contains(&leaves.tag(node))
        };
        Self {
            leaves,
            data_chars: chars.clone(),
            chars,
            link_chars: chars_before(leaves, |leaf| leaves.around(leaf.node).any(is_link)),
            topic_chars: chars_before(leaves, |leaf| topic.is_of(&leaf.text)),
            links: nodes_before(leaves, is_target),
            controls: nodes_before(leaves, |node| is_one_of(node, &CONTROLS)),
            images: nodes_before(leaves, |node| is_one_of(node, &["img"])),
            places: leaves.all().iter().map(place).collect(),
            said: leaves.all().iter().map(|leaf| TextHash::of_text(&leaf.text)).collect(),
            purposes: (0..leaves.n_nodes()).map(|node| Purpose::of(leaves, node)).collect(),
        }
    }

    /// The sums of a page of which some is data.
    pub(super) fn of_data(&self, is_data: impl Fn(&TextLeaf<'p>) -> bool) -> Self {
        Self { data_chars: chars_before(self.leaves, is_data), ..self.clone() }
    }

    pub(super) fn texts(&self, node: LeafNode) -> std::ops::Range<usize> {
        self.leaves.before(node)..self.leaves.before(self.leaves.end(node))
    }

    pub(super) fn n_chars(&self, node: LeafNode) -> usize {
        let texts = self.texts(node);
        self.chars[texts.end] - self.chars[texts.start]
    }

    pub(super) fn n_data_chars(&self, node: LeafNode) -> usize {
        let texts = self.texts(node);
        self.data_chars[texts.end] - self.data_chars[texts.start]
    }

    pub(super) fn has_link(&self, node: LeafNode) -> bool {
        self.has(&self.links, node)
    }

    pub(super) fn has_control(&self, node: LeafNode) -> bool {
        self.has(&self.controls, node)
    }

    pub(super) fn has_image(&self, node: LeafNode) -> bool {
        self.has(&self.images, node)
    }

    fn has(&self, before: &[usize], node: LeafNode) -> bool {
        before[self.leaves.end(node) as usize] > before[node as usize]
    }

    /// The places of the texts of each record.
    pub(super) fn places(&self, rows: &[LeafNode]) -> Vec<Vec<TextHash>> {
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

    /// The terms that records begin with, if their rows are the descriptions of them: a `<dd>` belongs to the `<dt>` before.
    pub(super) fn terms(&self, rows: &[LeafNode]) -> Option<Vec<LeafNode>> {
        let leaves = self.leaves;
        let parent = leaves.parent(*rows.first()?);
        if leaves.tag(rows[0]) != "dd" || rows.iter().any(|&row| leaves.parent(row) != parent) {
            return None;
        }
        let mut terms: Vec<LeafNode> = Vec::with_capacity(rows.len());
        let mut rows = rows.iter().peekable();
        let (mut term, mut node) = (None, parent + 1);
        while node < leaves.end(parent) {
            if rows.next_if_eq(&&node).is_some() {
                terms.push(term?);
            } else if leaves.is_element(node) && leaves.tag(node) == "dt" {
                term = Some(node);
            }
            node = leaves.end(node);
        }
        let n_rows = terms.len();
        terms.dedup();
        (terms.len() == n_rows).then_some(terms)
    }
}

/// The characters of the texts before each that count, and of all.
fn chars_before<'p>(leaves: &Leaves<'p>, counts: impl Fn(&TextLeaf<'p>) -> bool) -> Vec<usize> {
    let mut sum = 0;
    let mut sums = vec![0];
    sums.extend(leaves.all().iter().map(|leaf| {
        sum += if counts(leaf) { leaf.text.chars().count() } else { 0 };
        sum
    }));
    sums
}

/// How many nodes before each are of a kind, and of all.
fn nodes_before(leaves: &Leaves<'_>, is_one: impl Fn(LeafNode) -> bool) -> Vec<usize> {
    let mut n = 0;
    let mut before = vec![0];
    before.extend((0..leaves.n_nodes()).map(|node| {
        n += usize::from(is_one(node));
        n
    }));
    before
}
