//! The list of methods: program, studio, bindings and README all read it.

use super::{LearnError, Learned};
use crate::example::TrainingSet;
use crate::wrapper::AnyWrapper;

/// One way to learn a wrapper.
#[derive(Debug)]
#[non_exhaustive]
pub struct Method {
    /// What it is called everywhere.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Learns with default settings.
    pub learn: fn(&TrainingSet<'_>, &Settings) -> Result<Learned<AnyWrapper>, LearnError>,
}

/// Settings that every method understands as far as they concern it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Which of the rules that fit is taken.
    pub preference: Preference,
}

/// Which of the rules that fit the examples is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preference {
    /// Short rules, which survive small changes of the site.
    #[default]
    Robust,
    /// Long rules, which notice small changes of the site.
    Strict,
}

/// All methods, the default first.
pub const CATALOG: &[Method] = &[];

/// The method called `name`.
pub fn find_method(name: &str) -> Option<&'static Method> {
    CATALOG.iter().find(|method| method.name == name)
}
