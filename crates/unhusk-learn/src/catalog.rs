//! The list of methods: program, studio, bindings and README all read it.

use super::{
    LearnError, Learned, Learner, auto, context, delimiter, landmark, luti, pattern, site, template,
};
use crate::example::TrainingSet;
use unhusk_wrapper::AnyWrapper;

/// One way to learn a wrapper.
#[derive(Debug)]
pub struct Method {
    /// What it is called everywhere.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Whether it is there to be compared with: not what one would advise.
    pub is_baseline: bool,
    /// Learns from examples as the settings say.
    pub learn: fn(&TrainingSet<'_>, &Settings) -> Result<Learned<AnyWrapper>, LearnError>,
}

/// Settings that every method understands as far as they concern it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// Which of the rules that fit is taken.
    pub preference: Preference,
    /// Whether a rule with a tail may do without one.
    pub tail: TailRule,
    /// Fields that are not to be found to repeat, by name.
    pub single: Vec<String>,
}

/// Whether rules that end at a tail must find one on the pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TailRule {
    /// Behind the last record of every page stands a string that tells the end.
    #[default]
    Required,
    /// If there is no such string, reading may go on to the end of the page.
    OrEndOfPage,
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
pub const CATALOG: &[Method] = &[
    Method {
        name: "auto",
        summary: "what reads the labelled pages best: `site`, else the simplest delimiter class that fits",
        source: "classes in the order of their expressiveness",
        is_baseline: false,
        learn: auto::learn,
    },
    Method {
        name: "lr",
        summary: "a left and a right delimiter per field",
        source: KUSHMERICK,
        is_baseline: false,
        learn: learn_with::<delimiter::LrLearner>,
    },
    Method {
        name: "hlrt",
        summary: "a left and a right delimiter per field, between a head and a tail",
        source: KUSHMERICK,
        is_baseline: false,
        learn: learn_with::<delimiter::HlrtLearner>,
    },
    Method {
        name: "oclr",
        summary: "a left and a right delimiter per field, inside a block around every record",
        source: KUSHMERICK,
        is_baseline: false,
        learn: learn_with::<delimiter::OclrLearner>,
    },
    Method {
        name: "hoclrt",
        summary: "a left and a right delimiter per field, inside a block around every record, between a head and a tail",
        source: KUSHMERICK,
        is_baseline: false,
        learn: learn_with::<delimiter::HoclrtLearner>,
    },
    Method {
        name: "n-lr",
        summary: "a left and a right delimiter per level of nested records",
        source: KUSHMERICK,
        is_baseline: false,
        learn: learn_with::<delimiter::NLrLearner>,
    },
    Method {
        name: "n-hlrt",
        summary: "a left and a right delimiter per level of nested records, between a head and a tail",
        source: KUSHMERICK,
        is_baseline: false,
        learn: learn_with::<delimiter::NHlrtLearner>,
    },
    Method {
        name: "kl",
        summary: "nodes whose surroundings look like those of the examples",
        source: "Raeymaekers, Bruynooghe, Van den Bussche, Learning (k,l)-contextual tree languages for information extraction from web pages, Machine Learning 71 (2008)",
        is_baseline: false,
        learn: learn_with::<context::KlLearner>,
    },
    Method {
        name: "luti",
        summary: "nodes to which the way from the root looks as in the examples",
        source: "Kosala, Bruynooghe, Blockeel, Van den Bussche, Information extraction from web documents based on local unranked tree automaton inference, IJCAI 2003",
        is_baseline: true,
        learn: learn_with::<luti::LutiLearner>,
    },
    Method {
        name: "stalker",
        summary: "borders of values, found by skipping from landmark to landmark",
        source: "Muslea, Minton, Knoblock, Hierarchical wrapper induction for semistructured information sources, Autonomous Agents and Multi-Agent Systems 4 (2001)",
        is_baseline: true,
        learn: learn_with::<landmark::StalkerLearner>,
    },
    Method {
        name: "site",
        summary: "regions of records, and rules that vote on the nodes of each field",
        source: "conjunctions of clues, judged by how they read pages without labels",
        is_baseline: false,
        learn: learn_with::<site::SiteLearner>,
    },
    Method {
        name: "pattern",
        summary: "records that look like the examples, neighbours of which are found by themselves",
        source: "Hogue, Karger, Thresher: automating the unwrapping of semantic content from the World Wide Web, WWW 2005",
        is_baseline: false,
        learn: learn_with::<pattern::PatternLearner>,
    },
    Method {
        name: "template",
        summary: "the template of the pages, found without labels, which then name its columns",
        source: "Chang, Chen, Chen, Ding, UWIDE, 2016",
        is_baseline: false,
        learn: learn_with::<template::TemplateLearner>,
    },
];

const KUSHMERICK: &str = "Kushmerick, Wrapper induction: efficiency and expressiveness, Artificial Intelligence 118 (2000)";

fn learn_with<L: Learner + From<Settings>>(
    examples: &TrainingSet<'_>,
    settings: &Settings,
) -> Result<Learned<AnyWrapper>, LearnError> {
    Ok(L::from(settings.clone()).learn(examples)?.into_any())
}

/// The method called `name`.
pub fn find_method(name: &str) -> Option<&'static Method> {
    CATALOG.iter().find(|method| method.name == name)
}
