use super::*;
use crate::example::{GivenValue, PageLabels};
use crate::page::Page;
use proptest::prelude::*;

/// A shop whose pages show the price in one of two ways.
fn shop() -> Vec<Page> {
    let usual =
        |name: &str, price: &str| format!("<h1>{name}</h1><p>Price <b>{price}</b></p><p>Shop</p>");
    let sale = |name: &str, old: &str, price: &str| {
        format!("<h1>{name}</h1><p>Price <b>{old}</b> <i>now</i> <b>{price}</b></p><p>Shop</p>")
    };
    let sources = [
        usual("Mug", "$12"),
        usual("Tray", "$7"),
        sale("Lamp", "$80", "$60"),
        usual("Desk", "$300"),
        sale("Rug", "$70", "$50"),
    ];
    sources.iter().map(|source| Page::from(source.as_str())).collect()
}

const TRUTH: [(&str, &str); 5] =
    [("Mug", "$12"), ("Tray", "$7"), ("Lamp", "$60"), ("Desk", "$300"), ("Rug", "$50")];

fn name(page: usize) -> String {
    format!("{page}.html")
}

/// A session that knows the first page, with two quick learners.
fn session(pages: &[Page]) -> Session<'_> {
    let labels = Labels::like(&name(0), [(Some("name"), "Mug"), (Some("price"), "$12")]);
    let mut given: Vec<PageLabels> = labels.expect("names are names").pages().to_vec();
    given[0].complete = true;
    let labels = Labels::new(given).expect("labels of one page");
    let named = pages.iter().enumerate().map(|(at, page)| (name(at), page));
    let lesson = Lesson::new(named, &labels);
    Session::with_methods(lesson, labels, &["auto", "kl"])
}

fn truth(question: &Question) -> Answer {
    let (name, price) = TRUTH[question.slot.page];
    match question.slot.part {
        Part::Field(0) => Answer::Values(vec![GivenValue::Text(name.to_owned())]),
        _ => Answer::Values(vec![GivenValue::Text(price.to_owned())]),
    }
}

fn read(session: &Session<'_>, page: usize, field: usize) -> Vec<String> {
    let record = session.reads(page).first();
    record.map_or_else(Vec::new, |record| {
        record.values[field].iter().map(|found| found.text.clone()).collect()
    })
}

#[test]
fn answers_lead_to_a_wrapper_that_reads_all_pages() {
    let pages = shop();
    let mut session = session(&pages);
    let is_right = |session: &Session<'_>| {
        (0..pages.len()).all(|page| {
            let (name, price) = TRUTH[page];
            read(session, page, 0) == [name] && read(session, page, 1) == [price]
        })
    };
    while !is_right(&session) {
        let question =
            session.next_question().expect("something is left to ask while something is wrong");
        session.answer(&question, &truth(&question)).expect("the truth is no contradiction");
    }
    // Eight fields were not told; labels by chance need all but the last of the odd ones on average.
    assert!(session.n_answers() <= 6, "{}", session.n_answers());
}

#[test]
fn an_answer_is_kept_as_a_label_and_not_asked_again() {
    let pages = shop();
    let mut session = session(&pages);
    let question = session.next_question().expect("nothing was asked yet");
    session.answer(&question, &truth(&question)).expect("the truth is no contradiction");
    assert_eq!(session.labels().pages().len(), 2);
    assert!(session.questions().iter().all(|other| other.slot != question.slot));
    assert!(session.labels().to_json().contains("labels/1"));
}

#[test]
fn a_place_that_is_none_becomes_a_negative_label() {
    let pages = shop();
    let mut session = session(&pages);
    let slot = Slot { page: 2, part: Part::Field(1) };
    let question = session.ask(slot);
    session.answer(&question, &Answer::Wrong).expect("a negative is no contradiction");
    let given = &session.labels().pages()[1];
    assert_eq!(given.not.len(), question.proposed.values[1].len());
    assert!(given.records.is_empty());
}

#[test]
fn the_verdict_is_one_sentence_that_names_what_is_left() {
    let pages = shop();
    let mut session = session(&pages);
    let first = session.verdict();
    assert!(!first.enough);
    assert!(first.to_string().contains("in doubt"), "{first}");
    while let Some(question) = session.next_question() {
        session.answer(&question, &truth(&question)).expect("the truth is no contradiction");
    }
    let last = session.verdict();
    assert!(last.enough);
    assert_eq!(last.to_string(), "Everything on these pages was answered.");
}

#[test]
fn a_label_that_contradicts_the_schema_changes_nothing() {
    let pages = shop();
    let mut session = session(&pages);
    let before = session.clone();
    let question = session.next_question().expect("nothing was asked yet");
    let outside = Answer::Values(vec![GivenValue::Span((10, 5).into())]);
    // Either it is refused, or it is taken as a label that no learner can place.
    if session.answer(&question, &outside).is_err() {
        assert!(session == before);
    }
    assert!(session.undo() || session == before);
}

#[derive(Debug, Clone)]
enum Step {
    Truth,
    Skip,
    Undo,
    Redo,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn undo_and_redo_are_exact(steps in prop::collection::vec(
        prop_oneof![3 => Just(Step::Truth), 1 => Just(Step::Skip), 2 => Just(Step::Undo), 1 => Just(Step::Redo)], 1..8,
    )) {
        let pages = shop();
        let start = session(&pages);
        let mut session = start.clone();
        for step in steps {
            let before = session.clone();
            match step {
                Step::Undo => if session.undo() {
                    prop_assert!(session.redo());
                    prop_assert!(session == before);
                    session.undo();
                },
                Step::Redo => { session.redo(); }
                Step::Truth | Step::Skip => {
                    let Some(question) = session.next_question() else { continue };
                    let answer = if matches!(step, Step::Skip) { Answer::Skip } else { truth(&question) };
                    session.answer(&question, &answer).expect("the truth is no contradiction");
                    session.undo();
                    prop_assert!(session.present == before.present && session.past == before.past);
                    session.redo();
                }
            }
        }
        while session.undo() {}
        prop_assert!(session.present == start.present);
    }
}

#[test]
fn a_saved_session_goes_on_where_it_was() {
    let pages = shop();
    let named = || pages.iter().enumerate().map(|(at, page)| (name(at), page));
    let labels = session(&pages).labels().clone();
    let mut session = Session::new(Lesson::new(named(), &labels), labels);
    for answer in [None, Some(Answer::Values(Vec::new())), Some(Answer::Skip)] {
        let question = session.next_question().expect("something is left to ask");
        let answer = answer.unwrap_or_else(|| truth(&question));
        session.answer(&question, &answer).expect("labels may be anything");
    }
    session.undo();
    let mut again = Session::from_json(named(), &session.to_json()).expect("what was saved loads");
    assert!(again == session);
    assert!(again.redo() && session.redo() && again == session);
    let foreign = session.to_json().replace("session/1", "session/2");
    let refused = Session::from_json(named(), &foreign).expect_err("it is of another format");
    assert!(refused.to_string().contains("session/2"), "{refused}");
}
