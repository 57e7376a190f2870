//! A library never loses a version, and never returns an incomplete one.

use super::{CURRENT, Candidate, LOCK, Library, LibraryError, Match, NoMatch, Replaces};
use crate::testing::Shop;
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use unhusk::Page;
use unhusk::wrapper::Wrapper;

fn wrapper(url: &str) -> Wrapper {
    let mut wrapper = Shop::wrapper();
    wrapper.applies.url = Some(url.to_owned());
    wrapper
}

#[test]
fn versions_are_kept_and_the_last_one_is_present() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::new(folder.path().join("wrappers"));
    assert!(library.entries().expect("an empty library").is_empty());
    let first = library.add("shop", &wrapper("https://a.b/1"), Replaces::Nothing).expect("added");
    let second = library
        .add("shop", &wrapper("https://a.b/2"), Replaces::Version(first.hash))
        .expect("added");
    assert_eq!((first.number, second.number), (1, 2));
    let same = library.add("shop", &wrapper("https://a.b/2"), Replaces::Anything).expect("known");
    assert_eq!(same, second);
    assert_eq!(library.history("shop").expect("a history"), [first, second]);
    let entry = library.get("shop").expect("it is read").expect("it is there");
    assert_eq!(entry.wrapper.applies.url.as_deref(), Some("https://a.b/2"));
    let older = library.load("shop", &first).expect("the first version");
    assert_eq!(older.applies.url.as_deref(), Some("https://a.b/1"));
    let late = library.add("shop", &wrapper("https://a.b/3"), Replaces::Version(first.hash));
    assert!(matches!(late, Err(LibraryError::Changed { current: Some(now), .. }) if now == second));
    assert!(library.remove("shop").expect("it can be removed"));
    assert!(!library.remove("shop").expect("it is removed"));
    assert!(library.get("shop").expect("it is read").is_none());
    assert_eq!(library.history("shop").expect("a history").len(), 2);
}

#[test]
fn names_stay_in_the_library() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::new(folder.path().join("wrappers"));
    let long = "a".repeat(65);
    let names = [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "/etc/passwd",
        "a\\b",
        "C:",
        "con ",
        "A",
        "é",
        "-a",
        ".git",
        "a\0b",
        "a.",
        "a\nb",
        "~",
        "%2e%2e",
        "%2e%2e%2fx",
        "..\\..\\x",
        "x/../../y",
        "./x",
        "x/",
        "/",
        "\\\\host\\share",
        "file:///etc/passwd",
        "x:stream",
        "..;/x",
        "...",
        "\u{2025}/x",
        "\u{ff0e}\u{ff0e}\u{2215}x",
        "x\u{202e}y",
        "x y",
        " x",
        "x\t",
        "$HOME",
        "`id`",
        "*",
        "con",
        "nul.json",
        "aux.1",
        "prn",
        "com1",
        "lpt9.txt",
        long.as_str(),
    ];
    assert!(names.len() >= 40);
    for name in names {
        let added = library.add(name, &wrapper("https://a.b/"), Replaces::Anything);
        assert!(matches!(added, Err(LibraryError::BadName(_))), "{name:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn names_that_only_look_like_devices_are_names() {
    for name in ["console", "com", "com10", "lpt", "auxiliary", "a.con", "null"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let added =
            Library::new(folder.path()).add(name, &wrapper("https://a.b/"), Replaces::Nothing);
        added.expect(name);
    }
}

#[cfg(unix)]
#[test]
fn links_in_a_library_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().expect("a temporary folder");
    let mine = outside.path().join("mine");
    fs::write(&mine, "my text").expect("it is written");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::new(folder.path());
    // The folder of a wrapper.
    symlink(outside.path(), folder.path().join("shop")).expect("a link");
    for failed in [
        library.add("shop", &wrapper("https://a.b/"), Replaces::Anything).err(),
        library.get("shop").err(),
        library.remove("shop").err(),
    ] {
        assert!(matches!(failed, Some(LibraryError::Damaged { .. })), "{failed:?}");
    }
    // The files in it.
    for file in [CURRENT, LOCK] {
        let _ = fs::remove_dir_all(folder.path().join("other"));
        fs::create_dir(folder.path().join("other")).expect("a folder");
        symlink(&mine, folder.path().join("other").join(file)).expect("a link");
        drop(library.add("other", &wrapper("https://a.b/"), Replaces::Anything));
        assert_eq!(fs::read_to_string(&mine).expect("it is read"), "my text", "{file}");
    }
    let left = fs::read_dir(outside.path()).expect("the folder").count();
    assert_eq!(left, 1, "no file outside was made");
}

#[test]
fn damage_is_found_and_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::new(folder.path());
    library.add("a", &wrapper("https://a.b/"), Replaces::Anything).expect("added");
    library.add("b", &wrapper("https://b.b/"), Replaces::Anything).expect("added");
    assert_eq!(library.verify().expect("it is read"), []);
    let current = fs::read_to_string(folder.path().join("b/CURRENT")).expect("a pointer");
    let version = folder.path().join("b").join(current.trim());
    let json = fs::read_to_string(&version).expect("a version");
    fs::write(&version, json.replace("wrapper/1", "wrapper/9")).expect("it is changed");
    fs::write(folder.path().join("a/CURRENT"), "nothing").expect("it is changed");
    let damages = library.verify().expect("it is read");
    let paths: Vec<_> = damages.iter().map(|damage| damage.path.clone()).collect();
    // The version, and the pointer that leads to it.
    assert_eq!(paths, [folder.path().join("a/CURRENT"), version, folder.path().join("b/CURRENT")]);
}

#[test]
fn writers_and_readers_do_not_disturb_each_other() {
    const WRITERS: usize = 8;
    const SAVES: usize = 25;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::new(folder.path());
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_over.load(Ordering::SeqCst) {
                    library.get("shop").expect("a whole version, or none");
                }
            });
        }
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let library = &library;
                scope.spawn(move || {
                    for save in 0..SAVES {
                        let url = format!("https://a.b/{writer}/{save}");
                        library.add("shop", &wrapper(&url), Replaces::Anything).expect("added");
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.join().expect("no writer fails");
        }
        is_over.store(true, Ordering::SeqCst);
    });
    let history = library.history("shop").expect("a history");
    let numbers: BTreeSet<u32> = history.iter().map(|version| version.number).collect();
    assert_eq!((history.len(), numbers.len()), (WRITERS * SAVES, WRITERS * SAVES));
    assert_eq!(library.verify().expect("it is read"), []);
}

#[test]
fn the_longest_pattern_decides_then_the_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = Library::new(folder.path());
    for (name, url) in [
        ("site", "https://a.b/*"),
        ("shop", "https://a.b/shop/*"),
        ("twin", "https://a.b/shop/*"),
        ("other", "https://c.d/*"),
    ] {
        library.add(name, &wrapper(url), Replaces::Nothing).expect("added");
    }
    let entries = library.entries().expect("the entries");
    let candidates: Vec<Candidate<'_>> = entries
        .iter()
        .map(|entry| Candidate { name: &entry.name, wrapper: &entry.wrapper })
        .collect();
    let name = |url, page: Option<&Page>| {
        Match::find(&candidates, url, page).map(|found| candidates[found.at].name.to_owned())
    };
    assert_eq!(name(Some("https://a.b/x"), None), Ok("site".to_owned()));
    assert_eq!(name(Some("https://e.f/x"), None), Err(NoMatch::None));
    let tie = Err(NoMatch::Several(vec!["shop".to_owned(), "twin".to_owned()]));
    assert_eq!(name(Some("https://a.b/shop/1"), None), tie);
    let empty = Page::from("<p>nothing");
    assert_eq!(name(Some("https://a.b/shop/1"), Some(&empty)), Err(NoMatch::None));
    assert_eq!(name(None, Some(&empty)), Err(NoMatch::None));
}
