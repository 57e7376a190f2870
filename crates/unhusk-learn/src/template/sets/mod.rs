//! Records that follow each other on a page or in a record: which siblings are sets.
//!
//! Siblings of one name are a set if they are built alike, if their number differs from page to page, and if the
//! template does not tell them apart. The rows of a table of properties are built alike, too, but each has a caption
//! that recurs on other pages and not in other rows: they are columns.

mod groups;
mod told_apart;

use super::corpus::{Frequencies, LeafCorpus, NodeScope, TextCode, TextKey};
use super::rows::{self, SiblingElements, keep_like_most, regularity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::site::internal::{ClueWriter, TextHash};
use unhusk_wrapper::template::internal::leaves::LeafNode;

/// Records of one kind.
#[derive(Debug, Clone)]
pub(super) struct RecordSet {
    /// The names down to the element that is a record, or begins one.
    pub(super) row: String,
    /// Whether records reach to the next one.
    pub(super) run: bool,
    pub(super) groups: Vec<RecordGroup>,
}

/// Records that follow each other.
#[derive(Debug, Clone)]
pub(super) struct RecordGroup {
    /// Position of the scope.
    pub(super) scope: usize,
    pub(super) rows: Vec<NodeScope>,
}

/// How regular records that follow each other are at least.
const REGULAR: f64 = 0.7;
/// How regular all records of one kind are at least.
const REGULAR_ALL: f64 = 0.6;
/// The share of scopes in which a text recurs that tells rows apart.
const RECURS: f64 = 0.4;
/// Scopes in all of which it must recur: on few pages texts recur by chance.
const FEW: usize = 4;
/// The share of rows in which a text stands at most that tells them apart.
const RARE: f64 = 0.34;
/// The share of rows that are told apart at most.
const MAX_KEYED: f64 = 0.4;
/// [`MAX_KEYED`] for what looks like the records of lists: their categories recur, too.
const MAX_KEYED_LISTED: f64 = 0.8;
/// The share of scopes with one and the same number of rows from which on that number is fixed.
const FIXED: f64 = 0.9;
/// Rows of a fixed number that may be records.
const MIN_FIXED: usize = 4;

/// Elements that are never records of a set: cells are columns.
const NEVER: [&str; 5] = ["td", "th", "html", "body", "tbody"];

/// The sets of some scopes, the outermost. What looks like the records of lists is a set, too, if it is found no other way.
pub(super) fn find(
    corpus: &LeafCorpus<'_, '_>,
    scopes: &[NodeScope],
    frequencies: &Frequencies,
    listed: Option<RecordSet>,
) -> Vec<RecordSet> {
    let finder = Finder { corpus, scopes, frequencies };
    let mut candidates: Vec<(u16, bool, usize, RecordSet)> = Vec::new();
    for (key, siblings) in finder.siblings() {
        if let Some(rows) = finder.judge(siblings) {
            let n_rows = rows.groups.iter().map(|group| group.rows.len()).sum();
            candidates.push((key.depth, key.by_class, n_rows, rows));
        }
    }
    sort::by_key(&mut candidates, |(depth, by_class, n_rows, _)| {
        (*depth, *by_class, std::cmp::Reverse(*n_rows))
    });
    let candidates: Vec<RecordSet> = candidates.into_iter().map(|(.., rows)| rows).collect();
    let listed = listed.filter(|listed| {
        let n_scopes = listed.groups.len();
        let keyed = |group: &RecordGroup| finder.keyed(scopes[group.scope], &group.rows, n_scopes);
        are_listed(listed, |group| keyed(group) <= MAX_KEYED_LISTED)
            && !candidates.iter().any(|rows| rows.have_nearly_all_of(listed))
    });
    let listed = listed.map(|listed| finder.apart(listed));
    let mut taken: Vec<BTreeMap<LeafNode, LeafNode>> = vec![BTreeMap::new(); scopes.len()];
    let mut chosen = Vec::new();
    for mut rows in listed.into_iter().chain(candidates) {
        rows.groups.retain(|group| is_free(&taken[group.scope], &group.rows));
        for group in &rows.groups {
            taken[group.scope].extend(group.rows.iter().map(|row| (row.first, row.end)));
        }
        if !rows.groups.is_empty() {
            chosen.push(rows);
        }
    }
    chosen
}

/// Whether what looks like the records of lists is that beyond doubt: on most pages the template does not tell them
/// apart.
pub(super) fn are_surely_listed(corpus: &LeafCorpus<'_, '_>, listed: &RecordSet) -> bool {
    let scopes = corpus.whole();
    let frequencies = corpus.frequencies(&scopes);
    let finder = Finder { corpus, scopes: &scopes, frequencies: &frequencies };
    let n_scopes = listed.groups.len();
    are_listed(listed, |group| {
        finder.share_told_apart(group.scope, &group.rows, n_scopes) <= MAX_KEYED
    })
}

/// Whether what looks like records is single texts that other texts stand between: the paragraphs or the marked words
/// of a free text, not a list.
pub(super) fn are_pieces_of_text(corpus: &LeafCorpus<'_, '_>, listed: &RecordSet) -> bool {
    let are_pieces = |group: &&RecordGroup| {
        let [first, .., last] = &group.rows[..] else { return false };
        let leaves = &corpus.pages[first.page];
        let n_texts = |from, to| leaves.before(to) - leaves.before(from);
        let are_texts = group.rows.iter().all(|row| n_texts(row.first, row.end) == 1);
        are_texts && 2 * group.rows.len() < n_texts(first.first, last.end)
    };
    2 * listed.groups.iter().filter(are_pieces).count() > listed.groups.len()
}

impl RecordSet {
    /// Whether nearly all of other records are among these.
    fn have_nearly_all_of(&self, others: &Self) -> bool {
        let place = |row: &NodeScope| (row.page, row.first);
        let mine: BTreeSet<_> =
            self.groups.iter().flat_map(|group| &group.rows).map(place).collect();
        let mut n_others = 0;
        let mut n_shared = 0;
        for row in others.groups.iter().flat_map(|group| &group.rows) {
            n_others += 1;
            n_shared += usize::from(mine.contains(&place(row)));
        }
        10 * n_shared >= 9 * n_others
    }
}

/// Whether records overlap with none that were taken, by their beginnings and ends.
fn is_free(taken: &BTreeMap<LeafNode, LeafNode>, rows: &[NodeScope]) -> bool {
    rows.iter()
        .all(|row| taken.range(..row.end).next_back().is_none_or(|last| *last.1 <= row.first))
}

/// What siblings on different pages have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SiblingKey {
    depth: u16,
    by_class: bool,
    path: TextHash,
}

struct Finder<'a, 'b, 'p> {
    corpus: &'a LeafCorpus<'b, 'p>,
    scopes: &'a [NodeScope],
    frequencies: &'a Frequencies,
}

impl Finder<'_, '_, '_> {
    /// Elements of one path, or path and class, by their parents.
    fn siblings(&self) -> BTreeMap<SiblingKey, Vec<SiblingElements>> {
        let mut all: BTreeMap<SiblingKey, BTreeMap<(usize, LeafNode), Vec<LeafNode>>> =
            BTreeMap::new();
        for (at, scope) in self.scopes.iter().enumerate() {
            let leaves = &self.corpus.pages[scope.page];
            let is_whole = |node: LeafNode| node == scope.first && leaves.end(node) == scope.end;
            for node in (scope.first..scope.end).filter(|&node| leaves.is_element(node)) {
                let has_texts = leaves.before(node) < leaves.before(leaves.end(node));
                let is_outside = leaves.end(node) > scope.end || is_whole(node);
                if !has_texts || is_outside || NEVER.contains(&leaves.tag(node)) {
                    continue;
                }
                let (depth, mut path) = (leaves.depth(node), leaves.path(node));
                let parent = (at, leaves.parent(node));
                let key = SiblingKey { depth, by_class: false, path };
                all.entry(key).or_default().entry(parent).or_default().push(node);
                let class = leaves.class(node);
                if !class.is_empty() {
                    path.write(".");
                    path.write(class);
                    let key = SiblingKey { depth, by_class: true, path };
                    all.entry(key).or_default().entry(parent).or_default().push(node);
                }
            }
        }
        let several = |groups: BTreeMap<(usize, LeafNode), Vec<LeafNode>>| -> Vec<SiblingElements> {
            let groups = groups.into_iter();
            groups.map(|((scope, _), nodes)| SiblingElements { scope, nodes }).collect()
        };
        all.into_iter().map(|(key, groups)| (key, several(groups))).collect()
    }

    /// The records that siblings are, if they are.
    fn judge(&self, mut all: Vec<SiblingElements>) -> Option<RecordSet> {
        if all.iter().all(|siblings| siblings.nodes.len() < 2) {
            return None;
        }
        keep_like_most(self.corpus, self.scopes, &mut all);
        let n_several = all.iter().filter(|siblings| siblings.nodes.len() >= 2).count();
        let most = all.iter().map(|siblings| siblings.nodes.len()).max()?;
        if most < 2 || (most < 3 && 2 * n_several < all.len()) {
            return None;
        }
        let first = all[0].nodes[0];
        let row = self.leaves(all[0].scope).written_path(first);
        let (groups, run) = self.groups(&all)?;
        let groups = self.joined(groups);
        let mut n_rows: BTreeMap<usize, usize> = BTreeMap::new();
        for group in &groups {
            *n_rows.entry(group.scope).or_default() += group.rows.len();
        }
        let rows: Vec<NodeScope> =
            groups.iter().flat_map(|group| group.rows.iter().copied()).collect();
        let regularity = regularity(self.corpus, &rows);
        let is_set = if is_fixed(n_rows.values().copied()) {
            // Results come in tens, but so do the parts of a page that are built alike.
            let n_texts: usize = rows.iter().map(|row| self.corpus.codes(*row).len()).sum();
            let least = n_rows.values().copied().min().unwrap_or(0);
            least >= MIN_FIXED && n_texts >= 2 * rows.len() && regularity >= REGULAR
        } else {
            regularity >= REGULAR_ALL
        };
        is_set.then_some(RecordSet { row, run, groups })
    }

    fn leaves(&self, scope: usize) -> &unhusk_wrapper::template::internal::leaves::Leaves<'_> {
        &self.corpus.pages[self.scopes[scope].page]
    }

    /// The groups that are records, and whether records reach to the next one.
    fn groups(&self, all: &[SiblingElements]) -> Option<(Vec<RecordGroup>, bool)> {
        let n_scopes = all.iter().map(|siblings| siblings.scope).collect::<BTreeSet<_>>().len();
        let (mut groups, mut alone) = (Vec::new(), Vec::new());
        let (mut n_good, mut n_all, mut run) = (0, 0, false);
        for siblings in all {
            let (leaves, scope) = (self.leaves(siblings.scope), self.scopes[siblings.scope]);
            let rows = rows::rows(leaves, scope, &siblings.nodes);
            if let [_] = siblings.nodes[..] {
                alone.extend(rows.map(|rows| RecordGroup { scope: siblings.scope, rows }));
                continue;
            }
            n_all += siblings.nodes.len();
            let Some(rows) = rows.filter(|rows| self.are_records(scope, rows, n_scopes)) else {
                continue;
            };
            n_good += rows.len();
            run |= rows.iter().zip(&siblings.nodes).any(|(row, &node)| row.end > leaves.end(node));
            groups.push(RecordGroup { scope: siblings.scope, rows });
        }
        if groups.is_empty() || 2 * n_good < n_all {
            return None;
        }
        if 10 * n_good >= 8 * n_all && !run {
            groups.extend(alone);
        }
        sort::by_key(&mut groups, |group| (group.scope, group.rows[0].first));
        Some((groups, run))
    }

    /// Whether rows that follow each other are regular, and are not told apart by texts that recur in other scopes.
    fn are_records(&self, scope: NodeScope, rows: &[NodeScope], n_scopes: usize) -> bool {
        if regularity(self.corpus, rows) < REGULAR {
            return false;
        }
        n_scopes < 2 || self.keyed(scope, rows, n_scopes) <= MAX_KEYED
    }

    /// The share of rows that have texts, each its own, that recur in other scopes: so the template tells them apart.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    fn keyed(&self, scope: NodeScope, rows: &[NodeScope], n_scopes: usize) -> f64 {
        let leaves = &self.corpus.pages[scope.page];
        let codes = &self.corpus.codes[scope.page];
        // The caption of a row may stand before it.
        let first = leaves.before(rows[0].first);
        let mut from = first.saturating_sub(1).max(leaves.before(scope.first)).min(first);
        let mut texts: Vec<&[TextCode]> = Vec::with_capacity(rows.len());
        for row in rows {
            texts.push(&codes[from..leaves.before(row.end)]);
            from = leaves.before(row.end);
        }
        let mut n_rows: FxHashMap<TextKey, usize> = FxHashMap::default();
        for texts in &texts {
            let keys: FxHashSet<TextKey> = texts.iter().flat_map(TextCode::keys).collect();
            #[expect(clippy::iter_over_hash_type, reason = "counts do not depend on the order")]
            for key in keys {
                *n_rows.entry(key).or_default() += 1;
            }
        }
        let most = (RARE * rows.len() as f64).max(1.0);
        let tells = |key: TextKey| {
            let n = self.frequencies.of(key);
            let is_rare = n_rows.get(&key).is_some_and(|n| *n as f64 <= most);
            // On few pages texts recur by chance.
            let is_recurring = if n_scopes <= FEW {
                n as usize >= n_scopes
            } else {
                f64::from(n) >= RECURS * n_scopes as f64
            };
            n >= 2 && is_recurring && is_rare
        };
        let is_keyed = |texts: &&&[TextCode]| {
            // Numbers count rows on every page.
            let texts = texts
                .iter()
                .filter(|code| code.kind != unhusk_wrapper::template::ValueKind::Number);
            texts.flat_map(TextCode::keys).any(tells)
        };
        let n_keyed = texts.iter().filter(is_keyed).count();
        n_keyed as f64 / rows.len().max(1) as f64
    }
}

/// Whether the records of lists may be records at all, and are good on most pages.
fn are_listed(listed: &RecordSet, is_good: impl Fn(&RecordGroup) -> bool) -> bool {
    if NEVER.iter().any(|tag| listed.row.rsplit('/').next() == Some(tag)) {
        return false;
    }
    2 * listed.groups.iter().filter(|group| is_good(group)).count() > listed.groups.len()
}

/// Whether nearly all of some numbers are the same.
#[expect(clippy::cast_precision_loss, reason = "counts of scopes")]
fn is_fixed(numbers: impl Iterator<Item = usize>) -> bool {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    let n_all: usize = counts.values().sum();
    let most = counts.values().copied().max().unwrap_or(0);
    n_all >= 3 && most as f64 >= FIXED * n_all as f64
}
