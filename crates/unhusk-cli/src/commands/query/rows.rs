//! Writes rows of query results as a table, CSV, TSV or JSON Lines.

use super::AnswerFormat;
use std::io::Write;
use unhusk::record::Prefixes;
use unhusk::sink::printable;
use unhusk_io::sink::guarded;
use unhusk_rdf::graph::{QueryError, SolutionRow, plain_text, term_json};

/// Writes rows with these columns.
pub(super) struct RowWriter<'r> {
    pub(super) columns: Vec<String>,
    pub(super) prefixes: &'r Prefixes,
    pub(super) width: Option<usize>,
}

/// Rows that determine the widths of the columns; they are held in memory.
const MAX_ALIGNED: usize = 1000;
/// Least width of a column that is cut.
const MIN_WIDTH: usize = 8;

impl RowWriter<'_> {
    /// Writes rows as they arrive; returns their number.
    pub(super) fn write(
        &self,
        rows: impl Iterator<Item = Result<SolutionRow, QueryError>>,
        format: AnswerFormat,
        out: &mut dyn Write,
    ) -> anyhow::Result<usize> {
        match format {
            AnswerFormat::Table => return self.table(rows, out),
            AnswerFormat::Csv => {
                let names: Vec<String> = self.columns.iter().map(|name| csv_cell(name)).collect();
                writeln!(out, "{}", names.join(","))?;
            }
            AnswerFormat::Tsv => {
                let names: Vec<String> =
                    self.columns.iter().map(|name| format!("?{name}")).collect();
                writeln!(out, "{}", names.join("\t"))?;
            }
            _ => {}
        }
        let mut n_rows = 0;
        for row in rows {
            let row = row?;
            match format {
                AnswerFormat::Csv => {
                    let cells: Vec<String> =
                        row.iter().map(|term| csv_cell(&plain_text(term.as_ref()))).collect();
                    writeln!(out, "{}", cells.join(","))?;
                }
                AnswerFormat::Tsv => {
                    let terms: Vec<String> = row
                        .iter()
                        .map(|term| {
                            term.as_ref().map_or_else(String::new, |term| {
                                term.to_string().replace('\t', "\\t")
                            })
                        })
                        .collect();
                    writeln!(out, "{}", terms.join("\t"))?;
                }
                _ => writeln!(out, "{}", self.object(&row))?,
            }
            n_rows += 1;
        }
        Ok(n_rows)
    }

    fn object(&self, row: &SolutionRow) -> serde_json::Value {
        let entries = self.columns.iter().zip(row);
        serde_json::Value::Object(
            entries.map(|(name, term)| (name.clone(), term_json(term.as_ref()))).collect(),
        )
    }

    fn table(
        &self,
        mut rows: impl Iterator<Item = Result<SolutionRow, QueryError>>,
        out: &mut dyn Write,
    ) -> anyhow::Result<usize> {
        let mut lines = vec![self.columns.clone()];
        for row in rows.by_ref().take(MAX_ALIGNED) {
            lines.push(self.cells(&row?));
        }
        let widths = self.widths(&lines);
        for line in &lines {
            write_line(line, &widths, out)?;
        }
        let mut n_rows = lines.len() - 1;
        for row in rows {
            write_line(&self.cells(&row?), &widths, out)?;
            n_rows += 1;
        }
        Ok(n_rows)
    }

    /// Returns escaped texts, with shortened IRIs.
    fn cells(&self, row: &SolutionRow) -> Vec<String> {
        let cell = |term: &Option<_>| {
            let text = match term {
                Some(term) if is_iri(term) => {
                    let iri = plain_text(Some(term));
                    let short = self.prefixes.shorten(&iri);
                    if short.starts_with('<') { iri } else { short }
                }
                term => plain_text(term.as_ref()),
            };
            printable(&text.replace('\n', " ")).into_owned()
        };
        row.iter().map(cell).collect()
    }

    /// Returns the widths of the columns; cuts the widest ones until the table fits the terminal.
    fn widths(&self, lines: &[Vec<String>]) -> Vec<usize> {
        let widest =
            |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
        let mut widths: Vec<usize> = (0..self.columns.len()).map(widest).collect();
        let Some(room) = self.width else { return widths };
        let gaps = widths.len().saturating_sub(1) * 2;
        while widths.iter().sum::<usize>() + gaps > room {
            let Some(widest) = widths.iter_mut().max().filter(|width| **width > MIN_WIDTH) else {
                break;
            };
            *widest -= 1;
        }
        widths
    }
}

fn is_iri(term: &unhusk_rdf::graph::Term) -> bool {
    matches!(term, unhusk_rdf::graph::Term::NamedNode(_))
}

fn write_line(cells: &[String], widths: &[usize], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let n_chars = cell.chars().count();
        if n_chars > *width {
            line.extend(cell.chars().take(width.saturating_sub(1)));
            line.push('…');
        } else {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - n_chars));
        }
        line.push_str("  ");
    }
    writeln!(out, "{}", line.trim_end())?;
    Ok(())
}

/// Escapes a cell that a spreadsheet would evaluate, and quotes it if RFC 4180 requires that.
fn csv_cell(text: &str) -> String {
    let cell = guarded(text);
    if cell.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.into_owned()
    }
}
