//! What tells results from the rest of a page, and how much speaks for a group of elements.

use super::likeness::{regularity, sorted};
use super::purpose::Purpose;
use super::regions::ScoredRegion;
use super::sums::Sums;
use std::collections::BTreeMap;
use unhusk_wrapper::site::internal::TextHash;
use unhusk_wrapper::template::internal::leaves::LeafNode;

/// The share of the page's characters that records have at least.
const MIN_COVER: f64 = 0.02;
/// The share of the records' characters that are data at least.
const MIN_DATA: f64 = 0.1;
/// Records from which on more of them speak no more for a group.
const MAX_COUNTED: f64 = 400.0;
/// Elements whose names may say that records are results: the record, and those around all of them.
const N_NAMED: usize = 4;

/// What tells results from the rest of a page.
#[expect(
    clippy::struct_excessive_bools,
    reason = "any of them may hold: each is evidence of its own"
)]
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
    /// 1 in the middle of the page's characters, 0 at its beginning and end.
    centred: f64,
    /// The share of the records' characters that are about the page's topic.
    on_topic: f64,
    /// Whether a landmark of navigation holds all of them.
    is_beside: bool,
    /// Whether records are no more than links.
    is_menu: bool,
    /// Whether an element around all of them is named after navigation.
    is_named_menu: bool,
    /// Whether records, or an element close around them, are named after results.
    is_named_result: bool,
    /// Whether an element around all of them is named after what stands beside results.
    is_named_beside: bool,
    /// Whether an element of navigation is around all of them.
    is_in_navigation: bool,
    /// The share of records that say something else than all before.
    variety: f64,
    /// The share of records with a control of a form.
    controls: f64,
    /// The share of records with an image.
    pictured: f64,
    /// The share of records that are one text.
    single: f64,
    /// The share of the characters of the element around all of them.
    purity: f64,
}

impl RegionTraits {
    /// How much speaks for a group of elements.
    ///
    /// The weights of how records are built were chosen on all list pages at hand, those of where they stand and of what
    /// they are about on one half of the sites. Those of purpose and variety were set by hand by what the words mean: a
    /// regression on that half, drawn towards them, moved none by more than 0.4 where it generalized.
    pub(super) fn score(&self, is_trimmed: bool) -> f64 {
        let flag = |is: bool| f64::from(u8::from(is));
        let is_named_result = self.is_named_result && !self.is_named_beside;
        2.0 * self.n.min(MAX_COUNTED).ln()
            + 1.2 * (self.cover + 0.001).ln()
            + 2.0 * self.regularity
            + 8.5 * self.linked
            + 8.5 * self.same_first
            + 1.5 * (self.chars + 1.0).min(80.0).ln()
            + self.texts.clamp(1.0, 5.0).ln()
            + 0.5 * (self.longest + 1.0).min(60.0).ln()
            + 0.3 * (self.unlinked + 0.01).ln()
            + 5.0 * self.centred
            + 3.0 * self.on_topic
            + 5.0 * self.variety
            + 0.5 * self.pictured
            + 0.5 * self.purity
            + 1.5 * flag(is_named_result)
            - 3.0 * self.spread.min(3.0)
            - 0.5 * self.controls
            - 0.5 * self.single
            - 5.5 * flag(self.n <= 3.0)
            - 2.0 * flag(self.is_menu)
            - 0.5 * flag(is_trimmed)
            - 4.0 * flag(self.is_beside)
            - 1.5 * flag(self.is_named_menu)
            - 2.5 * flag(self.is_named_beside)
            - 8.0 * flag(self.is_in_navigation)
    }
}

impl Sums<'_, '_> {
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
        // Two texts are no list.
        let is_text = |row: &LeafNode| self.texts(*row).len() == 1 && !self.has_link(*row);
        if rows.len() == 2 && rows.iter().all(is_text) {
            return None;
        }
        let mean = sum / n;
        let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / n;
        let mut firsts: BTreeMap<TextHash, usize> = BTreeMap::new();
        for &row in rows {
            *firsts.entry(self.places[self.texts(row).start]).or_default() += 1;
        }
        let n_in = |sums: &[usize]| {
            let n_of_row =
                |&row: &LeafNode| sums[self.texts(row).end] - sums[self.texts(row).start];
            rows.iter().map(n_of_row).sum::<usize>() as f64
        };
        let linked_chars = n_in(&self.link_chars);
        let n_unlinked = (self.chars.last()? - self.link_chars.last()?) as f64;
        let longest = |&row: &LeafNode| {
            let lengths = self.chars[self.texts(row).start..=self.texts(row).end].windows(2);
            lengths.map(|two| two[1] - two[0]).max().unwrap_or(0) as f64
        };
        let around = || self.around_all(rows).map(|node| self.purposes[node as usize]);
        Some(RegionTraits {
            n,
            cover,
            regularity: regularity(&self.places(rows)),
            linked: share(rows, |row| self.has_link(row)),
            same_first: firsts.values().copied().max().unwrap_or(0) as f64 / n,
            chars: mean,
            texts: rows.iter().map(|&row| self.texts(row).len()).sum::<usize>() as f64 / n,
            spread: variance.sqrt() / mean.max(1.0),
            longest: rows.iter().map(longest).sum::<f64>() / n,
            unlinked: (sum - linked_chars) / n_unlinked.max(1.0),
            centred: self.centred(rows),
            on_topic: n_in(&self.topic_chars) / sum.max(1.0),
            is_beside: around().any(|purpose| purpose.is_landmark),
            is_menu: linked_chars > 0.9 * sum && mean < 40.0,
            is_named_menu: self.is_for(rows, usize::MAX, |purpose| purpose.is_named_menu),
            is_named_result: self.is_for(rows, N_NAMED, |purpose| purpose.is_named_result),
            is_named_beside: self.is_for(rows, usize::MAX, |purpose| purpose.is_named_beside),
            is_in_navigation: around().any(|purpose| purpose.is_navigation),
            variety: self.variety(rows),
            controls: share(rows, |row| self.has_control(row)),
            pictured: share(rows, |row| self.has_image(row)),
            single: share(rows, |row| self.texts(row).len() == 1),
            purity: sum / self.n_chars_around(rows) as f64,
        })
    }

    /// The share of records that say something else than all others.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn variety(&self, rows: &[LeafNode]) -> f64 {
        let said = rows.iter().map(|&row| &self.said[self.texts(row)]).collect();
        sorted::<&[TextHash]>(said).len() as f64 / rows.len().max(1) as f64
    }

    /// The elements around all of some records, the innermost first.
    fn around_all(&self, rows: &[LeafNode]) -> impl Iterator<Item = LeafNode> {
        let (first, last) = (rows.first().copied().unwrap_or(0), rows.last().copied().unwrap_or(0));
        self.leaves.around(first).filter(move |node| last < self.leaves.end(*node))
    }

    /// The characters of the innermost element around all of some records.
    fn n_chars_around(&self, rows: &[LeafNode]) -> usize {
        self.around_all(rows).next().map_or(1, |node| self.n_chars(node).max(1))
    }

    /// Whether the first record or one of the innermost elements around all of them has a purpose. Elements that hold
    /// most of the page do not count: they are named after all that is in them.
    fn is_for(&self, rows: &[LeafNode], most: usize, is_it: impl Fn(Purpose) -> bool) -> bool {
        let n_chars = self.chars.last().copied().unwrap_or(0);
        let mut around = rows.first().copied().into_iter().chain(self.around_all(rows)).take(most);
        around.any(|node| 2 * self.n_chars(node) < n_chars && is_it(self.purposes[node as usize]))
    }

    /// How near the middle of some records is to that of the page: 1 there, 0 at the beginning and the end.
    #[expect(clippy::cast_precision_loss, reason = "counts of characters")]
    fn centred(&self, rows: &[LeafNode]) -> f64 {
        let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { return 0.0 };
        let n_chars = self.chars.last().map_or(1.0, |all| (*all as f64).max(1.0));
        let middle = self.chars[self.texts(first).start] + self.chars[self.texts(last).end];
        1.0 - (middle as f64 / n_chars - 1.0).abs()
    }
}

/// The share of records of a kind.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
fn share(rows: &[LeafNode], is_one: impl Fn(LeafNode) -> bool) -> f64 {
    rows.iter().filter(|row| is_one(**row)).count() as f64 / rows.len().max(1) as f64
}
