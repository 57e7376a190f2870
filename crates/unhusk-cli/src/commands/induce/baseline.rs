//! `unhusk induce -m`: writes the columns of a comparison method, one line per page.

use super::{Args, InducedFiles};
use crate::args::OutputArgs;
use crate::output::{OutputFormat, Reporter, count, time_taken};
use crate::status::ExitStatus;
use anyhow::{Context, bail};
use std::time::Instant;
use unhusk::Page;
use unhusk::record::{Cell, Field, Record, Schema, Value};
use unhusk_baselines::{Baseline, BaselineColumn};

pub(super) fn run(
    args: &Args,
    baseline: Baseline,
    (names, pages): (&[String], &[&Page]),
    files: &InducedFiles,
    reporter: &Reporter,
) -> anyhow::Result<ExitStatus> {
    if let Some(file) = &files.wrapper {
        bail!(
            "`{}` finds columns but makes no wrapper for `{}`; omit -o or -m, or give a file for records such as x.csv",
            baseline.name,
            file.display()
        );
    }
    let started = Instant::now();
    let columns = (baseline.induce)(pages);
    if columns.is_empty() {
        reporter.error(&format!("`{}` finds no data on these pages", baseline.name));
        return Ok(ExitStatus::No);
    }
    let schema = schema(&columns)?;
    let (mut destination, format, options) =
        OutputArgs::to_file(files.records.clone(), args.format, args.spans).open()?;
    let OutputFormat::Plain(format) = format else {
        bail!(
            "columns without names have no meaning; `-f` may be jsonl, json, csv, tsv, xlsx or table"
        );
    };
    let mut sink = format.sink(&schema, &options, &mut destination);
    for (at, (name, page)) in names.iter().zip(pages).enumerate() {
        sink.write(name, &record(&schema, &columns, at, page)).context("standard output")?;
    }
    sink.finish().context("standard output")?;
    drop(sink);
    destination.commit()?;
    let (found, read) = (count(columns.len(), "column"), count(pages.len(), "page"));
    let time = time_taken(started.elapsed());
    reporter.summary(&format!("{}: {found} on {read} in {time}", baseline.name));
    Ok(ExitStatus::Done)
}

/// Returns a schema with a field for each column; the field is a list if some page has several values.
fn schema(columns: &[BaselineColumn]) -> anyhow::Result<Schema> {
    let field = |(at, column): (usize, &BaselineColumn)| {
        let mut field = Field::new(format!("c{}", at + 1));
        field.optional = column.values.iter().any(Vec::is_empty);
        field.many = column.values.iter().any(|values| values.len() > 1);
        field
    };
    Ok(Schema::new(columns.iter().enumerate().map(field).collect())?)
}

fn record<'p>(
    schema: &Schema,
    columns: &[BaselineColumn],
    at: usize,
    page: &'p Page,
) -> Record<'p> {
    let cell = |(column, field): (&BaselineColumn, &Field)| {
        let mut values = column.values[at].iter().map(|span| Value::at(page, *span));
        if field.many {
            return Cell::Many(values.collect());
        }
        values.next().map_or(Cell::Absent, Cell::One)
    };
    Record { cells: columns.iter().zip(schema.fields()).map(cell).collect() }
}
