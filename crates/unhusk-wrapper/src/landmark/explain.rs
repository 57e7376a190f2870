//! A landmark rule in a person's words.

use super::Stalker;
use super::rule::{Border, Cut, Origin, Terminal, Way};
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
                lines.extend(explain_cut(list));
            }
        }
        for (at, cut) in self.fields().iter().enumerate() {
            lines.push(format!("{}:", field_name(fields, at)));
            lines.extend(explain_cut(cut));
        }
        lines
    }
}

fn explain_cut(cut: &Cut) -> Vec<String> {
    let mut lines = vec![border("begins", &cut.start), border("ends", &cut.end)];
    if let Some(items) = &cut.items {
        lines.push(format!("  an item ends: {}", ways(&items.end, Origin::Start)));
        lines.push(format!("  the next begins: {}", ways(&items.next, Origin::Start)));
    }
    lines
}

fn border(verb: &str, border: &Border) -> String {
    let space = if border.with_space { ", white space included" } else { "" };
    format!("  {verb}{space}: {}", ways(&border.ways, border.from))
}

fn ways(ways: &[Way], from: Origin) -> String {
    let told: Vec<String> = ways.iter().map(|one| way(one, from)).collect();
    told.join("; or else ")
}

fn way(way: &Way, from: Origin) -> String {
    let (origin, verb) = match from {
        Origin::Start => ("from the start", "skip"),
        Origin::End => ("from the end", "go back"),
    };
    if way.skip.is_empty() {
        return format!("at {}", if from == Origin::Start { "the start" } else { "the end" });
    }
    let last = way.skip.len() - 1;
    let steps = way.skip.iter().enumerate().map(|(at, landmark)| {
        let side = if way.until && at == last { "up to" } else { "over" };
        format!("{side} {}", landmark_words(landmark))
    });
    format!("{origin} {verb} {}", steps.collect::<Vec<_>>().join(", then "))
}

/// The tokens of a landmark, one behind the other.
pub fn landmark_words(landmark: &[Terminal]) -> String {
    landmark.iter().map(terminal).collect::<Vec<_>>().join(" ")
}

fn terminal(terminal: &Terminal) -> String {
    match terminal {
        Terminal::Text(text) => quoted(text),
        Terminal::Any(of) => format!("({})", of.any.words()),
    }
}
