//! The strings of a rule of any class.

use super::rule::{DelimiterLevel, Hlrt, Hoclrt, Lr, NHlrt, NLr, Oclr, Pair};

/// The strings that a rule searches for; those that its class lacks are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuleStrings<'w> {
    /// Reading starts behind it.
    pub head: &'w str,
    /// Reading ends before it.
    pub tail: &'w str,
    /// Begins a record.
    pub open: &'w str,
    /// Ends a record.
    pub close: &'w str,
    /// The left and the right delimiter of each column or level.
    pub pairs: Vec<(&'w str, &'w str)>,
}

impl<'w> From<&'w Lr> for RuleStrings<'w> {
    fn from(rule: &'w Lr) -> Self {
        Self { pairs: of_pairs(&rule.fields), ..Self::default() }
    }
}

impl<'w> From<&'w Hlrt> for RuleStrings<'w> {
    fn from(rule: &'w Hlrt) -> Self {
        let pairs = of_pairs(&rule.fields);
        Self { head: &rule.head, tail: &rule.tail, pairs, ..Self::default() }
    }
}

impl<'w> From<&'w Oclr> for RuleStrings<'w> {
    fn from(rule: &'w Oclr) -> Self {
        let pairs = of_pairs(&rule.fields);
        Self { open: &rule.open, close: &rule.close, pairs, ..Self::default() }
    }
}

impl<'w> From<&'w Hoclrt> for RuleStrings<'w> {
    fn from(rule: &'w Hoclrt) -> Self {
        Self {
            head: &rule.head,
            tail: &rule.tail,
            open: &rule.open,
            close: &rule.close,
            pairs: of_pairs(&rule.fields),
        }
    }
}

impl<'w> From<&'w NLr> for RuleStrings<'w> {
    fn from(rule: &'w NLr) -> Self {
        Self { pairs: of_levels(&rule.fields), ..Self::default() }
    }
}

impl<'w> From<&'w NHlrt> for RuleStrings<'w> {
    fn from(rule: &'w NHlrt) -> Self {
        let pairs = of_levels(&rule.fields);
        Self { head: &rule.head, tail: &rule.tail, pairs, ..Self::default() }
    }
}

fn of_pairs(pairs: &[Pair]) -> Vec<(&str, &str)> {
    pairs.iter().map(|pair| (&*pair.left, &*pair.right)).collect()
}

fn of_levels(levels: &[DelimiterLevel]) -> Vec<(&str, &str)> {
    levels.iter().map(|level| (&*level.left, &*level.right)).collect()
}
