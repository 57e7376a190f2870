//! Ballots: the votes of several rules, counted.
//!
//! Rules vote for *texts*, not for nodes: a value that a page shows twice gets the votes of both places.

use std::borrow::Cow;
use std::collections::HashMap;
use unhusk_page::{Page, Span, VisibleNode};

/// Weight of the vote for "nothing" of a rule without a match, for a field that every labelled record has.
const LOST: f64 = 0.1;

/// Weight of the vote for "nothing" of a rule whose empty match proves that the field is absent.
const CREDIBLE: f64 = 1.0;

/// The least share of all votes that elects a value.
const LEAST: f64 = 0.002;

/// The votes on one field of one record.
pub(in crate::site) struct Ballot<'p> {
    /// Weight of the vote for "nothing" of a rule without a match.
    doubt: f64,
    nothing: f64,
    total: f64,
    votes: Vec<Vote<'p>>,
    /// Texts -> positions in `votes`, once there are many.
    // The page chooses these texts and could make a faster hash collide.
    positions: HashMap<Cow<'p, str>, usize>,
}

/// Up to this number, texts are compared one by one.
const FEW: usize = 16;

struct Vote<'p> {
    text: Cow<'p, str>,
    /// Votes for a single value: a rule shares its weight among the texts that it selects.
    for_one: f64,
    /// Votes for one of several values: a rule gives its weight to each text that it selects.
    for_many: f64,
    /// The last rule that voted for the text: each rule does so once.
    rule: usize,
    /// The places of the text, in the order of the page, with their votes.
    places: Vec<(VisibleNode, Span, f64)>,
}

impl<'p> Ballot<'p> {
    /// An empty ballot. If every labelled record has a value, a rule without a match has more likely lost its clues.
    pub(in crate::site) fn new(is_optional: bool) -> Self {
        let doubt = if is_optional { 1.0 } else { LOST };
        Self { doubt, nothing: 0.0, total: 0.0, votes: Vec::new(), positions: HashMap::new() }
    }

    /// Adds the vote of a rule for the nodes of which it holds. `is_credible` tells whether an empty match proves that the
    /// field is absent.
    pub(in crate::site) fn vote(
        &mut self,
        page: &'p Page,
        (rule, weight): (usize, f64),
        hits: &[(VisibleNode, Span)],
        is_credible: bool,
    ) {
        self.total += weight;
        if hits.is_empty() {
            let doubt = if is_credible { self.doubt.max(CREDIBLE) } else { self.doubt };
            self.nothing += doubt * weight;
        }
        let mut named = Vec::with_capacity(hits.len());
        for &(node, span) in hits {
            let at = self.at(span).unwrap_or_else(|| self.candidate(page.text(span)));
            let vote = &mut self.votes[at];
            match vote.places.binary_search_by_key(&span, |place| place.1) {
                Ok(at) => vote.places[at].2 += weight,
                Err(at) => vote.places.insert(at, (node, span, weight)),
            }
            if vote.rule != rule {
                vote.rule = rule;
                vote.for_many += weight;
                named.push(at);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a page has fewer than 2^32 nodes")]
        let share = weight / named.len().max(1) as f64;
        for at in named {
            self.votes[at].for_one += share;
        }
    }

    /// The position of the text at a place that has votes: most rules select the same places.
    fn at(&self, span: Span) -> Option<usize> {
        let mut few = self.votes.iter().take(FEW);
        few.position(|vote| vote.places.binary_search_by_key(&span, |place| place.1).is_ok())
    }

    /// The position of the text among those that have votes.
    fn candidate(&mut self, text: Cow<'p, str>) -> usize {
        if let Some(known) = self.position(&text) {
            return known;
        }
        let (for_one, for_many, rule) = (0.0, 0.0, usize::MAX);
        self.votes.push(Vote { text, for_one, for_many, rule, places: Vec::new() });
        self.votes.len() - 1
    }

    fn position(&mut self, text: &str) -> Option<usize> {
        if self.votes.len() <= FEW {
            return self.votes.iter().position(|vote| vote.text == text);
        }
        for (at, vote) in self.votes.iter().enumerate().skip(self.positions.len()) {
            self.positions.insert(vote.text.clone(), at);
        }
        self.positions.get(text).copied()
    }

    /// Whether votes of weight `left` can no longer change which value is elected, nor at which place.
    pub(in crate::site) fn is_decided(&self, left: f64) -> bool {
        let mut ahead: Option<&Vote<'_>> = None;
        let mut second = self.nothing;
        for vote in &self.votes {
            let behind = match ahead {
                Some(first) if first.for_one >= vote.for_one => vote,
                _ => match ahead.replace(vote) {
                    Some(behind) => behind,
                    None => continue,
                },
            };
            second = second.max(behind.for_one);
        }
        ahead.is_some_and(|ahead| ahead.for_one > second + left && ahead.is_place_decided(left))
    }

    /// Every place that has votes, with its share of all votes.
    pub(in crate::site) fn shares(self, many: bool) -> impl Iterator<Item = (Span, f64)> {
        let total = self.total;
        self.votes.into_iter().flat_map(move |vote| {
            let votes = if many { vote.for_many } else { vote.for_one };
            vote.places.into_iter().map(move |place| (place.1, votes / total))
        })
    }

    /// Whether the value that has most votes has about as many at several places.
    pub(in crate::site) fn is_split(&self) -> bool {
        let best = self.votes.iter().max_by(|a, b| a.for_one.total_cmp(&b.for_one));
        best.is_some_and(|best| {
            let most = best.best_place().2;
            best.places.iter().filter(|place| 2.0 * place.2 >= most).count() > 1
        })
    }

    /// The value with most votes, unless "nothing" has more.
    pub(in crate::site) fn one(self) -> Option<(VisibleNode, Span)> {
        let mut best: Option<&Vote<'_>> = None;
        for vote in &self.votes {
            if best.is_none_or(|best| vote.for_one > best.for_one) {
                best = Some(vote);
            }
        }
        let best =
            best.filter(|best| best.for_one >= self.nothing.max(LEAST * self.total))?.best_place();
        Some((best.0, best.1))
    }

    /// The values with at least half as many votes as the best one.
    pub(in crate::site) fn many(self, distinct: bool) -> Vec<Span> {
        let most = self.votes.iter().map(|vote| vote.for_many).fold(0.0, f64::max);
        if most < self.nothing.max(LEAST * self.total) {
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
    /// Whether votes of weight `left` can no longer change which place is the best.
    fn is_place_decided(&self, left: f64) -> bool {
        let best = self.best_place();
        self.places.iter().all(|place| place.1 == best.1 || best.2 > place.2 + left)
    }

    fn best_place(&self) -> (VisibleNode, Span, f64) {
        let mut best = self.places[0];
        for &place in &self.places[1..] {
            if place.2 > best.2 {
                best = place;
            }
        }
        best
    }
}
