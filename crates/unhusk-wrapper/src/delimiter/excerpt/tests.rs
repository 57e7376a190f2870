use super::*;
use expect_test::{Expect, expect};

/// Loads a rule from the text of its program.
fn wrapper(class: &str, program: &str) -> Result<DelimiterWrapper, serde_json::Error> {
    serde_json::from_str(&format!(r#"{{"class": "{class}", "program": {program}}}"#))
}

/// Returns one column for every character of these pages.
fn one_column(_: char) -> usize {
    1
}

fn check(program: &str, class: &str, source: &str, expected: &Expect) {
    let wrapper = wrapper(class, program).expect("a rule");
    let mut shown = excerpt(&wrapper, &Page::from(source), one_column).join("\n");
    shown.push('\n');
    expected.assert_eq(&shown);
}

#[test]
fn delimiters_stand_below_the_source() {
    check(
        r#"{"head": "<P>", "tail": "<HR>", "fields": [{"left": "<B>", "right": "</B>"}]}"#,
        "hlrt",
        "<B>x</B><P>\n<B>Congo</B>\n<HR><B>End",
        &expect![[r"
             0 | <B>x</B><P>↵
               |         hhh
            12 | <B>Congo</B>↵
               | lll^^^^^rrrr
            25 | <HR><B>End
               | tttt
        "]],
    );
}

#[test]
fn a_place_that_serves_twice_is_starred() {
    // The right delimiter of `a` is the left one of `b`; the opening string is the first left one.
    check(
        r#"{"open": "<", "close": ".", "fields": [{"left": "<", "right": ">"}, {"left": ">", "right": "."}]}"#,
        "oclr",
        "<a>b.",
        &expect![[r"
            0 | <a>b.
              | *^*^*
        "]],
    );
}

#[test]
fn invisible_characters_have_a_sign() {
    let rule = r#"{"fields": [{"left": "\t", "right": "\r\n"}]}"#;
    let wrapper = wrapper("lr", rule).expect("a rule");
    let lines = excerpt(&wrapper, &Page::from("\tone\u{a0}two\r\n"), one_column);
    assert_eq!(lines, [" 0 | →one⍽two␍↵", "   | l^^^^^^^rr"]);
}

#[test]
fn long_values_are_shown_at_both_ends() {
    let wrapper = wrapper("lr", r#"{"fields": [{"left": "<", "right": ">"}]}"#).expect("a rule");
    let source = format!("<{}>", "long ".repeat(1000));
    let lines = excerpt(&wrapper, &Page::from(source.as_str()), one_column);
    let n_bytes: usize = lines.iter().map(String::len).sum();
    assert!(n_bytes < 2000, "{n_bytes}");
    assert!(lines[0].ends_with("long long"), "{}", lines[0]);
    assert!(lines[lines.len() - 2].ends_with("long >"), "{}", lines[lines.len() - 2]);
}

#[test]
fn a_page_without_records_has_no_marks() {
    let wrapper = wrapper("lr", r#"{"fields": [{"left": "<", "right": ">"}]}"#).expect("a rule");
    assert!(excerpt(&wrapper, &Page::from("nothing"), one_column).is_empty());
}
