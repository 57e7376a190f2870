//! Ranks rules by what they read on all pages, and chooses those that vote.

use super::begin::ExpectedBegins;
use super::bits::Bits;
use super::clues::SharedClue;
use super::corpus::{Nodes, SiteCorpus, hash};
use super::distance::Distances;
use super::search::EquivalentRules;
use super::shape::RegionShape;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::BitOr;
use unhusk_page::Span;
use unhusk_wrapper::context::internal::extract::place_of;
use unhusk_wrapper::context::{Extent, NodeTarget};
use unhusk_wrapper::site::internal::{FEATURES, TextHash};
use unhusk_wrapper::site::{ClueKind, NodeRule};

/// What rules are judged by.
pub(super) struct Judge<'a, 'p> {
    pub(super) corpus: &'a SiteCorpus<'a, 'p>,
    pub(super) nodes: &'a Nodes,
    pub(super) shared: &'a [SharedClue],
    pub(super) target: &'a NodeTarget,
    pub(super) many: bool,
    /// The share of the labelled records in which the field has a value.
    pub(super) presence: f64,
    /// The nodes that seem to begin records, if a page is labelled in part.
    pub(super) expected: Option<ExpectedBegins>,
    /// The shapes of labelled regions, if there are unlabelled pages: the more regions of these shapes, the better.
    pub(super) shape: Option<RegionShape>,
    /// Whether the rules tell where records begin. Then each of those that hold of the same nodes weighs by what it rests
    /// on: fields have others beside them, but if a class is outvoted by paths here, all records are lost.
    pub(super) is_begin: bool,
    /// How far the places of labels are from the other values of their records, if a label has several places.
    pub(super) distances: Option<&'a Distances>,
    /// The appearance of labelled values.
    pub(super) appearances: Vec<Appearance>,
    pub(super) seen: RefCell<FxHashMap<usize, NodeFacts>>,
}

/// What is known of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeFacts {
    text: TextHash,
    appearance: Appearance,
    /// Whether the node is in a menu.
    is_in_menu: bool,
    /// Whether the node has no text but white space.
    is_blank: bool,
}

/// The appearance of a value: length, digits and words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Appearance {
    len: f64,
    digits: f64,
    words: f64,
}

impl Appearance {
    #[expect(clippy::cast_precision_loss, reason = "lengths of texts")]
    pub(super) fn of(text: &str) -> Self {
        let len = text.chars().count().max(1) as f64;
        let digits = text.chars().filter(char::is_ascii_digit).count() as f64 / len;
        Self { len, digits, words: text.split(' ').count() as f64 }
    }

    /// Similarity, from 0 to 1.
    pub(super) fn likeness(self, other: Self) -> f64 {
        let ratio = |a: f64, b: f64| (a.min(b) + 2.0) / (a.max(b) + 2.0);
        let digits = 1.0 - (self.digits - other.digits).abs();
        ratio(self.len, other.len).sqrt() * ratio(self.words, other.words).sqrt() * digits
    }
}

/// Steepness of the weights: a rule whose score is lower by 0.01 has about half the weight.
const STEEPNESS: f64 = 60.0;
/// Penalty for matches inside navigation menus: if all labels have the same text, rules may select it in a menu.
const MENU: f64 = 0.1;
/// Penalty for selecting a place of a label far from the other values of the record, if there is a nearer one.
const FAR: f64 = 0.03;
/// Distances that differ by less, in the logarithm of the number of texts around both places, count as equal.
const SLACK: f64 = 0.5;
/// Number of unlabelled records from which on what rules read there counts in full: five unlabelled pages do nearly as well
/// as more (`docs/results/fewshot.md`).
const ENOUGH: f64 = 5.0;
/// Most rules that vote.
const MAX_VOTERS: usize = 16;
/// Most rules with the same nodes that vote.
const MAX_SAME: usize = 4;

impl Judge<'_, '_> {
    /// The rules that vote, the best first.
    pub(super) fn voters(&self, equivalents: &[EquivalentRules]) -> (f64, Vec<NodeRule>) {
        let mut judged: Vec<(f64, usize)> = equivalents
            .iter()
            .enumerate()
            .map(|(at, equivalents)| (self.score(equivalents), at))
            .collect();
        judged.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let Some(&(best, _)) = judged.first() else { return (0.0, Vec::new()) };
        let mut voters = Vec::new();
        let mut resting_on = 0;
        for (score, at) in judged {
            let rules = self.diverse(&equivalents[at]);
            #[expect(clippy::cast_precision_loss, reason = "a handful")]
            let (n_alike, n_voters) = (equivalents[at].rules.len() as f64, rules.len() as f64);
            let weight = (STEEPNESS * (score - best)).exp() * (1.0 + n_alike.ln());
            let least = rules.iter().map(|rule| self.burden(rule)).fold(f64::MAX, f64::min);
            for rule in rules {
                let more = if self.is_begin { self.burden(rule) - least } else { 0.0 };
                let each = 1000.0 * weight / n_voters * (-STEEPNESS * more).exp();
                // A rule that rests on other families of clues is a spare: it counts when a page has lost the others.
                let families = self.families(rule);
                let is_spare = resting_on & families != families || self.is_new_base(rule, &voters);
                if (each < 1.0 && !is_spare) || voters.len() >= MAX_VOTERS {
                    continue;
                }
                resting_on |= families;
                voters.push((rule.clone(), each));
            }
        }
        let rules = voters.iter().map(|(rule, each)| self.rule(rule, whole_weight(*each)));
        (best, rules.collect())
    }

    /// Whether no voter rests only on families of this rule.
    fn is_new_base(&self, rule: &[usize], voters: &[(Vec<usize>, f64)]) -> bool {
        let families = self.families(rule);
        !voters.iter().any(|(voter, _)| self.families(voter) & !families == 0)
    }

    /// The families of the clues of a rule, as bits.
    ///
    /// In a list, a name on an element of some tag rests on the tag, too: there a rule that does without tags is a spare
    /// for it. On a whole page such a rule is too loose.
    fn families(&self, rule: &[usize]) -> u8 {
        let is_list = self.is_begin || !self.corpus.is_of_pages();
        let family = |&clue: &usize| {
            let kind = FEATURES[self.shared[clue].kind].kind;
            let tags = if is_list && names_a_tag(kind) { ClueKind::Path.family() } else { 0 };
            kind.family() | tags
        };
        rule.iter().map(family).fold(0, BitOr::bitor)
    }

    fn rule(&self, clues: &[usize], weight: u32) -> NodeRule {
        let clue = |&clue: &usize| self.shared[clue].clue(self.corpus, self.nodes);
        NodeRule { weight, clues: clues.iter().map(clue).collect() }
    }

    /// A few rules with the same nodes but of different kinds: those of different families first.
    fn diverse<'s>(&self, equivalents: &'s EquivalentRules) -> Vec<&'s Vec<usize>> {
        let mut rules: Vec<&Vec<usize>> = equivalents.rules.iter().collect();
        // The order of meta tags means nothing: `<meta property="og:image">` must not be outvoted by its position.
        let is_named = |rule: &&Vec<usize>| {
            rule.iter()
                .all(|&clue| FEATURES[self.shared[clue].kind].kind.family() == ClueKind::NAMES)
        };
        if self.is_in_meta() && rules.iter().any(is_named) {
            rules.retain(is_named);
        }
        rules.sort_by(|a, b| self.burden(a).total_cmp(&self.burden(b)));
        let mut kept: Vec<&Vec<usize>> = Vec::new();
        for by_family in [true, false] {
            for &rule in &rules {
                let is_new = kept.iter().all(|other| {
                    if by_family {
                        self.families(other) & !self.families(rule) != 0
                    } else {
                        FEATURES[self.shared[other[0]].kind].kind
                            != FEATURES[self.shared[rule[0]].kind].kind
                    }
                });
                if kept.len() < MAX_SAME && is_new {
                    kept.push(rule);
                }
            }
        }
        kept
    }

    /// Whether values are in meta tags, the only elements with a `content`.
    fn is_in_meta(&self) -> bool {
        matches!(self.target, NodeTarget::Attribute(name) if name == "content")
    }

    /// The penalty of a rule, whatever it selects.
    fn burden(&self, rule: &[usize]) -> f64 {
        let clue = |&clue: &usize| burden_of(FEATURES[self.shared[clue].kind].kind);
        #[expect(clippy::cast_precision_loss, reason = "up to three")]
        let n_more = (rule.len() - 1) as f64;
        rule.iter().map(clue).sum::<f64>() + 0.004 * n_more
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn score(&self, equivalents: &EquivalentRules) -> f64 {
        let mut values: Vec<(usize, TextHash)> = Vec::new();
        let mut likeness = Vec::new();
        let mut n_in_menus = 0;
        for number in equivalents.hits.iter() {
            let NodeFacts { text, appearance, is_in_menu, is_blank } = self.value(number);
            if is_blank {
                continue;
            }
            n_in_menus += usize::from(is_in_menu);
            values.push((self.nodes.all[number].0, text));
            let best = self
                .appearances
                .iter()
                .map(|other| appearance.likeness(*other))
                .fold(0.0, f64::max);
            likeness.push(best);
        }
        values.sort_unstable();
        values.dedup();
        let (n_read, n_clear) = count_scopes(&values);
        let n_scopes = self.corpus.scopes.len() as f64;
        let n_good = if self.many { n_read } else { n_clear };
        let share = (n_good as f64 / n_scopes / self.presence.max(0.05)).min(1.0);
        let in_menus = MENU * n_in_menus as f64 / (likeness.len() as f64).max(1.0);
        let sum: f64 = likeness.iter().sum();
        let likeness = sum / (likeness.len() as f64).max(1.0);
        let burden =
            equivalents.rules.iter().map(|rule| self.burden(rule)).fold(f64::MAX, f64::min);
        let agreement =
            |expected: &ExpectedBegins| expected.agreement(self.nodes, &equivalents.hits);
        let agreement = self.expected.as_ref().map_or(0.0, agreement);
        let more = self.shape.as_ref().map_or(0.0, |shape| shape.score(self, &equivalents.hits));
        let knows_records = self.expected.is_some() || self.shape.is_some();
        let appearances = if knows_records { 0.05 } else { 0.15 };
        let seen = share - 0.25 * dominance(&values, n_read) + appearances * likeness;
        let far = FAR * self.remoteness(&equivalents.hits);
        self.trust() * seen + agreement + more - burden - in_menus - far
    }

    /// How far from the other values the selected places of labels with several places are, from 0 to 1.
    fn remoteness(&self, hits: &Bits) -> f64 {
        let Some(distances) = self.distances else { return 0.0 };
        let (mut n, mut sum) = (0_u32, 0.0);
        for (scope, node) in hits.iter().map(|number| self.nodes.all[number]) {
            if let Some(farther) = distances.get(scope, node) {
                n += 1;
                sum += 1.0 - (SLACK - farther).min(0.0).exp();
            }
        }
        sum / f64::from(n.max(1))
    }

    /// Weight, from 0 to 1, of what a rule reads on pages without labels: what one page shows may be chance, and must not
    /// outweigh rules that the labelled pages support as well.
    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn trust(&self) -> f64 {
        let n_unlabelled = self.corpus.scopes.iter().filter(|scope| scope.record.is_none()).count();
        if n_unlabelled == 0 { 1.0 } else { (n_unlabelled as f64 / ENOUGH).min(1.0) }
    }

    /// The appearance of a node.
    pub(super) fn look(&self, number: usize) -> Appearance {
        self.value(number).appearance
    }

    fn value(&self, number: usize) -> NodeFacts {
        if let Some(&known) = self.seen.borrow().get(&number) {
            return known;
        }
        let (scope, node) = self.nodes.all[number];
        let index = &self.corpus.indexes[self.corpus.scopes[scope].page];
        let page = index.page();
        let id = index.id(node);
        let span = place_of(page, id, self.target, Extent::Trimmed);
        let text = page.text(span.unwrap_or(Span::new(0, 0)));
        let is_in_menu = self.corpus.is_in_menu(scope, node);
        let (appearance, is_blank) = (Appearance::of(&text), text.trim().is_empty());
        let value = NodeFacts { text: hash(&text), appearance, is_in_menu, is_blank };
        self.seen.borrow_mut().insert(number, value);
        value
    }
}

/// Whether clues of a kind are names on elements of some tag.
fn names_a_tag(kind: ClueKind) -> bool {
    matches!(kind, ClueKind::Class | ClueKind::Token | ClueKind::Id | ClueKind::IdPositions)
}

/// A weight as an integer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and some thousands"
)]
fn whole_weight(weight: f64) -> u32 {
    weight.round().max(1.0) as u32
}

/// The penalty of clues of a kind, which is high for what changes easily.
fn burden_of(what: ClueKind) -> f64 {
    match what {
        ClueKind::Token | ClueKind::Id | ClueKind::Class | ClueKind::LandmarkBefore => 0.0,
        ClueKind::TextBefore | ClueKind::FirstText | ClueKind::ColumnHead => 0.002,
        ClueKind::ClassAround | ClueKind::Heading | ClueKind::NoLandmark | ClueKind::Contents => {
            0.003
        }
        ClueKind::Path | ClueKind::WholePath | ClueKind::LandmarkBeforeAt | ClueKind::Place => {
            0.004
        }
        ClueKind::Siblings | ClueKind::Between => 0.006,
        ClueKind::IdPositions | ClueKind::Title => 0.008,
        ClueKind::Positions | ClueKind::WholePositions | ClueKind::Shape => 0.01,
        ClueKind::TextAfter | ClueKind::LandmarkAfter | ClueKind::PositionsFromEnd => 0.014,
    }
}

/// The number of scopes with values, and of those with just one.
fn count_scopes(values: &[(usize, TextHash)]) -> (usize, usize) {
    let (mut n_read, mut n_clear) = (0, 0);
    for of_scope in values.chunk_by(|a, b| a.0 == b.0) {
        n_read += 1;
        n_clear += usize::from(of_scope.len() == 1);
    }
    (n_read, n_clear)
}

/// 1 if nearly all scopes have the same value, else 0.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
fn dominance(values: &[(usize, TextHash)], n_read: usize) -> f64 {
    if n_read < 4 {
        return 0.0;
    }
    let mut counts: FxHashMap<TextHash, usize> = FxHashMap::default();
    for (_, hash) in values {
        *counts.entry(*hash).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    f64::from(u8::from(most as f64 > 0.8 * n_read as f64))
}
