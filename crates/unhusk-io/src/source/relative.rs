//! Paths from one file to another.

use std::path::{Component, Path};

/// Returns the path from a folder to a file, both absolute, in the form used in label files.
pub fn relative_path(folder: &Path, file: &Path) -> String {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), file.components().collect());
    let n_common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from[n_common..].iter().map(|_| "..".to_owned());
    let down = to[n_common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::relative_path;
    use std::path::Path;

    #[test]
    fn paths_lead_from_the_folder_to_the_page() {
        let path = |from: &str, to: &str| relative_path(Path::new(from), Path::new(to));
        assert_eq!(path("/a/shop.studio", "/a/shop/1.html"), "../shop/1.html");
        assert_eq!(path("/a", "/a/b/1.html"), "b/1.html");
        assert_eq!(path("/a/b/c", "/x.html"), "../../../x.html");
    }
}
