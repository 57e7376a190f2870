//! Scopes of recognizers on pages.

use super::found;
use crate::example::recognize::{MatchExtent, Recognizer, RecognizerError, SearchScope};

fn words(words: &[&str]) -> Recognizer {
    Recognizer::words(words).expect("there are words")
}

#[test]
fn references_are_decoded_and_white_space_is_folded() {
    let source = "<p>Tom &amp;\n  Jerry</p>";
    assert_eq!(found(&words(&["Tom & Jerry"]), source), ["Tom &amp;\n  Jerry"]);
}

#[test]
fn hidden_text_is_not_found() {
    let source = "<title>x</title><script>Congo</script><style>Congo</style><!-- Congo --><b title=Congo>Congo</b>";
    assert_eq!(found(&words(&["Congo"]), source).len(), 1);
}

#[test]
fn attribute_values_and_the_source_can_be_searched() {
    let source = "<a href='/p/7?x=1&amp;y=2'>seven</a>";
    let links = Recognizer::pattern("^/p/.*$").expect("it compiles");
    assert_eq!(found(&links, source), Vec::<String>::new());
    assert_eq!(found(&links.in_scope(SearchScope::Attributes), source), ["/p/7?x=1&amp;y=2"]);
    let raw =
        Recognizer::pattern("href='([^']*)'").expect("it compiles").in_scope(SearchScope::Source);
    assert_eq!(found(&raw, source), ["/p/7?x=1&amp;y=2"]);
}

#[test]
fn the_first_group_of_a_pattern_is_the_value() {
    let pattern = Recognizer::pattern(r"Price: (\d+)|(\d+) coins").expect("it compiles");
    assert_eq!(found(&pattern, "<p>Price: 12</p><p>7 coins</p>"), ["12", "7"]);
}

#[test]
fn whole_texts_can_be_asked_for() {
    let source = "<td>12</td><td> 13 </td><td>14 mugs</td>";
    let whole = Recognizer::pattern(r"\d+").expect("it compiles").with_extent(MatchExtent::Whole);
    assert_eq!(found(&whole, source), ["12", "13"]);
}

#[test]
fn the_longest_word_of_a_list_counts_and_none_cuts_another() {
    let list = words(&["Niger", "Guinea", "Equatorial Guinea"]);
    assert_eq!(
        found(&list, "<p>Equatorial Guinea, Nigeria, Niger"),
        ["Equatorial Guinea", "Niger"]
    );
}

#[test]
fn bad_patterns_and_lists_are_reported() {
    let error = |pattern: &str| Recognizer::pattern(pattern).expect_err("it is bad").to_string();
    let unclosed = error("(a");
    assert!(
        unclosed.starts_with("the pattern is no regular expression: unclosed group"),
        "{unclosed}"
    );
    assert!(error("[0-9]{1000}{1000}{10}").contains("too large"));
    assert!(error("a*").contains("matches the empty text"));
    let empty = Recognizer::words(&["", "  "]).expect_err("there is no word");
    assert_eq!(empty, RecognizerError::NoWords);
}

#[test]
fn an_amount_may_consist_of_several_nodes() {
    let money = Recognizer::built_in("money").expect("it is built in");
    let source = "<p><sup>$</sup><b>20.00</b></p><p>now <i>$</i>7<br>was $9</p>";
    assert_eq!(found(&money, source), ["$</sup><b>20.00", "$</i>7", "$9"]);
    // A price and the number of the next cell are not one amount, nor are a number and the price behind it.
    assert_eq!(found(&money, "<table><tr><td>$5</td><td>120</td></tr></table>"), ["$5"]);
    assert_eq!(found(&money, "<p><b>3</b> <i>$20</i></p>"), ["$20"]);
    let number = Recognizer::built_in("number").expect("it is built in");
    assert_eq!(found(&number, "<p><b>1</b><i>2</i></p>"), ["1", "2"]);
}
