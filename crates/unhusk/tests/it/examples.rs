//! The examples run and find what they assert.

use std::env;
use std::path::PathBuf;
use std::process::Command;

const EXAMPLES: [&str; 6] = [
    "learn_and_extract",
    "labels_file",
    "teach_in_a_loop",
    "verify_and_repair",
    "induce",
    "export",
];

/// The binary of an example, which `cargo test` builds beside this test.
fn binary(name: &str) -> PathBuf {
    let test = env::current_exe().expect("the test is a file");
    let profile = test.parent().and_then(|deps| deps.parent()).expect("it is in `deps`");
    profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

#[test]
fn all_examples_run() {
    for name in EXAMPLES {
        let path = binary(name);
        assert!(path.is_file(), "{name} is not built: run `cargo build -p unhusk --examples`");
        let output = Command::new(path).output().expect("an example starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
        assert!(!output.stdout.is_empty(), "{name} shows nothing");
    }
}

#[test]
fn every_example_is_run() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files: Vec<String> = folder
        .read_dir()
        .expect("there are examples")
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_string_lossy().into_owned()))
        .collect();
    files.sort();
    let mut run = EXAMPLES.map(str::to_owned).to_vec();
    run.sort();
    assert_eq!(files, run);
}
