//! The examples build, run, and find what they say.

use std::process::Command;

/// Runs an example as a reader of its first lines would.
fn run(name: &str) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--package", "unhusk", "--example", name]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let output =
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs the tests, too");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {said}");
    assert!(!output.stdout.is_empty(), "{name} shows nothing");
}

#[test]
fn all_examples_run() {
    let names = [
        "learn_and_extract",
        "labels_file",
        "teach_in_a_loop",
        "verify_and_repair",
        "induce",
        "export",
    ];
    names.into_iter().for_each(run);
}
