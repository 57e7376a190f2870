//! Rules made ready to run.

use super::build::Evidence;
use super::clue::{Clue, ClueKind, Kind, TextHash};
use super::cut::Cut;
use super::index::RuleMatcher;
use super::look::AccessPath;
use super::rule::{Alternative, Extent, FieldRule, NodeRule, NodeTarget};
use super::run_on::run_on;
use super::sight::EvalContext;
use super::vote::Ballot;
use crate::context::extract::{place_of, trim};
use crate::context::fork::Node;
use crate::record::Field;
use unhusk_page::internal::Inside;
use unhusk_page::{Page, Span};

/// A rule made ready, the clue by which its nodes are soonest found first.
#[derive(Debug, Clone)]
pub struct CompiledRule {
    /// Weight of its vote.
    pub weight: f64,
    pub(super) clues: Vec<CompiledClue>,
    /// Its number among the rules of a wrapper that see nothing but the record.
    pub(super) number: usize,
}

/// A clue made ready.
#[derive(Debug, Clone)]
pub(super) struct CompiledClue {
    /// What is looked at.
    pub(super) kind: Kind,
    /// What it must say.
    pub(super) says: Box<str>,
    /// The hash of that.
    pub(super) hash: TextHash,
    /// How nodes of which it holds are found.
    pub(super) access: AccessPath,
}

impl CompiledClue {
    /// Whether it is made of what texts say.
    pub(super) fn tells_texts(&self) -> bool {
        let what = self.kind.0;
        what.family() == ClueKind::TEXTS && what != ClueKind::NoLandmark
    }
}

impl CompiledRule {
    /// Prepares a rule.
    pub fn new(rule: &NodeRule) -> Self {
        let ready = |clue| CompiledClue {
            kind: Clue::kind(clue),
            says: clue.says.as_str().into(),
            hash: clue.hash(),
            access: AccessPath::new(clue),
        };
        let mut clues: Vec<CompiledClue> = rule.clues.iter().map(ready).collect();
        clues.sort_by_key(|clue| (clue.access.cost(), cost(clue.kind.0), clue.kind.1));
        Self { weight: f64::from(rule.weight), clues, number: NO_NUMBER }
    }

    /// What of a record it looks at.
    pub(super) fn evidence(&self) -> Evidence {
        let is_text = |clue: &CompiledClue| clue.kind.0.family() == ClueKind::TEXTS;
        if self.clues.iter().any(is_text) { Evidence::Texts } else { Evidence::Elements }
    }

    /// How much work it is to find its nodes, roughly.
    pub(super) fn cost(&self) -> (u8, u8, usize) {
        let first = self.clues.first();
        let (access, tell) = first.map_or((0, 0), |clue| (clue.access.cost(), cost(clue.kind.0)));
        (access, tell, self.clues.len())
    }

    /// Whether there is nothing if the rule finds nothing: it rests on texts, and those of the page are as ever.
    pub(super) fn is_credible(&self, context: EvalContext<'_, '_>) -> bool {
        self.clues.iter().all(|clue| clue.kind.0.family() == ClueKind::TEXTS)
            && context.landmarks.are_intact(context.index)
    }
}

/// The number of rules and ways that have none.
const NO_NUMBER: usize = usize::MAX;

/// How much work it is to tell a clue of a node, roughly.
fn cost(what: ClueKind) -> u8 {
    match what {
        ClueKind::Path | ClueKind::Place | ClueKind::Contents => 0,
        ClueKind::Class | ClueKind::Token | ClueKind::Siblings => 1,
        ClueKind::TextBefore | ClueKind::TextAfter | ClueKind::FirstText => 2,
        ClueKind::Positions | ClueKind::PositionsFromEnd | ClueKind::Id | ClueKind::IdPositions => {
            3
        }
        ClueKind::WholePath
        | ClueKind::WholePositions
        | ClueKind::ClassAround
        | ClueKind::ColumnHead => 4,
        _ => 5,
    }
}

/// A field made ready.
#[derive(Debug, Clone)]
pub struct CompiledField {
    pub(super) alternatives: Vec<CompiledAlternative>,
    distinct: bool,
    runs_on: Option<u8>,
    /// What the values are parts of, if that is the same for all.
    pub(super) inside: Option<Inside>,
}

/// A way made ready.
#[derive(Debug, Clone)]
pub(super) struct CompiledAlternative {
    pub(super) alternative: Alternative,
    pub(super) rules: Vec<CompiledRule>,
    /// Positions of the rules, the cheapest first.
    pub(super) by_cost: Vec<usize>,
    /// Its number among the ways of a wrapper that see nothing but the record.
    pub(super) number: usize,
}

impl CompiledAlternative {
    fn new(alternative: &Alternative) -> Self {
        let rules: Vec<CompiledRule> = alternative.rules.iter().map(CompiledRule::new).collect();
        let mut by_cost: Vec<usize> = (0..rules.len()).collect();
        by_cost.sort_by_key(|&at| rules[at].cost());
        Self { alternative: alternative.clone(), rules, by_cost, number: NO_NUMBER }
    }
}

/// What the values of a way are parts of; none if a cut may begin in a tag.
fn inside(alternative: &Alternative) -> Option<Inside> {
    match alternative.target {
        NodeTarget::Attribute(_) => Some(Inside::Attribute),
        NodeTarget::Element if !alternative.cut.is_nothing() => None,
        NodeTarget::Text | NodeTarget::Element => Some(Inside::Contents),
    }
}

impl CompiledField {
    /// Prepares the rules of a field.
    pub fn new(field: &FieldRule) -> Self {
        let alternatives = field.alternatives.iter().map(CompiledAlternative::new).collect();
        let mut insides = field.alternatives.iter().map(inside);
        let inside =
            insides.next().flatten().filter(|first| insides.all(|other| other == Some(*first)));
        Self { alternatives, distinct: field.distinct, runs_on: field.runs_on, inside }
    }

    /// The places of the field's values, in document order.
    pub fn read(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> Vec<Span> {
        if !field.many {
            return self.one(matcher, field).into_iter().collect();
        }
        let context = matcher.context;
        let mut all = Vec::new();
        for alternative in &self.alternatives {
            let ballot = alternative.ballot(matcher, true, Ballot::new(field.optional));
            let Some(level) = self.runs_on else {
                all.extend(ballot.many(self.distinct));
                continue;
            };
            if let Some((node, span)) = ballot.one() {
                all.push(span);
                let more = run_on(context, node, level).into_iter();
                all.extend(more.filter_map(|node| alternative.place(context, node)));
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The node of a single value.
    pub fn node(&self, matcher: &RuleMatcher<'_, '_>) -> Option<Node> {
        self.alternatives
            .iter()
            .find_map(|alternative| alternative.one(matcher, false))
            .map(|(node, _)| node)
    }

    /// The place of a single value.
    pub(super) fn one(&self, matcher: &RuleMatcher<'_, '_>, field: &Field) -> Option<Span> {
        self.alternatives
            .iter()
            .find_map(|alternative| alternative.one(matcher, field.optional))
            .map(|(_, span)| span)
    }
}

impl CompiledAlternative {
    /// Where the value of a node stands.
    pub(super) fn place(&self, context: EvalContext<'_, '_>, node: Node) -> Option<Span> {
        let Alternative { target, extent, cut, .. } = &self.alternative;
        let page = context.index.page();
        let whole = place_of(page, context.index.id(node), target, *extent)?;
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
