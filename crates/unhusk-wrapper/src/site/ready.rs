//! Rules made ready to run.

use super::build::Seen;
use super::clue::{Clue, Kind, Print, What};
use super::cut::Cut;
use super::index::Index;
use super::look::Look;
use super::rule::{Extent, FieldRule, NodeRule, NodeTarget, Way};
use super::run_on::run_on;
use super::sight::Sight;
use super::vote::Ballot;
use crate::context::extract::{place_of, trim};
use crate::context::fork::Node;
use crate::record::Field;
use unhusk_page::internal::Inside;
use unhusk_page::{Page, Span};

/// A rule made ready, the clue by which its nodes are soonest found first.
#[derive(Debug, Clone)]
pub struct ReadyRule {
    /// Weight of its vote.
    pub weight: f64,
    pub(super) clues: Vec<ReadyClue>,
    /// Its number among the rules of a wrapper that see nothing but the record.
    pub(super) number: usize,
}

/// A clue made ready.
#[derive(Debug, Clone)]
pub(super) struct ReadyClue {
    /// What is looked at.
    pub(super) kind: Kind,
    /// What it must say.
    pub(super) says: Box<str>,
    /// The print of that.
    pub(super) print: Print,
    /// How nodes of which it holds are found.
    pub(super) look: Look,
}

impl ReadyClue {
    /// Whether it is made of what texts say.
    pub(super) fn tells_texts(&self) -> bool {
        let what = self.kind.0;
        what.family() == What::TEXTS && what != What::NoLandmark
    }
}

impl ReadyRule {
    /// Prepares a rule.
    pub fn new(rule: &NodeRule) -> Self {
        let ready = |clue| ReadyClue {
            kind: Clue::kind(clue),
            says: clue.says.as_str().into(),
            print: clue.print(),
            look: Look::new(clue),
        };
        let mut clues: Vec<ReadyClue> = rule.clues.iter().map(ready).collect();
        clues.sort_by_key(|clue| (clue.look.cost(), cost(clue.kind.0), clue.kind.1));
        Self { weight: f64::from(rule.weight), clues, number: NO_NUMBER }
    }

    /// What of a record it looks at.
    pub(super) fn sees(&self) -> Seen {
        let is_text = |clue: &ReadyClue| clue.kind.0.family() == What::TEXTS;
        if self.clues.iter().any(is_text) { Seen::Texts } else { Seen::Elements }
    }

    /// How much work it is to find its nodes, roughly.
    pub(super) fn cost(&self) -> (u8, u8, usize) {
        let first = self.clues.first();
        let (look, tell) = first.map_or((0, 0), |clue| (clue.look.cost(), cost(clue.kind.0)));
        (look, tell, self.clues.len())
    }

    /// Whether there is nothing if the rule finds nothing: it rests on texts, and those of the page are as ever.
    pub(super) fn is_credible(&self, sight: Sight<'_, '_>) -> bool {
        self.clues.iter().all(|clue| clue.kind.0.family() == What::TEXTS)
            && sight.landmarks.are_intact(sight.view)
    }
}

/// The number of rules and ways that have none.
const NO_NUMBER: usize = usize::MAX;

/// How much work it is to tell a clue of a node, roughly.
fn cost(what: What) -> u8 {
    match what {
        What::Path | What::Place | What::Contents => 0,
        What::Class | What::Token | What::Siblings => 1,
        What::TextBefore | What::TextAfter | What::FirstText => 2,
        What::Positions | What::PositionsFromEnd | What::Id | What::IdPositions => 3,
        What::WholePath | What::WholePositions | What::ClassAround | What::ColumnHead => 4,
        _ => 5,
    }
}

/// A field made ready.
#[derive(Debug, Clone)]
pub struct ReadyField {
    pub(super) ways: Vec<ReadyWay>,
    distinct: bool,
    runs_on: Option<u8>,
    /// What the values are parts of, if that is the same for all.
    pub(super) inside: Option<Inside>,
}

/// A way made ready.
#[derive(Debug, Clone)]
pub(super) struct ReadyWay {
    pub(super) way: Way,
    pub(super) rules: Vec<ReadyRule>,
    /// Positions of the rules, the cheapest first.
    pub(super) by_cost: Vec<usize>,
    /// Its number among the ways of a wrapper that see nothing but the record.
    pub(super) number: usize,
}

impl ReadyWay {
    fn new(way: &Way) -> Self {
        let rules: Vec<ReadyRule> = way.rules.iter().map(ReadyRule::new).collect();
        let mut by_cost: Vec<usize> = (0..rules.len()).collect();
        by_cost.sort_by_key(|&at| rules[at].cost());
        Self { way: way.clone(), rules, by_cost, number: NO_NUMBER }
    }
}

/// What the values of a way are parts of; none if a cut may begin in a tag.
fn inside(way: &Way) -> Option<Inside> {
    match way.target {
        NodeTarget::Attribute(_) => Some(Inside::Attribute),
        NodeTarget::Element if !way.cut.is_nothing() => None,
        NodeTarget::Text | NodeTarget::Element => Some(Inside::Contents),
    }
}

impl ReadyField {
    /// Prepares the rules of a field.
    pub fn new(field: &FieldRule) -> Self {
        let ways = field.ways.iter().map(ReadyWay::new).collect();
        let mut insides = field.ways.iter().map(inside);
        let inside =
            insides.next().flatten().filter(|first| insides.all(|other| other == Some(*first)));
        Self { ways, distinct: field.distinct, runs_on: field.runs_on, inside }
    }

    /// The places of the field's values, in document order.
    pub fn read(&self, index: &Index<'_, '_>, field: &Field) -> Vec<Span> {
        if !field.many {
            return self.one(index, field).into_iter().collect();
        }
        let sight = index.sight;
        let mut all = Vec::new();
        for way in &self.ways {
            let ballot = way.ballot(index, true, Ballot::new(field.optional));
            let Some(level) = self.runs_on else {
                all.extend(ballot.many(self.distinct));
                continue;
            };
            if let Some((node, span)) = ballot.one() {
                all.push(span);
                let more = run_on(sight, node, level).into_iter();
                all.extend(more.filter_map(|node| way.place(sight, node)));
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The node of a single value.
    pub fn node(&self, index: &Index<'_, '_>) -> Option<Node> {
        self.ways.iter().find_map(|way| way.one(index, false)).map(|(node, _)| node)
    }

    /// The place of a single value.
    pub(super) fn one(&self, index: &Index<'_, '_>, field: &Field) -> Option<Span> {
        self.ways.iter().find_map(|way| way.one(index, field.optional)).map(|(_, span)| span)
    }
}

impl ReadyWay {
    /// Where the value of a node stands.
    pub(super) fn place(&self, sight: Sight<'_, '_>, node: Node) -> Option<Span> {
        let Way { target, extent, cut, .. } = &self.way;
        let page = sight.view.page();
        let whole = place_of(page, sight.view.id(node), target, *extent)?;
        cut_span(page, whole, cut, *extent)
    }
}

/// What a cut leaves of a span.
pub(crate) fn cut_span(page: &Page, whole: Span, cut: &Cut, extent: Extent) -> Option<Span> {
    if cut.is_nothing() {
        return Some(whole);
    }
    let part = cut.apply(page.slice(whole)?)?;
    let start = whole.range().start;
    let span = Span::new(start + part.start, start + part.end);
    let span = if extent == Extent::Trimmed { trim(page.source(), span) } else { span };
    Some(span)
}
