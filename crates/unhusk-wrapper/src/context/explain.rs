//! A contextual rule in a person's words.

use super::luti::{Luti, LutiSelector};
use super::rule::{Extent, NodeTarget};
use super::{ContextSelector, Grouping, Kl};
use crate::Explain;
use crate::explain::field_name;
use crate::record::Field;

impl Explain for Kl {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed(self.grouping(), fields, self.selectors().iter().map(explain_selector))
    }
}

impl Explain for Luti {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed(self.grouping(), fields, self.selectors().iter().map(explain_luti))
    }
}

fn framed(
    grouping: Grouping,
    fields: &[Field],
    selectors: impl Iterator<Item = (String, Vec<String>)>,
) -> Vec<String> {
    let mut lines = vec![match grouping {
        Grouping::Page => "the page is one record".to_owned(),
        Grouping::Turns => {
            "the first values of all fields are a record, the second ones, and so on".to_owned()
        }
    }];
    for (at, (head, forks)) in selectors.enumerate() {
        lines.push(format!("{}: {head}", field_name(fields, at)));
        lines.extend(forks.into_iter().map(|fork| format!("  {fork}")));
    }
    lines
}

fn explain_selector(selector: &ContextSelector) -> (String, Vec<String>) {
    let head = format!(
        "every {} (`:X`) around which all that stands within {} and {} is one of",
        target(selector.target(), selector.extent()),
        count(selector.k(), "neighbour"),
        count(selector.l(), "level"),
    );
    (head, selector.forks().to_vec())
}

fn explain_luti(selector: &LutiSelector) -> (String, Vec<String>) {
    let context =
        selector.context().map_or_else(String::new, |text| format!(" (`C` is the text {text:?})"));
    let head = format!(
        "every {} (`X`) on the way to which all rows of {} are one of{context}",
        target(selector.target(), selector.extent()),
        count(selector.k(), "neighbour"),
    );
    (head, selector.forks().to_vec())
}

fn target(target: &NodeTarget, extent: Extent) -> String {
    let what = match target {
        NodeTarget::Text => "text".to_owned(),
        NodeTarget::Element => "element".to_owned(),
        NodeTarget::Attribute(name) => format!("attribute `{name}`"),
    };
    match extent {
        Extent::Trimmed => what,
        Extent::Inner => format!("{what}, white space included,"),
        Extent::Outer => format!("{what} with its tags"),
    }
}

fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}
