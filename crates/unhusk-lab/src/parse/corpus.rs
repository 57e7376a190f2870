//! Real pages of three kinds: detail pages of shops, and two styles of documentation.

use anyhow::Context;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Pages of one kind, decoded.
pub(super) struct Corpus {
    pub(super) name: &'static str,
    pub(super) paths: Vec<PathBuf>,
    pub(super) pages: Vec<String>,
    pub(super) n_bytes: usize,
}

/// Returns the corpora that are installed; reports a missing one with the package that contains it.
pub(super) fn all(data: &Path, max_pages: usize) -> anyhow::Result<Vec<Corpus>> {
    let kinds = [
        ("swde", data.join("swde"), "the benchmark pages"),
        (
            "java-api",
            "/usr/share/doc/openjdk-17-jre-headless/api/java.base".into(),
            "Debian's openjdk-17-doc",
        ),
        ("python-doc", "/usr/share/doc/python3.11/html".into(), "Debian's python3-doc"),
    ];
    let mut corpora = Vec::new();
    for (name, folder, origin) in kinds {
        if folder.is_dir() {
            corpora.push(Corpus::read(name, &folder, max_pages)?);
        } else {
            eprintln!("{name}: skipped, {} does not exist ({origin})", folder.display());
        }
    }
    Ok(corpora)
}

impl Corpus {
    fn read(name: &'static str, folder: &Path, max_pages: usize) -> anyhow::Result<Self> {
        let is_page = |path: &Path| {
            path.extension().is_some_and(|extension| extension == "html" || extension == "htm")
        };
        let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
        let all: Vec<_> =
            files.map(walkdir::DirEntry::into_path).filter(|path| is_page(path)).collect();
        let step = all.len().div_ceil(max_pages.max(1)).max(1);
        let paths: Vec<_> = all.into_iter().step_by(step).collect();
        let mut pages = Vec::with_capacity(paths.len());
        for path in &paths {
            let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
            pages.push(String::from_utf8_lossy(&bytes).into_owned());
        }
        let n_bytes = pages.iter().map(String::len).sum();
        Ok(Self { name, paths, pages, n_bytes })
    }
}
