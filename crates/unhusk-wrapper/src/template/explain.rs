//! A template in a person's words.

use super::part::{TemplateColumn, TemplatePart, TemplateSet};
use super::{Template, ValueKind};
use crate::Explain;
use crate::explain::{field_name, quoted};
use crate::record::Field;

/// Most lines of one explanation: templates of long pages have thousands of columns.
const MAX_LINES: usize = 400;

impl Explain for Template {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        let records = match self.records() {
            None => "a page is one record".to_owned(),
            Some(number) => format!("records are those of set {}", number + 1),
        };
        let seen = match self.pages() {
            1 => "seen on 1 page".to_owned(),
            n => format!("seen on {n} pages"),
        };
        let around =
            if self.machine.is_loose { "; what stands around sets may be anything" } else { "" };
        let lines = vec![format!("{records}; {seen}{around}")];
        let mut explainer = Explainer { records: self.records(), fields, n_sets: 0, lines };
        let of_page = if self.records().is_none() { fields } else { &[] };
        explainer.parts(self.parts(), 1, of_page);
        let mut lines = explainer.lines;
        let n_more = lines.len().saturating_sub(MAX_LINES);
        if n_more > 0 {
            lines.truncate(MAX_LINES);
            lines.push(format!("and {n_more} lines more"));
        }
        lines
    }
}

struct Explainer<'a> {
    /// The number of the set whose records are read.
    records: Option<usize>,
    /// The fields of the records that are read.
    fields: &'a [Field],
    n_sets: usize,
    lines: Vec<String>,
}

impl<'a> Explainer<'a> {
    /// Explains parts that fill `fields`. Recurses on the nesting of parts, which is capped.
    fn parts(&mut self, parts: &[TemplatePart], level: usize, fields: &'a [Field]) {
        let indent = "  ".repeat(level);
        for part in parts {
            match part {
                TemplatePart::Column(column) => {
                    self.lines.push(format!("{indent}{}", explain_column(column, fields)));
                }
                TemplatePart::Set(set) => {
                    let is_wanted = self.records == Some(self.n_sets);
                    self.n_sets += 1;
                    self.lines.push(format!("{indent}set {}: {}", self.n_sets, explain_set(set)));
                    let inner = match set.field.and_then(|field| fields.get(field)) {
                        _ if is_wanted => self.fields,
                        Some(field) => &field.fields,
                        None => &[],
                    };
                    self.parts(&set.parts, level + 1, inner);
                }
                TemplatePart::Option(parts) => {
                    self.lines.push(format!("{indent}or not:"));
                    self.parts(parts, level + 1, fields);
                }
                TemplatePart::Either(parts) => {
                    self.lines.push(format!("{indent}one of:"));
                    self.parts(parts, level + 1, fields);
                }
            }
        }
    }
}

fn explain_column(column: &TemplateColumn, fields: &[Field]) -> String {
    let what = match (&column.text, &column.caption) {
        (None, _) if column.stretch => "free text".to_owned(),
        (Some(text), _) => format!("the text {}", quoted(text)),
        (None, Some(caption)) => format!("a value that begins with {}", quoted(caption)),
        (None, None) => match column.kind {
            ValueKind::String => "a value".to_owned(),
            kind => format!("a value ({})", format!("{kind:?}").to_lowercase()),
        },
    };
    let name = |field| format!(", which is {},", field_name(fields, field));
    let field = column.field.map_or_else(String::new, name);
    let seen = match column.seen {
        1 => "once".to_owned(),
        n => format!("{n} times"),
    };
    let place = if column.stretch { "anywhere in" } else { "in" };
    format!("{what}{field} {place} {}, seen {seen}", column.path)
}

fn explain_set(set: &TemplateSet) -> String {
    let reach = if set.run { "from one {} to the next" } else { "every {}" };
    let records = if set.of == 1 { "record" } else { "records" };
    format!("{}, {} {records}", reach.replace("{}", &set.row), set.of)
}
