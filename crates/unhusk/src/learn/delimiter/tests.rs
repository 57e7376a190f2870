use super::interval::{self, Interval, Side};
use super::*;
use crate::example::{Example, Label, LabelCell, LabelledRecord, Place, Target};
use crate::page::{Page, Span};
use crate::record::{Field, Schema};

const ROWS: &str = "<B>Congo</B> <I>242</I><BR>\n<B>Egypt</B> <I>20</I><BR>\n<B>Belize</B> <I>501</I><BR>\n<B>Spain</B> <I>34</I><BR>\n";

/// P1: a title, the rows, and nothing that looks like a row.
fn p1() -> String {
    format!("<HTML><TITLE>Some Country Codes</TITLE><BODY>\n{ROWS}</BODY></HTML>")
}

/// P2: head and tail look like rows.
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

/// The spans of values that stand, one after the other, behind `from`.
fn spans(source: &str, from: usize, values: &[&str]) -> Vec<Span> {
    let mut at = from;
    values
        .iter()
        .map(|value| {
            let start = at + source[at..].find(value).expect("the value is on the page");
            at = start + value.len();
            Span::new(start, at)
        })
        .collect()
}

fn countries(source: &str) -> Vec<Span> {
    let values = ["Congo", "242", "Egypt", "20", "Belize", "501", "Spain", "34"];
    spans(source, source.find("Congo").expect("rows"), &values)
}

fn label(span: Span) -> LabelCell {
    let place = Place { span, target: Target::Range };
    LabelCell::One(Label { candidates: vec![place], text: None })
}

fn example<'p>(page: &'p Page, n_fields: usize, values: &[Span]) -> Example<'p> {
    let record = |values: &[Span]| LabelledRecord {
        cells: values.iter().map(|&span| label(span)).collect(),
    };
    Example {
        name: "page".to_owned(),
        page,
        complete: true,
        records: values.chunks(n_fields).map(record).collect(),
        negatives: Vec::new(),
    }
}

fn set<'p>(fields: &[&str], examples: Vec<Example<'p>>) -> TrainingSet<'p> {
    let fields = fields.iter().map(|name| Field::new(*name)).collect();
    TrainingSet::from_examples(Schema::new(fields).expect("usable names"), examples)
}

/// All valid delimiters, shortest first.
fn valid<'p>(interval: &Interval<'p>, side: Side) -> Vec<&'p str> {
    interval.lengths(side).filter_map(|length| interval.delimiter(side, length)).collect()
}

/// The fragments of one page of countries.
fn with_fragments(source: &str, check: impl FnOnce(&Fragments<'_>)) {
    let page = Page::from(source);
    let set = set(&["country", "code"], vec![example(&page, 2, &countries(source))]);
    let places = vec![
        countries(source).chunks(2).map(|row| row.iter().copied().map(Some).collect()).collect(),
    ];
    check(&Fragments::of(&Layout::new(&set, &places).expect("a table")));
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
        assert_eq!(valid(&l1, Side::Left), ["B>", "<B>", "\n<B>", ">\n<B>"]);
        let l2 = interval::left(pages, &fragments.inner[1], &[]).expect("l2");
        assert_eq!(
            valid(&l2, Side::Left),
            ["I>", "<I>", " <I>", "> <I>", "B> <I>", "/B> <I>", "</B> <I>"]
        );
        let r1 = interval::right(pages, &fragments.stops[0]).expect("r1");
        let prefixes = ["<", "</", "</B", "</B>", "</B> ", "</B> <", "</B> <I", "</B> <I>"];
        assert_eq!(valid(&r1, Side::Right), prefixes);
        let r2 = interval::right(pages, &fragments.stops[1]).expect("r2");
        assert_eq!(valid(&r2, Side::Right).len(), 10);
        assert_eq!(valid(&r2, Side::Right)[9], "</I><BR>\n<");
    });
}

#[test]
fn p2_has_no_first_left_delimiter_without_head_and_tail() {
    with_fragments(&p2(), |fragments| {
        assert_eq!(interval::common_left(&fragments.pages, &fragments.outer()), Ok(">\n<B>"));
        assert!(interval::left(&fragments.pages, &fragments.outer(), &fragments.tails).is_err());
    });
}

fn lr(source: &str, preference: Preference) -> Result<Vec<String>, String> {
    let page = Page::from(source);
    let set = set(&["country", "code"], vec![example(&page, 2, &countries(source))]);
    let learner = LrLearner::from(Settings { preference, ..Settings::default() });
    let learned = learner.learn(&set).map_err(|error| error.to_string())?;
    let pairs = learned.wrapper.fields.iter();
    Ok(pairs.flat_map(|pair| [pair.left.to_string(), pair.right.to_string()]).collect())
}

use super::super::Preference;

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
