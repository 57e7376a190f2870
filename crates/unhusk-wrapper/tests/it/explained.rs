//! Explanations of site wrappers.

use expect_test::{Expect, expect};
use unhusk_wrapper::Wrapper;

fn check(fixture: &str, expected: &Expect) {
    let path = format!("{}/tests/fixtures/wrapper-1/{fixture}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the fixture is there");
    let file = Wrapper::from_json(&text).expect("fixtures load");
    expected.assert_eq(&file.explain().join("\n").replace('\u{a0}', r"\u{a0}"));
}

#[test]
fn regions_are_told_with_votes_as_shares() {
    // Weights 2 and 1 of 3: 67 and 33 in a hundred; 3 and 1 of 4: 75 and 25.
    check(
        "site",
        &expect![[r"
        every node that has more than half of the votes is a record, with all that is in it:
          67 %: at `li`
          33 %: that holds elements, at just `html > body > li`
          xpath: //li
          css: li
        a region without `country` is not a record
        `country`: the text with most votes:
          75 %: at `b`
          25 %: in an element 1 level up that is the first one in its parent, before `i`
          xpath, in the record: descendant-or-self::b/text()
          css, in the record: b
        `code`: the text at `li > i`
          xpath, in the record: descendant-or-self::li/i/text()
          css, in the record: li > i"]],
    );
}

#[test]
fn pages_are_told_with_cuts_and_lists() {
    check(
        "site-page",
        &expect![[r"
        the page is one record
        `name`: the text at `h1.title`
          xpath: //h1[contains(concat(' ', normalize-space(@class), ' '), ' title ')]/text()
          css: h1.title
        `price`: the text with most votes, from behind the first `$`, up to the last ` `:
          67 %: right behind the text `price`
          33 %: behind the landmark `price`
          xpath: //text()[normalize-space(translate(., 'ABCDEFGHIJKLMNOPQRSTUVWXYZ\u{a0}:()', 'abcdefghijklmnopqrstuvwxyz '))='price' or normalize-space(translate(., 'ABCDEFGHIJKLMNOPQRSTUVWXYZ\u{a0}:()', 'abcdefghijklmnopqrstuvwxyz '))='prices']/following::text()[normalize-space()][1]
        `makers`: the text at `a`
          xpath: //a/text()
          css: a
          and its next siblings 1 level up, as long as only separators are between them
        `image`: the attribute `src` at `img`
          xpath: //img/@src
          css: img (its `src`)
        landmarks, which are texts of the site's template: `price`
        texts are compared in lower case, without a colon or an `s` at the end; `#` is a long number"]],
    );
}

#[test]
fn sequences_are_told_by_their_delimiters() {
    check(
        "site-sequence",
        &expect![[r"
        records follow each other without regions of their own
        skip to behind the first `<P>`
        for every record: (until `<HR>` comes first)
          `country` is between `<B>` and `</B>`
          `code` is between `<I>` and `</I>`"]],
    );
}

#[test]
fn siblings_are_told_by_the_place_of_the_node_among_them() {
    let explained = |target: &str, at: u8, says: &str| {
        let clues = format!(
            r#"[{{"what": "class-around", "says": ".adr"}}, {{"what": "siblings", "at": {at}, "says": "{says}"}}]"#
        );
        let text = format!(
            r#"{{"unhusk": "wrapper/1", "class": "site", "schema": {{"fields": [{{"name": "a"}}]}}, "program":
               {{"records": "page", "fields": [{{"ways": [{{"target": {target}, "rules": [{{"clues": {clues}}}]}}]}}]}}}}"#
        );
        let lines = Wrapper::from_json(&text).expect("it loads").explain();
        lines[1].strip_prefix("`a`: ").expect("the field is next").to_owned()
    };
    let text = r#""text""#;
    assert_eq!(
        explained(text, 0, "| | "),
        "the text inside class `adr`, that is the only text in its element"
    );
    assert_eq!(
        explained(text, 0, "b | "),
        "the text inside class `adr`, that is the last text in its element, behind `b`"
    );
    assert_eq!(
        explained(text, 0, "b text "),
        "the text inside class `adr`, between `b` and a text"
    );
    assert_eq!(
        explained(r#"{"attribute": "content"}"#, 0, "| | "),
        "the attribute `content` inside class `adr`, of the only element in its parent"
    );
    assert_eq!(
        explained(text, 1, "| | "),
        "the text inside class `adr`, in an element 1 level up that is the only one in its parent"
    );
}
