//! Writes the nodes of a page, as indented lines or as JSON.

use serde_json::{Value, json};
use std::io::{self, Write};
use unhusk::page::{Namespace, NodeId, NodeKind, NodeOrigin, Tree};
use unhusk::sink::printable;

/// Levels shown by indentation; deeper levels are shown as a number.
const MAX_INDENT: usize = 40;
/// Characters shown of a text or an attribute value.
const MAX_SHOWN: usize = 80;

/// Writes one line per node: tag or text, byte range, and origin if it is not in the source.
pub(super) fn write_text(tree: &Tree, out: &mut dyn Write) -> io::Result<()> {
    for (node, depth) in tree.nodes().zip(depths(tree)) {
        let indent = "  ".repeat(depth.min(MAX_INDENT));
        let level = if depth > MAX_INDENT { format!("[{depth}] ") } else { String::new() };
        let place = tree.span(node).map(|span| format!("  {}-{}", span.start, span.end));
        let place = place.unwrap_or_default();
        writeln!(out, "{indent}{level}{}{place}{}", shown(tree, node), remark(tree.origin(node)))?;
    }
    Ok(())
}

/// Writes a JSON array with one node per line.
pub(super) fn write_json(tree: &Tree, out: &mut dyn Write) -> io::Result<()> {
    let mut joint = "[\n";
    for (node, depth) in tree.nodes().zip(depths(tree)) {
        write!(out, "{joint}{}", object(tree, node, depth))?;
        joint = ",\n";
    }
    writeln!(out, "\n]")
}

/// Returns the depth of every node, in document order.
pub(super) fn depths(tree: &Tree) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        depths.push(tree.parent(node).map_or(0, |parent| depths[parent.index()] + 1));
    }
    depths
}

fn shown(tree: &Tree, node: NodeId) -> String {
    match tree.kind(node) {
        NodeKind::Document => "#document".to_owned(),
        NodeKind::Doctype => {
            let name = tree.doctype().map_or("", |doctype| doctype.name.as_str());
            format!("<!doctype {}>", shortened(name))
        }
        NodeKind::Element => {
            let attributes = tree.attributes(node).map(|attribute| {
                format!(" {}=\"{}\"", shortened(attribute.name), shortened(attribute.value))
            });
            format!(
                "<{}{}{}>",
                prefix(tree.namespace(node)),
                shortened(tree.tag(node)),
                attributes.collect::<String>()
            )
        }
        NodeKind::Text => format!("\"{}\"", shortened(tree.text(node))),
        NodeKind::Comment => format!("<!--{}-->", shortened(tree.text(node))),
        NodeKind::TemplateContents => "#template-contents".to_owned(),
    }
}

fn object(tree: &Tree, node: NodeId, depth: usize) -> Value {
    let mut object = json!({"node": node.index(), "depth": depth, "kind": kind(tree.kind(node))});
    if let Some(parent) = tree.parent(node) {
        object["parent"] = json!(parent.index());
    }
    if tree.is_element(node) {
        object["tag"] = json!(format!("{}{}", prefix(tree.namespace(node)), tree.tag(node)));
        let attributes = tree.attributes(node).map(|attribute| {
            json!({"name": attribute.name, "value": attribute.value, "span": attribute.span})
        });
        object["attributes"] = attributes.collect();
    }
    if matches!(tree.kind(node), NodeKind::Text | NodeKind::Comment) {
        object["text"] = json!(tree.text(node));
    }
    object["span"] = json!(tree.span(node));
    object["origin"] = json!(origin(tree.origin(node)));
    object
}

fn kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Document => "document",
        NodeKind::Doctype => "doctype",
        NodeKind::Element => "element",
        NodeKind::Text => "text",
        NodeKind::Comment => "comment",
        NodeKind::TemplateContents => "template-contents",
    }
}

fn origin(origin: NodeOrigin) -> &'static str {
    match origin {
        NodeOrigin::Source => "source",
        NodeOrigin::Implied => "implied",
        NodeOrigin::Cloned => "cloned",
        NodeOrigin::Moved => "moved",
    }
}

fn remark(found: NodeOrigin) -> String {
    if found == NodeOrigin::Source { String::new() } else { format!("  ({})", origin(found)) }
}

fn prefix(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Html => "",
        Namespace::Svg => "svg:",
        Namespace::MathMl => "math:",
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", printable(&text[..end])),
        None => printable(text).into_owned(),
    }
}
