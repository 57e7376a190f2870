//! How rules behave on pages without labels, and what of them is kept.

use super::build::Build;
use super::clues::Common;
use super::ground::{Ground, Nodes, print};
use super::search::Alike;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use unhusk_page::Span;
use unhusk_wrapper::context::internal::extract::place_of;
use unhusk_wrapper::context::{Extent, NodeTarget};
use unhusk_wrapper::site::NodeRule;
use unhusk_wrapper::site::internal::clue::{KINDS, Print, What};

/// What is known of a field.
pub(super) struct Judge<'a, 'p> {
    pub(super) ground: &'a Ground<'a, 'p>,
    pub(super) nodes: &'a Nodes,
    pub(super) commons: &'a [Common],
    pub(super) target: &'a NodeTarget,
    pub(super) many: bool,
    /// In which share of the labelled records the field has a value.
    pub(super) presence: f64,
    /// What the labelled regions are built like, where a page is labelled in part: the more of that the better.
    pub(super) build: Option<Build>,
    /// How the labelled values look.
    pub(super) looks: Vec<Look>,
    pub(super) seen: RefCell<FxHashMap<usize, Seen>>,
}

/// What is known of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    text: Print,
    look: Look,
    /// Whether it is one of several that are the same on every page.
    is_in_menu: bool,
}

/// How a value looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    len: f64,
    digits: f64,
    words: f64,
}

impl Look {
    #[expect(clippy::cast_precision_loss, reason = "lengths of texts")]
    pub(super) fn of(text: &str) -> Self {
        let len = text.chars().count().max(1) as f64;
        let digits = text.chars().filter(char::is_ascii_digit).count() as f64 / len;
        Self { len, digits, words: text.split(' ').count() as f64 }
    }

    /// Between 0, quite another kind of text, and 1.
    pub(super) fn likeness(self, other: Self) -> f64 {
        let ratio = |a: f64, b: f64| (a.min(b) + 2.0) / (a.max(b) + 2.0);
        let digits = 1.0 - (self.digits - other.digits).abs();
        ratio(self.len, other.len).sqrt() * ratio(self.words, other.words).sqrt() * digits
    }
}

/// Steepness of the vote: a rule that is worse by a hundredth has about half the weight.
const STEEPNESS: f64 = 60.0;
/// What speaks against values that stand in a menu: where all labels say the same, rules may point at it.
const MENU: f64 = 0.1;
/// Most rules that vote.
const MAX_VOTERS: usize = 16;
/// Most rules that hold of the same nodes and vote side by side.
const MAX_SAME: usize = 4;

impl Judge<'_, '_> {
    /// The rules that vote, the best first.
    pub(super) fn voters(&self, alike: &[Alike]) -> (f64, Vec<NodeRule>) {
        let mut judged: Vec<(f64, usize)> =
            alike.iter().enumerate().map(|(at, alike)| (self.score(alike), at)).collect();
        judged.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let Some(&(best, _)) = judged.first() else { return (0.0, Vec::new()) };
        let mut voters = Vec::new();
        let mut resting_on = 0;
        for (score, at) in judged {
            let rules = self.diverse(&alike[at]);
            #[expect(clippy::cast_precision_loss, reason = "a handful")]
            let (n_alike, n_voters) = (alike[at].rules.len() as f64, rules.len() as f64);
            let weight = (STEEPNESS * (score - best)).exp() * (1.0 + n_alike.ln());
            let each = 1000.0 * weight / n_voters;
            for rule in rules {
                // A rule that rests on other things than those before it is kept for the day they are gone.
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

    /// Whether no voter rests on this rule's families alone.
    fn is_new_base(&self, rule: &[usize], voters: &[(Vec<usize>, f64)]) -> bool {
        let families = self.families(rule);
        !voters.iter().any(|(voter, _)| self.families(voter) & !families == 0)
    }

    /// What a rule rests on, as bits.
    fn families(&self, rule: &[usize]) -> u8 {
        rule.iter().map(|&clue| KINDS[self.commons[clue].kind].0.family()).fold(0, |a, b| a | b)
    }

    fn rule(&self, clues: &[usize], weight: u32) -> NodeRule {
        let clue = |&clue: &usize| self.commons[clue].clue(self.ground, self.nodes);
        NodeRule { weight, clues: clues.iter().map(clue).collect() }
    }

    /// A few rules of different kinds: those that rest on different things first.
    fn diverse<'s>(&self, alike: &'s Alike) -> Vec<&'s Vec<usize>> {
        let mut rules: Vec<&Vec<usize>> = alike.rules.iter().collect();
        rules.sort_by(|a, b| self.burden(a).total_cmp(&self.burden(b)));
        let mut kept: Vec<&Vec<usize>> = Vec::new();
        for by_family in [true, false] {
            for &rule in &rules {
                let is_new = kept.iter().all(|other| {
                    if by_family {
                        self.families(other) & !self.families(rule) != 0
                    } else {
                        KINDS[self.commons[other[0]].kind].0 != KINDS[self.commons[rule[0]].kind].0
                    }
                });
                if kept.len() < MAX_SAME && is_new {
                    kept.push(rule);
                }
            }
        }
        kept
    }

    /// What speaks against a rule by itself.
    fn burden(&self, rule: &[usize]) -> f64 {
        let clue = |&clue: &usize| burden_of(KINDS[self.commons[clue].kind].0);
        #[expect(clippy::cast_precision_loss, reason = "up to three")]
        let n_more = (rule.len() - 1) as f64;
        rule.iter().map(clue).sum::<f64>() + 0.004 * n_more
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of records")]
    fn score(&self, alike: &Alike) -> f64 {
        let mut values: Vec<(usize, Print)> = Vec::new();
        let mut likeness = Vec::new();
        let mut n_in_menus = 0;
        for number in alike.hits.iter() {
            let Seen { text, look, is_in_menu } = self.value(number);
            n_in_menus += usize::from(is_in_menu);
            values.push((self.nodes.all[number].0, text));
            let best = self.looks.iter().map(|other| look.likeness(*other)).fold(0.0, f64::max);
            likeness.push(best);
        }
        values.sort_unstable();
        values.dedup();
        let (n_read, n_clear) = count_plots(&values);
        let n_plots = self.ground.plots.len() as f64;
        let n_good = if self.many { n_read } else { n_clear };
        let share = (n_good as f64 / n_plots / self.presence.max(0.05)).min(1.0);
        let in_menus = MENU * n_in_menus as f64 / (likeness.len() as f64).max(1.0);
        let sum: f64 = likeness.iter().sum();
        let likeness = sum / (likeness.len() as f64).max(1.0);
        let burden = alike.rules.iter().map(|rule| self.burden(rule)).fold(f64::MAX, f64::min);
        let more = self.build.as_ref().map_or(0.0, |build| build.score(self, &alike.hits));
        let looks = if self.build.is_some() { 0.05 } else { 0.15 };
        share - 0.25 * dominance(&values, n_read) + looks * likeness + more - burden - in_menus
    }

    /// How a node looks.
    pub(super) fn look(&self, number: usize) -> Look {
        self.value(number).look
    }

    fn value(&self, number: usize) -> Seen {
        if let Some(&known) = self.seen.borrow().get(&number) {
            return known;
        }
        let (plot, node) = self.nodes.all[number];
        let view = &self.ground.views[self.ground.plots[plot].page];
        let page = view.page();
        let id = view.id(node);
        let span = place_of(page, id, self.target, Extent::Trimmed);
        let text = page.text(span.unwrap_or(Span::new(0, 0)));
        let is_in_menu = self.ground.is_in_menu(plot, node);
        let value = Seen { text: print(&text), look: Look::of(&text), is_in_menu };
        self.seen.borrow_mut().insert(number, value);
        value
    }
}

/// A weight as it is saved.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and some thousands"
)]
fn whole_weight(weight: f64) -> u32 {
    weight.round().max(1.0) as u32
}

/// What speaks against clues of a kind: they rest on what changes easily.
fn burden_of(what: What) -> f64 {
    match what {
        What::Token | What::Id | What::Class | What::LandmarkBefore => 0.0,
        What::TextBefore | What::FirstText | What::ColumnHead => 0.002,
        What::ClassAround | What::Heading | What::NoLandmark | What::Contents => 0.003,
        What::Path | What::WholePath | What::LandmarkBeforeAt | What::Place => 0.004,
        What::Siblings | What::Between => 0.006,
        What::IdPositions | What::Title => 0.008,
        What::Positions | What::WholePositions | What::Shape => 0.01,
        What::TextAfter | What::LandmarkAfter | What::PositionsFromEnd => 0.014,
    }
}

/// In how many scopes there is a value, and in how many just one.
fn count_plots(values: &[(usize, Print)]) -> (usize, usize) {
    let (mut n_read, mut n_clear) = (0, 0);
    for of_plot in values.chunk_by(|a, b| a.0 == b.0) {
        n_read += 1;
        n_clear += usize::from(of_plot.len() == 1);
    }
    (n_read, n_clear)
}

/// Whether one value stands in nearly all scopes: 1, else 0.
#[expect(clippy::cast_precision_loss, reason = "counts of records")]
fn dominance(values: &[(usize, Print)], n_read: usize) -> f64 {
    if n_read < 4 {
        return 0.0;
    }
    let mut counts: FxHashMap<Print, usize> = FxHashMap::default();
    for (_, print) in values {
        *counts.entry(*print).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    f64::from(u8::from(most as f64 > 0.8 * n_read as f64))
}
