//! Benchmark data and tools that are not in the repository.
//!
//! Continuous integration (`CI=true`) has all of them: there, a missing one is a failure. Elsewhere a test without its
//! data is skipped, with a message.

use std::path::{Path, PathBuf};

/// The file or folder `path` below the folder of benchmark data, or `None`, with a notice, where it is absent.
#[allow(dead_code, reason = "some test binaries need tools alone")]
pub(crate) fn benchmark(path: &str) -> Option<PathBuf> {
    at_hand(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(path))
}

/// `path` if there is such a file or folder, or `None`, with a notice, where it is absent.
pub(crate) fn at_hand(path: PathBuf) -> Option<PathBuf> {
    if path.exists() {
        return Some(path);
    }
    skip(&format!("{} is absent", path.display()));
    None
}

/// Reports why a test is skipped.
///
/// # Panics
/// With `CI=true`, where all data and tools are required.
#[allow(clippy::disallowed_methods, reason = "tests alone read the environment")]
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
pub(crate) fn skip(why: &str) {
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "CI=true, but {why}");
    eprintln!("skipped: {why}");
}
