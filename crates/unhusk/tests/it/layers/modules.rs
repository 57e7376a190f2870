//! The modules of a crate and the places where one uses another.

use super::source::{Named, Source, read};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A place where a top-level module names another one.
#[derive(Debug, Clone)]
pub(super) struct ModuleUse {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) file: PathBuf,
    pub(super) line: usize,
}

/// The top-level modules of a crate, and their uses of each other.
pub(super) struct Modules {
    pub(super) names: Vec<String>,
    pub(super) edges: Vec<ModuleUse>,
}

/// A source file and the module that it is.
struct Module {
    file: PathBuf,
    path: Vec<String>,
    source: Source,
}

/// Reads a crate, from its `lib.rs` or `main.rs` through every `mod` that is not for tests alone.
pub(super) fn modules(krate: &Path) -> Modules {
    let root = ["src/lib.rs", "src/main.rs"].map(|root| krate.join(root));
    let root = root.into_iter().find(|root| root.is_file()).expect("a crate has a root");
    let mut found: Vec<Module> = Vec::new();
    let mut pending = vec![(root, Vec::new())];
    while let Some((file, path)) = pending.pop() {
        let text =
            fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let source = read(&text);
        for (name, given) in &source.modules {
            let below = [&path[..], std::slice::from_ref(name)].concat();
            pending.push((module_file(&file, path.is_empty(), name, given.as_deref()), below));
        }
        found.push(Module { file, path, source });
    }
    let root = &found[0].source;
    let names: Vec<String> = root.modules.iter().map(|(name, _)| name.clone()).collect();
    let exports = exports(root, &names);
    let mut edges: Vec<ModuleUse> =
        found.iter().flat_map(|module| edges(module, &names, &exports)).collect();
    edges.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    Modules { names, edges }
}

/// The file of a module that `file` declares.
fn module_file(file: &Path, is_root: bool, name: &str, given: Option<&str>) -> PathBuf {
    let folder = file.parent().expect("a file is in a folder");
    if let Some(given) = given {
        return folder.join(given);
    }
    let has_own_folder = is_root || file.ends_with("mod.rs");
    let folder = if has_own_folder { folder.to_owned() } else { file.with_extension("") };
    let alone = folder.join(format!("{name}.rs"));
    if alone.is_file() { alone } else { folder.join(name).join("mod.rs") }
}

/// Names that the root of a crate re-exports from its modules, and those modules.
fn exports(root: &Source, names: &[String]) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for named in root.paths.iter().filter(|named| named.within.is_empty()) {
        let own =
            named.segments.iter().find(|segment| !["crate", "self"].contains(&segment.as_str()));
        if let (Some(alias), Some(module)) = (&named.alias, own)
            && names.contains(module)
        {
            exports.insert(alias.clone(), module.clone());
        }
    }
    exports
}

fn edges(module: &Module, names: &[String], exports: &BTreeMap<String, String>) -> Vec<ModuleUse> {
    // The root declares and re-exports all.
    let Some(from) = module.path.first() else { return Vec::new() };
    let edge = |named: &Named| {
        let target = resolve(&module.path, named)?;
        // Items of the root itself belong to no module.
        let to = match target.first().map_or("*", String::as_str) {
            "*" => "*".to_owned(),
            name if names.iter().any(|module| module == name) => name.to_owned(),
            name => exports.get(name)?.clone(),
        };
        (to != *from).then(|| ModuleUse {
            from: from.clone(),
            to,
            file: module.file.clone(),
            line: named.line,
        })
    };
    module.source.paths.iter().filter_map(edge).collect()
}

/// The path from the root of the crate; `None` for paths that do not begin with `crate`, `self` or `super`.
pub(super) fn resolve(module: &[String], named: &Named) -> Option<Vec<String>> {
    let mut path: Vec<String> = module.iter().chain(&named.within).cloned().collect();
    let mut is_own = false;
    for segment in &named.segments {
        match segment.as_str() {
            "crate" => path.clear(),
            "super" => drop(path.pop()),
            "self" => {}
            _ if !is_own => return None,
            name => path.push(name.to_owned()),
        }
        is_own = true;
    }
    Some(path)
}

#[test]
fn paths_that_leave_a_module_are_followed() {
    let check = |segments: &str, expected: Option<&str>| {
        let named = Named {
            within: vec!["inline".to_owned()],
            segments: segments.split("::").map(str::to_owned).collect(),
            alias: None,
            line: 1,
        };
        let module = ["a".to_owned(), "b".to_owned()];
        let path = resolve(&module, &named).map(|path| path.join("::"));
        assert_eq!(path.as_deref(), expected, "{segments}");
    };
    check("crate::x::Y", Some("x::Y"));
    check("self::y", Some("a::b::inline::y"));
    check("super::y", Some("a::b::y"));
    check("super::super::super::x", Some("x"));
    check("self::super::y", Some("a::b::y"));
    check("std::fmt", None);
    check("local::Thing", None);
}
