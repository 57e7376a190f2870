//! A crate that is published builds from its package alone: it includes no file outside of its folder.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

use std::fs;
use std::path::{Component, Path, PathBuf};
use toml::Table;

/// How a source file names another file, up to its path.
const INCLUDES: [&str; 3] = ["include_str!(\"", "include_bytes!(\"", "#[path = \""];

#[test]
fn crates_include_no_file_outside_of_their_folder() {
    let mut n_includes = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap() {
        let folder = entry.unwrap().path().canonicalize().unwrap();
        let manifest: Table =
            fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        let is_published = manifest["package"].get("publish").is_none();
        if !is_published {
            continue;
        }
        for source in sources(&folder.join("src")) {
            for included in includes(&fs::read_to_string(&source).unwrap()) {
                n_includes += 1;
                let file = resolved(&source.parent().unwrap().join(&included));
                assert!(file.starts_with(&folder), "{}: {included}", source.display());
                assert!(file.exists(), "{}: {included}", source.display());
            }
        }
    }
    assert!(n_includes > 10, "the sources are searched: {n_includes}");
}

#[test]
fn a_path_is_resolved_without_following_links() {
    assert_eq!(resolved(Path::new("/a/b/../c/./d")), Path::new("/a/c/d"));
    assert_eq!(includes("x(include_str!(\"../a.md\"));\n#[path = \"b.rs\"]"), ["../a.md", "b.rs"]);
}

/// Source files of the library or program; those of tests are not built from a package.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            if stem == "tests" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

fn includes(source: &str) -> Vec<String> {
    let path = |found: &str| found.split('"').next().unwrap().to_owned();
    let of = |include: &&str| source.split(*include).skip(1).map(path).collect::<Vec<_>>();
    INCLUDES.iter().flat_map(of).collect()
}

fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => assert!(resolved.pop()),
            Component::CurDir => {}
            other => resolved.push(other),
        }
    }
    resolved
}
