//! Aligned columns for people: `_page` is left out where all records come from one page. Where the columns do not fit
//! the terminal, each record is a block of lines instead.

use super::SinkOptions;
use super::columns::OutputColumns;
use std::io::{self, Write};
use unhusk::Warning;
use unhusk::record::{Record, Schema};
use unhusk::sink::{PageColumn, Sink, printable};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Separates two columns.
const GAP: &str = "  ";
/// Separates the name of a field from its value in the vertical view.
const BAR: &str = " | ";
/// Least width of a column that is narrowed: shorter beginnings of values do not distinguish them.
const MIN_COLUMN: usize = 12;

pub(super) struct TextTable<W> {
    columns: OutputColumns,
    width: Option<usize>,
    /// Whether the column of the page may be left out.
    is_page_optional: bool,
    /// Header first.
    rows: Vec<Vec<String>>,
    out: W,
}

impl<W: Write> TextTable<W> {
    pub(super) fn new(schema: &Schema, options: &SinkOptions, out: W) -> Self {
        let columns = OutputColumns::new(schema, options);
        let header = columns.names().map(|name| printable(name).into_owned()).collect();
        let is_page_optional = options.page == Some(PageColumn::default());
        Self { columns, width: options.table_width, is_page_optional, rows: vec![header], out }
    }

    /// Removes the column of the page if it is the same in all rows.
    fn drop_only_page(&mut self) {
        let Some(at) = self.columns.page_position().filter(|_| self.is_page_optional) else {
            return;
        };
        if self.rows[1..].windows(2).all(|pair| pair[0][at] == pair[1][at]) {
            for row in &mut self.rows {
                row.remove(at);
            }
        }
    }

    /// The widest cell of each column.
    fn natural_widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.rows[0].len()];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        widths
    }

    fn write_rows(&mut self, widths: &[usize]) -> io::Result<()> {
        for row in &self.rows {
            let cells = row.iter().zip(widths).map(|(cell, width)| fit(cell, *width));
            let line = cells.collect::<Vec<_>>().join(GAP);
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Writes one block per record, `name | value` on each line.
    fn write_blocks(&mut self, limit: usize) -> io::Result<()> {
        let (header, records) = (&self.rows[0], &self.rows[1..]);
        let widest = header.iter().map(|name| name.width()).max().unwrap_or(0);
        let name_width = widest.min(limit / 2);
        for (at, record) in records.iter().enumerate() {
            writeln!(self.out, "--- record {} ---", at + 1)?;
            for (name, value) in header.iter().zip(record) {
                let line = format!("{}{BAR}{value}", fit(name, name_width));
                writeln!(self.out, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}

impl<W: Write> Sink for TextTable<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let cells = self.columns.row(page, record);
        self.rows.push(cells.iter().map(|cell| printable(&cell.text).into_owned()).collect());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.rows.len() > 1 {
            self.drop_only_page();
            let widths = self.natural_widths();
            match (self.width, self.width.and_then(|limit| reduced(&widths, limit))) {
                (Some(limit), None) => self.write_blocks(limit)?,
                (_, reduced) => self.write_rows(&reduced.unwrap_or(widths))?,
            }
        }
        self.out.flush()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.columns.warnings()
    }
}

/// Returns column widths, reduced from the widest down until the table fits; `None` if it does not fit.
fn reduced(natural: &[usize], limit: usize) -> Option<Vec<usize>> {
    // Widths that no column can keep are cut at once: a cell may have megabytes.
    let mut widths: Vec<usize> =
        natural.iter().map(|width| (*width).min(limit.max(MIN_COLUMN))).collect();
    let gaps = GAP.len() * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > limit {
        let widest = widths.iter_mut().max().filter(|widest| **widest > MIN_COLUMN)?;
        *widest -= 1;
    }
    Some(widths)
}

/// Returns `text` in exactly `width` columns: padded, or cut with `…` as its last character.
fn fit(text: &str, width: usize) -> String {
    let mut fitted = String::with_capacity(width);
    let mut taken = 0;
    let room = if text.width() > width { width.saturating_sub(1) } else { width };
    for c in text.chars() {
        let columns = c.width().unwrap_or(0);
        if taken + columns > room {
            break;
        }
        taken += columns;
        fitted.push(c);
    }
    if text.width() > width {
        fitted.push('…');
        taken += 1;
    }
    fitted.extend(std::iter::repeat_n(' ', width.saturating_sub(taken)));
    fitted
}
