//! A template in a person's words.

use super::part::{Column, Part, Set};
use super::{Kind, Template};
use crate::wrapper::Explain;
use crate::wrapper::explain::quoted;

/// Most lines of one explanation: templates of long pages have thousands of columns.
const MAX_LINES: usize = 400;

impl Explain for Template {
    fn explain(&self) -> Vec<String> {
        let mut lines = vec![match self.records() {
            None => format!("a page is one record; seen on {} pages", self.pages()),
            Some(number) => {
                format!("records are those of set {}; seen on {} pages", number + 1, self.pages())
            }
        }];
        let mut n_sets = 0;
        explain_parts(self.parts(), 1, &mut n_sets, &mut lines);
        let n_more = lines.len().saturating_sub(MAX_LINES);
        if n_more > 0 {
            lines.truncate(MAX_LINES);
            lines.push(format!("and {n_more} lines more"));
        }
        lines
    }
}

/// Recurses on the nesting of parts, which is capped.
fn explain_parts(parts: &[Part], level: usize, n_sets: &mut usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(level);
    for part in parts {
        match part {
            Part::Column(column) => lines.push(format!("{indent}{}", explain_column(column))),
            Part::Set(set) => {
                *n_sets += 1;
                lines.push(format!("{indent}set {n_sets}: {}", explain_set(set)));
                explain_parts(&set.parts, level + 1, n_sets, lines);
            }
            Part::Option(parts) => {
                lines.push(format!("{indent}or not:"));
                explain_parts(parts, level + 1, n_sets, lines);
            }
            Part::Either(parts) => {
                lines.push(format!("{indent}one of:"));
                explain_parts(parts, level + 1, n_sets, lines);
            }
        }
    }
}

fn explain_column(column: &Column) -> String {
    let what = match (&column.text, &column.label) {
        (Some(text), _) => format!("the text {}", quoted(text)),
        (None, Some(label)) => format!("a value that begins with {}", quoted(label)),
        (None, None) => match column.kind {
            Kind::String => "a value".to_owned(),
            kind => format!("a value ({})", format!("{kind:?}").to_lowercase()),
        },
    };
    let field = column.field.map_or_else(String::new, |field| format!(" = field {}", field + 1));
    format!("{what}{field} in {}, seen {} times", column.path, column.seen)
}

fn explain_set(set: &Set) -> String {
    let reach = if set.run { "from one {} to the next" } else { "every {}" };
    format!("{}, {} records", reach.replace("{}", &set.row), set.of)
}
