//! Facts about tags in the source.

use super::super::inside_tag::tag_around;
use super::super::tag::tag_at;

#[test]
fn tags_end_at_the_first_bracket_that_is_not_quoted() {
    let end = |source: &str| tag_at(source.as_bytes(), 0).map(|tag| tag.end);
    assert_eq!(end("<a>x"), Some(Some(3)));
    assert_eq!(end("</a >x"), Some(Some(5)));
    assert_eq!(end("<a b='>'>x"), Some(Some(9)));
    assert_eq!(end("<a b=>x"), Some(Some(6)));
    assert_eq!(end("<a/b/>x"), Some(Some(6)));
    assert_eq!(end("<a b='>"), Some(None));
    assert_eq!(end("<a"), Some(None));
    for text in ["<", "< a>", "<1>", "</", "</ a>", "<!a>", "<>"] {
        assert_eq!(end(text), None, "{text}");
    }
}

/// `|` marks the place.
fn around(marked: &str) -> Option<usize> {
    tag_around(marked.replace('|', "").as_bytes(), marked.find('|').unwrap())
}

#[test]
fn a_place_is_inside_a_tag_until_its_end() {
    assert_eq!(around("x<a |>"), Some(1));
    assert_eq!(around("x<a href=|x>"), Some(1));
    assert_eq!(around("x<a b='>|'>"), Some(1));
    assert_eq!(around("x<a>|"), None);
    assert_eq!(around("x|<a>"), None);
    assert_eq!(around("x< a |>"), None);
}

#[test]
fn markup_in_values_is_seen_through() {
    assert_eq!(around("<a title='<b>x</b>' alt='|'>"), Some(0));
    assert_eq!(around("<a title='<b>x</b>' alt='y'>|"), None);
}

#[test]
fn the_end_of_a_script_ends_the_search() {
    assert_eq!(around("<script>a<b x='y</script><p>|"), None);
}

#[test]
fn the_search_is_bounded() {
    let far = format!("<a title='{}|", "<b></b>".repeat(20));
    assert_eq!(around(&far), None);
    let long = format!("<a title='{}|", "x".repeat(70_000));
    assert_eq!(around(&long), None);
}
