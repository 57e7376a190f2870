//! Exports of one line per expression: `XPath` and CSS.

use super::check::AgreementTally;
use super::plan::{ExportPlan, FieldPlan, RecordPlan, ValueSelector};
use super::python::literal::comment;
use super::{Export, ExportProgram, Notation, is_python};
use std::fmt::Write;
use unhusk_wrapper::site::{NodeTarget, Reach};

/// Writes a plan as lines `field: expression`, with comments.
pub(super) fn write(export: &Export, plan: &ExportPlan, tally: &AgreementTally) -> String {
    let mut out = head(export, tally);
    let place = match &plan.records {
        RecordPlan::Page => {
            line(&mut out, "# The page is one record.");
            ""
        }
        RecordPlan::Turns => {
            line(&mut out, "# The n-th values of all fields make the n-th record.");
            ""
        }
        RecordPlan::Nodes { expressions, reach, required, notes } => {
            line(
                &mut out,
                match reach {
                    Reach::Node => "\n# Each of these is a record:",
                    Reach::Run => {
                        "\n# Each of these begins a record, which extends over its siblings up to the next:"
                    }
                },
            );
            for note in notes {
                line(&mut out, &format!("# {}", comment(note)));
            }
            let all: Vec<&str> = expressions.iter().map(|one| one.text.as_str()).collect();
            if !all.is_empty() {
                line(&mut out, &format!("record: {}", all.join(separator(export.notation))));
            }
            let names = required.iter().filter_map(|&at| Some(plan.fields.get(at)?.name.as_str()));
            let names: Vec<String> = names.map(comment).collect();
            if !names.is_empty() {
                line(
                    &mut out,
                    &format!("# A node without {} is not a record.", names.join(" or ")),
                );
            }
            match reach {
                Reach::Node => ", relative to the record",
                Reach::Run => ", relative to each element of the record",
            }
        }
    };
    for (at, field) in plan.fields.iter().enumerate() {
        write_field(&mut out, export.notation, field, (place, tally.of_field(at)));
    }
    out
}

fn write_field(
    out: &mut String,
    notation: Notation,
    field: &FieldPlan,
    (place, equal): (&str, Option<String>),
) {
    let name = comment(&field.name);
    let many = if field.many { ", all values" } else { "" };
    let equal = equal.map_or_else(String::new, |equal| format!(": {equal}"));
    line(out, &format!("\n# {name}{many}{place}{equal}"));
    for note in &field.notes {
        line(out, &format!("# {}", comment(note)));
    }
    let steps: Vec<String> = field.steps.iter().map(|step| written(notation, step)).collect();
    if steps.is_empty() {
        return;
    }
    if field.many {
        return line(out, &format!("{name}: {}", steps.join(separator(notation))));
    }
    for (at, step) in steps.iter().enumerate() {
        if at > 0 {
            line(out, &format!("# {name}, if that matches nothing:"));
        }
        line(out, &format!("{name}: {step}"));
    }
}

fn separator(notation: Notation) -> &'static str {
    if notation == Notation::Css { ", " } else { " | " }
}

/// Writes an expression; `::text` and `::attr()` select as in `parsel`.
fn written(notation: Notation, step: &ValueSelector) -> String {
    let text = &step.expression.text;
    if notation != Notation::Css {
        return text.clone();
    }
    let end = match &step.target {
        NodeTarget::Element => return text.clone(),
        NodeTarget::Text => "::text".to_owned(),
        NodeTarget::Attribute(name) => format!("::attr({})", comment(name)),
    };
    let parts: Vec<String> =
        alternatives(text).into_iter().map(|part| format!("{part}{end}")).collect();
    parts.join(", ")
}

/// Splits a selector list; commas in strings and after a backslash do not separate.
fn alternatives(css: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, char) in css.char_indices() {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                parts.push(css[start..at].trim_start());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(css[start..].trim_start());
    parts
}

/// Writes a file without expressions, with the reason.
pub(super) fn nothing(export: &Export, why: &str) -> String {
    let mut out = title(export);
    for field in export.schema.fields() {
        line(&mut out, &format!("# {}: {why}", comment(&field.name)));
    }
    out
}

/// Returns the first line of every file.
fn title(export: &Export) -> String {
    let what = match export.notation {
        Notation::Xpath => "XPath 1.0",
        Notation::Css => "CSS, with the ::text and ::attr() of parsel",
        Notation::Parsel => "Python with parsel",
        Notation::Scrapy => "A Scrapy spider",
    };
    format!("# {what}: a wrapper of class {}, by unhusk export.\n", export.class)
}

/// Returns the header of a file with expressions.
pub(super) fn head(export: &Export, tally: &AgreementTally) -> String {
    let mut out = title(export);
    out += if is_python(export.notation) { "" } else { VALUES };
    if tally.n_pages == 0 {
        return out + "# Not compared with the wrapper: unhusk export W.json PAGES... does that.\n";
    }
    let pages = if tally.n_pages == 1 { "1 page" } else { &format!("{} pages", tally.n_pages) };
    let names = comment(&tally.pages());
    line(&mut out, &format!("# Compared with what the wrapper reads from {pages}: {names}."));
    if let ExportProgram::Selectors(_) = export.program {
        line(&mut out, &chosen_on(export.n_tried, tally.n_pages));
    }
    out
}

/// Returns a comment about the pages on which the expressions were chosen, which limits the value of the comparison.
fn chosen_on(n_tried: usize, n_pages: usize) -> String {
    match n_tried {
        0 => "# The expressions were chosen without pages.".to_owned(),
        _ if n_tried >= n_pages => {
            "# The expressions were chosen on these pages; on others they may differ more."
                .to_owned()
        }
        n => format!("# The expressions were chosen on {n} of these pages."),
    }
}

const VALUES: &str = "\
# A value is its text with white space folded; of several matches it is the first that is
# not blank, unless the field has all values.
";

fn line(out: &mut String, line: &str) {
    writeln!(out, "{line}").expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::alternatives;

    #[test]
    fn only_commas_between_selectors_separate() {
        assert_eq!(alternatives("a > b, .c"), ["a > b", ".c"]);
        assert_eq!(alternatives(r".price\, > b, i"), [r".price\, > b", "i"]);
        assert_eq!(alternatives(r#"[title="a, \", b"], i"#), [r#"[title="a, \", b"]"#, "i"]);
    }
}
