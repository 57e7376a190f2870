//! Paths relative to a label file.

use anyhow::Context;
use std::path::{Component, Path, PathBuf};

/// Returns the path of a page relative to the label file; unchanged if there is no file.
pub(super) fn relative(page: &Path, file: Option<&Path>) -> anyhow::Result<String> {
    let Some(file) = file else { return Ok(page.to_string_lossy().into_owned()) };
    let absolute = |path: &Path| {
        std::path::absolute(path).with_context(|| format!("the path `{}`", path.display()))
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = between(&clean(&absolute(folder)?), &clean(&absolute(page)?));
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    if path.is_absolute() { Ok(path.to_string_lossy().into_owned()) } else { Ok(parts.join("/")) }
}

/// Returns the path from a folder to a file; the file itself if they have no common parent.
fn between(folder: &Path, file: &Path) -> PathBuf {
    let n_shared = folder.components().zip(file.components()).take_while(|(a, b)| a == b).count();
    if n_shared == 0 {
        return file.to_owned();
    }
    let up = folder.components().skip(n_shared).map(|_| Component::ParentDir);
    up.chain(file.components().skip(n_shared)).collect()
}

/// Removes `.` and `..` lexically, without resolving links.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::{between, relative};
    use std::path::Path;

    #[test]
    fn pages_are_named_from_the_folder_of_the_labels() {
        let path = |folder, file| between(Path::new(folder), Path::new(file));
        assert_eq!(path("/a/b", "/a/b/1.html"), Path::new("1.html"));
        assert_eq!(path("/a/b", "/a/pages/1.html"), Path::new("../pages/1.html"));
        let named = |page, file| relative(Path::new(page), file).expect("both are paths");
        assert_eq!(named("pages/1.html", Some(Path::new("labels.json"))), "pages/1.html");
        assert_eq!(named("./x/../1.html", Some(Path::new("out/labels.json"))), "../1.html");
        assert_eq!(named("pages/1.html", None), "pages/1.html");
    }
}
