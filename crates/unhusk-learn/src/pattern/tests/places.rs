//! Where values stand, learnt from one record.

use super::learning::check;

#[test]
fn a_value_of_several_nodes_is_the_innermost_element() {
    // The value is all of `a`, and of `li`, which has more in other records.
    let page = "<ul><li class=hit><a>one <b>tree</b></a><div> </div>\
        <li class=hit><a>two</a><div>About two</div><li class=hit><a>three</a><div>About three</div></ul>";
    let labels = r#""complete": false, "records": [{"name": "one tree"}]"#;
    check(&[(page, labels)], page, &["one tree", "two", "three"]);
}

#[test]
fn an_element_with_blocks_beside_or_instead_of_a_value_is_not_the_value() {
    // `div` is no more than the price of the first record. It is always there, but not always a price.
    let page = "<ul><li><h2>Cup</h2><div><span>$1</span></div><li><h2>Mug</h2><div><p>Was $3</p><p>Now $2</p></div>\
        <li><h2>Pot</h2><div><span>$4</span></div></ul>";
    let labels = r#""complete": false, "records": [{"name": "Cup", "price": "$1"}]"#;
    check(&[(page, labels)], page, &["Cup+$1", "Mug+-", "Pot+$4"]);
}

#[test]
fn the_element_that_holds_a_value_may_have_paragraphs_elsewhere() {
    let page = "<ul><li><h2>Cup</h2><div>Blue.</div><li><h2>Mug</h2><div><p>Red.</p><p>Old.</p></div>\
        <li><h2>Pot</h2><div>Green.</div></ul>";
    let labels = r#""complete": false, "records": [{"name": "Cup", "about": "Blue."}]"#;
    check(&[(page, labels)], page, &["Cup+Blue.", "Mug+Red. Old.", "Pot+Green."]);
}

#[test]
fn two_fields_that_say_the_same_have_a_place_each() {
    let page = "<ul><li><h2><a>one tree</a></h2><p>one <b>tree</b></p>\
        <li><h2><a>two</a></h2><p>About <b>two</b></p><li><h2><a>three</a></h2><p>About three</p></ul>";
    let labels = r#""complete": false, "records": [{"name": "one tree", "about": "one tree"}]"#;
    let all = ["one tree+one tree", "two+About two", "three+About three"];
    check(&[(page, labels)], page, &all);
}

#[test]
fn an_element_that_is_a_value_may_hold_no_text_of_its_own() {
    let page = "<ul><li><a>one</a><li><a>two <b>trees</b></a><li><a>three</a></ul>";
    let labels = r#""complete": false, "records": [{"name": "one"}]"#;
    check(&[(page, labels)], "<ul><li><a><b>Trees</b></a></ul>", &["Trees"]);
}

#[test]
fn dashes_say_that_there_is_no_value() {
    let page = "<ul><li><b>Ann</b><i>Oslo</i><li><b>Bob</b><i>--</i><li><b>Cid</b><i>Rome</i><li><b>Dan</b><i>&mdash;</i></ul>";
    let labels = r#""complete": false, "records": [{"name": "Ann", "place": "Oslo"}]"#;
    check(&[(page, labels)], page, &["Ann+Oslo", "Bob+-", "Cid+Rome", "Dan+-"]);
}

#[test]
fn dashes_that_are_labelled_are_a_value() {
    let page = "<ul><li><b>Ann</b><i>Oslo</i><li><b>Bob</b><i>--</i><li><b>Cid</b><i>Rome</i></ul>";
    let labels = r#""complete": false, "records": [{"name": "Bob", "place": "--"}]"#;
    check(&[(page, labels)], page, &["Ann+Oslo", "Bob+--", "Cid+Rome"]);
}

#[test]
fn what_holds_several_values_may_be_missing_with_them() {
    let page = "<ul><li class=r><b>Ann</b><div class=more><i>Oslo</i><u>1901</u></div>\
        <li class=r><b>Bob</b><div class=more><i>Rome</i><u>1902</u></div></ul>";
    let labels =
        r#""complete": false, "records": [{"name": "Ann", "place": "Oslo", "year": "1901"}]"#;
    let next = "<ul><li class=r><b>Cid</b><li class=r><b>Dan</b><div class=more><i>Bern</i><u>1903</u></div></ul>";
    check(&[(page, labels)], next, &["Cid+-+-", "Dan+Bern+1903"]);
}
