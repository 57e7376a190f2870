//! Pages that are made to hang a parser: each has a tree, within its limits, and no cut is silent.

use crate::shapes::{SHAPES, numbered};
use crate::spans::check_places;
use unhusk_page::Page;
use unhusk_page::{Limited, Warning};
use unhusk_page::{Limits, NodeId, PageOptions, Tree};

/// Bytes of each page, about.
const SIZE: usize = 64 << 10;

#[test]
fn every_shape_has_a_tree_within_its_limits() {
    assert!(SHAPES.len() >= 30);
    let mut surprises = Vec::new();
    for (name, page, cuts) in SHAPES {
        let source = page(SIZE);
        let page = Page::from(source.as_str());
        let tree = page.tree();
        check_tree(tree, source.len(), 512).unwrap_or_else(|message| panic!("{name}: {message}"));
        check_places(&page).unwrap_or_else(|message| panic!("{name}: {message}"));
        if cuts_of(tree) != *cuts {
            surprises.push(format!("{name}: {:?}, not {cuts:?}", tree.warnings()));
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
}

#[test]
fn every_shape_obeys_narrow_limits() {
    let mut limits = Limits::default();
    limits.max_depth = 8;
    limits.max_nodes = 500;
    limits.max_attributes = 3;
    limits.max_open_formatting = 2;
    for (name, page, _) in SHAPES {
        let source = page(SIZE / 8);
        let mut options = PageOptions::default();
        options.limits = limits.clone();
        let page = Page::read(source.as_bytes(), options);
        let tree = page.tree();
        check_tree(tree, source.len(), 8).unwrap_or_else(|message| panic!("{name}: {message}"));
        check_places(&page).unwrap_or_else(|message| panic!("{name}: {message}"));
        assert!(tree.len() <= 500, "{name}: {} nodes", tree.len());
        let most = tree.nodes().map(|node| tree.attributes(node).count()).max();
        assert!(most <= Some(3), "{name}: {most:?} attributes");
    }
}

#[test]
fn steps_are_counted() {
    let mut options = PageOptions::default();
    options.limits.max_steps_per_byte = 0;
    // Each `</b>` takes the stack apart up to eight times; a million steps are free.
    let source =
        format!("{}{}{}", numbered("<b {}>", 60), "<div>".repeat(440), "</b>".repeat(2_000));
    let page = Page::read(source.as_bytes(), options);
    assert!(cuts_of(page.tree()).contains(&Limited::ParseSteps), "{:?}", page.tree().warnings());
}

/// Returns the limits that the warnings of a tree report, in order of kind.
fn cuts_of(tree: &Tree) -> Vec<Limited> {
    let mut cuts: Vec<Limited> = tree
        .warnings()
        .iter()
        .map(|warning| match warning {
            Warning::Truncated { what, .. } => *what,
            other => panic!("a page is cut or it is not: {other}"),
        })
        .collect();
    cuts.sort();
    cuts
}

/// Checks the laws of every tree: numbers, parents and ranges agree.
fn check_tree(tree: &Tree, n_bytes: usize, max_depth: usize) -> Result<(), String> {
    if tree.len() > 4 * n_bytes {
        return Err(format!("{} nodes of {n_bytes} bytes", tree.len()));
    }
    let mut depths = vec![0; tree.len()];
    for node in tree.nodes().skip(1) {
        let Some(parent) = tree.parent(node) else { return Err(format!("{node:?} is lost")) };
        if parent >= node || tree.subtree_end(node) > tree.subtree_end(parent) {
            return Err(format!("{node:?} is not in its parent"));
        }
        depths[node.index()] = depths[parent.index()] + 1;
        if depths[node.index()] > max_depth + 1 {
            return Err(format!("{node:?} is {} deep", depths[node.index()]));
        }
    }
    let n_children = tree.nodes().map(|node| tree.children(node).count()).sum::<usize>();
    if n_children + 1 != tree.len() || tree.subtree_end(NodeId::DOCUMENT) as usize != tree.len() {
        return Err("the children are not all nodes".into());
    }
    Ok(())
}
