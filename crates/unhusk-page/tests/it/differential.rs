//! Our tree against html5ever's, on real pages and on random recombinations of the html5lib tests.

#![allow(clippy::unwrap_used, reason = "writing to a string cannot fail")]

use crate::html5lib::dump;
use crate::oracle::{self, OracleKind};
use crate::pages::{XorShift, html5lib_pieces, real_pages};
use std::fmt::Write as _;
use unhusk_page::Page;

/// Deliberate differences from html5ever, with the reason: a difference is excused in sources that hold all the words.
const DIFFERENCES: &[(&[&str], &str)] = &[
    (&["isindex"], "html5ever counts it as special; HTML no longer does"),
    (&["search"], "special in HTML, not in html5ever's list"),
    (
        &["annotation-xml"],
        "a scope marker and integration point in HTML, in html5ever only sometimes",
    ),
    (
        &["<table", "<!doctype"],
        "a doctype between two texts of a table parts them; html5ever does not see it there",
    ),
];

/// Random sources per run. Of 400,000 (half a minute in the release profile) 20 differ, all excused.
const N_RECOMBINATIONS: usize = 6_000;

#[test]
fn real_pages_have_the_same_tree() {
    for (path, bytes) in real_pages(23) {
        let page = Page::from_bytes(&bytes);
        check(page.source()).unwrap_or_else(|message| panic!("{}: {message}", path.display()));
    }
}

#[test]
fn recombined_html5lib_inputs_have_the_same_tree() {
    let pieces = html5lib_pieces();
    if pieces.is_empty() {
        return;
    }
    let mut random = XorShift(0x9E37_79B9_7F4A_7C15);
    let mut failures = Vec::new();
    for _ in 0..N_RECOMBINATIONS {
        let n_pieces = 1 + random.below(12);
        let source: String =
            (0..n_pieces).map(|_| pieces[random.below(pieces.len())].as_str()).collect();
        if let Err(message) = check(&source)
            && !is_excused(&source)
        {
            failures.push(format!("{source:?}: {message}"));
        }
    }
    assert!(failures.is_empty(), "{} differ\n{}", failures.len(), failures.join("\n"));
}

fn is_excused(source: &str) -> bool {
    let lower = source.to_ascii_lowercase();
    DIFFERENCES.iter().any(|(words, _)| words.iter().all(|word| lower.contains(word)))
}

fn check(source: &str) -> Result<(), String> {
    let ours = dump(Page::from(source).tree());
    let theirs = dump_oracle(&oracle::read(source));
    if ours == theirs {
        return Ok(());
    }
    let line = ours.lines().zip(theirs.lines()).take_while(|(one, other)| one == other).count();
    let at = |dump: &str| {
        dump.lines().skip(line.saturating_sub(3)).take(6).collect::<Vec<_>>().join("\n")
    };
    Err(format!("differs in line {line}:\n{}\nhtml5ever:\n{}", at(&ours), at(&theirs)))
}

fn dump_oracle(nodes: &[oracle::OracleNode]) -> String {
    let mut lines = String::new();
    let mut pending: Vec<(usize, usize)> = nodes[0].below().rev().map(|child| (child, 0)).collect();
    while let Some((id, depth)) = pending.pop() {
        dump_oracle_node(&nodes[id].kind, depth, &mut lines);
        pending.extend(nodes[id].below().rev().map(|child| (child, depth + 1)));
    }
    lines.trim_end_matches('\n').to_owned()
}

fn dump_oracle_node(kind: &OracleKind, depth: usize, lines: &mut String) {
    let indent = "  ".repeat(depth);
    match kind {
        OracleKind::Document => {}
        OracleKind::Doctype(name, public, system) if public.is_empty() && system.is_empty() => {
            writeln!(lines, "| {indent}<!DOCTYPE {name}>").unwrap();
        }
        OracleKind::Doctype(name, public, system) => {
            writeln!(lines, "| {indent}<!DOCTYPE {name} \"{public}\" \"{system}\">").unwrap();
        }
        OracleKind::Element(name, attributes) => {
            let prefix = match &*name.ns {
                "http://www.w3.org/2000/svg" => "svg ",
                "http://www.w3.org/1998/Math/MathML" => "math ",
                _ => "",
            };
            writeln!(lines, "| {indent}<{prefix}{}>", name.local).unwrap();
            let mut attributes: Vec<_> = attributes
                .iter()
                .map(|attribute| match &attribute.name.prefix {
                    Some(prefix) if !prefix.is_empty() => {
                        (format!("{prefix} {}", attribute.name.local), &attribute.value)
                    }
                    _ => (attribute.name.local.to_string(), &attribute.value),
                })
                .collect();
            attributes.sort_by_key(|(name, _)| name.encode_utf16().collect::<Vec<_>>());
            for (name, value) in attributes {
                writeln!(lines, "| {indent}  {name}=\"{value}\"").unwrap();
            }
        }
        OracleKind::Text(text) => writeln!(lines, "| {indent}\"{text}\"").unwrap(),
        OracleKind::Comment(text) => writeln!(lines, "| {indent}<!-- {text} -->").unwrap(),
        OracleKind::TemplateContents => writeln!(lines, "| {indent}content").unwrap(),
    }
}
