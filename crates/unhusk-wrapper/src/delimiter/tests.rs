use super::*;
use crate::record::{Cell, Field, Record, Schema};
use crate::{AnyWrapper, Explain, Extract, RawExtraction};
use expect_test::{Expect, expect};
use unhusk_page::Page;

const ROWS: &str = "<B>Congo</B> <I>242</I><BR>\n<B>Egypt</B> <I>20</I><BR>\n";
const PEOPLE: &str = "name: John\n\taddress: 125 Maple\n\t\tphone: 555-1234\n\t\tphone: 555-9999\n\taddress: 9 Oak\nname: Sally\n\taddress: 7 Elm\n\t\tphone: 555-0000\n";
const COUNTRIES: &str =
    r#"{"fields":[{"left":"<B>","right":"</B>"},{"left":"<I>","right":"</I>"}]}"#;
const PEOPLE_LEVELS: &str = r#"[{"left":"name: ","right":"\n"},{"left":"address: ","right":"\n"},{"left":"phone: ","right":"\n"}]"#;

fn wrapper(class: &str, program: &str) -> AnyWrapper {
    AnyWrapper::from_program(class, program).expect("the rule is as it should be")
}

fn refusal(class: &str, program: &str) -> String {
    AnyWrapper::from_program(class, program).expect_err("the rule is broken").to_string()
}

fn schema(fields: Vec<Field>) -> Schema {
    Schema::new(fields).expect("the names are usable")
}

fn flat(names: &[&str]) -> Schema {
    schema(names.iter().map(|name| Field::new(*name)).collect())
}

fn people() -> Schema {
    let phones = Field::nested("phones", vec![Field::new("phone")]);
    let addresses = Field::nested("addresses", vec![Field::new("address"), phones]);
    schema(vec![Field::new("name"), addresses])
}

/// One line per record, then one per warning.
fn check(wrapper: &AnyWrapper, schema: &Schema, source: &str, expected: &Expect) {
    let page = Page::from(source);
    let RawExtraction { records, warnings } = wrapper.extract(schema, &page);
    let mut lines: Vec<String> = records.iter().map(show).collect();
    lines.extend(warnings.iter().map(|warning| format!("! {warning}")));
    expected.assert_eq(&lines.join("\n"));
}

fn show(record: &Record<'_>) -> String {
    let cells: Vec<String> = record
        .cells
        .iter()
        .map(|cell| match cell {
            Cell::Absent => "-".to_owned(),
            Cell::One(value) => value.text.to_string(),
            Cell::Many(values) => {
                format!("{:?}", values.iter().map(|value| &*value.text).collect::<Vec<_>>())
            }
            Cell::Nested(records) => {
                format!("[{}]", records.iter().map(show).collect::<Vec<_>>().join(" "))
            }
        })
        .collect();
    format!("({})", cells.join(", "))
}

#[test]
fn lr_reads_between_its_delimiters_until_the_first_is_gone() {
    let page = format!("<TITLE>Codes</TITLE>\n{ROWS}</BODY>");
    check(
        &wrapper("lr", COUNTRIES),
        &flat(&["country", "code"]),
        &page,
        &expect![[r"
            (Congo, 242)
            (Egypt, 20)"]],
    );
}

#[test]
fn pairs_stand_in_page_order_and_name_their_fields() {
    let rule = r#"{"fields":[{"field":"country","left":"<B>","right":"</B>"},{"field":"code","left":"<I>","right":"</I>"}]}"#;
    check(
        &wrapper("lr", rule),
        &flat(&["code", "country"]),
        ROWS,
        &expect![[r"
            (242, Congo)
            (20, Egypt)"]],
    );
}

#[test]
fn a_right_delimiter_is_not_skipped_so_the_next_left_one_may_overlap_it() {
    let rule = r#"{"fields":[{"left":"(","right":"|"},{"left":"|","right":")"}]}"#;
    check(&wrapper("lr", rule), &flat(&["a", "b"]), "(1|2)", &expect!["(1, 2)"]);
}

#[test]
fn an_incomplete_record_is_dropped_and_told() {
    check(
        &wrapper("lr", COUNTRIES),
        &flat(&["country", "code"]),
        "<B>Congo</B> <I>242</I> <B>Egypt</B>",
        &expect![[r"
            (Congo, 242)
            ! a record that begins before byte 32 has no end for field `code` and was dropped"]],
    );
}

#[test]
fn hlrt_reads_between_head_and_tail() {
    let page = format!("<B>Codes</B><P>{ROWS}<HR><B>End</B> <I>of</I>");
    let rule = r#"{"head":"<P>","tail":"<HR>","fields":[{"left":"<B>","right":"</B>"},{"left":"<I>","right":"</I>"}]}"#;
    check(
        &wrapper("hlrt", rule),
        &flat(&["country", "code"]),
        &page,
        &expect![[r"
            (Congo, 242)
            (Egypt, 20)"]],
    );
    check(
        &wrapper("hlrt", rule),
        &flat(&["country", "code"]),
        "nothing here",
        &expect!["! this page does not look like the labelled ones; no records read"],
    );
}

#[test]
fn a_tail_that_begins_with_the_next_record_stops_and_a_missing_one_does_not() {
    let rule = r#"{"head":"","tail":"[x","fields":[{"left":"[","right":"]"}]}"#;
    check(
        &wrapper("hlrt", rule),
        &flat(&["a"]),
        "[1][2][x][3]",
        &expect![[r"
        (1)
        (2)"]],
    );
    check(
        &wrapper("hlrt", rule),
        &flat(&["a"]),
        "[1][2]",
        &expect![[r"
        (1)
        (2)"]],
    );
}

#[test]
fn an_empty_tail_is_the_end_of_the_page() {
    let rule = r#"{"head":">","tail":"","fields":[{"left":"[","right":"]"}]}"#;
    check(
        &wrapper("hlrt", rule),
        &flat(&["a"]),
        "[0]>[1][2]",
        &expect![[r"
        (1)
        (2)"]],
    );
}

#[test]
fn oclr_locates_the_opening_and_skips_the_closing_string() {
    let page = "<B>Codes</B><LI><B>Congo</B><BR><B>ad</B><LI><B>Egypt</B><BR>";
    let rule = r#"{"open":"<LI>","close":"<BR>","fields":[{"left":"<B>","right":"</B>"}]}"#;
    check(
        &wrapper("oclr", rule),
        &flat(&["country"]),
        page,
        &expect![[r"
        (Congo)
        (Egypt)"]],
    );
    // `open` may be the left delimiter itself: the cursor does not skip it.
    let rule = r#"{"open":"<LI><B>","close":"","fields":[{"left":"<LI><B>","right":"</B>"}]}"#;
    check(
        &wrapper("oclr", rule),
        &flat(&["country"]),
        page,
        &expect![[r"
        (Congo)
        (Egypt)"]],
    );
}

#[test]
fn a_record_without_its_closing_string_is_the_last() {
    let rule = r#"{"open":"<LI>","close":"<BR>","fields":[{"left":"<B>","right":"</B>"}]}"#;
    check(
        &wrapper("oclr", rule),
        &flat(&["country"]),
        "<LI><B>Congo</B><LI><B>Egypt</B>",
        &expect![[r"
            (Congo)
            ! the closing string of a record is missing behind byte 12; reading ended there"]],
    );
}

#[test]
fn hoclrt_compares_the_opening_string_with_the_tail() {
    let rule = r#"{"head":"<P>","tail":"<HR>","open":"<LI>","close":"<BR>","fields":[{"left":"<B>","right":"</B>"}]}"#;
    let page = "<LI><B>no</B><BR><P><B>no</B><LI><B>Congo</B><BR><B>no</B><HR><LI><B>no</B><BR>";
    check(&wrapper("hoclrt", rule), &flat(&["country"]), page, &expect!["(Congo)"]);
}

#[test]
fn n_lr_takes_the_level_that_begins_first() {
    let rule = format!(r#"{{"fields":{PEOPLE_LEVELS}}}"#);
    check(
        &wrapper("n-lr", &rule),
        &people(),
        PEOPLE,
        &expect![[r"
        (John, [(125 Maple, [(555-1234) (555-9999)]) (9 Oak, [])])
        (Sally, [(7 Elm, [(555-0000)])])"]],
    );
}

#[test]
fn flat_records_of_an_n_class_have_gaps_where_a_level_repeats() {
    let rule = format!(r#"{{"fields":{PEOPLE_LEVELS}}}"#);
    check(
        &wrapper("n-lr", &rule),
        &flat(&["name", "address", "phone"]),
        PEOPLE,
        &expect![[r"
        (John, 125 Maple, 555-1234)
        (-, -, 555-9999)
        (-, 9 Oak, -)
        (Sally, 7 Elm, 555-0000)"]],
    );
}

#[test]
fn a_repeated_field_collects_its_level() {
    let rule = format!(r#"{{"fields":{PEOPLE_LEVELS}}}"#);
    let mut phone = Field::new("phone");
    phone.many = true;
    let addresses = Field::nested("addresses", vec![phone, Field::new("address")]);
    let schema = schema(vec![addresses, Field::new("name")]);
    check(
        &wrapper("n-lr", &rule),
        &schema,
        PEOPLE,
        &expect![[r#"
        ([(["555-1234", "555-9999"], 125 Maple) ([], 9 Oak)], John)
        ([(["555-0000"], 7 Elm)], Sally)"#]],
    );
}

#[test]
fn of_levels_that_begin_together_the_deepest_wins() {
    let rule = r#"{"fields":[{"left":"<","right":">"},{"left":"<","right":">"}]}"#;
    check(
        &wrapper("n-lr", rule),
        &flat(&["a", "b"]),
        "<1><2><3>",
        &expect![[r"
        (1, 2)
        (-, 3)"]],
    );
}

#[test]
fn n_hlrt_ends_at_its_tail() {
    let rule = format!(r#"{{"head":"John","tail":"name","fields":{PEOPLE_LEVELS}}}"#);
    // Behind `John` the first value of level 1 is `Sally`, but her line begins with the tail.
    check(&wrapper("n-hlrt", &rule), &people(), PEOPLE, &expect![""]);
    let rule = format!(r#"{{"head":"","tail":"name: S","fields":{PEOPLE_LEVELS}}}"#);
    check(
        &wrapper("n-hlrt", &rule),
        &people(),
        PEOPLE,
        &expect![[r"
        (John, [(125 Maple, [(555-1234) (555-9999)]) (9 Oak, [])])"]],
    );
}

#[test]
fn a_nested_value_without_its_end_is_dropped() {
    let rule = r#"{"fields":[{"left":"<","right":">"},{"left":"[","right":"]"}]}"#;
    check(
        &wrapper("n-lr", rule),
        &flat(&["a", "b"]),
        "<1>[2",
        &expect![[r"
        (1, -)
        ! a record that begins before byte 4 has no end for field `b` and was dropped"]],
    );
}

#[test]
fn rules_that_could_run_for_ever_do_not_load() {
    let lr = |left: &str, right: &str| {
        refusal("lr", &format!(r#"{{"fields":[{{"left":"{left}","right":"{right}"}}]}}"#))
    };
    assert!(lr("", "b").starts_with("a delimiter is empty"));
    assert!(lr("a", "").starts_with("a delimiter is empty"));
    assert!(refusal("lr", r#"{"fields":[]}"#).starts_with("0 fields; a rule has 1 to 256"));
    assert!(
        refusal("oclr", r#"{"open":"","close":"","fields":[{"left":"a","right":"b"}]}"#)
            .starts_with("a delimiter is empty")
    );
    let long = "a".repeat(MAX_DELIMITER_BYTES + 1);
    assert!(lr(&long, "b").starts_with("a delimiter has 65537 bytes, more than 65536"));
    let levels = r#"{"fields":[{"left":"a","right":"b"},{"left":"","right":"b"}]}"#;
    assert!(refusal("n-lr", levels).starts_with("a delimiter is empty"));
}

#[test]
fn a_later_left_delimiter_may_be_empty() {
    let rule = r#"{"fields":[{"left":"<","right":"|"},{"left":"","right":">"}]}"#;
    check(&wrapper("lr", rule), &flat(&["a", "b"]), "<1|2>", &expect!["(1, |2)"]);
}

#[test]
fn every_part_of_a_rule_has_to_be_said() {
    let fields = r#""fields":[{"left":"a","right":"b"}]"#;
    assert!(
        refusal("hlrt", &format!(r#"{{"head":"",{fields}}}"#)).contains("missing field `tail`")
    );
    assert!(refusal("lr", &format!(r#"{{"head":"",{fields}}}"#)).contains("unknown field `head`"));
}

#[test]
fn rule_and_schema_have_to_fit() {
    let rule = wrapper("lr", COUNTRIES);
    let refused = |schema: &Schema| rule.check(schema).expect_err("they do not fit");
    assert_eq!(refused(&flat(&["country"])), "2 pairs of delimiters for 1 field");
    let nested = schema(vec![Field::new("a"), Field::nested("b", vec![Field::new("c")])]);
    assert_eq!(refused(&nested), "the field `b` repeats, which a table cannot express");
    let named = wrapper("lr", r#"{"fields":[{"field":"x","left":"a","right":"b"}]}"#);
    assert_eq!(named.check(&flat(&["y"])), Err("the schema has no field `x`".to_owned()));
    check(&named, &flat(&["y"]), "axb", &expect!["! the schema has no field `x`"]);
}

#[test]
fn what_is_saved_is_small_and_loads_equal() {
    let rule = r#"{"head":"<P>","tail":"<HR>","open":"<LI>","close":"","fields":[{"field":"a","left":"<B>","right":"</B>"}]}"#;
    let hoclrt = wrapper("hoclrt", rule);
    let saved = serde_json::to_string(&hoclrt).expect("a rule is plain data");
    assert_eq!(saved, format!(r#"{{"class":"hoclrt","program":{rule}}}"#));
}

#[test]
fn rules_are_explained_in_plain_words() {
    let rule = r#"{"head":"<P>","tail":"<HR>\n","open":"<LI>","close":"<BR>","fields":[{"field":"country","left":"\t\u00a0","right":"</B>"},{"left":"","right":"."}]}"#;
    expect![[r"
        skip to behind the first `<P>`
        for every record, from where `<LI>` begins: (until `<HR>\n` comes first)
          `country` is between `\t\u{a0}` and `</B>`
          `field 2` begins at once and ends before `.`
          skip to behind `<BR>`"]]
    .assert_eq(&wrapper("hoclrt", rule).explain().join("\n"));
    expect![[r"
        begin at the start of the page
        repeatedly the value that begins first, at most one level deeper than the last one: (until none is left)
          level 1: `field 1` is between `name: ` and `\n`
          level 2: `field 2` is between `address: ` and `\n`
          level 3: `field 3` is between `phone: ` and `\n`"]]
    .assert_eq(&wrapper("n-lr", &format!(r#"{{"fields":{PEOPLE_LEVELS}}}"#)).explain().join("\n"));
}

#[test]
fn a_page_of_openings_without_ends_is_searched_once() {
    // A search that starts again at each of the million `<` would take hours.
    let hostile = "<".repeat(1 << 20);
    let page = Page::from(hostile.as_str());
    let rule =
        r#"{"head":"","tail":"zz","fields":[{"left":"<","right":"<"},{"left":"<","right":"<"}]}"#;
    let found = wrapper("hlrt", rule).extract(&flat(&["a", "b"]), &page);
    assert_eq!(found.records.len(), (1 << 20) / 2 - 1);
    // One value per byte is more than the limit of one page.
    let rule =
        r#"{"head":"","tail":"zz","fields":[{"left":"<","right":"<"},{"left":"zz","right":"<"}]}"#;
    let found = wrapper("n-hlrt", rule).extract(&flat(&["a", "b"]), &page);
    assert_eq!(found.records.len(), 1_000_000);
    assert_eq!(found.warnings[0].to_string(), "cut at the limit of 1000000 records (byte 1000000)");
}
