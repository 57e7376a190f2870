//! The crates of the workspace and their dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toml::Table;

/// A crate of the workspace.
pub(super) struct Crate {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// Dependencies in its manifest.
    pub(super) dependencies: Vec<String>,
    /// Dependencies of builds and tests in its manifest.
    pub(super) dev_dependencies: Vec<String>,
}

pub(super) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All crates, in the order of their names.
pub(super) fn crates() -> Vec<Crate> {
    let entries = fs::read_dir(workspace().join("crates")).expect("there are crates");
    let folders = entries.map(|entry| entry.expect("a folder entry").path());
    let mut crates: Vec<Crate> =
        folders.filter(|folder| folder.join("Cargo.toml").is_file()).map(read).collect();
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    crates
}

fn read(folder: PathBuf) -> Crate {
    let manifest = parse(&folder.join("Cargo.toml"));
    let name = manifest["package"]["name"].as_str().expect("a crate has a name").to_owned();
    let dependencies = names(&manifest, &["dependencies"]);
    let dev_dependencies = names(&manifest, &["dev-dependencies", "build-dependencies"]);
    Crate { name, folder, dependencies, dev_dependencies }
}

/// The crates in some tables of a manifest, those for one platform alone included.
fn names(manifest: &Table, tables: &[&str]) -> Vec<String> {
    let platforms = manifest.get("target").and_then(toml::Value::as_table);
    let platforms = platforms.into_iter().flat_map(|target| target.values());
    let all = [manifest].into_iter().chain(platforms.filter_map(toml::Value::as_table));
    let mut found = Vec::new();
    for table in all.flat_map(|table| tables.iter().filter_map(|name| table.get(*name))) {
        for (name, value) in table.as_table().expect("dependencies are a table") {
            // A crate may be renamed: `x = { package = "y" }`.
            let package = value.get("package").and_then(toml::Value::as_str);
            found.push(package.unwrap_or(name).to_owned());
        }
    }
    found
}

/// All crates that are built to run a crate, by the lock file.
pub(super) fn transitive(crates: &[Crate], name: &str) -> BTreeSet<String> {
    let lock = parse(&workspace().join("Cargo.lock"));
    let mut needs: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in lock["package"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a package has a name");
        let below = package.get("dependencies").and_then(toml::Value::as_array);
        // A name is followed by a version where there are several.
        let below =
            below.into_iter().flatten().filter_map(|below| below.as_str()?.split(' ').next());
        needs.entry(name).or_default().extend(below);
    }
    // The lock file does not distinguish the dependencies of a workspace crate from those of its tests.
    for own in crates {
        needs.insert(&own.name, own.dependencies.iter().map(String::as_str).collect());
    }
    let mut found = BTreeSet::new();
    let mut pending = vec![name];
    while let Some(name) = pending.pop() {
        for &below in needs.get(name).into_iter().flatten() {
            if found.insert(below.to_owned()) {
                pending.push(below);
            }
        }
    }
    found
}

fn parse(file: &Path) -> Table {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
