//! The footprint of rules: what of a record, beside the tags, decides which nodes they select.
//!
//! Records that agree in it have the same [shape](crate::site::cache::shapes), and rules select the same nodes in them.

use crate::site::clue::caption::PrefixSet;
use crate::site::clue::{ClueKind, TextHash};
use crate::site::compile::tokens::TokenSet;
use crate::site::compile::{CompiledAlternative, CompiledClue, CompiledField};
use crate::site::matcher::page_index::PageIndex;
use crate::site::rule::NodeTarget;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What decides which nodes rules select. Rules that depend on the record alone have numbers.
#[derive(Debug, Clone)]
pub(in crate::site) struct RuleFootprint {
    /// The captions that rules name, with numbers from 1.
    texts: FxHashMap<TextHash, u32>,
    /// The prefixes of these captions.
    prefixes: PrefixSet,
    /// Attributes whose values are read.
    attributes: Vec<String>,
    /// The attribute tokens that rules ask for.
    pub(in crate::site) tokens: Arc<TokenSet>,
    /// The number of rules with numbers.
    pub(in crate::site) n_rules: usize,
    /// The number of alternatives with numbers: all their rules have numbers.
    pub(in crate::site) n_alternatives: usize,
}

/// Most attributes: there is a bit for each.
const MAX_ATTRIBUTES: usize = 31;

impl RuleFootprint {
    /// The footprint of all fields. Sets the numbers of rules and alternatives.
    pub(in crate::site) fn new(fields: &mut [CompiledField], landmarks: &[String]) -> Self {
        let (mut attributes, mut n_rules, mut n_alternatives) = (Vec::new(), 0, 0);
        let mut texts: Vec<String> = Vec::new();
        for alternative in fields.iter_mut().flat_map(|field| &mut field.alternatives) {
            if !note_target(&alternative.alternative.target, &mut attributes) {
                continue;
            }
            if number_rules(alternative, &mut n_rules) {
                alternative.number = n_alternatives;
                n_alternatives += 1;
            }
            texts.extend(texts_of(alternative));
        }
        if texts.iter().any(String::is_empty) {
            texts.extend_from_slice(landmarks);
        }
        texts.retain(|text| !text.is_empty());
        let alternatives = fields.iter().flat_map(|field| &field.alternatives);
        let clues =
            alternatives.flat_map(|alternative| &alternative.rules).flat_map(|rule| &rule.clues);
        let hashes = texts.iter().map(|text| TextHash::of_text(text));
        Self {
            texts: hashes.zip(1..).collect(),
            prefixes: PrefixSet::of_captions(texts.iter().map(String::as_str)),
            attributes,
            tokens: Arc::new(TokenSet::of(clues.map(|clue| &clue.clue))),
            n_rules,
            n_alternatives,
        }
    }

    /// The number of the caption of a text; 0 if no rule names it.
    pub(in crate::site) fn text(&self, index: &PageIndex<'_>, leaf: usize) -> u32 {
        if self.texts.is_empty() || !self.prefixes.has(index.prefix(leaf)) {
            return 0;
        }
        self.texts.get(&index.caption_hash(leaf)).copied().unwrap_or(0)
    }

    /// The numbers of the attributes on a page.
    pub(in crate::site) fn attributes(&self, index: &PageIndex<'_>) -> Vec<u32> {
        self.attributes.iter().filter_map(|name| index.tree().name_number(name)).collect()
    }
}

/// Registers the attribute that an alternative reads; returns false if the table is full.
fn note_target(target: &NodeTarget, attributes: &mut Vec<String>) -> bool {
    let NodeTarget::Attribute(name) = target else { return true };
    if !attributes.contains(name) && attributes.len() < MAX_ATTRIBUTES {
        attributes.push(name.clone());
    }
    attributes.contains(name)
}

/// Sets the numbers of the rules that depend on the record alone; returns whether all do.
fn number_rules(alternative: &mut CompiledAlternative, n_rules: &mut usize) -> bool {
    let mut all = true;
    for rule in &mut alternative.rules {
        if rule.clues.iter().all(|clue| sees_record_only(clue.feature.kind)) {
            rule.number = *n_rules;
            *n_rules += 1;
        } else {
            all = false;
        }
    }
    all
}

/// Whether clues of a kind depend on the tags, tokens and captions of a record alone.
fn sees_record_only(what: ClueKind) -> bool {
    !matches!(what, ClueKind::ColumnHead | ClueKind::Heading | ClueKind::Title | ClueKind::Shape)
}

/// The captions that the clues of an alternative name; an empty one stands for all landmarks.
fn texts_of(alternative: &CompiledAlternative) -> impl Iterator<Item = String> + '_ {
    let clues = alternative.rules.iter().flat_map(|rule| &rule.clues);
    clues.filter_map(|CompiledClue { clue, feature, .. }| {
        if feature.kind.reads_landmarks() {
            return Some(String::new());
        }
        clue.neighbour_text().map(str::to_owned)
    })
}
