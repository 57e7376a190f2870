//! The books of the paper in both orders, and one test for each construct of an expression.

use super::super::tests::check;
use super::super::tokens::{TokenCorpus, TokenUnit};
use super::{BASELINE, expression};
use unhusk_page::Page;

fn check_expression(sources: &[&str], expected: &str) {
    let pages: Vec<Page> = sources.iter().map(|source| Page::from(*source)).collect();
    let corpus = TokenCorpus::new(&pages.iter().collect::<Vec<_>>(), TokenUnit::Text);
    assert_eq!(expression(&corpus).to_string(), expected, "of {sources:?}");
}

const SMITH: &str = "<HTML>Books of:<B>John Smith</B><UL><LI><I>Title:</I>DB Primer</LI>\
    <LI><I>Title:</I>Comp. Sys.</LI></UL></HTML>";
const JONES: &str = "<HTML>Books of:<B>Paul Jones</B><IMG src=a.png><UL><LI><I>Title:</I>XML at Work</LI>\
    <LI><I>Title:</I>HTML Scripts</LI><LI><I>Title:</I>Javascript</LI></UL></HTML>";
const BOOKS: &str =
    "<html>Books of:<b>#PCDATA</b>(<img ..>)?<ul>(<li><i>Title:</i>#PCDATA</li>)+</ul></html>";

#[test]
fn the_books_of_the_paper_give_its_expression_in_both_orders() {
    check_expression(&[SMITH, JONES], BOOKS);
    check_expression(&[JONES, SMITH], BOOKS);
}

#[test]
fn every_title_is_read() {
    let titles = "DB Primer, Comp. Sys. | XML at Work, HTML Scripts, Javascript";
    check(&BASELINE, &[SMITH, JONES], &["John Smith | Paul Jones", titles]);
}

#[test]
fn a_repeat_may_have_several_elements() {
    check_expression(
        &["<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d</dd></dl>", "<dl><dt>e</dt><dd>f</dd></dl>"],
        "<dl>(<dt>#PCDATA</dt><dd>#PCDATA</dd>)+</dl>",
    );
}

#[test]
fn a_repeat_may_be_a_line() {
    check_expression(&["<p>a<br>b<br>c<br></p>", "<p>d<br></p>"], "<p>(#PCDATA<br>)+</p>");
}

/// The second item of the first page has an `<i>`; that of the second page has none, nor has the third.
#[test]
fn repeats_may_have_options() {
    check_expression(
        &["<ul><li>a</li><li>b<i>!</i></li></ul>", "<ul><li>c</li><li>d</li><li>e</li></ul>"],
        "<ul>(<li>#PCDATA(<i>!</i>)?</li>)+</ul>",
    );
}

#[test]
fn repeats_may_hold_repeats() {
    let pages = [
        "<ul><li>A<ol><li>1</li><li>2</li></ol></li><li>B<ol><li>3</li></ol></li></ul>",
        "<ul><li>C<ol><li>4</li></ol></li></ul>",
    ];
    let expected = "<ul>(<li>#PCDATA<ol>(<li>#PCDATA</li>)+</ol></li>)+</ul>";
    check_expression(&pages, expected);
    check(&BASELINE, &pages, &["A, B | C", "1, 2, 3 | 4"]);
}

#[test]
fn an_option_becomes_data_when_a_third_page_has_it() {
    let pages = ["<p>a</p>", "<p>b</p><i>c</i>", "<p>d</p><i>e</i>"];
    check_expression(&pages, "<p>#PCDATA</p>(<i>#PCDATA</i>)?");
    check(&BASELINE, &pages, &["a | b | d", " | c | e"]);
}

/// There are no alternatives, so the second page is skipped.
#[test]
fn another_tag_at_the_same_place_has_no_expression() {
    check_expression(&["<p><b>x</b></p>", "<p><i>y</i></p>"], "<p><b>x</b></p>");
}
