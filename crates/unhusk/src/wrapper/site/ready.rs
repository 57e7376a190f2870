//! Rules made ready to run.

use super::clue::{Kind, Print, What};
use super::cut::Cut;
use super::index::Index;
use super::rule::{Extent, FieldRule, NodeRule, Way};
use super::run_on::run_on;
use super::sight::Sight;
use super::vote::Ballot;
use crate::page::{Page, Span};
use crate::record::Field;
use crate::wrapper::context::extract::{place_of, trim};
use crate::wrapper::context::fork::Node;

/// A rule made ready: what each clue looks at, and the print of what it must say; what costs least first.
#[derive(Debug, Clone)]
pub(crate) struct ReadyRule {
    pub(crate) weight: f64,
    pub(super) clues: Vec<(Kind, Print)>,
}

impl ReadyRule {
    pub(crate) fn new(rule: &NodeRule) -> Self {
        let mut clues: Vec<(Kind, Print)> =
            rule.clues.iter().map(|clue| (clue.kind(), clue.print())).collect();
        clues.sort_by_key(|&((what, at), _)| (cost(what), at));
        Self { weight: f64::from(rule.weight), clues }
    }
}

/// How much work a clue is, roughly.
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
pub(crate) struct ReadyField {
    ways: Vec<ReadyWay>,
    distinct: bool,
    runs_on: Option<u8>,
}

#[derive(Debug, Clone)]
struct ReadyWay {
    way: Way,
    rules: Vec<ReadyRule>,
}

impl ReadyField {
    pub(crate) fn new(field: &FieldRule) -> Self {
        let ready = |way: &Way| ReadyWay {
            way: way.clone(),
            rules: way.rules.iter().map(ReadyRule::new).collect(),
        };
        let ways = field.ways.iter().map(ready).collect();
        Self { ways, distinct: field.distinct, runs_on: field.runs_on }
    }

    /// The places of the field's values, in document order.
    pub(crate) fn read(&self, index: &Index<'_, '_>, field: &Field) -> Vec<Span> {
        let many = field.many;
        let sight = index.sight;
        let mut all = Vec::new();
        for way in &self.ways {
            let ballot = way.ballot(index, many, Ballot::new(field.optional));
            match self.runs_on {
                _ if !many => all.extend(ballot.one().map(|(_, span)| span)),
                None => all.extend(ballot.many(self.distinct)),
                Some(level) => {
                    let Some((node, span)) = ballot.one() else { continue };
                    all.push(span);
                    let more = run_on(sight, node, level).into_iter();
                    all.extend(more.filter_map(|node| way.place(sight, node)));
                }
            }
            if (!many || self.runs_on.is_some()) && !all.is_empty() {
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The node of a single value.
    pub(crate) fn node(&self, index: &Index<'_, '_>) -> Option<Node> {
        self.ways
            .iter()
            .find_map(|way| way.ballot(index, false, Ballot::new(false)).one())
            .map(|(node, _)| node)
    }
}

impl ReadyWay {
    /// Lets the rules vote, the weightiest first. For a single value the vote ends when it is decided.
    fn ballot<'p>(&self, index: &Index<'_, 'p>, many: bool, mut ballot: Ballot<'p>) -> Ballot<'p> {
        let page = index.sight.view.page();
        let mut left: f64 = self.rules.iter().map(|rule| rule.weight).sum();
        for (number, rule) in self.rules.iter().enumerate() {
            if !many && ballot.is_decided(left) {
                break;
            }
            left -= rule.weight;
            let nodes = index.nodes(rule, &self.way.target).into_iter();
            let hits = nodes.filter_map(|node| Some((node, self.place(index.sight, node)?)));
            ballot.vote(page, (number, rule.weight), &hits.collect::<Vec<_>>());
        }
        ballot
    }

    /// Where the value of a node stands.
    fn place(&self, sight: Sight<'_, '_>, node: Node) -> Option<Span> {
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
