//! Which nodes that look like an example are examples.

use super::learning::check;

/// Two lists of records that look alike.
fn page(first: &str, second: &str) -> String {
    format!(
        "<div id={first}><p class=hit><a>Trees</a><i>1</i><p class=hit><a>Woods</a><i>2</i></div>\
         <div id={second}><p class=hit><a>Saws</a><i>3</i><p class=hit><a>Axes</a><i>4</i></div>"
    )
}

#[test]
fn lists_with_names_of_their_own_are_different_lists() {
    let labels = r#""complete": false, "records": [{"name": "Trees", "n": "1"}]"#;
    let page = page("results", "related");
    check(&[(&page, labels)], &page, &["Trees+1", "Woods+2"]);
    let next = "<div id=related><p class=hit><a>Nails</a><i>5</i></div>\
        <div id=results><p class=hit><a>Roots</a><i>6</i></div>";
    check(&[(&page, labels)], next, &["Roots+6"]);
}

#[test]
fn numbered_lists_are_one() {
    let labels = r#""complete": false, "records": [{"name": "Trees", "n": "1"}]"#;
    let page = page("row1", "row2");
    check(&[(&page, labels)], &page, &["Trees+1", "Woods+2", "Saws+3", "Axes+4"]);
}
