//! Compilation: what a wrapper asks of pages, gathered once per wrapper.
//!
//! Every clue gets an [`AccessPath`](access::AccessPath) by which its nodes are found, every rule begins with the clue that is
//! found soonest, and all rules together say which [tokens](tokens) and texts of a page matter at all
//! ([footprint](footprint)).

pub(in crate::site) mod access;
pub(in crate::site) mod ancestors;
pub(in crate::site) mod footprint;
pub(in crate::site) mod tokens;

use crate::site::cache::shapes::Evidence;
use crate::site::clue::{Clue, ClueKind, Feature, TextHash};
use crate::site::list_look::ListLook;
use crate::site::matcher::eval::EvalContext;
use crate::site::rule::{Alternative, FieldRule, NodeRule, NodeTarget};
use access::AccessPath;
use unhusk_page::internal::Inside;

/// A compiled rule; the clue whose nodes are found soonest is the first.
#[derive(Debug, Clone)]
pub struct CompiledRule {
    /// Weight of the vote.
    pub weight: f64,
    pub(in crate::site) clues: Vec<CompiledClue>,
    /// The number among the rules of the wrapper that depend on the record alone, or [`NO_NUMBER`].
    pub(in crate::site) number: usize,
}

/// A clue with what its evaluation needs.
#[derive(Debug, Clone)]
pub(in crate::site) struct CompiledClue {
    /// The clue.
    pub(in crate::site) clue: Clue,
    /// Kind and distance.
    pub(in crate::site) feature: Feature,
    /// The text of the clue.
    pub(in crate::site) text: Box<str>,
    /// The hash of the text.
    pub(in crate::site) hash: TextHash,
    /// How the nodes of which the clue holds are found.
    pub(in crate::site) access: AccessPath,
}

impl CompiledClue {
    fn new(clue: &Clue) -> Self {
        Self {
            clue: clue.clone(),
            feature: clue.feature(),
            text: clue.text().into(),
            hash: clue.text_hash(),
            access: AccessPath::new(clue),
        }
    }

    /// Whether the text of the clue is made of captions.
    pub(in crate::site) fn tells_texts(&self) -> bool {
        let kind = self.feature.kind;
        kind.family() == ClueKind::TEXTS && kind != ClueKind::NoLandmark
    }
}

impl CompiledRule {
    /// Compiles a rule.
    pub fn new(rule: &NodeRule) -> Self {
        let mut clues: Vec<CompiledClue> = rule.clues.iter().map(CompiledClue::new).collect();
        clues.sort_by_key(|clue| (clue.access.cost(), cost(clue.feature.kind), clue.feature.at));
        Self { weight: f64::from(rule.weight), clues, number: NO_NUMBER }
    }

    /// What of a record the rule depends on.
    pub(in crate::site) fn evidence(&self) -> Evidence {
        let is_text = |clue: &CompiledClue| clue.feature.kind.family() == ClueKind::TEXTS;
        if self.clues.iter().any(is_text) { Evidence::Texts } else { Evidence::Elements }
    }

    /// The cost of finding the nodes of the rule, roughly.
    pub(in crate::site) fn cost(&self) -> (u8, u8, usize) {
        let first = self.clues.first();
        let (access, tell) =
            first.map_or((0, 0), |clue| (clue.access.cost(), cost(clue.feature.kind)));
        (access, tell, self.clues.len())
    }

    /// Whether an empty match proves that the field is absent: the rule rests on texts, and the page has the texts of the
    /// template.
    pub(in crate::site) fn is_credible(&self, context: EvalContext<'_, '_>) -> bool {
        self.clues.iter().all(|clue| clue.feature.kind.family() == ClueKind::TEXTS)
            && context.landmarks.are_intact(context.index)
    }
}

/// The number of rules and alternatives that have none.
const NO_NUMBER: usize = usize::MAX;

/// The cost of testing a clue on a node, roughly.
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

/// The compiled rules of a field.
#[derive(Debug, Clone)]
pub struct CompiledField {
    pub(in crate::site) alternatives: Vec<CompiledAlternative>,
    pub(in crate::site) distinct: bool,
    pub(in crate::site) runs_on: Option<u8>,
    pub(in crate::site) look: Option<ListLook>,
    /// What the values are parts of, if it is the same for all alternatives.
    pub(in crate::site) inside: Option<Inside>,
}

/// A compiled alternative.
#[derive(Debug, Clone)]
pub(in crate::site) struct CompiledAlternative {
    pub(in crate::site) alternative: Alternative,
    pub(in crate::site) rules: Vec<CompiledRule>,
    /// Positions of the rules, the cheapest first.
    pub(in crate::site) by_cost: Vec<usize>,
    /// The number among the alternatives of the wrapper that depend on the record alone, or [`NO_NUMBER`].
    pub(in crate::site) number: usize,
}

impl CompiledAlternative {
    fn new(alternative: &Alternative) -> Self {
        let rules: Vec<CompiledRule> = alternative.rules.iter().map(CompiledRule::new).collect();
        let mut by_cost: Vec<usize> = (0..rules.len()).collect();
        by_cost.sort_by_key(|&at| rules[at].cost());
        Self { alternative: alternative.clone(), rules, by_cost, number: NO_NUMBER }
    }
}

/// What the values of an alternative are parts of; `None` if a cut may begin in a tag.
fn inside(alternative: &Alternative) -> Option<Inside> {
    match alternative.target {
        NodeTarget::Attribute(_) => Some(Inside::Attribute),
        NodeTarget::Element if !alternative.cut.is_nothing() => None,
        NodeTarget::Text | NodeTarget::Element => Some(Inside::Contents),
    }
}

impl CompiledField {
    /// Compiles the rules of a field.
    pub fn new(field: &FieldRule) -> Self {
        let alternatives = field.alternatives.iter().map(CompiledAlternative::new).collect();
        let mut insides = field.alternatives.iter().map(inside);
        let inside =
            insides.next().flatten().filter(|first| insides.all(|other| other == Some(*first)));
        let FieldRule { distinct, runs_on, .. } = *field;
        Self { alternatives, distinct, runs_on, look: field.look.clone(), inside }
    }
}
