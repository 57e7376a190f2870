//! Explains a template in words.

use super::part::{TemplateColumn, TemplatePart, TemplateSet};
use super::{Template, TemplateAttribute, ValueKind};
use crate::Explain;
use crate::explain::{field_name, quoted};
use crate::record::Field;
use std::fmt;

/// Most lines of an explanation that is not summarized: a page of a screen.
const MAX_LINES: usize = 40;

impl Explain for Template {
    fn explain_with(&self, fields: &[Field]) -> Vec<String> {
        let all = self.lines(fields, Detail::All);
        if all.len() <= MAX_LINES { all } else { self.summary(fields) }
    }

    fn explain_all_with(&self, fields: &[Field]) -> Vec<String> {
        self.lines(fields, Detail::All)
    }
}

/// Amount of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Every column.
    All,
    /// The columns that are fields; others are counted.
    Fields,
}

impl Template {
    fn lines(&self, fields: &[Field], detail: Detail) -> Vec<String> {
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
        let mut explainer = Explainer { records: self.records(), fields, n_sets: 0, detail, lines };
        let of_page = if self.records().is_none() { fields } else { &[] };
        explainer.parts(self.parts(), 1, of_page);
        let attribute = |one: &TemplateAttribute| {
            let field = field_name(fields, one.field);
            format!("{field} is the `{}` of the first {} of a record", one.name, one.path)
        };
        explainer.lines.extend(self.attributes().iter().map(attribute));
        explainer.lines
    }

    /// The fields, with the number of other columns between them; no more than fit on a page.
    fn summary(&self, fields: &[Field]) -> Vec<String> {
        let mut lines = self.lines(fields, Detail::Fields);
        let n_more = lines.len().saturating_sub(MAX_LINES);
        if n_more > 0 {
            lines.truncate(MAX_LINES);
            lines.push(format!("and {n_more} more lines"));
        }
        lines.push("`--all` lists every column".to_owned());
        lines
    }
}

struct Explainer<'a> {
    /// The number of the set whose records are read.
    records: Option<usize>,
    /// The fields of the records that are read.
    fields: &'a [Field],
    n_sets: usize,
    detail: Detail,
    lines: Vec<String>,
}

impl<'a> Explainer<'a> {
    /// Explains parts that fill `fields`. Recurses on the nesting of parts, which is capped.
    fn parts(&mut self, parts: &[TemplatePart], level: usize, fields: &'a [Field]) {
        let mut others = OtherColumns::default();
        for part in parts {
            if self.detail == Detail::Fields && has_no_field(part) {
                others.add(part);
                self.n_sets += n_sets(part);
                continue;
            }
            self.push(level, &std::mem::take(&mut others).to_string());
            self.part(part, level, fields);
        }
        self.push(level, &others.to_string());
    }

    fn part(&mut self, part: &TemplatePart, level: usize, fields: &'a [Field]) {
        match part {
            TemplatePart::Column(column) => self.push(level, &explain_column(column, fields)),
            TemplatePart::Set(set) => {
                let is_wanted = self.records == Some(self.n_sets);
                self.n_sets += 1;
                self.push(level, &format!("set {}: {}", self.n_sets, explain_set(set)));
                let inner = match set.field.and_then(|field| fields.get(field)) {
                    _ if is_wanted => self.fields,
                    Some(field) => &field.fields,
                    None => &[],
                };
                self.parts(&set.parts, level + 1, inner);
            }
            TemplatePart::Option(parts) => {
                self.push(level, "or not:");
                self.parts(parts, level + 1, fields);
            }
            TemplatePart::Either(parts) => {
                self.push(level, "one of:");
                self.parts(parts, level + 1, fields);
            }
        }
    }

    fn push(&mut self, level: usize, line: &str) {
        if !line.is_empty() {
            self.lines.push(format!("{}{line}", "  ".repeat(level)));
        }
    }
}

/// Whether no part of a part is a field. Recurses on the nesting of parts.
fn has_no_field(part: &TemplatePart) -> bool {
    match part {
        TemplatePart::Column(column) => column.fields().next().is_none(),
        TemplatePart::Set(set) => set.field.is_none() && set.parts.iter().all(has_no_field),
        TemplatePart::Option(parts) | TemplatePart::Either(parts) => parts.iter().all(has_no_field),
    }
}

/// The number of sets in a part, itself included. Recurses on the nesting of parts.
fn n_sets(part: &TemplatePart) -> usize {
    match part {
        TemplatePart::Column(_) => 0,
        TemplatePart::Set(set) => 1 + set.parts.iter().map(n_sets).sum::<usize>(),
        TemplatePart::Option(parts) | TemplatePart::Either(parts) => parts.iter().map(n_sets).sum(),
    }
}

/// Numbers of columns and sets that are no field.
#[derive(Debug, Default)]
struct OtherColumns {
    texts: usize,
    values: usize,
    sets: usize,
}

impl OtherColumns {
    fn add(&mut self, part: &TemplatePart) {
        match part {
            TemplatePart::Column(column) if column.text.is_some() => self.texts += 1,
            TemplatePart::Column(_) => self.values += 1,
            TemplatePart::Set(_) => self.sets += 1,
            TemplatePart::Option(parts) | TemplatePart::Either(parts) => {
                for part in parts {
                    self.add(part);
                }
            }
        }
    }
}

/// `3 texts of the template, 1 value that is no field`; nothing if there are none.
impl fmt::Display for OtherColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: usize, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{n} {many}")),
        };
        let parts = [
            count(self.texts, "text of the template", "texts of the template"),
            count(self.values, "value that is no field", "values that are no fields"),
            count(self.sets, "set without fields", "sets without fields"),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
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
