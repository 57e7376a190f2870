//! Rules in a person's words.

use super::AnyWrapper;

/// A rule that can be told to a person.
pub trait Explain {
    /// The rule as plain lines; steps inside a loop are indented. Invisible characters are made visible.
    fn explain(&self) -> Vec<String>;
}

impl Explain for AnyWrapper {
    fn explain(&self) -> Vec<String> {
        match self {
            Self::Lr(rule) => rule.explain(),
            Self::Hlrt(rule) => rule.explain(),
            Self::Oclr(rule) => rule.explain(),
            Self::Hoclrt(rule) => rule.explain(),
            Self::NLr(rule) => rule.explain(),
            Self::NHlrt(rule) => rule.explain(),
            Self::Kl(rule) => rule.explain(),
            Self::Luti(rule) => rule.explain(),
            Self::Site(rule) => rule.explain(),
        }
    }
}
