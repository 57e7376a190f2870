//! What a rule says of a node and of the elements around it, clue by clue.

use crate::context::ElementName;
use crate::literal::plain_name;
use crate::site::clue::{Clue, ClueKind};
use crate::site::rule::{NodeRule, NodeTarget};

/// What a rule says of a node and of the elements around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    pub(super) target: NodeTarget,
    /// The element around a text, or the element itself; then the elements around it, each the parent of the one
    /// before.
    pub(super) levels: Vec<Level>,
    /// Whether the last of them is the top of the record.
    pub(super) is_whole: bool,
    /// What holds of the node.
    pub(super) facts: Vec<Fact>,
    /// Clues that cannot be written as any of this.
    pub(super) left_out: Vec<ClueKind>,
}

/// What holds of one element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Level {
    pub(super) tag: Option<String>,
    pub(super) id: Option<String>,
    /// Attributes and their tokens.
    pub(super) tokens: Vec<(String, String)>,
    /// Positions among siblings of the same tag.
    pub(super) nth: Option<Nth>,
    /// What its first text says.
    pub(super) first_text: Option<String>,
    /// What stands before and behind it.
    pub(super) siblings: Option<[Sibling; 2]>,
    /// Whether there are elements in it.
    pub(super) has_elements: Option<bool>,
}

/// A position, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nth {
    FromFirst(u32),
    FromLast(u32),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sibling {
    Nothing,
    Text,
    Element(String),
}

/// What holds of the node itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    /// What the text so many places before says.
    TextBefore(usize, String),
    /// What the text so many places behind says.
    TextAfter(usize, String),
    /// What the last heading before says.
    Heading(String),
    /// A class of some element around.
    ClassAround(String),
    /// Neighbours of a text.
    Siblings([Sibling; 2]),
    /// Position of a text in its element.
    Nth(Nth),
    /// A text that is all of its element.
    Only,
    /// A text with which the page's title begins.
    Title,
}

impl Pattern {
    /// The pattern of a rule; none if its clues exclude each other, or none of them can be written.
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
                None => pattern.left_out.push(clue.what),
            }
        }
        let says_something = !pattern.levels.is_empty() || !pattern.facts.is_empty();
        says_something.then_some(pattern)
    }

    /// Elements around a node, the nearest first; none if one cannot be written.
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

    /// Whether a text is looked for.
    pub(super) fn of_text(&self) -> bool {
        self.target == NodeTarget::Text
    }

    /// What one clue says; none if that cannot be written.
    fn read(&self, clue: &Clue) -> Option<Self> {
        let mut read = Self {
            target: self.target.clone(),
            levels: Vec::new(),
            is_whole: false,
            facts: Vec::new(),
            left_out: Vec::new(),
        };
        let says = clue.says.as_str();
        let at = usize::from(clue.at);
        match clue.what {
            ClueKind::Path => read.levels = names(says)?,
            ClueKind::WholePath => (read.levels, read.is_whole) = (names(whole(says)?)?, true),
            ClueKind::Positions | ClueKind::PositionsFromEnd => read.positions(says)?,
            ClueKind::WholePositions => {
                read.positions(whole(says)?)?;
                read.is_whole = true;
            }
            ClueKind::Id | ClueKind::IdPositions => read.id(says)?,
            ClueKind::Class | ClueKind::Token => read.levels = with_token(says)?,
            ClueKind::ClassAround => {
                read.facts.push(Fact::ClassAround(says.strip_prefix('.')?.to_owned()));
            }
            ClueKind::TextBefore => read.facts.push(Fact::TextBefore(at, says.to_owned())),
            ClueKind::TextAfter => read.facts.push(Fact::TextAfter(at, says.to_owned())),
            // That there is no other landmark between is not said.
            ClueKind::LandmarkBeforeAt => {
                let (text, n_texts) = says.rsplit_once(" +")?;
                read.facts.push(Fact::TextBefore(n_texts.parse().ok()?, text.to_owned()));
            }
            ClueKind::Heading => read.facts.push(Fact::Heading(says.to_owned())),
            ClueKind::FirstText => read.level(at).first_text = Some(says.to_owned()),
            ClueKind::Siblings => read.siblings(at, says)?,
            ClueKind::Place if says == "only" => read.facts.push(Fact::Only),
            ClueKind::Place => read.facts.push(Fact::Nth(Nth::FromFirst(says.parse().ok()?))),
            ClueKind::Title => read.facts.push(Fact::Title),
            ClueKind::Contents => read.level(0).has_elements = Some(says == "elements"),
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

    /// `[1]td[2]<tr[3]`, with the position of the text first.
    fn positions(&mut self, says: &str) -> Option<()> {
        let mut names = says;
        if let Some(rest) = says.strip_prefix('[').filter(|_| self.of_text()) {
            let (number, rest) = rest.split_once(']')?;
            self.facts.push(Fact::Nth(nth(number)?));
            names = rest;
        }
        for piece in names.split('<').filter(|piece| !piece.is_empty()) {
            let (tag, number) = piece.strip_suffix(']')?.split_once('[')?;
            let level = Level { nth: Some(nth(number)?), ..tagged(tag)? };
            self.levels.push(level);
        }
        Some(())
    }

    /// `b<td<#main`, with or without positions.
    fn id(&mut self, says: &str) -> Option<()> {
        let (below, id) = says.split_once('#')?;
        if below.contains('[') {
            self.positions(below)?;
        } else if !below.is_empty() {
            self.levels = names(whole(below)?)?;
        }
        self.levels.push(Level { id: Some(id.to_owned()), ..Level::default() });
        Some(())
    }

    /// `b | `: between `b` and nothing.
    fn siblings(&mut self, at: usize, says: &str) -> Option<()> {
        let (before, behind) = says.strip_suffix(' ')?.split_once(' ')?;
        let both = [sibling(before)?, sibling(behind)?];
        match at.checked_sub(usize::from(self.of_text())) {
            None => self.facts.push(Fact::Siblings(both)),
            Some(at) => self.level(at).siblings = Some(both),
        }
        Some(())
    }

    /// Adds what another says; none if they exclude each other.
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
    /// What both say; none if they exclude each other.
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

    /// Whether nothing is said but that it is a `tbody`, the first of its table.
    pub(super) fn is_bare_tbody(&self) -> bool {
        let tag = Some("tbody".to_owned());
        let is_first = matches!(self.nth, None | Some(Nth::FromFirst(1)));
        is_first && Self { nth: None, ..self.clone() } == Self { tag, ..Self::default() }
    }
}

fn set<T: PartialEq>(known: &mut Option<T>, more: Option<T>) -> Option<()> {
    if known.is_some() && more.is_some() && *known != more {
        // Positions from both ends are one more than can be kept, other things exclude each other.
        return None;
    }
    *known = known.take().or(more);
    Some(())
}

fn tagged(tag: &str) -> Option<Level> {
    Some(Level { tag: Some(plain_name(tag)?.to_owned()), ..Level::default() })
}

/// `b<td<tr`
fn names(says: &str) -> Option<Vec<Level>> {
    says.split('<').map(tagged).collect()
}

/// A path up to the top ends with the sign that goes between names.
fn whole(says: &str) -> Option<&str> {
    says.strip_suffix('<')
}

/// `b<td.price` or `b<td@itemprop=price`
fn with_token(says: &str) -> Option<Vec<Level>> {
    let (below, top) = says.rsplit_once('<').unwrap_or(("", says));
    let mut levels = if below.is_empty() { Vec::new() } else { names(below)? };
    let at = top.find(['.', '@'])?;
    let mut level = tagged(&top[..at])?;
    let (name, token) = match top[at..].strip_prefix('.') {
        Some(class) => ("class", class),
        None => top[at + 1..].split_once('=')?,
    };
    level.tokens.push((plain_name(name)?.to_owned(), token.to_owned()));
    levels.push(level);
    Some(levels)
}

fn nth(number: &str) -> Option<Nth> {
    match number.strip_prefix('-') {
        Some(number) => number.parse().ok().map(Nth::FromLast),
        None => number.parse().ok().map(Nth::FromFirst),
    }
}

fn sibling(name: &str) -> Option<Sibling> {
    Some(match name {
        "|" => Sibling::Nothing,
        "text" => Sibling::Text,
        tag => Sibling::Element(plain_name(tag)?.to_owned()),
    })
}
