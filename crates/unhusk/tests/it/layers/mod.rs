//! Layers of crates and modules: the tables of [`tables`] define which may use which.
//!
//! Crates are read from their manifests, modules from their sources: `use` trees, and paths in code that begin with
//! `crate`, `self` or `super`. A name that the root of a crate re-exports counts as a use of the module that it comes
//! from. Test code may use any module of its crate.

mod crates;
mod modules;
mod source;
mod source_tests;
mod tables;
mod tokens;

use crates::{crates, transitive, workspace};
use modules::{ModuleUse, modules};
use std::collections::BTreeSet;
use tables::{CRATES, KNOWN, LayerRow, MODULES, NOT_IN_WRAPPER};

#[test]
fn tables_allow_no_cycle() {
    let all = MODULES.iter().map(|(name, rows)| (*name, *rows)).chain([("the workspace", CRATES)]);
    for (table, rows) in all {
        for (position, (name, may_use)) in rows.iter().enumerate() {
            for used in *may_use {
                let is_above = rows[..position].iter().any(|(above, _)| above == used);
                assert!(is_above, "{table}: `{used}` is not above `{name}`");
            }
        }
    }
}

#[test]
fn crates_depend_only_on_those_before_them() {
    let crates = crates();
    let mut offences = Vec::new();
    for own in &crates {
        let Some(may_use) = row(CRATES, &own.name) else {
            offences.push(format!("`{}` has no row in CRATES", own.name));
            continue;
        };
        let used = own.dependencies.iter().chain(&own.dev_dependencies);
        for used in used.filter(|used| crates.iter().any(|other| other.name == **used)) {
            if !may_use.contains(&used.as_str()) {
                offences.push(format!("`{}` may not depend on `{used}`", own.name));
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn a_wrapper_runs_without_learner_regular_expressions_csv_and_terminal() {
    let built = transitive(&crates(), "unhusk-wrapper");
    assert!(built.contains("unhusk-page") && built.contains("serde_core"), "{built:?}");
    let found: Vec<&str> =
        NOT_IN_WRAPPER.iter().copied().filter(|name| built.contains(*name)).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn modules_use_only_those_before_them() {
    let mut offences = Vec::new();
    for own in crates() {
        let Some((_, rows)) = MODULES.iter().find(|(name, _)| *name == own.name) else {
            offences.push(format!("`{}` has no table in MODULES", own.name));
            continue;
        };
        let modules = modules(&own.folder);
        let unlisted = modules.names.iter().filter(|name| row(rows, name).is_none());
        offences.extend(unlisted.map(|name| format!("`{name}` of `{}` has no row", own.name)));
        let edges = modules.edges.iter().filter(|edge| {
            let may_use = row(rows, &edge.from).unwrap_or_default();
            !may_use.contains(&edge.to.as_str()) && !is_known(&own.name, edge)
        });
        offences.extend(edges.map(describe));
    }
    // A tree of names on one line is one offence.
    offences.dedup();
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn known_back_edges_are_still_there() {
    let mut there = BTreeSet::new();
    for own in crates() {
        let edges = modules(&own.folder).edges.into_iter();
        there.extend(edges.map(|edge| (own.name.clone(), edge.from, edge.to)));
    }
    for known in KNOWN {
        for from in known.from {
            let edge = (known.krate.to_owned(), (*from).to_owned(), known.to.to_owned());
            assert!(there.contains(&edge), "{edge:?} is gone: take it out of KNOWN");
        }
    }
}

fn row<'r>(rows: &'r [LayerRow], name: &str) -> Option<&'r [&'r str]> {
    rows.iter().find(|(row, _)| *row == name).map(|(_, may_use)| *may_use)
}

fn is_known(krate: &str, edge: &ModuleUse) -> bool {
    KNOWN.iter().any(|known| {
        known.krate == krate && known.from.contains(&edge.from.as_str()) && known.to == edge.to
    })
}

fn describe(edge: &ModuleUse) -> String {
    let root = workspace();
    let file = edge.file.strip_prefix(&root).unwrap_or(&edge.file);
    format!("{}:{}: `{}` may not use `{}`", file.display(), edge.line, edge.from, edge.to)
}
