//! Describes landmark rules in words.

use super::Stalker;
use super::rule::{Border, ExtractionRule, SearchFrom, SkipRule, Terminal};
use crate::Explain;
use crate::explain::{field_name, quoted};
use crate::record::Field;

impl Explain for Stalker {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        let mut lines = Vec::new();
        match self.records() {
            None => lines.push("the page is one record".to_owned()),
            Some(list) => {
                lines.push("records are the items of a list".to_owned());
                lines.extend(explain_rule(list));
            }
        }
        for (at, rule) in self.fields().iter().enumerate() {
            lines.push(format!("{}:", field_name(fields, at)));
            lines.extend(explain_rule(rule));
        }
        lines
    }
}

fn explain_rule(rule: &ExtractionRule) -> Vec<String> {
    let mut lines = vec![border("begins", &rule.start), border("ends", &rule.end)];
    if let Some(items) = &rule.items {
        lines.push(format!("  an item ends: {}", alternatives(&items.end, SearchFrom::Start)));
        lines.push(format!("  the next begins: {}", alternatives(&items.next, SearchFrom::Start)));
    }
    lines
}

fn border(verb: &str, border: &Border) -> String {
    let space = if border.with_space { ", white space included" } else { "" };
    format!("  {verb}{space}: {}", alternatives(&border.alternatives, border.from))
}

fn alternatives(rules: &[SkipRule], from: SearchFrom) -> String {
    let described: Vec<String> = rules.iter().map(|rule| skip_rule(rule, from)).collect();
    described.join("; or else ")
}

fn skip_rule(rule: &SkipRule, from: SearchFrom) -> String {
    let (origin, verb) = match from {
        SearchFrom::Start => ("from the start", "skip"),
        SearchFrom::End => ("from the end", "go back"),
    };
    if rule.skip.is_empty() {
        return format!("at {}", if from == SearchFrom::Start { "the start" } else { "the end" });
    }
    let last = rule.skip.len() - 1;
    let steps = rule.skip.iter().enumerate().map(|(at, landmark)| {
        let side = if rule.until && at == last { "up to" } else { "over" };
        format!("{side} {}", landmark_words(landmark))
    });
    format!("{origin} {verb} {}", steps.collect::<Vec<_>>().join(", then "))
}

/// Describes the tokens of a landmark, separated by spaces.
pub fn landmark_words(landmark: &[Terminal]) -> String {
    landmark.iter().map(terminal).collect::<Vec<_>>().join(" ")
}

fn terminal(terminal: &Terminal) -> String {
    match terminal {
        Terminal::Text(text) => quoted(text),
        Terminal::Any(of) => format!("({})", of.any.description()),
    }
}
