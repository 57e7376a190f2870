//! The end of a run: a table of the fields, warnings by name, and the summary as a file.

use crate::args::CheckArgs;
use crate::output::{Destination, Reporter, count};
use anyhow::Context;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use unhusk::Warning;
use unhusk::sink::printable;
use unhusk::wrapper::summary::{FieldSummary, RunSummary};
use unhusk_engine::WrapperSummary;
use unhusk_io::sink::Format;

/// Reports a run: a table of the fields on a terminal, and a warning for each field that looks wrong. `reported` are
/// warnings that the sink gave: values that it could not read as their type are not reported again as odd ones.
pub(crate) fn report(of: &WrapperSummary, reported: &[Warning], reporter: &Reporter) {
    let WrapperSummary { name, summary } = of;
    if reporter.is_terminal() && summary.records > 1 {
        if !name.is_empty() {
            reporter.lines(&[printable(name).into_owned()]);
        }
        reporter.lines(&table(&summary.fields));
    }
    let wrapper = if name.is_empty() { String::new() } else { format!("`{name}`: ") };
    if summary.records == 0 {
        // Every field is missing for the same reason.
        if summary.looks_wrong() {
            reporter.warn(format_args!("{wrapper}{}", nothing_read(summary)));
        }
        return;
    }
    for field in summary.suspicious() {
        let is_of_field =
            |one: &Warning| matches!(one, Warning::Unreadable(of) if of.field == field.name);
        let known = field.odd_warning().filter(|_| reported.iter().any(is_of_field));
        for warning in field.warnings.iter().filter(|warning| known.as_ref() != Some(*warning)) {
            reporter.warn(format_args!("{wrapper}field `{}`: {warning}", field.name));
        }
    }
}

/// `no record was read from 3 pages, and no value of name, price`.
fn nothing_read(summary: &RunSummary) -> String {
    let names: Vec<_> = summary.fields.iter().map(|field| printable(&field.name)).collect();
    let pages = count(summary.pages, "page");
    format!("no record was read from {pages}, and so no value of {}", names.join(", "))
}

/// Opens the file for the summary, if one is named, so that a folder that does not exist is reported before the run.
pub(crate) fn open(args: &CheckArgs) -> anyhow::Result<Option<Destination>> {
    let open = |path: &PathBuf| Destination::open(Some(path), Format::Json);
    Ok(args.summary.as_ref().map(open).transpose()?)
}

/// Writes the summary as JSON, if a file is named; of several wrappers, an object with one summary each.
pub(crate) fn write(
    summaries: &[WrapperSummary],
    file: Option<Destination>,
    args: &CheckArgs,
) -> anyhow::Result<()> {
    let (Some(mut destination), Some(path)) = (file, &args.summary) else { return Ok(()) };
    let name = || format!("cannot write `{}`", path.display());
    match summaries {
        [alone] if alone.name.is_empty() => {
            serde_json::to_writer_pretty(&mut destination, &alone.summary).with_context(name)?;
        }
        several => {
            let by_name: BTreeMap<&str, &RunSummary> =
                several.iter().map(|of| (of.name.as_str(), &of.summary)).collect();
            serde_json::to_writer_pretty(&mut destination, &by_name).with_context(name)?;
        }
    }
    writeln!(destination).with_context(name)?;
    destination.commit()
}

/// Returns the lines of the table: a heading, then one line per field. Columns without a number are left out.
fn table(fields: &[FieldSummary]) -> Vec<String> {
    let number = |n: usize| if n == 0 { String::new() } else { n.to_string() };
    let mut columns: Vec<Vec<String>> = vec![
        column("field", fields, |field| printable(&field.name).into_owned()),
        column("filled", fields, |field| format!("{} of {}", field.filled, field.records)),
        column("distinct", fields, |field| number(field.distinct)),
        column("doubtful", fields, |field| number(field.doubtful)),
        column("odd", fields, |field| number(field.odd)),
    ];
    columns.retain(|column| column.iter().skip(1).any(|cell| !cell.is_empty()));
    let width = |column: &Vec<String>| column.iter().map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = columns.iter().map(|column| width(column).unwrap_or(0)).collect();
    (0..=fields.len())
        .map(|row| {
            let cells = columns.iter().zip(&widths);
            let line: Vec<String> =
                cells.map(|(column, width)| format!("{:width$}", column[row])).collect();
            line.join("  ").trim_end().to_owned()
        })
        .collect()
}

fn column(
    heading: &str,
    fields: &[FieldSummary],
    cell: impl Fn(&FieldSummary) -> String,
) -> Vec<String> {
    std::iter::once(heading.to_owned()).chain(fields.iter().map(cell)).collect()
}
