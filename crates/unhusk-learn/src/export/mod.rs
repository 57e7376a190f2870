//! Wrappers in other notations: `XPath`, CSS, Python.
//!
//! A wrapper lets several rules vote, which no selector can express. For each field the export tries the rules on
//! pages, in the order of their weights, and takes those that agree with the wrapper ([`choose`]). The caller can
//! then compare export and wrapper on any page ([`Export::check`]); the result is written beside the expressions.
//!
//! Wrapper files are untrusted: everything taken from one is written as a literal, as a comment on one line, or as a
//! name that needs no escapes.

mod budget;
mod candidate;
mod check;
mod choose;
mod delimiters;
mod lines;
mod plan;
pub mod pytest;
mod python;
#[cfg(test)]
mod tests;

pub use check::{AgreementTally, FieldAgreement};

use delimiters::DelimiterStrings;
use plan::{ExportPlan, FieldPlan};
use unhusk_page::Page;
use unhusk_wrapper::delimiter::DelimiterWrapper;
use unhusk_wrapper::record::Schema;
use unhusk_wrapper::site::Records;
use unhusk_wrapper::{AnyWrapper, Wrapper};

/// Notation of an export.
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
    /// Number of pages on which the expressions were chosen.
    n_tried: usize,
    program: ExportProgram,
}

/// The exported content.
#[derive(Debug, Clone)]
enum ExportProgram {
    Selectors(ExportPlan),
    DelimiterStrings(DelimiterStrings),
    /// Nothing, with the reason.
    Nothing(&'static str),
}

impl Export {
    /// Exports a wrapper. Takes those of its rules that agree with the wrapper on most of `pages`; a few dozen pages
    /// are enough.
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

    /// Compares the values of the export and of the wrapper on a page.
    pub fn check(&self, file: &Wrapper, page: &Page) -> FieldAgreement {
        let expected = file.extract(page);
        match &self.program {
            ExportProgram::Selectors(plan) => plan.check(&expected.records, page),
            ExportProgram::DelimiterStrings(_) => {
                delimiters::check(&self.schema, &expected.records, page)
            }
            ExportProgram::Nothing(_) => FieldAgreement::none(self.schema.fields().len()),
        }
    }

    /// Writes the export, with the result of the comparison.
    pub fn write(&self, tally: &AgreementTally) -> String {
        match (&self.program, self.notation) {
            (ExportProgram::Nothing(why), _) => lines::nothing(self, why),
            (ExportProgram::Selectors(plan), Notation::Xpath | Notation::Css) => {
                lines::write(self, plan, tally)
            }
            (ExportProgram::DelimiterStrings(_), Notation::Xpath | Notation::Css) => {
                lines::nothing(self, STRINGS)
            }
            (ExportProgram::Selectors(plan), _) => python::selectors::write(self, plan, tally),
            (ExportProgram::DelimiterStrings(rule), _) => {
                python::delimiters::write(self, rule, tally)
            }
        }
    }

    /// Returns the visits of nodes that the choice of the expressions took: proportional to the sizes of the pages.
    pub fn n_visits(&self) -> u64 {
        if let ExportProgram::Selectors(plan) = &self.program { plan.n_visits } else { 0 }
    }

    /// Whether nothing of the wrapper can be exported.
    pub fn is_empty(&self) -> bool {
        matches!(self.program, ExportProgram::Nothing(_))
    }

    /// Whether every field that the wrapper reads has an expression.
    pub fn is_complete(&self) -> bool {
        match &self.program {
            ExportProgram::Nothing(_) => false,
            ExportProgram::Selectors(plan) => {
                let is_expressed = |field: &FieldPlan| !field.steps.is_empty() || !field.is_learnt;
                plan.fields.iter().all(is_expressed)
            }
            ExportProgram::DelimiterStrings(_) => true,
        }
    }

    /// Returns the omissions of the export, field by field, with their reasons.
    pub fn notes(&self) -> Vec<ExportNote> {
        let all = |why: &str| {
            let note = |name: &str| ExportNote { field: name.to_owned(), note: why.to_owned() };
            self.schema.fields().iter().map(|field| note(&field.name)).collect()
        };
        match &self.program {
            ExportProgram::Nothing(why) => all(why),
            ExportProgram::Selectors(plan) => plan.notes(),
            ExportProgram::DelimiterStrings(_) => Vec::new(),
        }
    }
}

/// A note on the export of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportNote {
    /// The name of the field; `record` for notes on the records themselves.
    pub field: String,
    /// The omission and its reason.
    pub note: String,
}

const STRINGS: &str = "not expressible: string level, use --to parsel";
const LAYOUTS: &str = "not expressible: each layout of the pages has rules of its own";
const WINDOWS: &str = "not expressible: it matches the neighbours of every ancestor of the value";
const LANDMARKS: &str = "not expressible: landmarks are tokens of the source, not nodes";
const PATTERNS: &str =
    "not expressible: a pattern matches a whole page, which no selector can express";
const TEMPLATE: &str = "not expressible: a template reads all texts of a page together";

/// Whether the notation is a Python program.
fn is_python(notation: Notation) -> bool {
    matches!(notation, Notation::Parsel | Notation::Scrapy)
}

fn program(file: &Wrapper, notation: Notation, pages: &[&Page]) -> ExportProgram {
    let by_strings = |wrapper: &DelimiterWrapper| match DelimiterStrings::new(wrapper, &file.schema)
    {
        Some(rule) if is_python(notation) => ExportProgram::DelimiterStrings(rule),
        Some(_) => ExportProgram::Nothing(STRINGS),
        None => ExportProgram::Nothing("not expressible: the rule does not fit its fields"),
    };
    match &file.rule {
        AnyWrapper::Site(site) => match site.records() {
            Records::Sequence(rule) => by_strings(rule),
            Records::Layouts(_) => ExportProgram::Nothing(LAYOUTS),
            Records::Page | Records::Regions(_) => {
                ExportProgram::Selectors(choose::of_site(file, site, notation, pages))
            }
        },
        AnyWrapper::Kl(rule) => ExportProgram::Selectors(choose::of_kl(file, rule, notation)),
        AnyWrapper::Luti(_) => ExportProgram::Nothing(WINDOWS),
        AnyWrapper::Stalker(_) | AnyWrapper::Bwi(_) => ExportProgram::Nothing(LANDMARKS),
        AnyWrapper::Pattern(_) => ExportProgram::Nothing(PATTERNS),
        AnyWrapper::Template(_) => ExportProgram::Nothing(TEMPLATE),
        AnyWrapper::Delimiter(rule) => by_strings(rule),
    }
}
