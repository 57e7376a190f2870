//! Aligned columns for people: `_page` is left out where all records come from one page.

use super::SinkOptions;
use super::columns::{OutputColumn, columns};
use std::io::{self, Write};
use unhusk::record::{Record, Schema};
use unhusk::sink::{Sink, printable};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What stands between two columns.
const GAP: &str = "  ";
/// No column is made narrower than this to fit the width.
const MIN_COLUMN: usize = 8;

pub(super) struct TextTable<W> {
    columns: Vec<OutputColumn>,
    width: Option<usize>,
    /// Header first; the page is the first cell of each row.
    rows: Vec<Vec<String>>,
    out: W,
}

impl<W: Write> TextTable<W> {
    pub(super) fn new(schema: &Schema, options: &SinkOptions, out: W) -> Self {
        let columns = columns(schema, options.spans);
        let names = columns.iter().map(|column| printable(&column.name).into_owned());
        let header = std::iter::once("_page".to_owned()).chain(names).collect();
        Self { columns, width: options.table_width, rows: vec![header], out }
    }

    /// Column widths, reduced from the widest down until the table fits.
    fn widths(&self, first_column: usize) -> Vec<usize> {
        let mut widths = vec![0; self.rows[0].len() - first_column];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(&row[first_column..]) {
                *width = (*width).max(cell.width());
            }
        }
        let Some(limit) = self.width else { return widths };
        // What no column can keep is taken at once: a cell may have megabytes.
        for width in &mut widths {
            *width = (*width).min(limit.max(MIN_COLUMN));
        }
        let gaps = GAP.len() * widths.len().saturating_sub(1);
        while widths.iter().sum::<usize>() + gaps > limit {
            let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > MIN_COLUMN)
            else {
                break;
            };
            *widest -= 1;
        }
        widths
    }
}

impl<W: Write> Sink for TextTable<W> {
    fn write(&mut self, page: &str, record: &Record<'_>) -> io::Result<()> {
        let cells = self.columns.iter().map(|column| printable(&column.cell(record)).into_owned());
        self.rows.push(std::iter::once(printable(page).into_owned()).chain(cells).collect());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.rows.len() == 1 {
            return self.out.flush();
        }
        let one_page = self.rows[1..].windows(2).all(|pair| pair[0][0] == pair[1][0]);
        let first_column = usize::from(one_page);
        let widths = self.widths(first_column);
        for row in &self.rows {
            let cells =
                row[first_column..].iter().zip(&widths).map(|(cell, width)| fit(cell, *width));
            let line = cells.collect::<Vec<_>>().join(GAP);
            writeln!(self.out, "{}", line.trim_end())?;
        }
        self.out.flush()
    }
}

/// `text` in exactly `width` columns: padded, or cut with `…` as its last character.
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
