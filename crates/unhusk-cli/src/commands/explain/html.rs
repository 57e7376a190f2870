//! Pages as an HTML file: the source as text with the values marked, and a table of the records. Everything that comes
//! from a page is escaped; the file has no scripts and loads nothing.

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
    let fields = field_names(&page.records);
    push(html, format_args!("<h1>{}</h1>\n<table>\n", escaped(page.name)));
    push(
        html,
        format_args!("<tr><th>record</th><th>field</th><th>value</th><th>bytes</th></tr>\n"),
    );
    let mut marks = Vec::new();
    for (at, record) in (1..).zip(&page.records) {
        for place in record {
            let colour =
                fields.iter().position(|field| *field == place.field).unwrap_or(0) % N_COLOURS;
            let name = escaped(&place.field);
            push(html, format_args!("<tr><td>{at}</td><td class=\"f{colour}\">{name}</td>"));
            match &place.value {
                Some((text, span)) => {
                    let link = format!("p{number}-{}", span.start);
                    let (start, end) = (span.start, span.end);
                    let text = escaped(text);
                    push(
                        html,
                        format_args!(
                            "<td><a href=\"#{link}\">{text}</a></td><td>{start}-{end}</td></tr>\n"
                        ),
                    );
                    marks.push((span.clone(), colour, name));
                }
                None => push(html, format_args!("<td></td><td></td></tr>\n")),
            }
        }
    }
    html.push_str("</table>\n<pre>");
    marks.sort_by_key(|(span, ..)| (span.start, span.end));
    let source = page.page.source();
    let mut end = 0;
    for (span, colour, name) in marks {
        // Of two values that share bytes, the first is marked.
        let (Some(before), Some(value)) = (source.get(end..span.start), source.get(span.clone()))
        else {
            continue;
        };
        html.push_str(&escaped(before));
        let (start, value) = (span.start, escaped(value));
        push(
            html,
            format_args!(
                "<mark id=\"p{number}-{start}\" class=\"f{colour}\" title=\"{name}\">{value}</mark>"
            ),
        );
        end = span.end;
    }
    html.push_str(&escaped(&source[end..]));
    html.push_str("</pre>\n");
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

/// Escapes markup, and characters that would change how others are shown.
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
