//! Renaming of tags, classes and attributes.

use super::chance::Chance;
use super::edits::Edits;
use unhusk_page::{Attribute, NodeId, Page, Span};

/// Renames classes and ids, token by token.
pub(super) fn rename_classes(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| tree.start_tag(*node).is_some()) {
        for attribute in tree.attributes(node) {
            // White space written as a reference would end an unquoted value.
            let is_plain = page.slice(attribute.span) == Some(attribute.value);
            if matches!(attribute.name, "class" | "id") && is_plain && !attribute.span.is_empty() {
                let renamed: Vec<String> = attribute
                    .value
                    .split_ascii_whitespace()
                    .map(|token| format!("x{:x}", chance.of(token).number(0xffff_ffff)))
                    .collect();
                edits.rewrite(vec![(attribute.span, renamed.join(" "))]);
            }
        }
    }
}

/// Attributes that carry data or that the page needs to work.
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

/// Removes half of the kinds of attributes; a kind is a tag and an attribute name.
pub(super) fn drop_attributes(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes() {
        let Some(tag) = tree.start_tag(node) else { continue };
        for attribute in tree.attributes(node) {
            let kind = chance.of(tree.tag(node)).with(" ").with(attribute.name);
            if DATA.contains(&attribute.name) || !kind.one_in(2) {
                continue;
            }
            if let Some(span) = whole_attribute(page.source(), tag, attribute) {
                edits.change(vec![(span, String::new())]);
            }
        }
    }
}

/// Returns the span from the name of an attribute to the quote after its value; `None` for one without a value.
fn whole_attribute(source: &str, tag: Span, attribute: Attribute<'_>) -> Option<Span> {
    let (name, value) = (attribute.name, attribute.span.range());
    if value.is_empty() {
        return None;
    }
    let before = source.get(tag.range().start..value.start)?;
    let unquoted = before.strip_suffix(['"', '\'']).unwrap_or(before);
    let end = value.end + (before.len() - unquoted.len());
    let named = unquoted.trim_ascii_end().strip_suffix('=')?.trim_ascii_end();
    let start = named.len().checked_sub(name.len())?;
    let is_name = named.get(start..)?.eq_ignore_ascii_case(name);
    is_name.then(|| Span::new(tag.range().start + start, end))
}

/// Returns a tag that renders much the same.
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

/// Renames half of the elements that have both a start tag and an end tag.
pub(super) fn change_tags(page: &Page, chance: &Chance, edits: &mut Edits) {
    let tree = page.tree();
    for node in tree.nodes().filter(|node| tree.is_element(*node)) {
        let Some(other) = other_tag(tree.tag(node)) else { continue };
        if !chance.appearance(page, node).one_in(2) {
            continue;
        }
        if let Some(names) = tag_names(page, node) {
            edits.rewrite(names.map(|name| (name, other.to_owned())).to_vec());
        }
    }
}

/// Returns the spans of the name in an element's start tag and end tag.
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
