//! Facts of the published test cases of Google's reader, written anew, the examples of RFC 9309, and agreement with
//! another reader on random files.

use super::Robots;
use proptest::prelude::*;
use std::time::Duration;

fn allows(file: &str, product: &str, path: &str) -> bool {
    Robots::parse(file.as_bytes(), product).allows(path)
}

fn check(file: &str, cases: &[(&str, &str, bool)]) {
    for (product, path, expected) in cases {
        assert_eq!(allows(file, product, path), *expected, "{product} {path}\n{file}");
    }
}

#[test]
fn nothing_said_allows_everything() {
    check("", &[("FooBot", "/", true), ("", "/x", true)]);
    let file = "user-agent: FooBot\ndisallow: /\n";
    check(file, &[("", "/", true), ("FooBot", "", false), ("FooBot", "/x/y", false)]);
}

#[test]
fn lines_are_keys_and_values() {
    let path = "/x/y";
    check("user-agent: FooBot\ndisallow: /\n", &[("FooBot", path, false)]);
    check("foo: FooBot\nbar: /\n", &[("FooBot", path, true)]);
    check("user-agent FooBot\ndisallow /\n", &[("FooBot", path, false)]);
    check("  user-agent :\tFooBot  \r\n disallow : / # all\r", &[("FooBot", path, false)]);
    check("user-agent: FooBot\ndisallow a /\n", &[("FooBot", path, true)]);
}

#[test]
fn agents_that_follow_each_other_share_a_group() {
    let file = "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\n\
        disallow: /\nallow: /y/\n\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n";
    check(
        file,
        &[
            ("FooBot", "/x/b", true),
            ("FooBot", "/z/d", true),
            ("FooBot", "/y/c", false),
            ("BarBot", "/y/c", true),
            ("BarBot", "/w/a", true),
            ("BarBot", "/z/d", false),
            ("BazBot", "/z/d", true),
            ("FooBot", "/foo/bar/", false),
            ("BarBot", "/foo/bar/", false),
            ("BazBot", "/foo/bar/", false),
        ],
    );
}

#[test]
fn other_lines_end_no_group() {
    for line in ["Sitemap: https://foo.bar/sitemap", "Unknown-Line: unknown", "Crawl-delay: 2"] {
        let file = format!("User-agent: BarBot\n{line}\nUser-agent: *\nDisallow: /\n");
        check(&file, &[("FooBot", "/", false), ("BarBot", "/", false)]);
        let file = format!("User-agent: FooBot\n{line}\nUser-agent: *\nDisallow: /\n");
        check(&file, &[("FooBot", "/", false), ("BarBot", "/", false)]);
    }
}

#[test]
fn keys_and_products_have_any_case_and_paths_have_not() {
    for file in [
        "USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n",
        "user-agent: FOOBOT\nallow: /x/\ndisallow: /\n",
        "uSeR-aGeNt: foobot\nAlLoW: /x/\ndIsAlLoW: /\n",
    ] {
        for product in ["FooBot", "foobot", "FOOBOT"] {
            check(file, &[(product, "/x/y", true), (product, "/a/b", false)]);
        }
    }
    check(
        "user-agent: FooBot\ndisallow: /x/\n",
        &[("FooBot", "/x/y", false), ("FooBot", "/X/y", true)],
    );
}

#[test]
fn a_product_ends_where_its_name_ends() {
    let file = "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n";
    check(file, &[("Foo", "/x/y", true), ("Foo", "/a", false), ("Foo Bar", "/x/y", false)]);
    let file = "User-Agent: FooBot/1.2\nDisallow: /\n";
    check(file, &[("FooBot", "/x", false), ("FooBot-Images", "/x", true), ("Foo", "/x", true)]);
}

#[test]
fn the_general_group_is_for_those_without_their_own() {
    let file = "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n";
    check(file, &[("FooBot", "/x/y", false), ("BarBot", "/x/y", true)]);
    let file = "user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n";
    check(file, &[("QuxBot", "/x/y", true)]);
    let file = "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n";
    check(file, &[("FooBot", "/x/page", true), ("FooBot", "/y/page", false)]);
    // A group for the crawler replaces the general one even if it has no rules.
    check("user-agent: *\ndisallow: /\nuser-agent: FooBot\n", &[("FooBot", "/x", true)]);
}

#[test]
fn the_longest_rule_decides_and_allow_wins_ties() {
    let path = "/x/page.html";
    for (rules, expected) in [
        ("disallow: /x/page.html\nallow: /x/\n", false),
        ("allow: /x/page.html\ndisallow: /x/\n", true),
        ("disallow: \nallow: \n", true),
        ("disallow: /\nallow: /\n", true),
        ("disallow: /x/page.html\nallow: /x/page.html\n", true),
        ("allow: /x/page.\ndisallow: /*.html\n", true),
        ("allow: /page\ndisallow: /*.html\n", false),
    ] {
        assert_eq!(
            allows(&format!("user-agent: FooBot\n{rules}"), "FooBot", path),
            expected,
            "{rules}"
        );
    }
    let file = "user-agent: FooBot\ndisallow: /x\nallow: /x/\n";
    check(file, &[("FooBot", "/x", false), ("FooBot", "/x/", true)]);
    let file = "user-agent: FooBot\nallow: /page\ndisallow: /*.html\n";
    check(file, &[("FooBot", "/page", true), ("FooBot", "/page.html", false)]);
}

#[test]
fn stars_and_the_end_are_special() {
    let file = "user-agent: FooBot\ndisallow: /foo/bar/quz\nallow: /foo/*/qux\n";
    check(
        file,
        &[
            ("FooBot", "/foo/bar/quz", false),
            ("FooBot", "/foo/quz", true),
            ("FooBot", "/foo//quz", true),
            ("FooBot", "/foo/bax/quz", true),
        ],
    );
    let file = "user-agent: FooBot\ndisallow: /foo/bar$\nallow: /foo/bar/qux\n";
    check(
        file,
        &[
            ("FooBot", "/foo/bar", false),
            ("FooBot", "/foo/bar/qux", true),
            ("FooBot", "/foo/bar/", true),
            ("FooBot", "/foo/bar/baz", true),
        ],
    );
    let file = "user-agent: FooBot\n# disallow: /foo/bar/quz\ndisallow: /foo/quz # qux\n";
    check(file, &[("FooBot", "/foo/bar/quz", true), ("FooBot", "/foo/quz", false)]);
}

/// The table of Google's documentation, and of RFC 9309: the paths that each pattern matches.
#[test]
fn patterns_match_what_the_documentation_lists() {
    for (pattern, matching, others) in [
        (
            "/fish",
            &["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fish.php?id=any"][..],
            &["/Fish.asp", "/catfish", "/?id=fish"][..],
        ),
        ("/fish*", &["/fish", "/fish.html", "/fishheads/yummy.html"], &["/Fish.asp", "/catfish"]),
        ("/fish/", &["/fish/", "/fish/salmon", "/fish/?id=any"], &["/fish", "/fish.html"]),
        (
            "/*.php",
            &["/index.php", "/filename.php", "/folder/any.php.file.html", "/filename.php/"],
            &["/", "/windows.PHP"],
        ),
        (
            "/*.php$",
            &["/filename.php", "/folder/filename.php"],
            &["/filename.php?parameters", "/filename.php/", "/filename.php5", "/windows.PHP"],
        ),
        ("/fish*.php", &["/fish.php", "/fishheads/catfish.php?parameters"], &["/Fish.PHP"]),
        ("/$", &["/"], &["/page.html"]),
        ("*", &["/", "/x"], &[]),
        ("/a*a$", &["/aa", "/aba"], &["/a", "/aab"]),
        ("/a**b", &["/ab", "/axb"], &["/a"]),
        ("/a$b", &["/a$b"], &["/a"]),
        ("/a%24", &["/a$", "/a%24x"], &["/a"]),
        (
            "/path/file-with-a-%2A.html",
            &["/path/file-with-a-*.html"],
            &["/path/file-with-a-b.html"],
        ),
        ("fish", &[], &["/fish"]),
    ] {
        let file = format!("user-agent: *\ndisallow: {pattern}\n");
        for path in matching {
            assert!(!allows(&file, "FooBot", path), "{pattern} {path}");
        }
        for path in others {
            assert!(allows(&file, "FooBot", path), "{pattern} {path}");
        }
    }
}

/// The table of RFC 9309, 2.2.2.
#[test]
fn encodings_of_one_character_are_the_same() {
    for (pattern, path) in [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar/\u{30C4}", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/foo/bar/baz", "/foo/bar/%62%61%7A"),
    ] {
        // The table has the second row with the path encoded in both columns: reserved characters stay as they are.
        let expected = !pattern.contains("https:");
        let file = format!("user-agent: *\ndisallow: {pattern}\n");
        assert_eq!(!allows(&file, "FooBot", path), expected, "{pattern} {path}");
    }
    check(
        "user-agent: *\ndisallow: /%\ndisallow: /a%zz\n",
        &[("F", "/%", false), ("F", "/a%zz", false)],
    );
}

#[test]
fn an_allowed_index_allows_its_folder() {
    let file = "user-agent: *\nallow: /allowed-slash/index.html\ndisallow: /\n";
    check(
        file,
        &[
            ("FooBot", "/allowed-slash/", true),
            ("FooBot", "/allowed-slash/index.htm", false),
            ("FooBot", "/allowed-slash/index.html", true),
            ("FooBot", "/anyother-url", false),
        ],
    );
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_alone() {
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xEF\xBB", b"\xEF"] {
        let file = [mark, b"user-agent: FooBot\ndisallow: /\n"].concat();
        assert!(!Robots::parse(&file, "FooBot").allows("/x"), "{mark:?}");
    }
    let file = b"\xEF\x11\xBFuser-agent: FooBot\ndisallow: /\n";
    assert!(Robots::parse(file, "FooBot").allows("/x"));
    let file = b"user-agent: FooBot\n\xEF\xBB\xBFdisallow: /\n";
    assert!(Robots::parse(file, "FooBot").allows("/x"));
}

#[test]
fn long_lines_and_files_are_cut() {
    let long = "a".repeat(20_000);
    let file = format!("user-agent: FooBot\ndisallow: /x/{long}/qux\n");
    check(&file, &[("FooBot", &format!("/x/{long}/fux"), false), ("FooBot", "/x/aaa", true)]);
    let padding = "# padding\n".repeat(49_000);
    let file = format!("{padding}user-agent: FooBot\ndisallow: /\n");
    assert!(file.len() > 490_000 && file.len() < 500 << 10);
    check(&file, &[("FooBot", "/x", false)]);
    let file = format!("{}user-agent: FooBot\ndisallow: /\n", "# padding\n".repeat(60_000));
    check(&file, &[("FooBot", "/x", true)]);
}

#[test]
fn a_delay_is_read_and_bounded() {
    let delay = |file: &str| Robots::parse(file.as_bytes(), "FooBot").crawl_delay();
    assert_eq!(delay("user-agent: *\ncrawl-delay: 2.5\n"), Some(Duration::from_millis(2500)));
    assert_eq!(delay("user-agent: *\ncrawl-delay: 86400\n"), Some(Duration::from_mins(1)));
    assert_eq!(delay("user-agent: *\ncrawl-delay: 5\nuser-agent: foobot\nallow: /\n"), None);
    for value in ["-1", "NaN", "inf", "soon", ""] {
        assert_eq!(delay(&format!("user-agent: *\ncrawl-delay: {value}\n")), None, "{value}");
    }
}

#[test]
fn its_own_path_is_always_allowed() {
    check("user-agent: *\ndisallow: /\n", &[("FooBot", "/robots.txt", true)]);
}

#[test]
fn many_stars_take_no_time() {
    let file = format!("user-agent: *\ndisallow: /{}b\n", "*a".repeat(8_000)).repeat(20);
    let robots = Robots::parse(file.as_bytes(), "FooBot");
    assert!(robots.allows(&format!("/{}", "a".repeat(8_000))));
}

/// A file of few words, so that rules meet. Deliberate differences from the other reader are left out: products beside
/// a star, groups without rules, lines without a colon.
fn random_file() -> impl Strategy<Value = String> {
    let path =
        prop::collection::vec(prop::sample::select(vec!["/", "a", "b", "*", ".x", "%2F"]), 0..5)
            .prop_map(|words| format!("/{}", words.concat()));
    let end = prop::sample::select(vec!["", "$"]);
    let rule = (prop::sample::select(vec!["allow", "Disallow"]), path, end)
        .prop_map(|(key, path, end)| format!("{key}: {path}{end}\n"));
    let rules = prop::collection::vec(rule, 1..6).prop_map(|rules| rules.concat());
    let agent = prop::sample::select(vec!["*", "foobot", "FooBot", "barbot"]);
    let group = (agent, rules).prop_map(|(agent, rules)| format!("User-agent: {agent}\n{rules}"));
    prop::collection::vec(group, 1..4).prop_map(|groups| groups.concat())
}

fn random_path() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(vec!["/", "a", "b", ".x", "c"]), 0..7)
        .prop_map(|words| format!("/{}", words.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn another_reader_agrees(file in random_file(), paths in prop::collection::vec(random_path(), 1..8)) {
        let other = texting_robots::Robot::new("foobot", file.as_bytes()).unwrap();
        let robots = Robots::parse(file.as_bytes(), "foobot");
        for path in paths {
            let url = format!("https://a.example{path}");
            prop_assert_eq!(robots.allows(&path), other.allowed(&url), "{} in\n{}", path, file);
        }
    }

    #[test]
    fn any_bytes_are_read(file in prop::collection::vec(any::<u8>(), 0..400), path in "/.{0,40}") {
        Robots::parse(&file, "foobot").allows(&path);
    }
}
