//! Rules in `XPath` and CSS. Expected values come from the meaning of the clues.

use super::{From, Language, render};
use crate::site::{Clue, ClueKind, Feature, NodeRule, NodeTarget};

fn rule(clues: &[(ClueKind, u8, &str)]) -> NodeRule {
    let clue = |&(kind, at, text): &(ClueKind, u8, &str)| Clue::parse(Feature::new(kind, at), text);
    NodeRule { weight: 1, clues: clues.iter().map(clue).collect() }
}

fn written(language: Language, from: From, clues: &[(ClueKind, u8, &str)]) -> String {
    let rendered = render(&rule(clues), &NodeTarget::Text, language, from);
    match rendered.first() {
        None => "nothing".to_owned(),
        Some(first) if first.left_out.is_empty() => first.text.clone(),
        Some(first) => format!("{} without {:?}", first.text, first.left_out),
    }
}

fn xpath(clues: &[(ClueKind, u8, &str)]) -> String {
    written(Language::Xpath, From::Page, clues)
}

fn css(clues: &[(ClueKind, u8, &str)]) -> String {
    written(Language::Css, From::Page, clues)
}

#[test]
fn paths_classes_ids_and_tokens_are_selectors() {
    assert_eq!(css(&[(ClueKind::Path, 2, "b<td")]), "td > b");
    assert_eq!(css(&[(ClueKind::Class, 1, "b<td.price")]), "td.price > b");
    assert_eq!(css(&[(ClueKind::Id, 0, "b<#main")]), "#main > b");
    assert_eq!(css(&[(ClueKind::Token, 0, "span@itemprop=price")]), "span[itemprop~=\"price\"]");
    assert_eq!(xpath(&[(ClueKind::Path, 2, "b<td")]), "//td/b/text()");
    assert_eq!(
        xpath(&[(ClueKind::Class, 1, "b<td.price")]),
        "//td[contains(concat(' ', normalize-space(@class), ' '), ' price ')]/b/text()"
    );
    assert_eq!(xpath(&[(ClueKind::Id, 0, "b<#main")]), "//*[@id='main']/b/text()");
}

#[test]
fn clues_of_one_rule_are_one_selector() {
    let all = [
        (ClueKind::Class, 0, "b.x"),
        (ClueKind::Class, 1, "b<td.y"),
        (ClueKind::Path, 3, "b<td<tr"),
    ];
    assert_eq!(css(&all), "tr > td.y > b.x");
    assert_eq!(css(&[(ClueKind::Path, 1, "b"), (ClueKind::Path, 1, "i")]), "nothing");
    assert_eq!(
        css(&[(ClueKind::Path, 1, "b"), (ClueKind::TextBefore, 1, "price")]),
        "b without [TextBefore]"
    );
}

#[test]
fn odd_names_are_escaped_or_left_out() {
    assert_eq!(css(&[(ClueKind::Class, 0, "p.md:w-1/2")]), r"p.md\:w-1\/2");
    assert_eq!(css(&[(ClueKind::Class, 0, "p.2up")]), r"p.\32 up");
    assert_eq!(css(&[(ClueKind::Class, 0, "p.-2")]), r"p.-\32 ");
    assert_eq!(css(&[(ClueKind::Class, 0, "p.a\"b\\")]), r#"p.a\"b\\"#);
    assert_eq!(css(&[(ClueKind::Class, 0, "p.a<b")]), r"p.a\<b");
    assert_eq!(css(&[(ClueKind::Class, 0, "nothing")]), "nothing");
    assert_eq!(css(&[(ClueKind::Path, 1, "")]), "nothing");
    assert_eq!(css(&[(ClueKind::Class, 0, "p.a\u{2028}b")]), "nothing");
    assert_eq!(xpath(&[(ClueKind::Path, 1, "p]/x")]), "nothing");
    assert_eq!(xpath(&[(ClueKind::Path, 1, "svg:g")]), "nothing");
}

#[test]
fn quotes_in_texts_cannot_end_a_literal() {
    let id = |id: &str| xpath(&[(ClueKind::Id, 0, &format!("b<#{id}"))]);
    assert_eq!(id("it's"), "//*[@id=\"it's\"]/b/text()");
    assert_eq!(id("a'b\"c"), "//*[@id=concat('a', \"'\", 'b\"c')]/b/text()");
    assert_eq!(id("a\nb"), "//*/b/text() without [Id]");
}

#[test]
fn positions_count_from_both_ends_and_texts_without_blanks() {
    assert_eq!(
        xpath(&[(ClueKind::Positions, 2, "[2]td[3]<tr[1]")]),
        "//tr[1]/td[3]/text()[normalize-space()][2]"
    );
    assert_eq!(
        xpath(&[(ClueKind::PositionsFromEnd, 2, "[-1]td[-2]<tr[-1]")]),
        "//tr[last()]/td[last()-1]/text()[normalize-space()][last()]"
    );
    assert_eq!(css(&[(ClueKind::Positions, 1, "[1]td[3]")]), "td:nth-of-type(3)");
    assert_eq!(css(&[(ClueKind::Positions, 1, "[2]td[3]")]), "td:nth-of-type(3) without [Place]");
}

#[test]
fn a_tbody_that_parsers_may_add_is_not_named() {
    assert_eq!(xpath(&[(ClueKind::Path, 4, "td<tr<tbody<table")]), "//table//tr/td/text()");
    assert_eq!(xpath(&[(ClueKind::Path, 3, "td<tr<tbody")]), "//tr/td/text()");
    assert_eq!(css(&[(ClueKind::Path, 4, "td<tr<tbody<table")]), "table tr > td");
    assert_eq!(
        xpath(&[(ClueKind::Class, 2, "td<tr<tbody.x")]),
        "//tbody[contains(concat(' ', normalize-space(@class), ' '), ' x ')]/tr/td/text()"
    );
}

#[test]
fn a_text_is_reached_from_its_label() {
    let lower = "normalize-space(translate(., 'ABCDEFGHIJKLMNOPQRSTUVWXYZ\u{a0}:()', \
                 'abcdefghijklmnopqrstuvwxyz '))";
    assert_eq!(
        xpath(&[(ClueKind::TextBefore, 1, "by"), (ClueKind::Path, 1, "td")]),
        format!("//text()[{lower}='by']/following::text()[normalize-space()][1][parent::td]")
    );
    assert_eq!(
        xpath(&[(ClueKind::TextBefore, 2, "price")]),
        format!(
            "//text()[{lower}='price' or {lower}='prices']/following::text()[normalize-space()][2]"
        )
    );
    assert_eq!(xpath(&[(ClueKind::TextBefore, 1, "# reviews")]), "nothing");
}

#[test]
fn a_record_is_part_of_its_own_fields_paths() {
    let inside = |clues: &[_]| written(Language::Xpath, From::Record, clues);
    assert_eq!(inside(&[(ClueKind::Path, 1, "b")]), "descendant-or-self::b/text()");
    assert_eq!(inside(&[(ClueKind::WholePath, 0, "b<li<")]), "self::li/b/text()");
    assert_eq!(
        inside(&[(ClueKind::Positions, 1, "[1]b[2]")]),
        ".//b[2]/text()[normalize-space()][1]"
    );
}
