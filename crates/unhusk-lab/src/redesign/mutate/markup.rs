//! Other names in the tags.

use super::chance::{Chance, looks};
use super::edits::Edits;
use unhusk::page::NodeId;
use unhusk::{Page, Span};

/// Gives classes and ids other names, token by token.
pub(super) fn rename_classes(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| tree.start_tag(*node).is_some()) {
        for attribute in tree.attributes(node) {
            if matches!(attribute.name, "class" | "id") && !attribute.span.is_empty() {
                let renamed: Vec<String> = attribute
                    .value
                    .split_ascii_whitespace()
                    .map(|token| format!("x{:x}", chance.number(token, 0xffff_ffff)))
                    .collect();
                edits.rewrite(vec![(attribute.span, renamed.join(" "))]);
            }
        }
    }
}

/// Attributes that carry data, or that make the page what it is.
const DATA: [&str; 14] = [
    "href",
    "src",
    "content",
    "value",
    "name",
    "type",
    "alt",
    "title",
    "http-equiv",
    "charset",
    "datetime",
    "colspan",
    "rowspan",
    "action",
];

/// Takes away half of the kinds of attributes, a kind being a tag and a name.
pub(super) fn drop_attributes(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes() {
        let Some(tag) = tree.start_tag(node) else { continue };
        for attribute in tree.attributes(node) {
            let kind = format!("{} {}", tree.tag(node), attribute.name);
            if DATA.contains(&attribute.name) || !chance.one_in(2, &kind) {
                continue;
            }
            if let Some(span) = whole_attribute(page.source(), tag, attribute.name, attribute.span)
            {
                edits.change(vec![(span, String::new())]);
            }
        }
    }
}

/// From the name of an attribute to the quote behind its value. `None` for one without a value.
fn whole_attribute(source: &str, tag: Span, name: &str, value: Span) -> Option<Span> {
    if value.is_empty() {
        return None;
    }
    let before = source.get(tag.range().start..value.range().start)?;
    let start = before.to_ascii_lowercase().rfind(name)?;
    let is_assignment =
        before[start + name.len()..].trim_matches([' ', '\t', '\n', '\r', '"', '\'']) == "=";
    let quote =
        source.as_bytes().get(value.range().end).filter(|byte| matches!(byte, b'"' | b'\''));
    let end = value.range().end + usize::from(quote.is_some());
    is_assignment.then(|| Span::new(tag.range().start + start, end))
}

/// Tags that show the same, more or less.
fn other_tag(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "div" => "section",
        "section" | "p" | "dl" => "div",
        "span" => "bdi",
        "b" => "strong",
        "strong" => "b",
        "i" => "em",
        "em" => "i",
        "h1" => "h2",
        "h2" => "h3",
        "h3" => "h4",
        "h4" => "h5",
        "ul" => "ol",
        "ol" => "ul",
        _ => return None,
    })
}

/// Gives half of the elements that have both tags another name.
pub(super) fn change_tags(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| tree.is_element(*node)) {
        let Some(other) = other_tag(tree.tag(node)) else { continue };
        if !chance.one_in(2, &looks(page, node)) {
            continue;
        }
        if let Some(names) = tag_names(page, node) {
            edits.rewrite(names.map(|name| (name, other.to_owned())).to_vec());
        }
    }
}

/// Where the name of an element stands in its start tag and in its end tag.
fn tag_names(page: &Page, node: NodeId) -> Option<[Span; 2]> {
    let tree = page.tree();
    let name_at = |start: usize| {
        let span = Span::new(start, start + tree.tag(node).len());
        let written = page.slice(span)?;
        written.eq_ignore_ascii_case(tree.tag(node)).then_some(span)
    };
    let start = name_at(tree.start_tag(node)?.range().start + "<".len())?;
    Some([start, name_at(tree.end_tag(node)?.range().start + "</".len())?])
}
