//! `unhusk library`, and extraction with a library.

use crate::program::{COUNTRIES_WRAPPER, Folder};
use expect_test::expect;

/// A folder with the wrapper `w.json` for countries, `cities.json` for other pages, and a page of each kind.
fn with_library() -> Folder {
    let folder = Folder::with_countries();
    folder.write(
        "cities.json",
        COUNTRIES_WRAPPER.replace("country", "city").replace("<B>", "<U>").replace("</B>", "</U>"),
    );
    folder.write("3.html", "<BODY><P>\n<U>Rome</U> <I>39</I><BR>\n<HR></BODY>");
    for (file, name, url) in [
        ("w.json", "countries", "https://example.org/countries/*"),
        ("cities.json", "cities", "https://example.org/*"),
    ] {
        let run = folder.run(&["library", "add", "lib", file, "--name", name, "--url", url]);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    folder
}

#[test]
fn wrappers_are_added_listed_found_and_removed() {
    let folder = with_library();
    let list = folder.run(&["library", "list", "lib"]);
    expect![[r"
        cities     version 1  hlrt  https://example.org/*  city, code
        countries  version 1  hlrt  https://example.org/countries/*  country, code
    "]]
    .assert_eq(&list.stdout);
    let found = |url: &str| folder.run(&["library", "match", "lib", url]).stdout;
    assert_eq!(found("https://example.org/countries/1"), "countries\n");
    assert_eq!(found("https://example.org/rome"), "cities\n");
    let none = folder.run(&["library", "match", "lib", "https://example.com/"]);
    assert_eq!((none.code, none.stdout.as_str()), (1, ""));
    assert_eq!(none.stderr, "error: no wrapper of the library is for this page\n");
    assert_eq!(folder.run(&["library", "match", "lib", "-", "3.html"]).stdout, "cities\n");
    assert_eq!(folder.run(&["library", "verify", "lib"]).code, 0);
    assert_eq!(folder.run(&["library", "remove", "lib", "cities"]).code, 0);
    assert_eq!(folder.run(&["library", "remove", "lib", "cities"]).code, 1);
    assert_eq!(folder.run(&["library", "history", "lib", "cities"]).stdout.lines().count(), 1);
}

#[test]
fn a_version_that_someone_else_replaced_is_not_replaced_again() {
    let folder = with_library();
    let history = folder.run(&["library", "history", "lib", "countries"]).stdout;
    let first = history.split_whitespace().nth(1).unwrap().to_owned();
    let add = |url: &str, replaces: &str| {
        folder.run(&[
            "library",
            "add",
            "lib",
            "w.json",
            "--name",
            "countries",
            "--url",
            url,
            "--replaces",
            replaces,
        ])
    };
    assert_eq!(add("https://a.b/*", &first).code, 0);
    let late = add("https://c.d/*", &first);
    assert_eq!(late.code, 2);
    assert!(late.stderr.contains("was changed by someone else: version 2"), "{}", late.stderr);
    assert!(add("https://c.d/*", "xyz").stderr.contains("16 hexadecimal digits"));
}

#[test]
fn each_page_is_read_by_the_wrapper_that_fits() {
    let folder = with_library();
    let run = folder.run(&["extract", "lib", "1.html", "3.html", "-f", "csv"]);
    expect![[r"
        _page,city,code,country
        1.html,,242,Congo
        1.html,,20,Egypt
        3.html,Rome,39,
    "]]
    .assert_eq(&run.stdout);
    folder.write("4.html", "<p>nothing</p>");
    let run = folder.run(&["extract", "lib", "1.html", "4.html", "--errors", "e.jsonl"]);
    assert!(
        run.stderr.contains("4.html: no wrapper of the library is for this page"),
        "{}",
        run.stderr
    );
    assert!(folder.read("e.jsonl").contains("\"code\":\"no-wrapper\""));
    let run = folder.run(&["extract", "lib", "1.html", "-f", "turtle"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("one wrapper at a time"), "{}", run.stderr);
}

#[test]
fn mistakes_are_answered() {
    let folder = Folder::with_countries();
    let run = folder.run(&["library", "list", "gone"]);
    assert_eq!(run.stderr, "error: there is no library `gone`; `unhusk library add` makes one\n");
    let run = folder.run(&["library", "add", "lib", "w.json", "--name", "../x"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot be the name of a wrapper"), "{}", run.stderr);
    folder.write("empty/readme.txt", "");
    let run = folder.run(&["extract", "empty", "1.html"]);
    assert_eq!(
        run.stderr,
        "error: the folder `empty` has no wrappers; name a wrapper file, or a library made by `unhusk library add`\n"
    );
}
