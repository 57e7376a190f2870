//! A page -> records: regions, then the votes on each field.

use super::clue::{Kind, Print};
use super::rule::{FieldRule, NodeRule, Reach, Way};
use super::run_on::run_on;
use super::sight::Sight;
use super::view::{Scope, View};
use crate::page::{Page, Span};
use crate::wrapper::context::Extent;
use crate::wrapper::context::extract::{place_of, trim};
use crate::wrapper::context::fork::Node;
use std::borrow::Cow;

/// A rule made ready: what each clue looks at, and the print of what it must say.
#[derive(Debug, Clone)]
pub(crate) struct ReadyRule {
    weight: f64,
    clues: Vec<(Kind, Print)>,
}

impl ReadyRule {
    pub(crate) fn new(rule: &NodeRule) -> Self {
        let clues = rule.clues.iter().map(|clue| (clue.kind(), clue.print())).collect();
        Self { weight: f64::from(rule.weight), clues }
    }

    /// Whether all clues hold of a node.
    pub(crate) fn holds(&self, sight: Sight<'_, '_>, node: Node) -> bool {
        self.clues.iter().all(|&(kind, print)| says(sight, node, kind, print))
    }
}

fn says(sight: Sight<'_, '_>, node: Node, kind: Kind, print: Print) -> bool {
    let mut is_said = false;
    sight.each(kind, node, |said: Print| is_said |= said == print);
    is_said
}

/// Where the records of a page are, in document order.
pub(crate) fn regions(rules: &[ReadyRule], reach: Reach, sight: Sight<'_, '_>) -> Vec<Scope> {
    let total: f64 = rules.iter().map(|rule| rule.weight).sum();
    let votes = |node: Node| -> f64 {
        rules.iter().filter(|rule| rule.holds(sight, node)).map(|rule| rule.weight).sum()
    };
    let Scope { first, end } = sight.scope;
    let begins = (first..end).filter(|&node| 2.0 * votes(node) > total).collect();
    scopes(sight.view, begins, reach)
}

/// The regions that begin at these nodes.
pub(crate) fn scopes(view: &View<'_>, begins: Vec<Node>, reach: Reach) -> Vec<Scope> {
    match reach {
        Reach::Node => {
            let begins = without_nested(view, &begins);
            begins.into_iter().map(|node| view.subtree(node)).collect()
        }
        Reach::Run => {
            let scope = |(at, &node): (usize, &Node)| Scope {
                first: node,
                end: run_end(view, node, begins.get(at + 1).copied()),
            };
            begins.iter().enumerate().map(scope).collect()
        }
    }
}

/// The nodes but those that hold others; a node that holds just one stays in its place.
fn without_nested(view: &View<'_>, nodes: &[Node]) -> Vec<Node> {
    let mut kept: Vec<Node> = Vec::with_capacity(nodes.len());
    for (at, &node) in nodes.iter().enumerate() {
        let n_inside = nodes[at + 1..].iter().take_while(|&&inner| inner < view.end(node)).take(2);
        let is_inside = kept.last().is_some_and(|&outer| node < view.end(outer));
        if n_inside.count() < 2 && !is_inside {
            kept.push(node);
        }
    }
    kept
}

/// A record ends where the next begins, at the latest where its parent ends.
fn run_end(view: &View<'_>, node: Node, next: Option<Node>) -> Node {
    let parent_end = view.parent(node).map_or(view.whole().end, |parent| view.end(parent));
    match next {
        // The next may begin deeper down, in a sibling.
        Some(next) if next < parent_end => {
            let mut above = next;
            while let Some(parent) = view.parent(above).filter(|&parent| parent > node) {
                above = parent;
            }
            above.max(node + 1)
        }
        _ => parent_end,
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
    pub(crate) fn read(&self, sight: Sight<'_, '_>, many: bool) -> Vec<Span> {
        let mut all = Vec::new();
        for way in &self.ways {
            let ballot = way.ballot(sight);
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
    pub(crate) fn node(&self, sight: Sight<'_, '_>) -> Option<Node> {
        self.ways.iter().find_map(|way| way.ballot(sight).one()).map(|(node, _)| node)
    }
}

impl ReadyWay {
    fn ballot<'p>(&self, sight: Sight<'_, 'p>) -> Ballot<'p> {
        let page = sight.view.page();
        let mut ballot = Ballot { total: 0.0, nothing: 0.0, votes: Vec::new() };
        for (number, rule) in self.rules.iter().enumerate() {
            let hits = self.hits(rule, sight);
            ballot.total += rule.weight;
            if hits.is_empty() {
                ballot.nothing += rule.weight;
            }
            let n_texts = count_texts(page, &hits);
            for hit in hits {
                ballot.add(page, hit, (number, rule.weight), n_texts);
            }
        }
        ballot
    }

    fn hits(&self, rule: &ReadyRule, sight: Sight<'_, '_>) -> Vec<(Node, Span)> {
        let Scope { first, end } = sight.scope;
        (first..end)
            .filter(|&node| sight.is_target(node, &self.way.target) && rule.holds(sight, node))
            .filter_map(|node| Some((node, self.place(sight, node)?)))
            .collect()
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
pub(crate) fn cut_span(
    page: &Page,
    whole: Span,
    cut: &super::cut::Cut,
    extent: Extent,
) -> Option<Span> {
    if cut.is_nothing() {
        return Some(whole);
    }
    let part = cut.apply(page.slice(whole)?)?;
    let start = whole.range().start;
    let span = Span::new(start + part.start, start + part.end);
    let span = if extent == Extent::Trimmed { trim(page.source(), span) } else { span };
    Some(span)
}

fn count_texts(page: &Page, hits: &[(Node, Span)]) -> usize {
    if hits.len() < 2 {
        return hits.len();
    }
    let mut texts: Vec<Cow<'_, str>> = hits.iter().map(|&(_, span)| page.text(span)).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.len()
}

/// The votes on one field of one record.
struct Ballot<'p> {
    total: f64,
    nothing: f64,
    votes: Vec<Vote<'p>>,
}

struct Vote<'p> {
    text: Cow<'p, str>,
    /// For a single value: what the text has, shared among the texts of a rule.
    for_one: f64,
    /// For a repeated field: what the text has.
    for_many: f64,
    /// The last rule that voted for it: each does so once.
    rule: usize,
    places: Vec<(Node, Span, f64)>,
}

impl<'p> Ballot<'p> {
    #[expect(clippy::cast_precision_loss, reason = "a page has fewer than 2^32 nodes")]
    fn add(
        &mut self,
        page: &'p Page,
        (node, span): (Node, Span),
        (rule, weight): (usize, f64),
        n_texts: usize,
    ) {
        let text = page.text(span);
        let known = self.votes.iter().position(|vote| vote.text == text);
        let at = known.unwrap_or_else(|| {
            self.votes.push(Vote {
                text,
                for_one: 0.0,
                for_many: 0.0,
                rule: usize::MAX,
                places: Vec::new(),
            });
            self.votes.len() - 1
        });
        let vote = &mut self.votes[at];
        if vote.rule != rule {
            vote.rule = rule;
            vote.for_one += weight / n_texts.max(1) as f64;
            vote.for_many += weight;
        }
        match vote.places.iter_mut().find(|place| place.1 == span) {
            Some(place) => place.2 += weight,
            None => vote.places.push((node, span, weight)),
        }
    }

    /// The value that has most votes, if "nothing" has not more.
    fn one(self) -> Option<(Node, Span)> {
        let mut best: Option<&Vote<'_>> = None;
        for vote in &self.votes {
            if best.is_none_or(|best| vote.for_one > best.for_one) {
                best = Some(vote);
            }
        }
        let best = best.filter(|best| best.for_one >= self.nothing)?.best_place();
        Some((best.0, best.1))
    }

    /// The values that have at least half as many votes as the best one.
    fn many(self, distinct: bool) -> Vec<Span> {
        let most = self.votes.iter().map(|vote| vote.for_many).fold(0.0, f64::max);
        if most < self.nothing {
            return Vec::new();
        }
        let mut spans = Vec::new();
        for vote in self.votes.iter().filter(|vote| 2.0 * vote.for_many >= most) {
            let best = vote.best_place();
            if distinct {
                spans.push(best.1);
            } else {
                let as_good = vote.places.iter().filter(|place| place.2 >= best.2);
                spans.extend(as_good.map(|place| place.1));
            }
        }
        spans
    }
}

impl Vote<'_> {
    fn best_place(&self) -> (Node, Span, f64) {
        let mut best = self.places[0];
        for &place in &self.places[1..] {
            if place.2 > best.2 {
                best = place;
            }
        }
        best
    }
}
