//! Dependencies are allowed by `deny.toml`: their sources, their licences, and banned ones.
//!
//! This runs everywhere and needs no network. It does not know new advisories (those need the advisory database, which
//! `cargo deny check` reads), and it reads licences from manifests, not from licence files, for this platform alone.
#![expect(clippy::unwrap_used, reason = "what helps a test fails as the test would")]

use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn table(file: &str) -> Table {
    fs::read_to_string(root().join(file)).unwrap().parse().unwrap()
}

fn texts(list: &toml::Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn output(program: &str, arguments: &[&str]) -> String {
    let run = Command::new(program).args(arguments).current_dir(root()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn all_sources_are_crates_io() {
    let lock = table("Cargo.lock");
    for package in lock["package"].as_array().unwrap() {
        let source = package.get("source").map_or("", |source| source.as_str().unwrap());
        let is_ours = source.is_empty() && package["name"].as_str().unwrap().starts_with("unhusk");
        let is_registry = source == "registry+https://github.com/rust-lang/crates.io-index";
        assert!(is_ours || is_registry, "{package:?}");
    }
}

#[test]
fn banned_crates_are_used_by_none_but_those_that_are_named() {
    let (lock, deny) = (table("Cargo.lock"), table("deny.toml"));
    for ban in deny["bans"]["deny"].as_array().unwrap() {
        let banned = ban["crate"].as_str().unwrap();
        let wrappers = ban.get("wrappers").map(texts).unwrap_or_default();
        for package in lock["package"].as_array().unwrap() {
            let name = package["name"].as_str().unwrap();
            let needs = package.get("dependencies").map(texts).unwrap_or_default();
            // An entry may have a version behind the name.
            let needs_it = needs.iter().any(|need| need.split(' ').next() == Some(banned));
            assert!(!needs_it || wrappers.iter().any(|it| it == name), "{name} needs {banned}");
        }
    }
}

/// Checks the crates that are built on this platform, since the lock file also names crates of features that are off.
/// Crates of other platforms are not downloaded by a build, and a test needs no network.
#[test]
fn the_cryptography_is_not_compiled_from_c() {
    let tree = ["tree", "--workspace", "--edges=all", "--prefix=none"];
    let tree = output(env!("CARGO"), &[&tree[..], &["--locked", "--offline"]].concat());
    assert!(tree.lines().any(|line| line.starts_with("graviola v")), "{tree}");
    for other in ["ring v", "aws-lc-sys v", "openssl-sys v"] {
        assert!(!tree.lines().any(|line| line.starts_with(other)), "{other}");
    }
}

#[test]
fn every_advisory_that_is_ignored_has_a_reason() {
    for ignored in table("deny.toml")["advisories"]["ignore"].as_array().unwrap() {
        assert!(ignored["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{ignored:?}");
    }
}

#[test]
fn all_licences_are_allowed() {
    let deny = table("deny.toml");
    let exceptions = deny["licenses"]["exceptions"].as_array().unwrap();
    // A licence that a list of exceptions allows is allowed for its crate alone.
    let allowed = |name: &str| {
        let own = exceptions.iter().filter(|exception| exception["crate"].as_str() == Some(name));
        let own = own.flat_map(|exception| texts(&exception["allow"]));
        texts(&deny["licenses"]["allow"]).into_iter().chain(own).collect::<Vec<_>>()
    };
    let version = output("rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let metadata = ["metadata", "--format-version=1", "--locked", "--offline"];
    let arguments = [&metadata[..], &["--filter-platform", host]].concat();
    let metadata: Json = serde_json::from_str(&output(env!("CARGO"), &arguments)).unwrap();
    for package in metadata["packages"].as_array().unwrap() {
        let licence = package["license"].as_str().unwrap_or_default();
        let name = package["name"].as_str().unwrap();
        assert!(is_allowed(licence, &allowed(name)), "{name}: {licence:?}");
    }
}

/// Whether an expression of SPDX is satisfied by the licences of a list. `/` is an old way to write `OR`.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    any_of(&mut words, allowed) && words.next().is_none()
}

type SpdxWords<'w> = std::iter::Peekable<std::str::SplitWhitespace<'w>>;

fn any_of(words: &mut SpdxWords<'_>, allowed: &[String]) -> bool {
    let mut is_allowed = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        is_allowed |= all_of(words, allowed);
    }
    is_allowed
}

fn all_of(words: &mut SpdxWords<'_>, allowed: &[String]) -> bool {
    let mut is_allowed = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        is_allowed &= one(words, allowed);
    }
    is_allowed
}

fn one(words: &mut SpdxWords<'_>, allowed: &[String]) -> bool {
    match words.next() {
        Some("(") => {
            let is_allowed = any_of(words, allowed);
            words.next() == Some(")") && is_allowed
        }
        Some(licence) => {
            // A licence with an exception is another licence than the one without.
            let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
            let whole = exception.map(|exception| format!("{licence} WITH {exception}"));
            allowed.iter().any(|it| it == whole.as_deref().unwrap_or(licence))
        }
        None => false,
    }
}

#[test]
fn expressions_are_read_as_spdx_says() {
    let allowed = ["MIT".to_owned(), "Zlib".to_owned()];
    for licence in ["MIT", "GPL-3.0 OR MIT", "MIT AND Zlib", "(GPL-3.0 OR MIT) AND Zlib", "X/MIT"] {
        assert!(is_allowed(licence, &allowed), "{licence}");
    }
    // AND binds tighter than OR.
    for licence in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT WITH X", "X OR MIT AND Y"] {
        assert!(!is_allowed(licence, &allowed), "{licence}");
    }
    let with_exception = ["MIT WITH X".to_owned()];
    assert!(is_allowed("MIT WITH X", &with_exception) && !is_allowed("MIT", &with_exception));
}
