//! Exports of hand-made wrappers. Expected expressions follow from the rules of the wrappers.

use super::ExportNote;
use super::python::literal::{comment, string};
use super::{AgreementTally, Export, Notation};
use unhusk_page::Page;
use unhusk_wrapper::Wrapper;

fn file(fields: &str, program: &str) -> Wrapper {
    let json = format!(
        r#"{{"unhusk": "wrapper/1", "class": "site", "schema": {{"fields": [{fields}]}}, "program": {program}}}"#
    );
    Wrapper::from_json(&json).unwrap()
}

/// A wrapper with one field `a` for pages of one record.
fn one_field(ways: &str) -> Wrapper {
    file(r#"{"name": "a"}"#, &format!(r#"{{"records": "page", "fields": [{{"ways": [{ways}]}}]}}"#))
}

/// Returns the expression of the field and the number of pages on which it agrees with the wrapper.
fn exported(file: &Wrapper, notation: Notation, pages: &[&str]) -> (String, usize) {
    let pages: Vec<Page> = pages.iter().map(|page| Page::from(*page)).collect();
    let export = Export::new(file, notation, &pages.iter().collect::<Vec<_>>());
    let mut tally = AgreementTally::default();
    for page in &pages {
        tally.add("page", &export.check(file, page));
    }
    let written = export.write(&tally);
    let expressions: Vec<&str> =
        written.lines().filter_map(|line| line.strip_prefix("a: ")).collect();
    (expressions.join(" then "), tally.n_equal.first().copied().unwrap_or(0))
}

#[test]
fn the_rule_is_taken_that_gives_what_the_vote_gives() {
    // The rule of highest weight matches another text on the second page, where the others outvote it.
    let ways = r#"{"target": "text", "rules": [
        {"weight": 3, "clues": [{"what": "path", "at": 1, "says": "b"}]},
        {"weight": 2, "clues": [{"what": "class", "says": "i.x"}]},
        {"weight": 2, "clues": [{"what": "path", "at": 1, "says": "i"}]}]}"#;
    let pages = ["<p><i class=x>1</i></p>", "<p><b>0</b><i class=x>2</i></p>"];
    let file = one_field(ways);
    let path = "//i[contains(concat(' ', normalize-space(@class), ' '), ' x ')]/text()";
    assert_eq!(exported(&file, Notation::Xpath, &pages), (path.to_owned(), 2));
    assert_eq!(exported(&file, Notation::Css, &pages), ("i.x::text".to_owned(), 2));
    // Without pages, the rule of highest weight is taken.
    assert_eq!(exported(&file, Notation::Css, &[]), ("b::text".to_owned(), 0));
}

#[test]
fn a_second_expression_is_used_where_the_first_matches_nothing() {
    let ways = r#"{"target": "text", "rules": [{"clues": [{"what": "path", "at": 1, "says": "b"}]}]},
        {"target": {"attribute": "title"}, "rules": [{"clues": [{"what": "path", "at": 1, "says": "i"}]}]}"#;
    let pages = ["<b>1</b>", "<i title='2'>x</i>"];
    let (xpath, n_equal) = exported(&one_field(ways), Notation::Xpath, &pages);
    assert_eq!((xpath.as_str(), n_equal), ("//b/text() then //i/@title", 2));
    let (css, n_equal) = exported(&one_field(ways), Notation::Css, &pages);
    assert_eq!((css.as_str(), n_equal), ("b::text then i::attr(title)", 2));
}

#[test]
fn cuts_are_functions_in_xpath_and_notes_in_css() {
    let ways = r#"{"target": "text", "cut": {"after": {"text": "by "}, "before": {"text": " &amp; "}},
        "rules": [{"clues": [{"what": "path", "at": 1, "says": "p"}]}]}"#;
    let pages = ["<p>new</p><p>Book by Ann &amp; Bob</p>"];
    let file = one_field(ways);
    let path = "//p/text()[contains(., 'by ')][contains(substring-after(., 'by '), ' & ')]";
    let expected = format!("substring-before(substring-after({path}, 'by '), ' & ')");
    assert_eq!(exported(&file, Notation::Xpath, &pages), (expected, 1));
    assert_eq!(exported(&file, Notation::Css, &pages), ("p::text".to_owned(), 0));
    let export = Export::new(&file, Notation::Css, &[]);
    let note = "the cut inside the text is left out: the value is the text after the first \
                \"by \" before the first \" & \"";
    let expected = ExportNote { field: "a".to_owned(), note: note.to_owned() };
    assert_eq!(export.notes(), [expected]);
    let last = ways.replace(r#""by ""#, r#""by ", "last": true"#);
    assert_eq!(exported(&one_field(&last), Notation::Xpath, &pages).0, "//p/text()");
}

#[test]
fn a_rule_that_cannot_be_expressed_is_reported() {
    let ways = r#"{"target": "text", "rules": [{"clues": [{"what": "shape", "says": "9"}]}]}"#;
    let export = Export::new(&one_field(ways), Notation::Xpath, &[]);
    assert!(!export.is_complete());
    let note = "not expressible: this notation has no equivalent of the rules";
    let expected = ExportNote { field: "a".to_owned(), note: note.to_owned() };
    assert_eq!(export.notes(), [expected]);
}

#[test]
fn records_are_compared_one_by_one() {
    let program = r#"{"records": {"regions": {"begin": [{"clues": [{"what": "path", "at": 1, "says": "li"}]}],
        "reach": "node"}}, "fields": [{"ways": [{"target": "text",
        "rules": [{"clues": [{"what": "path", "at": 1, "says": "b"}]}]}]}]}"#;
    let pages = ["<ul><li><b>1</b><li><i>-</i><li><b>2</b></ul>"];
    let file = file(r#"{"name": "a", "optional": true}"#, program);
    let (xpath, n_equal) = exported(&file, Notation::Xpath, &pages);
    assert_eq!((xpath.as_str(), n_equal), ("descendant-or-self::b/text()", 1));
}

#[test]
fn a_record_may_be_a_run_of_siblings() {
    let program = r#"{"records": {"regions": {"begin": [{"clues": [{"what": "path", "at": 1, "says": "dt"}]}],
        "reach": "run"}}, "fields": [{"ways": [{"target": "text",
        "rules": [{"clues": [{"what": "path", "at": 1, "says": "i"}]}]}]}]}"#;
    let pages = [
        "<dl><dt><b>a</b><dd><i>1</i><dt><b>b</b><dd>-<dd><i>2</i></dl>",
        "<dl><dt><b>a</b><dd>-<dt><b>b</b><dd><i>3</i></dl>",
    ];
    let file = file(r#"{"name": "a", "optional": true}"#, program);
    for notation in [Notation::Xpath, Notation::Css] {
        assert_eq!(exported(&file, notation, &pages).1, 2, "{notation:?}");
    }
    let pages = pages.map(Page::from);
    let export = Export::new(&file, Notation::Parsel, &pages.iter().collect::<Vec<_>>());
    let python = export.write(&AgreementTally::default());
    assert!(python.contains("for node in runs(page.xpath(\"//dt\")):"), "{python}");
}

/// A list of a size for which counting positions anew per record would take minutes, and a heading that every record
/// searches for.
#[test]
fn twenty_thousand_records_are_no_trouble() {
    let exported_by = |clue: &str, n_records: usize, notation| {
        let records = "<li><b>1</b><b>2</b>".repeat(n_records);
        let html = format!("<h2>Things</h2><ul>{records}</ul>");
        let program = format!(
            r#"{{"records": {{"regions": {{"begin": [{{"clues": [{{"what": "path", "at": 1, "says": "li"}}]}}],
            "reach": "node"}}}}, "fields": [{{"ways": [{{"target": "text", "rules": [{{"clues": [
            {{"what": "positions", "at": 1, "says": "[1]b[2]"}}{clue}]}}]}}]}}]}}"#
        );
        let file = file(r#"{"name": "a"}"#, &program);
        let notes = Export::new(&file, notation, &[&Page::from(html.as_str())]).notes();
        (exported(&file, notation, &[&html]), notes)
    };
    let (css, notes) = exported_by("", 20_000, Notation::Css);
    assert_eq!((css, notes), (("b:nth-of-type(2)::text".to_owned(), 1), Vec::new()));
    // Each record would search the page: that exceeds the limit and is reported.
    let heading = r#", {"what": "heading", "says": "thing"}"#;
    let ((xpath, n_equal), notes) = exported_by(heading, 4_000, Notation::Xpath);
    assert!(xpath.contains("preceding::"), "{xpath}");
    assert_eq!(n_equal, 0);
    assert!(notes[0].note.starts_with("too slow on pages of this size"), "{notes:?}");
}

#[test]
fn strings_cannot_leave_their_literals() {
    assert_eq!(string("a\"b\\c\nd'e"), r#""a\"b\\c\nd'e""#);
    assert_eq!(
        string("\"\"\"\u{2028}\u{0}\u{7f}\u{202e}é{}"),
        r#""\"\"\"\u2028\x00\x7f\u202eé{}""#
    );
    assert_eq!(string("\u{1f600}"), r#""\U0001f600""#);
    assert_eq!(comment("a\nimport os\r\u{2028}\u{c}#"), r"a\x0aimport os\x0d\u2028\x0c#");
}

mod laws {
    use super::{comment, string};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_literal_is_one_line_and_ends_where_it_should(text in any::<String>()) {
            let literal = string(&text);
            let inner = &literal[1..literal.len() - 1];
            let mut is_escaped = false;
            for c in inner.chars() {
                prop_assert!(is_escaped || c != '"');
                prop_assert!(!c.is_control() && (c == ' ' || !c.is_whitespace()));
                is_escaped = c == '\\' && !is_escaped;
            }
            prop_assert!(!is_escaped);
        }

        #[test]
        fn a_comment_is_one_line(text in any::<String>()) {
            let comment = comment(&text);
            prop_assert!(!comment.chars().any(|c| c.is_control() || (c != ' ' && c.is_whitespace())));
        }
    }
}

#[test]
fn choosing_expressions_takes_visits_in_proportion_to_the_records() {
    // Rules about siblings look along the list from each record, which took its length squared.
    let clue = |what: &str, at: u8, says: &str| {
        format!(r#"{{"clues": [{{"what": "{what}", "at": {at}, "says": "{says}"}}]}}"#)
    };
    let begin =
        [clue("siblings", 0, "li li "), clue("siblings", 0, "| li "), clue("path", 1, "li")];
    let value = [clue("siblings", 1, "li li "), clue("siblings", 1, "| li "), clue("path", 1, "b")];
    let program = format!(
        r#"{{"records": {{"regions": {{"begin": [{}], "reach": "node"}}}},
            "fields": [{{"ways": [{{"target": "text", "rules": [{}]}}]}}]}}"#,
        begin.join(", "),
        value.join(", ")
    );
    let file = file(r#"{"name": "a"}"#, &program);
    let n_visits = |n_records: usize| {
        let page =
            Page::from(format!("<ul>{}</ul>", "<li><b>x</b></li>".repeat(n_records)).as_str());
        let export = Export::new(&file, Notation::Xpath, &[&page]);
        assert_eq!(export.check(&file, &page).fields, [true], "{n_records} records");
        export.n_visits()
    };
    let (few, many) = (n_visits(500), n_visits(2_000));
    assert!(0 < few && many < 5 * few, "{few} visits for 500 records, {many} for 2,000");
}
