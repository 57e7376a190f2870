//! The methods `kl` and `luti`, from labels to records.

use unhusk_learn::example::{Labels, Strictness, TrainingSet};
use unhusk_learn::{Settings, find_method};
use unhusk_page::{Page, Warning};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::record::{Cell, Record};

/// Learns `method` from labels (their `pages` without the frame) on pages.
fn learn(method: &str, labels: &str, pages: &[&Page]) -> Result<Wrapper, String> {
    let labels = format!(r#"{{"unhusk": "labels/1", "pages": [{labels}]}}"#);
    let labels = Labels::parse("labels.json", &labels).map_err(|error| error.to_string())?;
    let pages: Vec<(usize, &Page)> = pages.iter().copied().enumerate().collect();
    let set =
        TrainingSet::new(&labels, &pages, Strictness::Strict).map_err(|error| error.to_string())?;
    let method = find_method(method).expect("a method");
    let learned = method.learn(&set, &Settings::default()).map_err(|error| error.to_string())?;
    let file = Wrapper::new(
        set.schema().clone(),
        learned.wrapper,
        unhusk_learn::provenance(method.name, &set),
    );
    let loaded = Wrapper::from_json(&file.to_json()).expect("what was saved loads");
    assert_eq!(loaded, file, "save and load");
    Ok(loaded)
}

fn show(records: &[Record<'_>]) -> String {
    let cell = |cell: &Cell<'_>| match cell {
        Cell::Absent => "-".to_owned(),
        Cell::One(value) => value.text.to_string(),
        Cell::Many(values) => values.iter().map(|value| &*value.text).collect::<Vec<_>>().join("+"),
        Cell::Nested(_) => "nested".to_owned(),
    };
    let record = |record: &Record<'_>| record.cells.iter().map(cell).collect::<Vec<_>>().join(" ");
    records.iter().map(record).collect::<Vec<_>>().join(", ")
}

const PAPERS: &str = "<html><body><h4>Search results for <i>search term</i></h4>
    <p><b><a>title1</a></b> <a>author1</a></p><p><b><a>title2</a></b> <a>author2</a></p>
    <p><b><a>title3</a></b> <a>author3</a></p>
    <center><b><a>Prev</a></b> <a>1</a> 2 <a>3</a> <b><a>Next</a></b></center></body></html>";

const PAPERS_LABELS: &str = r#"{"path": "1.html", "records": [
    {"title": "title1", "author": "author1"}, {"title": "title2", "author": "author2"},
    {"title": "title3", "author": "author3"}]}"#;

#[test]
fn fields_that_take_turns_make_records() {
    let page = Page::from(PAPERS);
    let other = Page::from(&*PAPERS.replace("title", "Title ").replace("author", "Author "));
    for method in ["kl", "luti"] {
        let wrapper = learn(method, PAPERS_LABELS, &[&page]).expect("a wrapper");
        assert_eq!(
            show(&wrapper.extract(&page).records),
            "title1 author1, title2 author2, title3 author3",
            "{method}"
        );
        assert_eq!(
            show(&wrapper.extract(&other).records),
            "Title 1 Author 1, Title 2 Author 2, Title 3 Author 3"
        );
    }
}

#[test]
fn the_saved_rule_is_the_papers() {
    let page = Page::from(PAPERS);
    let wrapper = learn("kl", PAPERS_LABELS, &[&page]).expect("a wrapper");
    let program = serde_json::to_value(&wrapper.rule).expect("plain data")["program"].clone();
    // With all else negative, titles need (1,4) and authors (1,3): ALGORITHMS of the paper's Examples 6 and 10.
    assert_eq!(
        program["fields"][0]["forks"],
        serde_json::json!(["@:X", "a(@:X)", "b(a(@:X))", "p(b(a(@:X)))"])
    );
    assert_eq!(program["fields"][1]["forks"], serde_json::json!(["@:X", "a(@:X)", "p(a(@:X))"]));
}

#[test]
fn values_that_do_not_take_turns_are_reported() {
    let page = Page::from(PAPERS);
    let wrapper = learn("kl", PAPERS_LABELS, &[&page]).expect("a wrapper");
    let uneven = Page::from("<p><b><a>t1</a></b> <a>a1</a></p><p><b><a>t2</a></b></p>");
    let extraction = wrapper.extract(&uneven);
    assert_eq!(extraction.records.len(), 0);
    let [Warning::Note(note)] = &extraction.warnings[..] else {
        panic!("{:?}", extraction.warnings)
    };
    assert_eq!(
        note,
        "the values do not take turns (2 of `title`, 1 of `author`), and this wrapper has no rule for where a \
         record begins; no record was made"
    );
}

#[test]
fn a_label_text_beside_the_value_tells_optional_rows_apart() {
    let pages: Vec<Page> = [
        "<table><tr><td>Price:</td><td>12</td></tr><tr><td>Weight:</td><td>3</td></tr></table>",
        "<table><tr><td>Size:</td><td>9</td></tr><tr><td>Price:</td><td>15</td></tr><tr><td>Weight:</td><td>4</td></tr></table>",
        "<table><tr><td>Weight:</td><td>8</td></tr><tr><td>Size:</td><td>1</td></tr><tr><td>Price:</td><td>44</td></tr></table>",
    ].map(Page::from).into();
    let labels = r#"{"path": "1", "records": [{"price": {"text": "12", "at": 0}}]}, {"path": "2", "records": [{"price": "15"}]}"#;
    let wrapper = learn("kl", labels, &[&pages[0], &pages[1]]).expect("a wrapper");
    assert_eq!(show(&wrapper.extract(&pages[2]).records), "44");
}

#[test]
fn classes_tell_apart_what_tags_do_not() {
    let pages: Vec<Page> = [
        "<div><p class='css-1x2y3z old price'>12</p><p class='css-1x2y3z new price'>9</p><p>1</p></div>",
        "<div><p>1</p><p class='css-7a8b9c new price'>7</p></div>",
        "<div><p>2</p><p>3</p><p class='css-0k1l2m price new'>5</p><p class='old price'>6</p></div>",
    ].map(Page::from).into();
    let labels =
        r#"{"path": "1", "records": [{"price": "9"}]}, {"path": "2", "records": [{"price": "7"}]}"#;
    let wrapper = learn("kl", labels, &[&pages[0], &pages[1]]).expect("a wrapper");
    assert_eq!(show(&wrapper.extract(&pages[2]).records), "5");
    assert!(!wrapper.to_json().contains("css"), "tokens that look generated are not used");
}

#[test]
fn attributes_and_elements_are_values_too() {
    let page = Page::from(
        "<ul><li><a href='/1'>One</a> <i>first <b>thing</b></i><li><a href='/2'>Two</a> <i>second <b>thing</b></i></ul><a href='/up'>Up</a>",
    );
    let other = Page::from(
        "<ul><li><a href='/7'>Seven</a> <i>seventh <b>wonder</b></i></ul><a href='/up'>Up</a>",
    );
    let labels = r#"{"path": "1", "records": [{"link": "/1", "what": "first thing"}, {"link": "/2", "what": "second thing"}]}"#;
    let wrapper = learn("kl", labels, &[&page]).expect("a wrapper");
    assert_eq!(show(&wrapper.extract(&other).records), "/7 seventh wonder");
}

#[test]
fn spans_come_back_as_they_were_given() {
    let page = Page::from("<p>a <b> x </b></p><p>b <b> y </b></p>");
    let labels = |from: usize, to: usize| {
        format!(
            r#"{{"path": "1", "records": [{{"v": {{"span": [{from}, {to}]}}}}, {{"v": {{"span": [{}, {}]}}}}]}}"#,
            from + 19,
            to + 19
        )
    };
    for (from, to) in [(8, 11), (9, 10), (5, 15)] {
        let wrapper = learn("kl", &labels(from, to), &[&page]).expect("a wrapper");
        let spans: Vec<_> = wrapper
            .extract(&page)
            .records
            .iter()
            .map(|record| match &record.cells[0] {
                Cell::One(value) => value.span.range(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(spans, [from..to, from + 19..to + 19]);
    }
}

#[test]
fn parts_of_texts_are_refused_in_words() {
    let page = Page::from("<p>Price: 12 EUR</p>");
    let error = learn("kl", r#"{"path": "1.html", "records": [{"price": "12"}]}"#, &[&page])
        .expect_err("a part");
    assert_eq!(
        error,
        "no `kl` wrapper fits: field `price`: a value is only a part of a text, or runs over several; this method \
         finds whole nodes: 1.html bytes 10-12 `12`"
    );
}

/// A wrapper for one repeated field `n` with these k, l and forks.
fn wrapper(k: usize, l: usize, forks: &[&str]) -> Wrapper {
    let file = serde_json::json!({
        "unhusk": "wrapper/1", "class": "kl", "schema": {"fields": [{"name": "n", "many": true}]},
        "program": {"records": "page", "fields": [{"target": "text", "k": k, "l": l, "forks": forks}]},
    });
    Wrapper::from_json(&file.to_string()).expect("a wrapper")
}

#[test]
fn ten_thousand_equal_siblings_are_read() {
    let wrapper = wrapper(2, 3, &["@:X", "p(@:X)", "body(p(@),p(@:X)|p(@:X),p(@))"]);
    let page = Page::from(&*"<p>x".repeat(10_000));
    let extraction = wrapper.extract(&page);
    assert_eq!(extraction.warnings, []);
    let Cell::Many(values) = &extraction.records[0].cells[0] else { panic!("a repeated field") };
    assert_eq!(values.len(), 10_000);
}

#[test]
fn deep_pages_are_read() {
    let wrapper = wrapper(3, 24, &["@:X", "i(@:X)"]);
    let page = Page::from(&*format!("{}1", "<div><i>".repeat(500)));
    assert_eq!(wrapper.extract(&page).records.len(), 0);
}

#[test]
fn a_page_that_takes_too_many_steps_is_cut_with_a_warning() {
    // Every one of fifty thousand texts has 511 neighbours to look at: 25 million steps, 5 more than are taken.
    let wrapper = wrapper(256, 3, &["@:X", "p(@:X)", "body(p(@:X))"]);
    let page = Page::from(&*"<p>x".repeat(50_000));
    let extraction = wrapper.extract(&page);
    let [Warning::Truncated { limit: 20_000_000, .. }] = &extraction.warnings[..] else {
        panic!("{:?}", extraction.warnings)
    };
}

#[test]
fn siblings_at_every_level_are_cut_with_a_warning() {
    // Each of 20 000 texts sees 31 levels with up to 41 neighbours: some 25 million steps, 5 more than are taken.
    let mut forks = vec!["@:X".to_owned(), "p(@:X)".to_owned()];
    for _ in 0..30 {
        forks.push(format!("div({})", forks.last().expect("two at least")));
    }
    let forks: Vec<&str> = forks.iter().map(String::as_str).collect();
    let wrapper = wrapper(64, 32, &forks);
    let page = Page::from(&*format!("<div>{}", "<p>x</p>".repeat(40)).repeat(500));
    let extraction = wrapper.extract(&page);
    let [Warning::Truncated { limit: 20_000_000, .. }] = &extraction.warnings[..] else {
        panic!("{:?}", extraction.warnings)
    };
}

#[test]
fn arbitrary_rules_are_refused_or_run() {
    let page = Page::from(PAPERS);
    let fixture = include_str!("../../../unhusk-wrapper/tests/fixtures/wrapper-1/kl.json");
    for fork in [
        "",
        "@",
        "@:X(",
        "a(@:X))",
        "a(b:X,c:X)",
        "a(@:X|b)",
        "((((",
        "a(@:X,b,c)",
        "a(b(c(@:X)))",
        "'x",
        "a[b",
        "\\",
        "'\\u{110000}':X",
        "a:X(a:X)",
    ] {
        let file = fixture.replace("li(i(@:X))", &fork.replace('\\', "\\\\").replace('"', "\\\""));
        assert!(Wrapper::from_json(&file).is_err(), "{fork:?}");
    }
    for fork in ["a:X", "p.c\\\\.d#e[f=g](@:X|a,@:X)", "'it\\\\'s':X", "p(@:X)"] {
        let file = fixture.replace("li(i(@:X))", fork).replace("\"k\": 1", "\"k\": 2");
        Wrapper::from_json(&file)
            .unwrap_or_else(|error| panic!("{fork:?}: {error}"))
            .extract(&page);
    }
}
