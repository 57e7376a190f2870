//! Rules as CSS selectors, where they can be said so.

use super::clue::{Clue, What};
use super::rule::NodeRule;

/// What a CSS selector says of one element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Compound {
    tag: Option<String>,
    /// `#id`, `.class`, `[name~="token"]`.
    others: Vec<String>,
}

/// An element and those around it, each the parent of the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Css(Vec<Compound>);

impl Css {
    /// A rule as a selector; none if some clue of it cannot be said so.
    pub(super) fn of_rule(rule: &NodeRule) -> Option<Self> {
        let mut all: Vec<Compound> = Vec::new();
        for clue in &rule.clues {
            let compounds = of_clue(clue)?;
            all.resize(all.len().max(compounds.len()), Compound::default());
            for (compound, more) in all.iter_mut().zip(compounds) {
                compound.add(more)?;
            }
        }
        Some(Self(all))
    }

    /// The weightiest of some rules that is a selector.
    pub(super) fn of_rules(rules: &[NodeRule]) -> Option<Self> {
        let mut by_weight: Vec<&NodeRule> = rules.iter().collect();
        by_weight.sort_by_key(|rule| std::cmp::Reverse(rule.weight));
        by_weight.into_iter().find_map(Self::of_rule)
    }

    /// The same below an element, if all of this is sure to stand below: the outermost element that is named
    /// here could else be that element itself.
    pub(super) fn below(&self, outer: &Self) -> Option<String> {
        let top = self.0.last()?.tag.as_ref()?;
        let node = outer.0.first()?.tag.as_ref()?;
        (top != node).then(|| format!("{outer} {self}"))
    }
}

impl std::fmt::Display for Css {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, compound) in self.0.iter().rev().enumerate() {
            let joint = if at == 0 { "" } else { " > " };
            let any = if compound.others.is_empty() { "*" } else { "" };
            let tag = compound.tag.as_deref().unwrap_or(any);
            write!(f, "{joint}{tag}{}", compound.others.concat())?;
        }
        Ok(())
    }
}

impl Compound {
    fn tag(name: &str) -> Option<Self> {
        Some(Self { tag: Some(plain_tag(name)?.to_owned()), others: Vec::new() })
    }

    /// What both say; none if they exclude each other.
    fn add(&mut self, more: Self) -> Option<()> {
        if self.tag.is_some() && more.tag.is_some() && self.tag != more.tag {
            return None;
        }
        self.tag = self.tag.take().or(more.tag);
        for other in more.others {
            if !self.others.contains(&other) {
                self.others.push(other);
            }
        }
        Some(())
    }
}

/// The elements that a clue speaks of, the innermost first.
fn of_clue(clue: &Clue) -> Option<Vec<Compound>> {
    let mut pieces: Vec<&str> = clue.says.split('<').collect();
    let last = match clue.what {
        What::Path => Compound::tag(pieces.pop()?)?,
        What::Class => {
            let (tag, class) = pieces.pop()?.split_once('.')?;
            let others = vec![format!(".{}", identifier(class)?)];
            Compound { others, ..Compound::tag(tag)? }
        }
        What::Token => {
            let (tag, token) = pieces.pop()?.split_once('@')?;
            let (name, token) = token.split_once('=')?;
            let token = token.replace('\\', "\\\\").replace('"', "\\\"");
            let others = vec![format!("[{}~=\"{token}\"]", identifier(name)?)];
            Compound { others, ..Compound::tag(tag)? }
        }
        What::Id => {
            let id = pieces.pop()?.strip_prefix('#')?;
            Compound { tag: None, others: vec![format!("#{}", identifier(id)?)] }
        }
        _ => return None,
    };
    let mut compounds: Vec<Compound> =
        pieces.into_iter().map(Compound::tag).collect::<Option<_>>()?;
    compounds.push(last);
    Some(compounds)
}

/// A tag that needs no escapes.
fn plain_tag(name: &str) -> Option<&str> {
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    is_plain.then_some(name)
}

/// A name with what is not plain in it escaped; names that begin with a digit are left alone.
fn identifier(name: &str) -> Option<String> {
    let first = name.trim_start_matches('-').chars().next()?;
    if first.is_ascii_digit() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '-' | '_') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    Some(escaped)
}
