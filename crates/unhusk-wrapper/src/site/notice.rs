//! What the rules of a wrapper take notice of in a record, beside the names of its elements.

use super::alphabet::Alphabet;
use super::clue::{Print, What};
use super::ready::{ReadyField, ReadyWay};
use super::rule::NodeTarget;
use super::said::Initials;
use super::view::View;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What rules take notice of. The rules that see nothing but the record have numbers.
#[derive(Debug, Clone)]
pub(super) struct Notice {
    /// Texts that rules tell from others, with numbers from 1.
    texts: FxHashMap<Print, u32>,
    /// What these begin with.
    initials: Initials,
    /// Attributes that are values.
    attributes: Vec<String>,
    /// Words that elements were given.
    pub(super) alphabet: Arc<Alphabet>,
    /// How many rules have numbers.
    pub(super) n_rules: usize,
    /// How many ways have numbers: those all of whose rules have.
    pub(super) n_ways: usize,
}

/// Most attributes: each is a bit of a number.
const MAX_ATTRIBUTES: usize = 31;

impl Notice {
    /// Gives numbers to rules and ways, and finds out what these look at.
    pub(super) fn new(fields: &mut [ReadyField], landmarks: &[String]) -> Self {
        let (mut attributes, mut n_rules, mut n_ways) = (Vec::new(), 0, 0);
        let mut texts: Vec<String> = Vec::new();
        for way in fields.iter_mut().flat_map(|field| &mut field.ways) {
            if !note_target(&way.way.target, &mut attributes) {
                continue;
            }
            if number_rules(way, &mut n_rules) {
                way.number = n_ways;
                n_ways += 1;
            }
            texts.extend(texts_of(way));
        }
        if texts.iter().any(String::is_empty) {
            texts.extend_from_slice(landmarks);
        }
        texts.retain(|text| !text.is_empty());
        let ways = fields.iter().flat_map(|field| &field.ways);
        let clues = ways.flat_map(|way| &way.rules).flat_map(|rule| &rule.clues);
        let prints = texts.iter().map(|text| Print::of_text(text));
        Self {
            texts: prints.zip(1..).collect(),
            initials: Initials::of_labels(texts.iter().map(String::as_str)),
            attributes,
            alphabet: Arc::new(Alphabet::of(clues.map(|clue| (clue.kind.0, &*clue.says)))),
            n_rules,
            n_ways,
        }
    }

    /// The number of a text; 0 for those that no rule tells from others.
    pub(super) fn text(&self, view: &View<'_>, leaf: usize) -> u32 {
        if self.texts.is_empty() || !self.initials.has(view.initial(leaf)) {
            return 0;
        }
        self.texts.get(&view.said_print(leaf)).copied().unwrap_or(0)
    }

    /// The numbers that the attributes have on a page.
    pub(super) fn attributes(&self, view: &View<'_>) -> Vec<u32> {
        self.attributes.iter().filter_map(|name| view.tree().name_number(name)).collect()
    }
}

/// Takes notice of what a way looks for; whether that can be done.
fn note_target(target: &NodeTarget, attributes: &mut Vec<String>) -> bool {
    let NodeTarget::Attribute(name) = target else { return true };
    if !attributes.contains(name) && attributes.len() < MAX_ATTRIBUTES {
        attributes.push(name.clone());
    }
    attributes.contains(name)
}

/// Numbers the rules that see nothing but the record; whether all are such.
fn number_rules(way: &mut ReadyWay, n_rules: &mut usize) -> bool {
    let mut all = true;
    for rule in &mut way.rules {
        if rule.clues.iter().all(|clue| sees_record_only(clue.kind.0)) {
            rule.number = *n_rules;
            *n_rules += 1;
        } else {
            all = false;
        }
    }
    all
}

/// Whether a clue is told by nothing but the elements of a record, their words, and the texts that rules name.
fn sees_record_only(what: What) -> bool {
    !matches!(what, What::ColumnHead | What::Heading | What::Title | What::Shape)
}

/// The texts that clues of a way look for; an empty one stands for all landmarks.
fn texts_of(way: &ReadyWay) -> impl Iterator<Item = String> + '_ {
    let clues = way.rules.iter().flat_map(|rule| &rule.clues);
    clues.filter_map(|clue| match clue.kind.0 {
        What::TextBefore | What::TextAfter | What::FirstText => Some(clue.says.to_string()),
        What::LandmarkBefore
        | What::LandmarkBeforeAt
        | What::LandmarkAfter
        | What::Between
        | What::NoLandmark => Some(String::new()),
        _ => None,
    })
}
