//! The records of a page with the source around each value, for a terminal.

use super::places::{FieldPlace, PagePlaces};
use crate::output::count;
use std::io::{self, Write};
use std::ops::Range;
use unhusk::sink::printable;
use unhusk::wrapper::delimiter::{LEGEND, excerpt};
use unhusk::wrapper::{AnyWrapper, Wrapper};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Number of records shown unless all are requested.
const N_RECORDS: usize = 3;
/// Characters of source shown before and behind a value.
const AROUND: usize = 24;
/// Characters of a value that are shown at each of its ends.
const MAX_SHOWN: usize = 40;

/// Marks of values in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marking {
    /// By a colour.
    Colour,
    /// By double brackets.
    Brackets,
}

/// Writes the records of a page; of a delimiter wrapper, also the matches of its delimiters.
pub(super) fn write_page(
    places: &PagePlaces<'_>,
    wrapper: &Wrapper,
    (marking, is_whole): (Marking, bool),
    out: &mut dyn Write,
) -> io::Result<()> {
    let n_records = places.records.len();
    let n_shown = if is_whole { n_records } else { n_records.min(N_RECORDS) };
    let more = if n_shown < n_records {
        format!(", of which the first {n_shown} are shown (`--all` shows all)")
    } else {
        String::new()
    };
    writeln!(out, "\n{}: {}{more}", printable(places.name), count(n_records, "record"))?;
    for (number, record) in (1..).zip(&places.records[..n_shown]) {
        writeln!(out, "record {number}")?;
        write_record(record, places.page.source(), marking, out)?;
    }
    if let AnyWrapper::Delimiter(rule) = &wrapper.rule {
        writeln!(out, "\n{LEGEND}")?;
        for line in excerpt(rule, places.page, |c| c.width().unwrap_or(0)) {
            writeln!(out, "{}", printable(&line))?;
        }
    }
    Ok(())
}

fn write_record(
    record: &[FieldPlace],
    source: &str,
    marking: Marking,
    out: &mut dyn Write,
) -> io::Result<()> {
    let field = |place: &FieldPlace| printable(&place.field).into_owned();
    let bytes = |place: &FieldPlace| match &place.value {
        Some((_, span)) => format!("bytes {}-{}", span.start, span.end),
        None => "no value".to_owned(),
    };
    let width = record.iter().map(|place| field(place).width()).max().unwrap_or(0);
    let bytes_width = record.iter().map(|place| bytes(place).len()).max().unwrap_or(0);
    for place in record {
        let name = field(place);
        let indent = " ".repeat(width - name.width());
        let shown = match &place.value {
            Some((_, span)) => in_source(source, span, marking),
            None => String::new(),
        };
        let line = format!("  {name}{indent}  {:bytes_width$}  {shown}", bytes(place));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns the source around a value, in one line, with the value marked.
fn in_source(source: &str, span: &Range<usize>, marking: Marking) -> String {
    let (before, value, after) = match (source.get(..span.start), source.get(span.clone())) {
        (Some(before), Some(value)) => (before, value, &source[span.end..]),
        _ => return String::new(),
    };
    let before =
        before.char_indices().rev().nth(AROUND - 1).map_or(before, |(at, _)| &before[at..]);
    let after = after.char_indices().nth(AROUND).map_or(after, |(at, _)| &after[..at]);
    let value = shortened(value);
    match marking {
        Marking::Colour => {
            format!("{}\x1b[1;32m{}\x1b[0m{}", one_line(before), one_line(&value), one_line(after))
        }
        Marking::Brackets => {
            format!("{}[[{}]]{}", one_line(before), one_line(&value), one_line(after))
        }
    }
}

/// Returns both ends of a long value.
fn shortened(value: &str) -> String {
    let n_chars = value.chars().count();
    if n_chars <= 2 * MAX_SHOWN {
        return value.to_owned();
    }
    let first: String = value.chars().take(MAX_SHOWN).collect();
    let last: String = value.chars().skip(n_chars - MAX_SHOWN).collect();
    format!("{first} ... {last}")
}

/// Replaces line breaks and tabs by symbols, and escapes control characters of a terminal.
fn one_line(source: &str) -> String {
    let visible = source.replace("\r\n", "↵").replace(['\n', '\r'], "↵").replace('\t', "→");
    printable(&visible).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Marking, in_source};

    #[test]
    fn a_value_is_marked_between_what_is_around_it() {
        let source = "<ul>\n<li><b>Blue mug</b>\t<i>12</i>\n</ul>";
        assert_eq!(
            in_source(source, &(12..20), Marking::Brackets),
            "<ul>↵<li><b>[[Blue mug]]</b>→<i>12</i>↵</ul>"
        );
        let coloured = in_source("<b>a</b>", &(3..4), Marking::Colour);
        assert_eq!(coloured, "<b>\x1b[1;32ma\x1b[0m</b>");
    }

    #[test]
    fn page_text_is_never_obeyed_and_spans_off_the_page_are_nothing() {
        let shown = in_source("<b>\x1b[2J\u{202e}</b>", &(3..10), Marking::Colour);
        assert_eq!(shown, "<b>\x1b[1;32m\\u{1b}[2J\\u{202e}\x1b[0m</b>");
        assert_eq!(in_source("é", &(1..2), Marking::Brackets), "");
        assert_eq!(in_source("a", &(5..9), Marking::Brackets), "");
    }

    #[test]
    fn long_values_are_shown_by_their_ends() {
        let source = format!("{}{}", "a".repeat(100), "b".repeat(100));
        let shown = in_source(&source, &(0..200), Marking::Brackets);
        assert_eq!(shown, format!("[[{} ... {}]]", "a".repeat(40), "b".repeat(40)));
    }
}
