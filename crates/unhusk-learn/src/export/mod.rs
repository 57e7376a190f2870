//! Wrappers in other notations: `XPath`, CSS, Python.
//!
//! A wrapper lets several rules vote, which no selector can say. For each field the rules are tried on pages, in the
//! order of their weights, and those that give what the wrapper gives are taken ([`choose`]). Whoever exports can
//! then compare the two on any page ([`Export::check`]), and the answer is written beside the expressions.
//!
//! Wrapper files come from strangers. All that is taken from one is a literal, a comment on one line, or a name
//! that needs no escapes.

mod candidate;
mod check;
mod choose;
mod delimiters;
mod effort;
mod lines;
mod plan;
mod python;
#[cfg(test)]
mod tests;

pub use check::{Agreement, Tally};

use delimiters::Delimiters;
use plan::{FieldPlan, Plan};
use unhusk_page::Page;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::site::Records;
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// A notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// An `XPath` 1.0 expression per field.
    Xpath,
    /// A CSS selector per field.
    Css,
    /// A Python module on `parsel`.
    Parsel,
    /// A Scrapy spider.
    Scrapy,
}

/// A wrapper in another notation.
#[derive(Debug, Clone)]
pub struct Export {
    notation: Notation,
    class: &'static str,
    schema: Schema,
    url: Option<String>,
    /// On how many pages the expressions were chosen.
    n_tried: usize,
    program: Program,
}

/// What is exported.
#[derive(Debug, Clone)]
enum Program {
    Selectors(Plan),
    Delimiters(Delimiters),
    /// Nothing, and why.
    Nothing(&'static str),
}

impl Export {
    /// Puts a wrapper into another notation. Of the rules that could be taken, those are that give what the wrapper
    /// gives on most of these pages; a few dozen pages are enough.
    pub fn new(file: &Wrapper, notation: Notation, pages: &[&Page]) -> Self {
        Self {
            notation,
            class: file.rule.class(),
            schema: file.schema.clone(),
            url: file.applies.url.clone(),
            n_tried: pages.len(),
            program: program(file, notation, pages),
        }
    }

    /// Compares what the export gives on a page with what the wrapper gives.
    pub fn check(&self, file: &Wrapper, page: &Page) -> Agreement {
        let expected = file.extract(page);
        match &self.program {
            Program::Selectors(plan) => plan.check(&expected.records, page),
            Program::Delimiters(_) => delimiters::check(&self.schema, &expected.records, page),
            Program::Nothing(_) => Agreement::none(self.schema.fields().len()),
        }
    }

    /// Writes it, with what comparing came to.
    pub fn write(&self, tally: &Tally) -> String {
        match (&self.program, self.notation) {
            (Program::Nothing(why), _) => lines::nothing(self, why),
            (Program::Selectors(plan), Notation::Xpath | Notation::Css) => {
                lines::write(self, plan, tally)
            }
            (Program::Delimiters(_), Notation::Xpath | Notation::Css) => {
                lines::nothing(self, STRINGS)
            }
            (Program::Selectors(plan), _) => python::selectors::write(self, plan, tally),
            (Program::Delimiters(rule), _) => python::delimiters::write(self, rule, tally),
        }
    }

    /// Whether nothing of the wrapper can be said.
    pub fn is_empty(&self) -> bool {
        matches!(self.program, Program::Nothing(_))
    }

    /// Whether there is an expression for every field that the wrapper reads.
    pub fn is_complete(&self) -> bool {
        match &self.program {
            Program::Nothing(_) => false,
            Program::Selectors(plan) => {
                let is_said = |field: &FieldPlan| !field.steps.is_empty() || !field.is_learnt;
                plan.fields.iter().all(is_said)
            }
            Program::Delimiters(_) => true,
        }
    }

    /// Fields, and what is to be said of them: what could not be exported, and why.
    pub fn notes(&self) -> Vec<(String, String)> {
        let all = |why: &str| {
            let note = |name: &str| (name.to_owned(), why.to_owned());
            self.schema.fields().iter().map(|field| note(&field.name)).collect()
        };
        match &self.program {
            Program::Nothing(why) => all(why),
            Program::Selectors(plan) => plan.notes(),
            Program::Delimiters(_) => Vec::new(),
        }
    }
}

const STRINGS: &str = "not expressible: string level, use --to parsel";
const LAYOUTS: &str = "not expressible: pages of several layouts are read by rules of their own";
const WINDOWS: &str = "not expressible: windows of neighbours on the whole way down to the value";
const LANDMARKS: &str = "not expressible: landmarks are tokens of the source, not nodes";
const PATTERNS: &str =
    "not expressible: a pattern is matched as a whole, which no selector can say";
const TEMPLATE: &str = "not expressible: a template reads all texts of a page at once";

/// Whether an export is a program, whose parts follow each other.
fn is_python(notation: Notation) -> bool {
    matches!(notation, Notation::Parsel | Notation::Scrapy)
}

fn program(file: &Wrapper, notation: Notation, pages: &[&Page]) -> Program {
    let by_strings = |wrapper: &AnyWrapper| match Delimiters::new(wrapper, &file.schema) {
        Some(rule) if is_python(notation) => Program::Delimiters(rule),
        Some(_) => Program::Nothing(STRINGS),
        None => Program::Nothing("not expressible: the rule does not fit its fields"),
    };
    match &file.rule {
        AnyWrapper::Site(site) => match site.records() {
            Records::Sequence(rule) => by_strings(rule),
            Records::Layouts(_) => Program::Nothing(LAYOUTS),
            Records::Page | Records::Regions(_) => {
                Program::Selectors(choose::of_site(file, site, notation, pages))
            }
        },
        AnyWrapper::Kl(rule) => Program::Selectors(choose::of_kl(file, rule, notation)),
        AnyWrapper::Luti(_) => Program::Nothing(WINDOWS),
        AnyWrapper::Stalker(_) | AnyWrapper::Bwi(_) => Program::Nothing(LANDMARKS),
        AnyWrapper::Pattern(_) => Program::Nothing(PATTERNS),
        AnyWrapper::Template(_) => Program::Nothing(TEMPLATE),
        delimiters => by_strings(delimiters),
    }
}
