//! Site rules as selectors: `XPath` and CSS, as far as these can express a rule.
//!
//! A rule becomes a [`Pattern`]: conditions on the node and on the elements around it. Each language writes what it can of
//! the pattern, and reports what it left out.

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
    /// The expression. In CSS, the expression for a text selects the element around it.
    pub text: String,
    /// Clues that the language cannot express.
    pub left_out: Vec<ClueKind>,
    /// The number of positions in the expression.
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

/// Where the evaluation of an expression starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The document.
    Page,
    /// The element that is a record.
    Record,
}

/// All expressions for a rule, the plainest first; empty if nothing of the rule can be written.
pub fn render(
    rule: &NodeRule,
    target: &NodeTarget,
    language: Language,
    from: From,
) -> Vec<Rendered> {
    let pattern = Pattern::new(rule, target);
    pattern.map_or_else(Vec::new, |pattern| render_pattern(&pattern, language, from))
}

/// All expressions for a pattern, the plainest first.
pub fn render_pattern(pattern: &Pattern, language: Language, from: From) -> Vec<Rendered> {
    match language {
        Language::Xpath => xpath::render(pattern, from),
        Language::Css => css::render(pattern, from).into_iter().collect(),
    }
}

/// The rule of most weight that a language can express.
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
