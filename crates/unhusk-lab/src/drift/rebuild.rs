//! Rebuilt pages: tables as `div` elements, columns in another order, values removed.

use unhusk::page::NodeId;
use unhusk::{Page, Span};

pub(crate) const ERROR_PAGE: &str = "<!DOCTYPE html><html><head><title>Service unavailable</title></head><body>\
    <div class=\"main\"><h1>503 Service unavailable</h1><p>We are sorry, the page cannot be shown. Please try again \
    later, or go back to the <a href=\"/\">home page</a>.</p><ul><li>Help</li><li>Contact us</li></ul></div></body></html>";

/// Adds invisible content: attributes, comments, a script.
pub(crate) fn harmless(source: &str) -> String {
    let mut result = String::with_capacity(source.len() * 2);
    let mut n_divs = 0;
    for (tag, rest) in tags(source) {
        match tag {
            Some(SourceTag { name, is_end: false, text })
                if matches!(name.as_str(), "div" | "td" | "li") =>
            {
                n_divs += 1;
                if name == "div" && n_divs % 3 == 0 {
                    result += "<!-- block -->";
                }
                let (head, tail) = text.split_at(1 + name.len());
                result.extend([head, " data-build=\"1\"", tail]);
            }
            Some(SourceTag { name, is_end: true, text }) if name == "body" => {
                result += "<script>var build = 42;</script>\n";
                result += text;
            }
            Some(tag) => result += tag.text,
            None => {}
        }
        result += rest;
    }
    result
}

/// Turns tables, rows and cells into `div` elements.
pub(crate) fn divs(source: &str) -> String {
    const PARTS: [&str; 9] =
        ["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "center"];
    let mut result = String::with_capacity(source.len());
    let mut raw: Option<String> = None;
    for (tag, rest) in tags(source) {
        if let Some(tag) = tag {
            let is_raw = raw.as_ref().is_some_and(|name| !(tag.is_end && tag.name == *name));
            if !is_raw && PARTS.contains(&tag.name.as_str()) {
                let slash = if tag.is_end { "/" } else { "" };
                let behind = &tag.text[1 + slash.len() + tag.name.len()..];
                result.extend(["<", slash, "div", if tag.is_end { ">" } else { behind }]);
            } else {
                result += tag.text;
            }
            if !is_raw {
                let opens = !tag.is_end && matches!(tag.name.as_str(), "script" | "style");
                raw = opens.then_some(tag.name);
            }
        }
        result += rest;
    }
    result
}

struct SourceTag<'s> {
    name: String,
    is_end: bool,
    text: &'s str,
}

/// Returns tags in order, each with the text after it; a rough parse that keeps comments and oddities unchanged.
fn tags(source: &str) -> Vec<(Option<SourceTag<'_>>, &str)> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut tag: Option<SourceTag<'_>> = None;
    while at < source.len() {
        let rest = &source[at..];
        let next = next_tag(rest);
        let (text_end, tag_end) = next.unwrap_or((rest.len(), rest.len()));
        pieces.push((tag.take(), &rest[..text_end]));
        let text = &rest[text_end..tag_end];
        if !text.is_empty() {
            let is_end = text.starts_with("</");
            let letters = text.trim_start_matches(['<', '/']);
            let name: String =
                letters.chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
            tag = Some(SourceTag { name: name.to_ascii_lowercase(), is_end, text });
        }
        at += tag_end;
    }
    pieces.push((tag, ""));
    pieces
}

/// Returns start and end of the next tag.
fn next_tag(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut from = 0;
    loop {
        let start = from + text[from..].find('<')?;
        if text[start..].starts_with("<!--") {
            from = start + text[start..].find("-->")? + 3;
            continue;
        }
        let first = bytes.get(start + 1).copied().unwrap_or(b' ');
        if !(first.is_ascii_alphabetic() || first == b'/') {
            from = start + 1;
            continue;
        }
        let mut quote = 0;
        for (offset, byte) in bytes[start..].iter().enumerate() {
            match *byte {
                b'"' | b'\'' if quote == 0 && matches!(bytes[start + offset - 1], b'=' | b' ') => {
                    quote = *byte;
                }
                byte if quote != 0 && byte == quote => quote = 0,
                b'>' if quote == 0 => return Some((start, start + offset + 1)),
                _ => {}
            }
        }
        return None;
    }
}

/// Moves the first column last in every table whose rows have the same number of cells.
pub(crate) fn columns(page: &Page) -> String {
    let tree = page.tree();
    let mut moves: Vec<(Span, Vec<Span>)> = Vec::new();
    for table in tree.nodes().filter(|node| matches!(tree.tag(*node), "tbody" | "table")) {
        let rows: Vec<Vec<NodeId>> = tree
            .children(table)
            .filter(|row| tree.tag(*row) == "tr")
            .map(|row| {
                tree.children(row).filter(|cell| matches!(tree.tag(*cell), "td" | "th")).collect()
            })
            .collect();
        let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if n_columns < 2 || rows.len() < 2 {
            continue;
        }
        for cells in rows.iter().filter(|cells| cells.len() == n_columns) {
            let spans: Option<Vec<Span>> = cells
                .iter()
                .map(|cell| {
                    let (start, end) = tree.start_tag(*cell).zip(tree.end_tag(*cell))?;
                    Some(Span { start: start.start, end: end.end })
                })
                .collect();
            let Some(spans) = spans else { continue };
            let is_ordered = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
            if is_ordered {
                moves.push((Span { start: spans[0].start, end: spans[n_columns - 1].end }, spans));
            }
        }
    }
    // Of nested tables, the outer one changes.
    moves.sort_by_key(|(whole, _)| (whole.start, std::cmp::Reverse(whole.end)));
    let mut result = String::new();
    let mut at = 0_usize;
    for (whole, cells) in moves {
        if whole.range().start < at {
            continue;
        }
        result += &page.source()[at..whole.range().start];
        for cell in cells[1..].iter().chain(&cells[..1]) {
            result += &page.source()[cell.range()];
        }
        at = whole.range().end;
    }
    result + &page.source()[at..]
}

/// Returns the source without the text at some places.
pub(crate) fn without(source: &str, places: &[Span]) -> String {
    let mut places = places.to_vec();
    places.sort_unstable();
    let mut result = String::new();
    let mut at = 0;
    for place in places {
        let range = place.range();
        if range.start >= at {
            result += &source[at..range.start];
            at = range.end;
        }
    }
    result + &source[at..]
}
