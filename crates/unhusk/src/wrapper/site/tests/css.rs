use crate::wrapper::site::css::Css;
use crate::wrapper::site::{Clue, NodeRule, What};

fn css(clues: &[(What, &str)]) -> Option<String> {
    let clue = |&(what, says): &(What, &str)| Clue { what, at: 0, says: says.to_owned() };
    let rule = NodeRule { weight: 1, clues: clues.iter().map(clue).collect() };
    Css::of_rule(&rule).map(|css| css.to_string())
}

#[test]
fn paths_classes_ids_and_tokens_are_selectors() {
    assert_eq!(css(&[(What::Path, "b<td")]).as_deref(), Some("td > b"));
    assert_eq!(css(&[(What::Class, "b<td.price")]).as_deref(), Some("td.price > b"));
    assert_eq!(css(&[(What::Id, "b<#main")]).as_deref(), Some("#main > b"));
    let token = css(&[(What::Token, "span@itemprop=price")]);
    assert_eq!(token.as_deref(), Some("span[itemprop~=\"price\"]"));
}

#[test]
fn clues_of_one_rule_are_one_selector() {
    let both = css(&[(What::Class, "b.x"), (What::Class, "b<td.y"), (What::Path, "b<td<tr")]);
    assert_eq!(both.as_deref(), Some("tr > td.y > b.x"));
    assert_eq!(css(&[(What::Path, "b"), (What::Path, "i")]), None);
    assert_eq!(css(&[(What::Path, "b"), (What::TextBefore, "price")]), None);
}

#[test]
fn odd_names_are_escaped_or_not_said() {
    assert_eq!(css(&[(What::Class, "p.md:w-1/2")]).as_deref(), Some(r"p.md\:w-1\/2"));
    assert_eq!(css(&[(What::Class, "p.2up")]), None);
    assert_eq!(css(&[(What::Class, "p.a<b")]), None);
    assert_eq!(css(&[(What::Class, "nothing")]), None);
    assert_eq!(css(&[(What::Path, "")]), None);
}
