//! Help, completions and manual pages of every verb.

use crate::program::Folder;
use std::fs;
use std::path::Path;

/// Returns the verbs that `--help` lists, without `help`.
fn verbs(folder: &Folder) -> Vec<String> {
    let help = folder.run(&["help"]).stdout;
    let (_, commands) = help.split_once("\nCommands:\n").expect("help lists commands");
    let (commands, _) = commands.split_once("\n\n").expect("something follows the commands");
    // The description of a verb may take several lines; the further ones are indented more.
    let name = |line: &str| Some(line.strip_prefix("  ")?.split(' ').next()?.to_owned());
    commands.lines().filter_map(name).filter(|name| !name.is_empty() && name != "help").collect()
}

#[test]
fn the_list_of_verbs_is_complete() {
    let verbs = verbs(&Folder::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands");
    let mut files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| name != "mod")
        .collect();
    files.sort();
    let mut sorted = verbs.clone();
    sorted.sort();
    assert_eq!(sorted, files, "each verb has its file");
}

#[test]
fn every_verb_has_help_with_examples_and_a_manual_page() {
    let folder = Folder::new();
    let top = folder.run(&["--help"]);
    assert_eq!(top.code, 0);
    assert!(top.stdout.contains("Examples:\n  unhusk like"), "{}", top.stdout);
    for verb in &verbs(&folder) {
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
        run.stderr.contains("expected a number of bytes, such as 500000 or 32M"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_version_is_the_one_of_the_package() {
    let run = Folder::new().run(&["--version"]);
    assert_eq!(run.stdout, concat!("unhusk ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// Sentences that are broken by hand leave single words on lines of their own in a narrower terminal.
#[test]
fn sentences_of_help_are_wrapped_to_the_width_of_the_terminal() {
    let folder = Folder::new();
    for verb in verbs(&folder) {
        let help = folder.command(&[&verb, "--help"]).env("COLUMNS", "80").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let (_, end) = help.split_once("Examples:").unwrap();
        let lines: Vec<&str> = end.lines().collect();
        for three in lines.windows(3) {
            // The second line was cut short although the sentence goes on.
            let is_prose = three.iter().all(|line| line.starts_with(|c: char| c.is_alphanumeric()));
            let is_cut =
                is_prose && three[0].len() > 60 && three[1].len() < 40 && !three[1].ends_with('.');
            assert!(!is_cut, "{verb}: {three:?}");
        }
    }
}
