//! Help, completions, manual pages: from one set of definitions, with examples.

use crate::program::Folder;

const VERBS: [&str; 15] = [
    "like",
    "teach",
    "run",
    "learn",
    "extract",
    "verify",
    "repair",
    "explain",
    "export",
    "eval",
    "page",
    "methods",
    "schema",
    "completions",
    "man",
];

#[test]
fn every_verb_has_help_with_examples_and_a_manual_page() {
    let folder = Folder::new();
    let top = folder.run(&["--help"]);
    assert_eq!(top.code, 0);
    assert!(top.stdout.contains("A short tour:"), "{}", top.stdout);
    for verb in VERBS {
        assert!(top.stdout.contains(&format!("\n  {verb} ")), "{verb} is not in the list");
        let help = folder.run(&[verb, "--help"]);
        assert_eq!(help.code, 0);
        assert!(
            help.stdout.contains(&format!("Examples:\n  unhusk {verb}")),
            "{verb}: {}",
            help.stdout
        );
        let manual = folder.run(&["man", verb]);
        let title = concat!(" 1  \"unhusk ", env!("CARGO_PKG_VERSION"), "\" \n.SH NAME\nunhusk\\-");
        let title = format!(".TH unhusk-{verb}{title}{verb} ");
        assert!(manual.stdout.contains(&title), "{verb}: {}", manual.stdout);
        assert_eq!(folder.run(&["man", &format!("unhusk-{verb}")]), manual);
    }
}

#[test]
fn completions_know_verbs_flags_and_values() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.run(&["completions", shell]).stdout;
        for word in ["extract", "max-page-bytes", "jsonl"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn wrong_usage_is_a_failure_that_says_what_is_right() {
    let folder = Folder::new();
    let run = folder.run(&["extrakt"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("similar subcommands exist: 'export', 'extract'"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["extract", "w.json"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("Usage: unhusk extract"), "{}", run.stderr);
    assert_eq!(folder.run(&[]).code, 2);
    let run = folder.run(&["man", "extrakt"]);
    assert_eq!(run.stderr, "error: there is no verb `extrakt`; `unhusk --help` lists them\n");
    let run = folder.run(&["extract", "w.json", "x", "--max-page-bytes", "lots"]);
    assert!(
        run.stderr.contains("a number of bytes is needed, such as 500000 or 32M"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_version_is_the_one_of_the_package() {
    let run = Folder::new().run(&["--version"]);
    assert_eq!(run.stdout, concat!("unhusk ", env!("CARGO_PKG_VERSION"), "\n"));
}
