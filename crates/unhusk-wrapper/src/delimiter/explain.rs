//! Describes delimiter rules in words.

use super::rule::{DelimiterLevel, Hlrt, Hoclrt, Lr, NHlrt, NLr, Oclr, Pair};
use crate::Explain;
use crate::explain::quoted;
use crate::record::Field;

impl Explain for Lr {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed("", "", "for every record:", record(&self.fields, fields))
    }
}

impl Explain for Hlrt {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed(&self.head, &self.tail, "for every record:", record(&self.fields, fields))
    }
}

impl Explain for Oclr {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed("", "", &opening(&self.open), block(&self.fields, fields, &self.close))
    }
}

impl Explain for Hoclrt {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed(
            &self.head,
            &self.tail,
            &opening(&self.open),
            block(&self.fields, fields, &self.close),
        )
    }
}

impl Explain for NLr {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed("", "", NEAREST, levels(&self.fields, fields))
    }
}

impl Explain for NHlrt {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        framed(&self.head, &self.tail, NEAREST, levels(&self.fields, fields))
    }
}

const NEAREST: &str =
    "repeatedly the value that begins first, at most one level deeper than the last one:";

fn framed(head: &str, tail: &str, each: &str, steps: Vec<String>) -> Vec<String> {
    let begin = match head {
        "" => "begin at the start of the page".to_owned(),
        head => format!("skip to behind the first {}", quoted(head)),
    };
    let until = match tail {
        "" => "until none is left".to_owned(),
        tail => format!("until {} comes first", quoted(tail)),
    };
    let mut lines = vec![begin, format!("{each} ({until})")];
    lines.extend(steps.into_iter().map(|step| format!("  {step}")));
    lines
}

fn opening(open: &str) -> String {
    format!("for every record, from where {} begins:", quoted(open))
}

fn record(pairs: &[Pair], fields: &[Field]) -> Vec<String> {
    let name = |(position, pair): (usize, &Pair)| {
        let name = name_of(pair.field.as_deref(), fields, position);
        between(&name, &pair.left, &pair.right)
    };
    pairs.iter().enumerate().map(name).collect()
}

fn block(pairs: &[Pair], fields: &[Field], close: &str) -> Vec<String> {
    let mut steps = record(pairs, fields);
    if !close.is_empty() {
        steps.push(format!("skip to behind {}", quoted(close)));
    }
    steps
}

fn levels(levels: &[DelimiterLevel], fields: &[Field]) -> Vec<String> {
    let name = |(position, level): (usize, &DelimiterLevel)| {
        let name = name_of(level.field.as_deref(), fields, position);
        format!("level {}: {}", position + 1, between(&name, &level.left, &level.right))
    };
    levels.iter().enumerate().map(name).collect()
}

/// The name in the rule, else the name in the schema, else the position.
fn name_of(own: Option<&str>, fields: &[Field], position: usize) -> String {
    let name = own.or_else(|| fields.get(position).map(|field| field.name.as_str()));
    name.map_or_else(|| format!("field {}", position + 1), str::to_owned)
}

fn between(name: &str, left: &str, right: &str) -> String {
    match left {
        "" => format!("`{name}` begins at once and ends before {}", quoted(right)),
        left => format!("`{name}` is between {} and {}", quoted(left), quoted(right)),
    }
}
