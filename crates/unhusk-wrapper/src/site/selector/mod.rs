//! Site rules as selectors: what a rule says in `XPath`, and in CSS, as far as these can say it.
//!
//! A rule becomes a [`Pattern`]: what holds of the node and of the elements around it. Each language writes of it
//! what it can, and tells what it left out.

mod css;
mod caption;
mod pattern;
mod steps;
mod xpath;
#[cfg(test)]
mod tests;

pub use pattern::Pattern;

use super::clue::ClueKind;
use super::rule::{NodeRule, NodeTarget};

/// A rule in a language of selectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The expression. That of a text in CSS selects the element around it.
    pub text: String,
    /// Clues that the language cannot say.
    pub left_out: Vec<ClueKind>,
    /// How many positions it counts on.
    pub n_positions: usize,
}

/// A language of selectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// `XPath` 1.0.
    Xpath,
    /// CSS.
    Css,
}

/// What an expression is seen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The document.
    Page,
    /// The element that is a record.
    Record,
}

/// The ways to write a rule, the plainest first; none if nothing of it can be said.
pub fn render(
    rule: &NodeRule,
    target: &NodeTarget,
    language: Language,
    from: From,
) -> Vec<Rendered> {
    let pattern = Pattern::new(rule, target);
    pattern.map_or_else(Vec::new, |pattern| render_pattern(&pattern, language, from))
}

/// The same for a pattern.
pub fn render_pattern(pattern: &Pattern, language: Language, from: From) -> Vec<Rendered> {
    match language {
        Language::Xpath => xpath::render(pattern, from),
        Language::Css => css::render(pattern, from).into_iter().collect(),
    }
}

/// The weightiest of some rules that a language can say.
pub(super) fn weightiest(
    rules: &[NodeRule],
    target: &NodeTarget,
    language: Language,
    from: From,
) -> Option<Rendered> {
    let mut by_weight: Vec<&NodeRule> = rules.iter().collect();
    by_weight.sort_by_key(|rule| std::cmp::Reverse(rule.weight));
    let mut rendered = by_weight.into_iter().flat_map(|rule| render(rule, target, language, from));
    rendered.find(|rendered| rendered.left_out.is_empty())
}
