//! `FastWARC` writes archives and reads them back; its records equal ours, byte by byte.
//!
//! `UNHUSK_PYTHON` names an interpreter with `FastWARC` (`pip install fastwarc`).

use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use unhusk_io::source::{ArchiveOptions, PageOrigin, PageRef, PageStream};

/// A page that was found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct FoundPage {
    archive: String,
    uri: String,
    offset: u64,
    /// The body as hexadecimal digits.
    body: String,
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot run says so")]
fn fastwarc_finds_the_same_pages() {
    let Ok(python) = std::env::var("UNHUSK_PYTHON") else {
        eprintln!("UNHUSK_PYTHON is not set: WARC archives are not compared with FastWARC");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let expected = found_by_fastwarc(&python, folder.path());
    assert_eq!(expected.len(), 3 * 40, "what the script writes");
    let mut archives: Vec<&str> = expected.iter().map(|page| page.archive.as_str()).collect();
    archives.dedup();
    let found: Vec<FoundPage> =
        archives.iter().flat_map(|archive| found_by_us(&folder.path().join(archive))).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "{} {}", expected.archive, expected.uri);
    }
}

fn found_by_fastwarc(python: &str, folder: &Path) -> Vec<FoundPage> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/warc.py");
    let output = Command::new(python).arg(script).arg(folder).output().expect("UNHUSK_PYTHON runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn found_by_us(path: &Path) -> Vec<FoundPage> {
    let stream = PageStream::new([Ok(PageRef::file(path))], ArchiveOptions::default());
    stream
        .map(|page| {
            let page = page.unwrap();
            let PageOrigin::Memory(body) = &page.origin else { panic!("{} is no page", page.name) };
            FoundPage {
                archive: path.file_name().unwrap().to_string_lossy().into_owned(),
                uri: page.url.clone().unwrap(),
                offset: page.capture.as_ref().unwrap().offset,
                body: body.iter().fold(String::new(), |mut digits, byte| {
                    write!(digits, "{byte:02x}").unwrap();
                    digits
                }),
            }
        })
        .collect()
}
