//! Who may use whom: the folders of the library are layers, and this table is their law.

use std::fs;
use std::path::{Path, PathBuf};

/// Module, and the modules that it may name. `warning`, `error` and `json` belong to no layer.
const LAYERS: &[(&str, &[&str])] = &[
    ("page", &[]),
    ("record", &["page"]),
    ("align", &["page"]),
    ("select", &["page"]),
    ("example", &["page", "record", "select"]),
    // Labels are the truth that records are compared with.
    ("score", &["page", "record", "example"]),
    // Running a saved wrapper needs no learner.
    ("wrapper", &["page", "record", "align"]),
    // What is exported is compared with what the wrapper reads.
    ("export", &["page", "record", "select", "wrapper"]),
    // A learner compares what it tried with the labels.
    ("learn", &["page", "record", "align", "example", "wrapper", "score"]),
    ("teach", &["page", "record", "example", "wrapper", "learn", "score"]),
    // A repair learns again.
    ("verify", &["page", "record", "example", "wrapper", "learn"]),
    ("sink", &["page", "record"]),
];

#[test]
fn modules_use_only_what_stands_before_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut offences = Vec::new();
    for (module, may_use) in LAYERS {
        for file in rust_files(&src.join(module)) {
            let text = fs::read_to_string(&file).expect("source files are readable");
            for (position, line) in text.lines().enumerate() {
                offences.extend(offences_of(line, module, may_use).map(|used| {
                    format!("{}:{}: `{module}` may not use `{used}`", file.display(), position + 1)
                }));
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn every_module_has_its_row() {
    let lib = include_str!("../../src/lib.rs");
    let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in declared.filter(|module| !["warning", "error"].contains(module)) {
        assert!(LAYERS.iter().any(|(name, _)| *name == module), "`{module}` has no row in LAYERS");
    }
}

/// Layers named on a line by `crate::layer` or inside `use crate::{...}` that the module may not use.
fn offences_of<'l>(
    line: &'l str,
    module: &'l str,
    may_use: &'l [&str],
) -> impl Iterator<Item = &'static str> + 'l {
    let code = line.split("//").next().unwrap_or_default();
    LAYERS.iter().map(|(name, _)| *name).filter(move |name| {
        let names_it = code.match_indices("crate::").any(|(at, path)| {
            let rest = &code[at + path.len()..];
            rest.trim_start_matches('{').split([',', ' ', ':', ';', '}', '<', '(', ')']).next()
                == Some(*name)
        });
        names_it && *name != module && !may_use.contains(name)
    })
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("module folders are readable") {
            let path = entry.expect("folder entries are readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}
