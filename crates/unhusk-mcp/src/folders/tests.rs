use super::Folders;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A folder `pages` with `a.html` and `sub/b.html`, beside a file `secret.html`.
fn laid_out() -> (TempDir, Folders) {
    let outside = tempfile::tempdir().expect("a temporary folder");
    let root = outside.path().join("pages");
    fs::create_dir_all(root.join("sub")).expect("a folder");
    for name in ["secret.html", "pages/a.html", "pages/sub/b.html"] {
        fs::write(outside.path().join(name), "<p>").expect("a file");
    }
    let folders = Folders::new(&[root]).expect("a folder");
    (outside, folders)
}

#[test]
fn paths_below_the_folder_lead_there() {
    let (outside, folders) = laid_out();
    let root = outside.path().join("pages").canonicalize().expect("a folder");
    let absolute = root.join("sub/b.html").to_string_lossy().into_owned();
    for (path, found) in [
        ("a.html", "a.html"),
        ("./sub//b.html", "sub/b.html"),
        ("sub/", "sub"),
        (".", ""),
        ("new/file.json", "new/file.json"),
        ("a..b.html", "a..b.html"),
        (absolute.as_str(), "sub/b.html"),
    ] {
        let inside = folders.inside(path).map_err(|refused| refused.to_string());
        assert_eq!(inside.as_ref().map(|path| folders.shown(path)), Ok(found.to_owned()), "{path}");
    }
    assert_eq!(folders.pattern("sub/*.html"), Ok(format!("{}/sub/*.html", root.display())));
}

#[test]
fn every_spelling_of_a_path_outside_is_refused() {
    let (outside, folders) = laid_out();
    let secret = outside.path().join("secret.html").to_string_lossy().into_owned();
    let up = outside.path().join("pages/../secret.html").to_string_lossy().into_owned();
    let beside = format!("{}-more/a.html", outside.path().join("pages").display());
    for path in [
        "..",
        "../secret.html",
        "sub/../../secret.html",
        "./../secret.html",
        "sub/../a.html",
        "..\\secret.html",
        "sub\\..\\..\\secret.html",
        "/etc/passwd",
        "//etc/passwd",
        "/",
        "\\\\server\\share\\x.html",
        "C:\\secret.html",
        "C:/secret.html",
        "c:secret.html",
        "file:///etc/passwd",
        "file:/etc/passwd",
        "https://example.org/",
        "~/secret.html",
        "~root/secret.html",
        "@/etc/passwd",
        "-",
        "",
        "   ",
        "a.html\0",
        "a\n.html",
        ".env",
        "sub/.git/config",
        "nul",
        "sub/CON.html",
        "com1.txt",
        "LPT9",
        secret.as_str(),
        up.as_str(),
        beside.as_str(),
    ] {
        let refused = folders.inside(path).map_err(|refused| refused.to_string());
        let message = refused.expect_err(path);
        assert!(
            message.contains("below the folders that were named at start (--folder)"),
            "{message}"
        );
        assert!(folders.pattern(path).is_err(), "{path}");
    }
    for pattern in ["../*.html", "sub/../../*.html", "/etc/*", "{../*,a.html}", "**/../../*", ".*"]
    {
        assert!(folders.pattern(pattern).is_err(), "{pattern}");
    }
}

#[cfg(unix)]
#[test]
fn links_below_the_folder_are_refused_wherever_they_lead() {
    use std::os::unix::fs::symlink;
    let (outside, folders) = laid_out();
    let root = outside.path().join("pages");
    symlink(outside.path().join("secret.html"), root.join("link.html")).expect("a link");
    symlink(outside.path(), root.join("out")).expect("a link");
    symlink(root.join("a.html"), root.join("inner.html")).expect("a link");
    symlink("gone", root.join("dangling.html")).expect("a link");
    for path in ["link.html", "out/secret.html", "out/pages/a.html", "inner.html", "dangling.html"]
    {
        let message = folders.inside(path).expect_err(path).to_string();
        assert!(message.contains("symbolic link"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_link_itself_may_be_named() {
    let (outside, _) = laid_out();
    let link = outside.path().join("link");
    std::os::unix::fs::symlink(outside.path().join("pages"), &link).expect("a link");
    let folders = Folders::new(std::slice::from_ref(&link)).expect("a folder");
    let absolute = link.join("a.html").to_string_lossy().into_owned();
    assert!(folders.inside("a.html").is_ok());
    assert!(folders.inside(&absolute).is_ok());
}

#[test]
fn of_several_folders_the_one_that_has_the_file_is_meant() {
    let outside = tempfile::tempdir().expect("a temporary folder");
    let roots: Vec<PathBuf> = ["one", "two"].iter().map(|name| outside.path().join(name)).collect();
    for root in &roots {
        fs::create_dir(root).expect("a folder");
    }
    fs::write(roots[1].join("b.html"), "<p>").expect("a file");
    let folders = Folders::new(&roots).expect("folders");
    let found = folders.inside("b.html").expect("it is there");
    assert!(found.ends_with("two/b.html"));
    assert_eq!(folders.shown(&found), found.to_string_lossy());
    assert!(folders.inside("new.json").expect("a new file").ends_with("one/new.json"));
}

#[test]
fn what_is_no_folder_cannot_be_named() {
    let (outside, _) = laid_out();
    let message = |name: &str| {
        let path = outside.path().join(name);
        let error = Folders::new(std::slice::from_ref(&path)).expect_err("no folder").to_string();
        error.replace(&path.to_string_lossy().into_owned(), name)
    };
    assert_eq!(message("gone"), "--folder: there is no folder `gone`");
    assert_eq!(message("secret.html"), "--folder: `secret.html` is no folder");
}
