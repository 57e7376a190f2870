//! Modules and paths that the layers test finds in a source file.

use super::source::read;

/// The paths of a source as `line: path as name`.
fn paths(source: &str) -> Vec<String> {
    let path = |named: &super::source::Named| {
        let path = named.segments.join("::");
        let alias = named.alias.as_ref().filter(|alias| !path.ends_with(*alias));
        let alias = alias.map(|alias| format!(" as {alias}")).unwrap_or_default();
        let within: Vec<&str> = named.within.iter().flat_map(|name| [name.as_str(), "/"]).collect();
        let within = within.concat();
        format!("{}: {within}{path}{alias}", named.line)
    };
    read(source).paths.iter().map(path).collect()
}

#[test]
fn every_leaf_of_a_use_tree_is_seen() {
    let source = "pub use crate::{\n    a::{self, b::*, c as d},\n    e,\n};\nuse std::fmt;";
    assert_eq!(
        paths(source),
        ["2: crate::a", "2: crate::a::b::*", "2: crate::a::c as d", "3: crate::e", "5: std::fmt"]
    );
}

#[test]
fn paths_in_code_are_seen() {
    let source =
        "fn f() -> crate::a::B<crate::c::D> {\n  super::super::e(self.x, Self::Y, x::crate_)\n}";
    assert_eq!(paths(source), ["1: crate::a::B", "1: crate::c::D", "2: super::super::e"]);
}

#[test]
fn paths_know_the_inline_modules_around_them() {
    let source = "mod m { mod n { use super::a; } fn f() { g() } use b::c; }\nuse super::d;";
    assert_eq!(paths(source), ["1: m/n/super::a", "1: m/b::c", "2: super::d"]);
    assert_eq!(read(source).inline, ["m", "n"]);
}

#[test]
fn modules_in_files_are_listed() {
    let source = "pub mod a;\n#[path = \"x/y.rs\"]\npub(crate) mod b;\nmod c {}";
    let expected = [("a".to_owned(), None), ("b".to_owned(), Some("x/y.rs".to_owned()))];
    assert_eq!(read(source).modules, expected);
}

#[test]
fn what_is_for_tests_alone_is_left_out() {
    let source = "#[cfg(test)]\nuse crate::{a};\n#[cfg(test)]\n#[expect(x)]\nmod t { use crate::b; }\n\
        #[cfg(test)] mod u;\n#[cfg(test)] const C: [u8; 1] = { crate::c };\n#[cfg(not(test))] use crate::d;\n\
        impl E { #[cfg(test)] fn f(x: [u8; 2]) { crate::g() } }\nuse crate::h;";
    assert_eq!(paths(source), ["8: crate::d", "10: crate::h"]);
    assert_eq!(read(source).modules, []);
}
