//! Questions, answers, undo and verdicts on small sites.

use super::*;
use crate::example::{GivenValue, PageLabels};
use proptest::prelude::*;
use unhusk_page::Page;

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

/// A session that knows the first page, with two fast learners.
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
        SlotPart::Field(0) => Answer::Values(vec![GivenValue::Text(name.to_owned())]),
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
    // Eight fields were not labelled; random labels need all but the last of the odd ones on average.
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
fn a_wrong_proposal_becomes_a_negative_label() {
    let pages = shop();
    let mut session = session(&pages);
    let slot = QuestionSlot { page: 2, part: SlotPart::Field(1) };
    let question = session.ask(slot);
    session.answer(&question, &Answer::Wrong).expect("a negative is no contradiction");
    let given = &session.labels().pages()[1];
    assert_eq!(given.not.len(), question.proposed.values[1].len());
    assert!(given.records.is_empty());
}

#[test]
fn the_verdict_is_one_sentence_that_names_what_is_open() {
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
fn an_answer_that_no_learner_can_place_can_be_undone() {
    let pages = shop();
    let mut session = session(&pages);
    let before = session.clone();
    let question = session.next_question().expect("nothing was asked yet");
    let outside = Answer::Values(vec![GivenValue::Span((10, 5).into())]);
    session.answer(&question, &outside).expect("it is kept as a label");
    assert!(session.undo());
    assert_eq!(session.labels(), before.labels());
}

#[derive(Debug, Clone)]
enum Action {
    Truth,
    Skip,
    Undo,
    Redo,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn undo_and_redo_are_exact(actions in prop::collection::vec(
        prop_oneof![3 => Just(Action::Truth), 1 => Just(Action::Skip), 2 => Just(Action::Undo), 1 => Just(Action::Redo)], 1..8,
    )) {
        let pages = shop();
        let start = session(&pages);
        let mut session = start.clone();
        for action in actions {
            let before = session.clone();
            match action {
                Action::Undo => if session.undo() {
                    prop_assert!(session.redo());
                    prop_assert!(session == before);
                    session.undo();
                },
                Action::Redo => { session.redo(); }
                Action::Truth | Action::Skip => {
                    let Some(question) = session.next_question() else { continue };
                    let answer = if matches!(action, Action::Skip) { Answer::Skip } else { truth(&question) };
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

/// The surroundings of the first occurrence of `text` in a page.
fn surroundings_of(source: &str, text: &str) -> surroundings::FieldSurroundings {
    let page = Page::from(source);
    let start = source.find(text).expect("the text is on the page");
    let span = unhusk_page::Span::new(start, start + text.len());
    let found = ReadValue { text: text.to_owned(), span, confidence: None };
    surroundings::FieldSurroundings::of(&page, &[found]).expect("there is a value")
}

#[test]
fn surroundings_are_path_texts_and_tags_around_a_value() {
    let place =
        surroundings_of("<table><tr><td class=k>By:<td><a href=x>Ann</a><br>2001</table>", "Ann");
    assert!(place.path.ends_with("td/a/"), "{}", place.path);
    assert_eq!((place.before.as_str(), place.after.as_str()), ("By:", "2001"));
    assert_eq!((place.tags.as_str(), place.n_more), ("/a br", 0));
}

#[test]
fn neighbours_that_look_like_a_value_are_counted() {
    let place =
        surroundings_of("<p>By <a>Ann</a>, <a>Bob</a> and <a class=more>others</a></p>", "Ann");
    assert_eq!((place.n_more, place.after.as_str()), (1, ","));
}

/// A session on pages of one field, of which the first page is labelled.
fn of_one_field<'p>(pages: &'p [Page], label: &str) -> Session<'p> {
    let labels = Labels::like(&name(0), [(Some("by"), label)]).expect("a name is a name");
    let mut given = labels.pages().to_vec();
    given[0].complete = true;
    let labels = Labels::new(given).expect("labels of one page");
    let named = pages.iter().enumerate().map(|(at, page)| (name(at), page));
    Session::with_methods(Lesson::new(named, &labels), labels, &["auto"])
}

fn books(names: [&str; 5]) -> Vec<Page> {
    let page = |name: &&str| format!("<h1>Book</h1><p>By <a>{name}</a></p><p>Shop</p>");
    names.iter().map(|name| Page::from(page(name).as_str())).collect()
}

#[test]
fn a_value_with_another_beside_it_is_asked_first() {
    let pages = books(["Ann", "Bob", "Cid", "Dan</a>, <a>Eve", "Fay"]);
    let question = of_one_field(&pages, "Ann").next_question().expect("nothing was asked yet");
    assert_eq!(question.slot.page, 3, "{question:?}");
    assert!(question.reasons.contains(&DoubtReason::Elsewhere), "{question:?}");
}

#[test]
fn a_confirmed_value_removes_doubt_from_similar_values() {
    let pages =
        books(["Ann", "Bob", "Cid", "Dan</a> <a class=up>more", "Fay</a> <a class=up>more"]);
    let mut session = of_one_field(&pages, "Ann");
    let asked = |session: &Session<'_>| session.next_question().expect("some pages are left");
    let first = asked(&session);
    assert_eq!(first.slot.page, 3, "{first:?}");
    session.answer(&first, &Answer::Right).expect("it is no contradiction");
    let other = session.ask(QuestionSlot { page: 4, ..first.slot });
    let differs = |question: &Question| question.reasons.contains(&DoubtReason::Elsewhere);
    assert!(differs(&first) && !differs(&other), "{other:?}");
    assert!(other.doubt < first.doubt, "{other:?}");
}

#[test]
fn it_is_not_enough_before_something_was_confirmed() {
    let pages = books(["Ann", "Bob", "Cid", "Dan", "Fay"]);
    let mut session = of_one_field(&pages, "Ann");
    let verdict = session.verdict();
    assert!(!verdict.enough, "{verdict}");
    assert!(verdict.to_string().contains("2 more answers are needed"), "{verdict}");
    for _ in 0..2 {
        let question = session.next_question().expect("four pages are left");
        session.answer(&question, &Answer::Right).expect("it is no contradiction");
    }
    let verdict = session.verdict();
    assert!(verdict.enough, "{verdict}");
    // The statistics are for those who ask for them.
    assert_eq!(verdict.to_string(), "Nothing left to ask about these pages.");
    assert!(verdict.evidence().is_some_and(|evidence| evidence.contains("% confidence")));
}

#[test]
fn a_field_that_no_wrapper_reads_as_labelled_is_named() {
    // Only the meaning of the words determines the right one.
    let pages: Vec<Page> =
        (0..8).map(|at| Page::from(format!("<p>x{at} y{at} z{at}</p>").as_str())).collect();
    let mut session = of_one_field(&pages, "x0");
    for (page, word) in [(1, "y1"), (2, "z2"), (3, "x3"), (4, "z4"), (5, "y5"), (6, "x6")] {
        let question = session.ask(QuestionSlot { page, part: SlotPart::Field(0) });
        let answer = Answer::Values(vec![GivenValue::Text(word.to_owned())]);
        session.answer(&question, &answer).expect("it is no contradiction");
    }
    let verdict = session.verdict();
    let is_reported = verdict.to_string().contains("`by`") || session.wrapper().is_none();
    assert!(is_reported, "{verdict}");
}
