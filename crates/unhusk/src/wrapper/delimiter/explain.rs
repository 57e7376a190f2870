//! A rule in a person's words.

use super::rule::{Hlrt, Hoclrt, Level, Lr, NHlrt, NLr, Oclr, Pair};
use crate::wrapper::Explain;
use crate::wrapper::explain::quoted;

impl Explain for Lr {
    fn explain(&self) -> Vec<String> {
        framed("", "", "for every record:", record(&self.fields))
    }
}

impl Explain for Hlrt {
    fn explain(&self) -> Vec<String> {
        framed(&self.head, &self.tail, "for every record:", record(&self.fields))
    }
}

impl Explain for Oclr {
    fn explain(&self) -> Vec<String> {
        framed("", "", &opening(&self.open), block(&self.fields, &self.close))
    }
}

impl Explain for Hoclrt {
    fn explain(&self) -> Vec<String> {
        framed(&self.head, &self.tail, &opening(&self.open), block(&self.fields, &self.close))
    }
}

impl Explain for NLr {
    fn explain(&self) -> Vec<String> {
        framed("", "", NEAREST, levels(&self.fields))
    }
}

impl Explain for NHlrt {
    fn explain(&self) -> Vec<String> {
        framed(&self.head, &self.tail, NEAREST, levels(&self.fields))
    }
}

const NEAREST: &str =
    "again and again the value that begins first, at most one level deeper than the last one:";

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

fn record(pairs: &[Pair]) -> Vec<String> {
    let name = |(position, pair): (usize, &Pair)| {
        let name = pair.field.clone().unwrap_or_else(|| format!("field {}", position + 1));
        stands_between(&name, &pair.left, &pair.right)
    };
    pairs.iter().enumerate().map(name).collect()
}

fn block(pairs: &[Pair], close: &str) -> Vec<String> {
    let mut steps = record(pairs);
    if !close.is_empty() {
        steps.push(format!("skip to behind {}", quoted(close)));
    }
    steps
}

fn levels(levels: &[Level]) -> Vec<String> {
    let name = |(position, level): (usize, &Level)| {
        let name = level.field.clone().unwrap_or_else(|| format!("field {}", position + 1));
        format!("level {}: {}", position + 1, stands_between(&name, &level.left, &level.right))
    };
    levels.iter().enumerate().map(name).collect()
}

fn stands_between(name: &str, left: &str, right: &str) -> String {
    match left {
        "" => format!("`{name}` begins at once and ends before {}", quoted(right)),
        left => format!("`{name}` stands between {} and {}", quoted(left), quoted(right)),
    }
}
