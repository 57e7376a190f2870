//! A single address is its own pattern, several have their common part.

use super::url_pattern;

#[track_caller]
fn check(urls: &[&str], expected: Option<&str>) {
    assert_eq!(url_pattern(urls.iter().copied()).as_deref(), expected, "{urls:?}");
}

#[test]
fn one_address_is_itself() {
    check(&[], None);
    check(&["https://example.org/1?a=b"], Some("https://example.org/1?a=b"));
    check(&["http://example.org", "http://example.org"], Some("http://example.org"));
}

#[test]
fn several_share_what_they_begin_with_up_to_a_slash() {
    check(&["https://a.b/x/1", "https://a.b/x/12"], Some("https://a.b/x/*"));
    check(&["https://a.b/x/1", "https://a.b/x/2", "https://a.b/y"], Some("https://a.b/*"));
    check(&["https://a.b/x/", "https://a.b/x/"], Some("https://a.b/x/"));
    check(&["https://a.b", "https://a.b/x"], Some("https://a.b/*"));
    check(&["https://a.b/l?p=1", "https://a.b/l?p=2"], Some("https://a.b/*"));
    // Equal first bytes, different characters.
    check(&["https://a.b/é", "https://a.b/è"], Some("https://a.b/*"));
}

#[test]
fn different_hosts_share_nothing() {
    check(&["https://a.b/x", "https://a.bc/x"], None);
    check(&["https://a.b/x", "http://a.b/x"], None);
    check(&["https://a.b/x", "https://a.b:8080/x"], None);
}

#[test]
fn files_and_passwords_stay_at_home() {
    check(&["file:///home/ann/1.html"], None);
    check(&["https://ann:secret@a.b/x"], None);
    check(&["https://a.b/@ann"], Some("https://a.b/@ann"));
    for nothing in ["", "a.b/x", "https://", "https:///x", "://a"] {
        check(&[nothing], None);
    }
}
