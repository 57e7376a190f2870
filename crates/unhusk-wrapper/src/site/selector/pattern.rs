//! Patterns: the conditions of a rule on a node and on the elements around it, gathered from its clues.

use crate::context::ElementName;
use crate::literal::plain_name;
use crate::site::clue::{Clue, ClueKind, Contents, PositionPath, Sibling, Tag, TextPlace};
use crate::site::rule::{NodeRule, NodeTarget};

/// The conditions of a rule on a node and on the elements around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    pub(super) target: NodeTarget,
    /// The holder of the node, then the elements around it, each the parent of the one before.
    pub(super) levels: Vec<Level>,
    /// Whether the last level is the top of the record.
    pub(super) is_whole: bool,
    /// The conditions on the node.
    pub(super) facts: Vec<Fact>,
    /// Clues that are no such condition.
    pub(super) left_out: Vec<ClueKind>,
}

/// The conditions on one element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Level {
    pub(super) tag: Option<String>,
    pub(super) id: Option<String>,
    /// Attributes and their tokens.
    pub(super) tokens: Vec<(String, String)>,
    /// The position among siblings of the same tag.
    pub(super) nth: Option<Nth>,
    /// The caption of the first text.
    pub(super) first_text: Option<String>,
    /// The nodes right before and right behind.
    pub(super) siblings: Option<[Sibling; 2]>,
    /// Whether the element contains elements.
    pub(super) has_elements: Option<bool>,
}

/// A position, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nth {
    FromFirst(u32),
    FromLast(u32),
}

/// A condition on the node itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    /// The caption so many texts before.
    TextBefore(usize, String),
    /// The caption so many texts behind.
    TextAfter(usize, String),
    /// The caption of the last heading before.
    Heading(String),
    /// A class of some element around.
    ClassAround(String),
    /// The siblings of a text.
    Siblings([Sibling; 2]),
    /// Position of a text in its element.
    Nth(Nth),
    /// The text is all of its element.
    Only,
    /// The title of the page begins with the text.
    Title,
}

impl Pattern {
    /// The pattern of a rule; `None` if its clues exclude each other, or none of them is such a condition.
    pub fn new(rule: &NodeRule, target: &NodeTarget) -> Option<Self> {
        let mut pattern = Self {
            target: target.clone(),
            levels: Vec::new(),
            is_whole: false,
            facts: Vec::new(),
            left_out: Vec::new(),
        };
        for clue in &rule.clues {
            match pattern.read(clue) {
                Some(read) => pattern.add(read)?,
                None => pattern.left_out.push(clue.kind()),
            }
        }
        let is_useful = !pattern.levels.is_empty() || !pattern.facts.is_empty();
        is_useful.then_some(pattern)
    }

    /// The pattern of elements around a node, the nearest first; `None` if one cannot be written.
    pub fn of_path(path: &[ElementName], target: &NodeTarget) -> Option<Self> {
        let level = |element: &ElementName| {
            let mut level = tagged(&element.tag)?;
            for token in &element.tokens {
                let (attribute, token) = token.split_once('=')?;
                level.tokens.push((plain_name(attribute)?.to_owned(), token.to_owned()));
            }
            Some(level)
        };
        let levels: Vec<Level> = path.iter().map(level).collect::<Option<_>>()?;
        let (facts, left_out) = (Vec::new(), Vec::new());
        let target = target.clone();
        (!levels.is_empty()).then_some(Self { target, levels, is_whole: false, facts, left_out })
    }

    /// Whether the target is a text.
    pub(super) fn of_text(&self) -> bool {
        self.target == NodeTarget::Text
    }

    /// The pattern of one clue; `None` if the clue is no such condition.
    fn read(&self, clue: &Clue) -> Option<Self> {
        let mut read = Self {
            target: self.target.clone(),
            levels: Vec::new(),
            is_whole: false,
            facts: Vec::new(),
            left_out: Vec::new(),
        };
        match clue {
            Clue::Path(tags) => read.levels = levels(tags)?,
            Clue::WholePath(tags) => (read.levels, read.is_whole) = (levels(tags)?, true),
            Clue::Positions(path) => read.positions(path, Nth::FromFirst)?,
            Clue::PositionsFromEnd(path) => read.positions(path, Nth::FromLast)?,
            Clue::WholePositions(path) => {
                read.positions(path, Nth::FromFirst)?;
                read.is_whole = true;
            }
            Clue::Id { below, id } => {
                read.levels = levels(below)?;
                read.levels.push(Level { id: Some(id.clone()), ..Level::default() });
            }
            Clue::IdPositions { below, id } => {
                read.positions(below, Nth::FromFirst)?;
                read.levels.push(Level { id: Some(id.clone()), ..Level::default() });
            }
            Clue::Class { path, class } => read.levels = with_token(path, "class", class)?,
            Clue::Token { path, attribute, token } => {
                read.levels = with_token(path, attribute, token)?;
            }
            Clue::ClassAround(class) => read.facts.push(Fact::ClassAround(class.clone())),
            Clue::TextBefore { distance, text } => {
                read.facts.push(Fact::TextBefore((*distance).into(), text.clone()));
            }
            Clue::TextAfter { distance, text } => {
                read.facts.push(Fact::TextAfter((*distance).into(), text.clone()));
            }
            // That there is no other landmark between cannot be written.
            Clue::LandmarkBeforeAt { text, distance } => {
                read.facts.push(Fact::TextBefore(*distance as usize, text.clone()));
            }
            Clue::Heading(text) => read.facts.push(Fact::Heading(text.clone())),
            Clue::FirstText { level, text } => {
                read.level((*level).into()).first_text = Some(text.clone());
            }
            Clue::Siblings { level, before, after } => {
                read.siblings((*level).into(), [before, after])?;
            }
            Clue::Place(TextPlace::Only) => read.facts.push(Fact::Only),
            Clue::Place(TextPlace::Nth(nth)) => read.facts.push(Fact::Nth(Nth::FromFirst(*nth))),
            Clue::Title => read.facts.push(Fact::Title),
            Clue::Contents(contents) => {
                read.level(0).has_elements = Some(*contents == Contents::Elements);
            }
            _ => return None,
        }
        Some(read)
    }

    fn level(&mut self, at: usize) -> &mut Level {
        if self.levels.len() <= at {
            self.levels.resize(at + 1, Level::default());
        }
        &mut self.levels[at]
    }

    fn positions(&mut self, path: &PositionPath, nth: fn(u32) -> Nth) -> Option<()> {
        self.facts.extend(path.text.map(|position| Fact::Nth(nth(position))));
        for (tag, position) in &path.steps {
            self.levels.push(Level { nth: Some(nth(*position)), ..tagged(tag.as_str())? });
        }
        // An element has no position among texts.
        (self.of_text() || path.text.is_none()).then_some(())
    }

    fn siblings(&mut self, at: usize, both: [&Sibling; 2]) -> Option<()> {
        let is_plain = |sibling: &&Sibling| match sibling {
            Sibling::Element(tag) => plain_name(tag.as_str()).is_some(),
            Sibling::Nothing | Sibling::Text => true,
        };
        if !both.iter().all(is_plain) {
            return None;
        }
        let both = both.map(Sibling::clone);
        match at.checked_sub(usize::from(self.of_text())) {
            None => self.facts.push(Fact::Siblings(both)),
            Some(at) => self.level(at).siblings = Some(both),
        }
        Some(())
    }

    /// Adds the conditions of another pattern; `None` if they exclude each other.
    fn add(&mut self, more: Self) -> Option<()> {
        let n_levels = (self.levels.len(), more.levels.len());
        let is_longer = |n_whole, n_other| n_other > n_whole;
        if (self.is_whole && is_longer(n_levels.0, n_levels.1))
            || (more.is_whole && is_longer(n_levels.1, n_levels.0))
        {
            return None;
        }
        self.is_whole |= more.is_whole;
        for (at, level) in more.levels.into_iter().enumerate() {
            self.level(at).add(level)?;
        }
        for fact in more.facts {
            if !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
        }
        Some(())
    }
}

impl Level {
    /// Adds the conditions of another level; `None` if they exclude each other.
    fn add(&mut self, more: Self) -> Option<()> {
        set(&mut self.tag, more.tag)?;
        set(&mut self.id, more.id)?;
        set(&mut self.nth, more.nth)?;
        set(&mut self.first_text, more.first_text)?;
        set(&mut self.siblings, more.siblings)?;
        set(&mut self.has_elements, more.has_elements)?;
        for token in more.tokens {
            if !self.tokens.contains(&token) {
                self.tokens.push(token);
            }
        }
        Some(())
    }

    /// Whether the only condition is to be a `tbody`, the first of its table.
    pub(super) fn is_bare_tbody(&self) -> bool {
        let tag = Some("tbody".to_owned());
        let is_first = matches!(self.nth, None | Some(Nth::FromFirst(1)));
        is_first && Self { nth: None, ..self.clone() } == Self { tag, ..Self::default() }
    }
}

fn set<T: PartialEq>(known: &mut Option<T>, more: Option<T>) -> Option<()> {
    if known.is_some() && more.is_some() && *known != more {
        // There is only room for one position, so that those from both ends exclude each other here, too.
        return None;
    }
    *known = known.take().or(more);
    Some(())
}

fn tagged(tag: &str) -> Option<Level> {
    Some(Level { tag: Some(plain_name(tag)?.to_owned()), ..Level::default() })
}

fn levels(tags: &[Tag]) -> Option<Vec<Level>> {
    tags.iter().map(|tag| tagged(tag.as_str())).collect()
}

/// Levels of which the last has a token in an attribute.
fn with_token(path: &[Tag], attribute: &str, token: &str) -> Option<Vec<Level>> {
    let mut levels = levels(path)?;
    levels.last_mut()?.tokens.push((plain_name(attribute)?.to_owned(), token.to_owned()));
    Some(levels)
}
