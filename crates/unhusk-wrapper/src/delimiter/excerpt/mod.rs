//! Excerpts of the source with the delimiters of a rule marked below.
//!
//! ```text
//!   67 | <B>Some Country Codes</B><P>↵
//!      |                          hhh
//!   96 | <B>Congo</B> <I>242</I><BR>↵
//!      | lll^^^^^rrrr lll^^^rrrr
//! ```

use super::marks::{MarkRole, SourceMark, marks};
use super::wrapper::DelimiterWrapper;
use crate::sort;
use std::ops::Range;
use unhusk_page::Page;

/// Number of records shown.
const N_RECORDS: usize = 2;
/// Bytes of source shown around a mark.
const AROUND: usize = 24;
/// Bytes of one mark shown at its start and at its end.
const MAX_SHOWN: usize = 240;
/// Maximum width of a line, in columns.
const WIDTH: usize = 100;

/// Explains the marks below the source.
pub const LEGEND: &str = "h head, o open, l left, ^ value, r right, c close, t tail, * two of them";

/// The source around the first records that `wrapper` reads from `page`, with its delimiters marked.
///
/// `columns` returns how many columns of a screen a character takes; 0 for one that is not shown.
pub fn excerpt(
    wrapper: &DelimiterWrapper,
    page: &Page,
    columns: impl Fn(char) -> usize,
) -> Vec<String> {
    let marks = marks(wrapper, page, N_RECORDS);
    let pieces = pieces(page.source(), &marks);
    let n_digits = pieces.last().map_or(1, |piece| piece.end.to_string().len());
    let mut lines = Vec::new();
    for piece in pieces {
        show(page.source(), piece, &marks, n_digits, &columns, &mut lines);
    }
    lines
}

/// The ranges of the source to show: those around the marks, merged where they overlap.
fn pieces(source: &str, marks: &[SourceMark]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (span, _) in marks {
        let (start, end) = (span.start as usize, span.end as usize);
        if end - start > 2 * MAX_SHOWN {
            ranges.push(start.saturating_sub(AROUND)..start + MAX_SHOWN);
            ranges.push(end - MAX_SHOWN..end + AROUND);
        } else {
            ranges.push(start.saturating_sub(AROUND)..end + AROUND);
        }
    }
    sort::by_key(&mut ranges, |range| range.start);
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        let range = source.floor_char_boundary(range.start)
            ..source.ceil_char_boundary(range.end.min(source.len()));
        match pieces.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => pieces.push(range),
        }
    }
    pieces
}

fn show(
    source: &str,
    piece: Range<usize>,
    marks: &[SourceMark],
    n_digits: usize,
    columns: &impl Fn(char) -> usize,
    lines: &mut Vec<String>,
) {
    let mut line = ExcerptLine::new(piece.start);
    for (offset, c) in source[piece.clone()].char_indices() {
        let at = piece.start + offset;
        let shown = visible(c, columns);
        let width = columns(shown);
        if line.width + width > WIDTH {
            line.finish(n_digits, lines);
            line = ExcerptLine::new(at);
        }
        line.push(shown, width, symbol(marks, at));
        if c == '\n' {
            line.finish(n_digits, lines);
            line = ExcerptLine::new(at + 1);
        }
    }
    line.finish(n_digits, lines);
}

/// One line of source with the marks below it.
struct ExcerptLine {
    start: usize,
    width: usize,
    text: String,
    marks: String,
}

impl ExcerptLine {
    fn new(start: usize) -> Self {
        Self { start, width: 0, text: String::new(), marks: String::new() }
    }

    fn push(&mut self, c: char, width: usize, mark: char) {
        self.text.push(c);
        self.marks.extend(std::iter::repeat_n(mark, width));
        self.width += width;
    }

    fn finish(self, n_digits: usize, lines: &mut Vec<String>) {
        if self.text.is_empty() {
            return;
        }
        lines.push(format!("{:>n_digits$} | {}", self.start, self.text));
        let marks = self.marks.trim_end();
        if !marks.is_empty() {
            lines.push(format!("{:>n_digits$} | {marks}", ""));
        }
    }
}

/// Replaces line ends, tabs and other invisible characters with a visible symbol.
fn visible(c: char, columns: &impl Fn(char) -> usize) -> char {
    match c {
        '\n' => '↵',
        '\r' => '␍',
        '\t' => '→',
        '\u{a0}' => '⍽',
        c if c.is_control() || columns(c) == 0 => '·',
        c => c,
    }
}

fn symbol(marks: &[SourceMark], at: usize) -> char {
    let mut covering =
        marks.iter().filter(|(span, _)| span.range().contains(&at)).map(|(_, role)| *role);
    match (covering.next(), covering.next()) {
        (None, _) => ' ',
        (Some(_), Some(_)) => '*',
        (Some(MarkRole::Head), None) => 'h',
        (Some(MarkRole::Tail), None) => 't',
        (Some(MarkRole::Open), None) => 'o',
        (Some(MarkRole::Close), None) => 'c',
        (Some(MarkRole::Left), None) => 'l',
        (Some(MarkRole::Right), None) => 'r',
        (Some(MarkRole::Value), None) => '^',
    }
}

#[cfg(test)]
mod tests;
