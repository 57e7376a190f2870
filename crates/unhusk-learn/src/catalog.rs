//! The list of methods: program, studio, bindings and README all read it.

use super::{
    Learn, LearnError, LearnedRule, auto, context, delimiter, landmark, luti, pattern, site,
    template,
};
use crate::example::TrainingSet;
use unhusk_wrapper::AnyWrapper;

/// A method of learning a wrapper.
#[derive(Debug)]
pub struct Method {
    /// Its name, in all interfaces.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Its publication or origin.
    pub source: &'static str,
    /// Whether it exists for comparison only and is not recommended.
    pub is_baseline: bool,
    learn: LearnFn,
}

/// A function that learns from examples with settings.
pub type LearnFn = fn(&TrainingSet<'_>, &Settings) -> Result<LearnedRule<AnyWrapper>, LearnError>;

impl Method {
    /// Creates a recommended method.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        source: &'static str,
        learn: LearnFn,
    ) -> Self {
        Self { name, summary, source, is_baseline: false, learn }
    }

    /// Marks the method as one for comparison.
    #[must_use]
    pub const fn as_baseline(mut self) -> Self {
        self.is_baseline = true;
        self
    }

    /// Learns from examples with settings.
    ///
    /// # Errors
    /// If no rule of the method fits the examples.
    pub fn learn(
        &self,
        examples: &TrainingSet<'_>,
        settings: &Settings,
    ) -> Result<LearnedRule<AnyWrapper>, LearnError> {
        (self.learn)(examples, settings)
    }
}

/// Settings of all methods; each uses those that concern it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Choice among the rules that fit.
    pub preference: Preference,
    /// Whether a rule with a tail is valid without one.
    pub tail: TailRule,
    /// Names of fields that must not become lists.
    pub single: Vec<String>,
    /// Amount of search.
    pub effort: Effort,
}

/// Amount of search before a learner answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// All that may read the labels better.
    #[default]
    Full,
    /// Answers while a person waits: returns a rule even if it does not read every label, instead of trying methods
    /// that take long and rarely do better.
    Quick,
}

/// Whether rules that end at a tail must find one on the pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TailRule {
    /// A string behind the last record of every page marks the end.
    #[default]
    Required,
    /// Without such a string, extraction continues to the end of the page.
    OrEndOfPage,
}

/// Choice among the rules that fit the examples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preference {
    /// Short rules, which survive small changes of the site.
    #[default]
    Robust,
    /// Long rules, which fail on small changes of the site and so reveal them.
    Strict,
}

/// All methods, the default first.
pub const CATALOG: &[Method] = &[
    Method::new(
        "auto",
        "what reads the labelled pages best: `site`, else the simplest delimiter class that fits",
        "classes in the order of their expressiveness",
        auto::learn,
    ),
    Method::new(
        "lr",
        "a left and a right delimiter per field",
        KUSHMERICK,
        learn_with::<delimiter::LrLearner>,
    ),
    Method::new(
        "hlrt",
        "a left and a right delimiter per field, between a head and a tail",
        KUSHMERICK,
        learn_with::<delimiter::HlrtLearner>,
    ),
    Method::new(
        "oclr",
        "a left and a right delimiter per field, inside a block around every record",
        KUSHMERICK,
        learn_with::<delimiter::OclrLearner>,
    ),
    Method::new(
        "hoclrt",
        "a left and a right delimiter per field, inside a block around every record, between a head and a tail",
        KUSHMERICK,
        learn_with::<delimiter::HoclrtLearner>,
    ),
    Method::new(
        "n-lr",
        "a left and a right delimiter per level of nested records",
        KUSHMERICK,
        learn_with::<delimiter::NLrLearner>,
    ),
    Method::new(
        "n-hlrt",
        "a left and a right delimiter per level of nested records, between a head and a tail",
        KUSHMERICK,
        learn_with::<delimiter::NHlrtLearner>,
    ),
    Method::new(
        "kl",
        "nodes whose surroundings look like those of the examples",
        "Raeymaekers, Bruynooghe, Van den Bussche, Learning (k,l)-contextual tree languages for information extraction from web pages, Machine Learning 71 (2008)",
        learn_with::<context::KlLearner>,
    ),
    Method::new(
        "luti",
        "nodes to which the way from the root looks as in the examples",
        "Kosala, Bruynooghe, Blockeel, Van den Bussche, Information extraction from web documents based on local unranked tree automaton inference, IJCAI 2003",
        learn_with::<luti::LutiLearner>,
    )
    .as_baseline(),
    Method::new(
        "stalker",
        "borders of values, found by skipping from landmark to landmark",
        "Muslea, Minton, Knoblock, Hierarchical wrapper induction for semistructured information sources, Autonomous Agents and Multi-Agent Systems 4 (2001)",
        learn_with::<landmark::StalkerLearner>,
    )
    .as_baseline(),
    Method::new(
        "site",
        "regions of records, and rules that vote on the nodes of each field",
        "conjunctions of clues, judged by how they read pages without labels",
        learn_with::<site::SiteLearner>,
    ),
    Method::new(
        "pattern",
        "records that look like the examples, neighbours of which are found by themselves",
        "Hogue, Karger, Thresher: automating the unwrapping of semantic content from the World Wide Web, WWW 2005",
        learn_with::<pattern::PatternLearner>,
    ),
    Method::new(
        "template",
        "the template of the pages, found without labels, which then name its columns",
        "Chang, Chen, Chen, Ding, UWIDE, 2016",
        learn_with::<template::TemplateLearner>,
    ),
];

const KUSHMERICK: &str = "Kushmerick, Wrapper induction: efficiency and expressiveness, Artificial Intelligence 118 (2000)";

fn learn_with<L: Learn + From<Settings>>(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<LearnedRule<AnyWrapper>, LearnError> {
    Ok(L::from(settings.clone()).learn(examples)?.into_any())
}

/// The method called `name`.
pub fn find_method(name: &str) -> Option<&'static Method> {
    CATALOG.iter().find(|method| method.name == name)
}
