//! Statistics of a page: encoding, size, numbers of nodes.

use super::nodes::depths;
use crate::args::TextOrJson;
use serde_json::{Value, json};
use std::io::Write;
use unhusk::Page;
use unhusk::page::{NodeKind, NodeOrigin};

/// Returns names and values, in the order of output.
pub(super) fn gather(page: &Page) -> Vec<(&'static str, Value)> {
    let tree = page.tree();
    let n_of_kind = |kind: NodeKind| tree.nodes().filter(|&node| tree.kind(node) == kind).count();
    let n_of_origin =
        |origin: NodeOrigin| tree.nodes().filter(|&node| tree.origin(node) == origin).count();
    let n_attributes: usize = tree.nodes().map(|node| tree.attributes(node).count()).sum();
    vec![
        ("encoding", json!(page.encoding())),
        ("bytes", json!(page.source().len())),
        ("nodes", json!(tree.len())),
        ("elements", json!(n_of_kind(NodeKind::Element))),
        ("texts", json!(n_of_kind(NodeKind::Text))),
        ("comments", json!(n_of_kind(NodeKind::Comment))),
        ("attributes", json!(n_attributes)),
        ("depth", json!(depths(tree).into_iter().max().unwrap_or(0))),
        ("implied", json!(n_of_origin(NodeOrigin::Implied))),
        ("cloned", json!(n_of_origin(NodeOrigin::Cloned))),
        ("moved", json!(n_of_origin(NodeOrigin::Moved))),
        ("warnings", json!(page.warnings().count())),
    ]
}

pub(super) fn write(
    stats: &[(&'static str, Value)],
    format: TextOrJson,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match format {
        TextOrJson::Text => {
            for (name, value) in stats {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                writeln!(out, "{name:<10}  {value}")?;
            }
        }
        TextOrJson::Json => {
            let object: serde_json::Map<_, _> =
                stats.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            writeln!(out, "{}", Value::Object(object))?;
        }
    }
    Ok(())
}
