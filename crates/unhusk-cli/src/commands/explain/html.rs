//! Pages as an HTML file: the source as text with the values marked, and a table of the records. All text of pages is
//! escaped; the file has no scripts and loads nothing.

use super::places::{FieldPlace, PagePlaces};
use std::fmt::Write;
use unhusk::sink::printable;

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>unhusk explain</title>
<style>
body { font-family: sans-serif; margin: 2em }
table { border-collapse: collapse } th, td { border: 1px solid #bbb; padding: .2em .5em; text-align: left }
pre { white-space: pre-wrap; border: 1px solid #bbb; padding: .5em }
.f0 { background: #cfe8ff } .f1 { background: #d5f5d0 } .f2 { background: #ffe7b8 }
.f3 { background: #ffd6d6 } .f4 { background: #e6d9ff } .f5 { background: #d0f0ee }
</style>
</head>
<body>
"#;

/// Number of colours for fields, as in the style sheet.
const N_COLOURS: usize = 6;

/// Returns the document.
pub(super) fn document(pages: &[PagePlaces<'_>]) -> String {
    let mut html = HEAD.to_owned();
    for (number, page) in pages.iter().enumerate() {
        write_page(&mut html, page, number);
    }
    html + "</body>\n</html>\n"
}

fn write_page(html: &mut String, page: &PagePlaces<'_>, number: usize) {
    push(html, format_args!("<h1>{}</h1>\n", escaped(page.name)));
    let marks = marks(page, number);
    write_table(html, page, &marks);
    write_source(html, page.page.source(), marks);
}

/// A value as marked in the source.
struct ValueMark<'p> {
    /// The number of its record, from 1.
    record: usize,
    place: &'p FieldPlace,
    /// The number of the colour of its field.
    colour: usize,
    /// The name of its place in the document.
    anchor: String,
}

/// Returns the values of all records, and the fields without one.
fn marks<'p>(page: &'p PagePlaces<'_>, number: usize) -> Vec<ValueMark<'p>> {
    let fields = field_names(&page.records);
    let mark = |(record, place): (usize, &'p FieldPlace)| {
        let field = fields.iter().position(|field| *field == place.field).unwrap_or(0);
        let start = place.value.as_ref().map_or(0, |(_, span)| span.start);
        ValueMark { record, place, colour: field % N_COLOURS, anchor: format!("p{number}-{start}") }
    };
    let records = (1..).zip(&page.records);
    records.flat_map(|(at, record)| record.iter().map(move |place| (at, place))).map(mark).collect()
}

fn write_table(html: &mut String, page: &PagePlaces<'_>, marks: &[ValueMark<'_>]) {
    push(html, format_args!("<p>records: {}</p>\n<table>\n", page.records.len()));
    html.push_str("<tr><th>record</th><th>field</th><th>value</th><th>bytes</th></tr>\n");
    for ValueMark { record, place, colour, anchor } in marks {
        let name = escaped(&place.field);
        push(html, format_args!("<tr><td>{record}</td><td class=\"f{colour}\">{name}</td>"));
        match &place.value {
            Some((text, span)) => {
                let (text, start, end) = (escaped(text), span.start, span.end);
                push(
                    html,
                    format_args!(
                        "<td><a href=\"#{anchor}\">{text}</a></td><td>{start}-{end}</td></tr>\n"
                    ),
                );
            }
            None => html.push_str("<td></td><td></td></tr>\n"),
        }
    }
    html.push_str("</table>\n");
}

fn write_source(html: &mut String, source: &str, marks: Vec<ValueMark<'_>>) {
    let with_span = |mark: ValueMark<'_>| {
        let span = mark.place.value.as_ref()?.1.clone();
        Some((span, mark.colour, mark.anchor, escaped(&mark.place.field)))
    };
    let mut marks: Vec<_> = marks.into_iter().filter_map(with_span).collect();
    marks.sort_by_key(|(span, ..)| (span.start, span.end));
    html.push_str("<pre>");
    let mut end = 0;
    for (span, colour, anchor, name) in marks {
        // Of two values that share bytes, the first is marked.
        let (Some(before), Some(value)) = (source.get(end..span.start), source.get(span.clone()))
        else {
            continue;
        };
        let (before, value) = (escaped(before), escaped(value));
        push(
            html,
            format_args!(
                "{before}<mark id=\"{anchor}\" class=\"f{colour}\" title=\"{name}\">{value}</mark>"
            ),
        );
        end = span.end;
    }
    push(html, format_args!("{}</pre>\n", escaped(&source[end..])));
}

fn push(html: &mut String, part: std::fmt::Arguments<'_>) {
    html.write_fmt(part).expect("writing to a string cannot fail");
}

/// Returns the names of the fields in the order of their appearance.
fn field_names(records: &[Vec<FieldPlace>]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for place in records.iter().flatten() {
        if !names.contains(&place.field.as_str()) {
            names.push(&place.field);
        }
    }
    names
}

/// Escapes markup, and characters that would change the display of others.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            '\n' | '\t' => html.push(c),
            '\r' => {}
            c => html.push_str(&printable(c.encode_utf8(&mut [0; 4]))),
        }
    }
    html
}
