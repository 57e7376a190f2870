//! The example pages of the papers, with the published results.

use super::super::hlrt::frame_of;
use super::super::interval::{self, AffixSide, Interval};
use super::super::*;
use super::{ROWS, countries, example, set};
use crate::Preference;
use unhusk_page::{Page, Span};
use unhusk_wrapper::delimiter::Pairs;

/// P1: a title, the rows, and nothing similar to a row.
fn p1() -> String {
    format!("<HTML><TITLE>Some Country Codes</TITLE><BODY>\n{ROWS}</BODY></HTML>")
}

/// P2: head and tail are similar to rows.
fn p2() -> String {
    format!(
        "<HTML><TITLE>Some Country Codes</TITLE><BODY>\n<B>Some Country Codes</B><P>\n{ROWS}<HR><B>End</B></BODY></HTML>"
    )
}

/// P2': the page as printed in 1997, with other line breaks.
fn p2_printed() -> String {
    format!(
        "<HTML><TITLE>Some Country Codes</TITLE>\n<BODY><B>Some Country Codes</B><P>\n{ROWS}<HR><B>End</B></BODY></HTML>"
    )
}

/// All valid delimiters, shortest first.
fn valid<'p>(interval: &Interval<'p>, side: AffixSide) -> Vec<&'p str> {
    interval.lengths(side).filter_map(|length| interval.delimiter(side, length)).collect()
}

/// The fragments of one page of countries.
fn with_fragments(source: &str, check: impl FnOnce(&Fragments<'_>)) {
    let page = Page::from(source);
    let set = set(&["country", "code"], vec![example(&page, 2, &countries(source))]);
    let places = vec![
        countries(source).chunks(2).map(|row| row.iter().copied().map(Some).collect()).collect(),
    ];
    check(&Fragments::of(&TableLayout::new(&set, &places).expect("a table")));
}

#[test]
fn p1_is_labelled_as_in_the_paper() {
    let expected =
        [(49, 54), (62, 65), (77, 82), (90, 92), (104, 110), (118, 121), (133, 138), (146, 148)];
    assert_eq!(countries(&p1()), expected.map(|(start, end)| Span::new(start, end)));
}

#[test]
fn p1_has_the_valid_delimiters_of_the_paper() {
    with_fragments(&p1(), |fragments| {
        let pages = &fragments.pages;
        let l1 = interval::left(pages, &fragments.outer(), &fragments.tails).expect("l1");
        assert_eq!(valid(&l1, AffixSide::Left), ["B>", "<B>", "\n<B>", ">\n<B>"]);
        let l2 = interval::left(pages, &fragments.inner[1], &[]).expect("l2");
        assert_eq!(
            valid(&l2, AffixSide::Left),
            ["I>", "<I>", " <I>", "> <I>", "B> <I>", "/B> <I>", "</B> <I>"]
        );
        let r1 = interval::right(pages, &fragments.stops[0]).expect("r1");
        let prefixes = ["<", "</", "</B", "</B>", "</B> ", "</B> <", "</B> <I", "</B> <I>"];
        assert_eq!(valid(&r1, AffixSide::Right), prefixes);
        let r2 = interval::right(pages, &fragments.stops[1]).expect("r2");
        assert_eq!(valid(&r2, AffixSide::Right).len(), 10);
        assert_eq!(valid(&r2, AffixSide::Right)[9], "</I><BR>\n<");
    });
}

#[test]
fn p2_has_no_first_left_delimiter_without_head_and_tail() {
    with_fragments(&p2(), |fragments| {
        assert_eq!(interval::common_left(&fragments.pages, &fragments.outer()), Ok(">\n<B>"));
        assert!(interval::left(&fragments.pages, &fragments.outer(), &fragments.tails).is_err());
    });
}

fn learn<W: TableClass + Into<AnyWrapper>>(
    source: &str,
    preference: Preference,
) -> Result<W, String> {
    let page = Page::from(source);
    let set = set(&["country", "code"], vec![example(&page, 2, &countries(source))]);
    let learner = TableLearner::<W>::from(Settings { preference, ..Settings::default() });
    learner.learn(&set).map(|learned| learned.wrapper).map_err(|error| error.to_string())
}

fn lr(source: &str, preference: Preference) -> Result<Vec<String>, String> {
    learn::<Lr>(source, preference).map(|wrapper| strings(&wrapper.fields))
}

fn strings(pairs: &Pairs) -> Vec<String> {
    pairs.iter().flat_map(|pair| [pair.left.to_string(), pair.right.to_string()]).collect()
}

#[test]
fn p1_is_learnt_by_lr() {
    let strict = [">\n<B>", "</B> <I>", "</B> <I>", "</I><BR>\n<"];
    assert_eq!(lr(&p1(), Preference::Strict).expect("fits"), strict);
    assert_eq!(lr(&p1(), Preference::Robust).expect("fits"), ["<B>", "</B>", "<I>", "</I>"]);
}

#[test]
fn p2_is_too_much_for_lr_but_not_as_it_was_printed() {
    let error = lr(&p2(), Preference::Robust).expect_err("no LR wrapper fits");
    assert_eq!(
        error,
        "no `lr` wrapper fits: field `country`: every common left delimiter also occurs where no value follows: \
         page bytes 44-49 `/TITLE><BODY> <B>Some Country`; page bytes 78-83 `s</B><P> <B>Congo</B> <I>242<`"
    );
    let found = lr(&p2_printed(), Preference::Robust).expect("fits");
    assert!([">\n<B>", "\n<B>"].contains(&found[0].as_str()));
}

#[test]
fn p2_is_learnt_by_hlrt() {
    let robust: Hlrt = learn(&p2(), Preference::Robust).expect("fits");
    assert_eq!(strings(&robust.fields), ["<B>", "</B>", "<I>", "</I>"]);
    assert_eq!((&*robust.head, &*robust.tail), ("<P>", "<HR>"));
    let strict: Hlrt = learn(&p2(), Preference::Strict).expect("fits");
    assert_eq!(strict.fields[0].left.to_string(), ">\n<B>");
    assert!(strict.head.len() > "<P".len());
    assert!(strict.tail.starts_with("<HR>") && strict.tail.len() > 4);
}

#[test]
fn p2_has_heads_and_tails_that_do_not_fit() {
    with_fragments(&p2(), |fragments| {
        let frame = frame_of(fragments).expect("a left delimiter");
        let fits = |head: &str, tail: &str| {
            let starts = frame.starts(head).expect("on the page");
            frame.starts_fit(3, &starts)
                && frame.tail_fits(&[3], tail)
                && frame.tail_fits_heads(3, tail, &starts)
        };
        assert!(fits("<P>", "<HR>"));
        assert!(!fits("<TITLE>", "<HR>"));
        assert!(!fits("<P>", "</HTML>"));
    });
}

/// The fragments of a page with one value.
fn with_value(source: &str, span: Span, check: impl FnOnce(&Fragments<'_>)) {
    let page = Page::from(source);
    let set = set(&["a"], vec![example(&page, 1, &[span])]);
    check(&Fragments::of(&TableLayout::new(&set, &vec![vec![vec![Some(span)]]]).expect("a table")));
}

#[test]
fn a_right_delimiter_that_straddles_the_end_of_a_value_is_not_valid() {
    // `abab` directly follows the value `xab`, but also begins inside it.
    with_value("xababab.", Span::new(0, 3), |fragments| {
        let right = interval::right(&fragments.pages, &fragments.stops[0]).expect("r1");
        assert_eq!(valid(&right, AffixSide::Right), ["abab."]);
    });
}

#[test]
fn a_right_delimiter_may_reach_into_the_next_value_if_nothing_shorter_does() {
    // `a` follows `xa`, but is found too early; `ab` is not.
    let page = Page::from("<xaab>");
    let values = [Span::new(1, 3), Span::new(4, 5)];
    let learned = LrLearner::default().learn(&set(&["x", "y"], vec![example(&page, 2, &values)]));
    let pairs = learned.expect("fits").wrapper.fields;
    assert_eq!(strings(&pairs), ["<", "ab", "a", ">"]);
}

#[test]
fn a_tail_that_straddles_the_end_of_a_head_ends_the_reading() {
    // An empty value at 2. With the head `b`, `bb` begins at 1, before reading could go on.
    with_value("bbbbab", Span::new(2, 2), |fragments| {
        let frame = frame_of(fragments).expect("a left delimiter");
        let starts = frame.starts("b").expect("on the page");
        assert!(frame.starts_fit(1, &starts) && frame.tail_fits(&[1], "bb"));
        assert!(!frame.tail_fits_heads(1, "bb", &starts));
    });
}
