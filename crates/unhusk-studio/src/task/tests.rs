use super::*;
use proptest::prelude::*;
use std::fs::{self, OpenOptions};
use std::io::Write;
use unhusk::Page;
use unhusk::example::{GivenCell, GivenValue};

fn quote_of(page: &Page, text: &str) -> Quote {
    let start = page.source().find(text).expect("the text is on the page");
    let span = unhusk::Span {
        start: u32::try_from(start).expect("small"),
        end: u32::try_from(start + text.len()).expect("small"),
    };
    Quote::of(page, span)
}

fn label(page: &Page, field: FieldId, new: Option<&str>, text: &str, record: u32) -> Event {
    Event::Label {
        page: "1.html".to_owned(),
        field,
        new_field: new.map(str::to_owned),
        sign: Sign::Plus,
        place: quote_of(page, text),
        attribute: None,
        text: text.to_owned(),
        record,
        with: Vec::new(),
    }
}

#[test]
fn labels_of_one_record_make_one_record() {
    let page = Page::from("<li>Mug <b>12</b><li>Cup <b>9</b>");
    let events = [
        label(&page, 1, Some("name"), "Mug", 0),
        label(&page, 2, Some("price"), "12", 0),
        label(&page, 1, None, "Cup", 1),
    ];
    let (labels, orphans) = page_labels(&State::of(&events), "1.html", &page);
    assert!(orphans.is_empty());
    assert!(!labels.complete);
    let names: Vec<Vec<&str>> = labels
        .records
        .iter()
        .map(|record| record.cells.iter().map(|(name, _)| name.as_str()).collect())
        .collect();
    assert_eq!(names, [vec!["name", "price"], vec!["name"]]);
}

#[test]
fn two_values_of_a_field_in_one_record_are_a_list() {
    let page = Page::from("<p>Ann, Bob</p>");
    let events = [label(&page, 1, Some("author"), "Ann", 0), label(&page, 1, None, "Bob", 0)];
    let (labels, _) = page_labels(&State::of(&events), "1.html", &page);
    assert!(matches!(&labels.records[0].cells[0].1, GivenCell::Many(values) if values.len() == 2));
}

#[test]
fn nested_records_begin_where_a_field_comes_again() {
    let page = Page::from("<p>A 1 B 2</p>");
    let mut events =
        vec![label(&page, 1, Some("size"), "A", 0), label(&page, 2, Some("price"), "1", 0)];
    events.push(label(&page, 1, None, "B", 0));
    events.push(label(&page, 2, None, "2", 0));
    events.push(Event::Edit(Edit::Group { fields: vec![1, 2], name: "offers".to_owned() }));
    let (labels, _) = page_labels(&State::of(&events), "1.html", &page);
    let (name, cell) = &labels.records[0].cells[0];
    assert_eq!(name, "offers");
    assert!(matches!(cell, GivenCell::Nested(records) if records.len() == 2));
}

#[test]
fn what_is_said_replaces_what_was_said_and_shown() {
    let page = Page::from("<p>Mug <b>12</b> <i>15</i></p>");
    let mut first = label(&page, 1, Some("name"), "Mug", 0);
    let Event::Label { with, .. } = &mut first else { unreachable!("it is a label") };
    with.push(ShownValue { field: 2, place: quote_of(&page, "12") });
    let second = label(&page, 2, Some("price"), "15", 0);
    let state = State::of([&first, &second]);
    let (labels, _) = page_labels(&state, "1.html", &page);
    let price = &labels.records[0].cells[1].1;
    assert_eq!(*price, GivenCell::One(GivenValue::Span(quote_of(&page, "15").span())));
}

#[test]
fn a_label_moves_with_its_text_or_is_an_orphan() {
    let before = Page::from("<p>old</p><b>Mug</b>");
    let events = [label(&before, 1, Some("name"), "Mug", 0)];
    let state = State::of(&events);
    let moved = Page::from("<p>much longer than before</p><b>Mug</b>");
    let (labels, orphans) = page_labels(&state, "1.html", &moved);
    assert!(orphans.is_empty());
    let GivenCell::One(GivenValue::Span(span)) = labels.records[0].cells[0].1 else {
        panic!("one value")
    };
    assert_eq!(moved.slice(span), Some("Mug"));
    let gone = Page::from("<p>nothing</p>");
    let (labels, orphans) = page_labels(&state, "1.html", &gone);
    assert!(labels.records.is_empty());
    assert_eq!(orphans[0].quote, "Mug");
}

#[test]
fn a_torn_last_line_is_cut_off_and_a_second_studio_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("task.jsonl");
    let mut log = Log::open(&path).expect("a new log");
    log.add(Event::Edit(Edit::TaskRename { name: "shop".to_owned() }));
    assert!(matches!(Log::open(&path), Err(LogError::Locked { .. })));
    drop(log);
    let mut file = OpenOptions::new().append(true).open(&path).expect("the log is there");
    file.write_all(b"{\"act\":\"task-ren").expect("a torn line");
    drop(file);
    let mut log = Log::open(&path).expect("the log is read up to the torn line");
    assert_eq!(log.events().len(), 1);
    log.add(Event::Edit(Edit::TaskRename { name: "shop 2".to_owned() }));
    drop(log);
    assert_eq!(Log::open(&path).expect("whole lines").events().len(), 2);
}

#[test]
fn a_line_that_is_no_event_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("task.jsonl");
    fs::write(&path, "{\"act\":\"scope\",\"scope\":\"only\"}\n{\"act\":\"nonsense\"}\n")
        .expect("written");
    let error = Log::open(&path).expect_err("line 2 is no event").to_string();
    assert!(error.contains("line 2"), "{error}");
    fs::write(&path, "{\"goto\":7}\n").expect("written");
    assert!(Log::open(&path).is_err());
}

/// An act on a log.
#[derive(Debug, Clone)]
enum Step {
    Add(Box<Event>),
    Undo,
    Redo,
}

fn step() -> impl Strategy<Value = Step> {
    let quote = (0_u32..20).prop_map(|start| Quote {
        start,
        end: start + 1,
        source: "x".to_owned(),
        before: String::new(),
        after: String::new(),
    });
    let label = (1_u32..4, any::<bool>(), any::<bool>(), quote, 0_u32..3).prop_map(
        |(field, is_new, plus, place, record)| Event::Label {
            page: "1.html".to_owned(),
            field,
            new_field: is_new.then(|| format!("f{field}")),
            sign: if plus { Sign::Plus } else { Sign::Minus },
            place,
            attribute: None,
            text: "x".to_owned(),
            record,
            with: Vec::new(),
        },
    );
    let event = prop_oneof![
        6 => label,
        1 => (0_u32..9).prop_map(|label| Event::Unlabel { label, text: "x".to_owned() }),
        1 => (1_u32..4, "[a-c]").prop_map(|(field, name)| Event::Edit(Edit::FieldRename { field, name })),
        1 => (1_u32..4).prop_map(|field| Event::Edit(Edit::FieldDelete { field })),
        1 => (1_u32..4, 0_usize..4).prop_map(|(field, to)| Event::Edit(Edit::FieldMove { field, to })),
        1 => (1_u32..4).prop_map(|field| Event::Edit(Edit::Group { fields: vec![field], name: "g".to_owned() })),
    ];
    prop_oneof![5 => event.prop_map(|event| Step::Add(Box::new(event))), 2 => Just(Step::Undo), 1 => Just(Step::Redo)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// The whole log undone and redone gives the same task, and so does a reload after every step.
    #[test]
    fn undo_redo_and_reload_lose_nothing(steps in proptest::collection::vec(step(), 1..30)) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("task.jsonl");
        let mut log = Log::open(&path).expect("a new log");
        for step in steps {
            let at = log.at();
            match step {
                Step::Add(event) => log.add(*event),
                Step::Undo => { log.goto(at.saturating_sub(1)); }
                Step::Redo => { log.goto(at + 1); }
            }
        }
        let state = log.state();
        let at = log.at();
        for step in (0..=at).rev().chain(1..=at) {
            prop_assert!(log.goto(step));
        }
        prop_assert_eq!(&log.state(), &state);
        let events = log.events().to_vec();
        drop(log);
        let reloaded = Log::open(&path).expect("the log is whole");
        prop_assert_eq!(reloaded.state(), state);
        prop_assert_eq!(reloaded.events(), events);
    }
}
