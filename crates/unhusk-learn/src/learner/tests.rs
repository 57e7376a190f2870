//! Results of learning for a user of the library.

use super::*;
use unhusk_wrapper::internal::{identity, record_reads};

fn shop(name: &str, price: &str) -> Page {
    Page::from(
        format!(
            "<html><body><h1 class=title>{name}</h1><p>Price: <b class=price>{price}</b></p>\
             <p>Our shop is open</p></body></html>"
        )
        .as_str(),
    )
}

fn goods() -> Vec<Page> {
    [("Mug", "12"), ("Tray", "7"), ("Cup", "3")].map(|(name, price)| shop(name, price)).into()
}

/// A learner with labels for the first two pages.
fn learner<'p>(name: &str, pages: &'p [Page]) -> Learner<'p> {
    Learner::method(name)
        .expect("the method is there")
        .complete_example(&pages[0], [[("name", "Mug"), ("price", "12")]])
        .complete_example(&pages[1], [[("name", "Tray"), ("price", "7")]])
}

/// Returns the number of times that the learnt wrapper reads each of the first two pages during learning.
fn n_reads(learner: &Learner<'_>, pages: &[Page]) -> Vec<usize> {
    let mut learned = None;
    let reads = record_reads(|| learned = learner.learn().ok());
    let learned = learned.expect("the pages are alike");
    let of_page = |page: &Page| {
        let is_it = |rule: &AnyWrapper, at: usize| *rule == learned.rule && at == identity(page);
        reads.iter().filter(|read| is_it(&read.rule, read.page)).count()
    };
    pages[..2].iter().map(of_page).collect()
}

#[test]
fn labelled_pages_are_read_twice_at_most_by_the_wrapper_that_is_learnt() {
    let pages = goods();
    for name in ["auto", "site", "hlrt", "kl", "pattern"] {
        let alone = learner(name, &pages);
        let with_others = alone.clone().unlabelled(&pages[2..]);
        for learner in [alone, with_others] {
            let n_reads = n_reads(&learner, &pages);
            assert!(n_reads.iter().all(|n| (1..=2).contains(n)), "{name}: {n_reads:?}");
        }
    }
}

#[test]
fn reading_is_counted() {
    // Otherwise the test above could not fail.
    let pages = goods();
    let learned = learner("hlrt", &pages).learn().expect("the pages are alike");
    let reads = record_reads(|| {
        learned.extract(&pages[0]);
        learned.extract_with_confidence(&pages[0]);
        learned.profile_of(&pages[0]);
    });
    assert_eq!(reads.iter().filter(|read| read.page == identity(&pages[0])).count(), 3);
}

#[test]
fn the_library_tells_what_the_program_tells() {
    let pages = goods();
    let learned =
        learner("auto", &pages).unlabelled(&pages[2..]).learn().expect("the pages are alike");
    assert_eq!((learned.evaluation.n_pages_right, learned.evaluation.n_pages), (2, 2));
    assert!(learned.choice().is_some_and(|choice| choice.runner_up.is_some()));
    assert!(learned.robustness().is_some());
    assert_eq!(
        learned.profile.as_ref().map(|profile| profile.pages),
        Some(2),
        "only the labelled pages"
    );
    assert_eq!(learned.provenance.pages.len(), 2);
    assert_eq!(learned.doubt.values, 6, "two values on each of three pages");
}

#[test]
fn a_short_account_tells_how_well_the_wrapper_fits() {
    let pages = goods();
    let learned =
        learner("auto", &pages).account(Account::Fit).learn().expect("the pages are alike");
    assert_eq!((learned.evaluation.n_pages_right, learned.evaluation.n_pages), (2, 2));
    assert_eq!((learned.choice(), learned.robustness()), (None, None));
    assert!(learned.profile.is_none());
}

#[test]
fn an_example_says_some_records_and_a_complete_one_all() {
    let page = Page::from("<ul><li><b>Congo</b> <i>242</i><li><b>Egypt</b> <i>20</i></ul>");
    let records = [[("country", "Congo"), ("code", "242")]];
    let some = Learner::auto().example(&page, records).training_set().expect("it is there");
    assert!(!some.examples()[0].complete);
    let all = Learner::auto().complete_example(&page, records).training_set();
    assert!(all.expect("it is there").examples()[0].complete);
}

#[test]
fn a_value_that_is_not_on_the_page_is_an_error() {
    let pages = goods();
    let error = Learner::auto().example(&pages[0], [[("name", "Mug"), ("price", "13")]]).learn();
    assert!(matches!(error, Err(LearnError::Labels(_))));
}

#[test]
fn texts_of_label_files_that_are_not_on_their_pages_are_warnings() {
    let json = r#"{ "unhusk": "labels/1", "pages": [
        { "path": "1.html", "records": [ {"name": "Mug", "price": "12"} ] },
        { "path": "2.html", "records": [ {"name": "Tray", "price": "8"} ] } ] }"#;
    let labels = Labels::parse("labels.json", json).expect("the labels are as they should be");
    let pages = goods();
    let learner = Learner::auto().labels(&labels, &pages[..2]).account(Account::Fit);
    let learned = learner.learn().expect("the name is on both pages");
    assert!(!learned.warnings.is_empty());
    assert!(matches!(learner.strict().learn(), Err(LearnError::Labels(_))));
}

#[test]
fn a_label_file_and_examples_count_as_one() {
    let json = r#"{ "unhusk": "labels/1", "pages": [
        { "path": "1.html", "url": "https://example.org/mug",
          "records": [ {"name": "Mug", "price": "12"} ] } ] }"#;
    let labels = Labels::parse("labels.json", json).expect("the labels are as they should be");
    let pages = goods();
    let learner = Learner::auto()
        .labels(&labels, &pages[..1])
        .complete_example(&pages[1], [[("name", "Tray"), ("price", "7")]])
        .account(Account::Fit);
    let learned = learner.learn().expect("the pages are alike");
    assert_eq!(learned.evaluation.n_pages_right, 2);
    assert_eq!(learned.applies.url.as_deref(), Some("https://example.org/mug"));
}

#[test]
fn labels_need_a_page_each() {
    let json = r#"{ "unhusk": "labels/1", "pages": [
        { "path": "1.html", "records": [ {"name": "Mug", "price": "12"} ] } ] }"#;
    let labels = Labels::parse("labels.json", json).expect("the labels are as they should be");
    let pages = goods();
    let error = Learner::auto().labels(&labels, &pages).learn().err();
    assert_eq!(error, Some(LearnError::PageCount { labelled: 1, given: 3 }));
}

#[test]
fn only_fields_that_there_are_can_be_single() {
    let pages = goods();
    let error = learner("auto", &pages).single("prize").learn().err();
    let known = "name, price".to_owned();
    assert_eq!(error, Some(LearnError::UnknownField { field: "prize".to_owned(), known }));
}

#[test]
fn a_method_that_there_is_not_is_answered_with_those_that_there_are() {
    let error = Learner::method("hlrtx").expect_err("there is none");
    assert!(error.to_string().starts_with("there is no method `hlrtx`; there are auto, lr, "));
}

/// Pages whose first field repeats on one page without labels.
fn films() -> Vec<Page> {
    let page = |directors: &[&str], year: &str| {
        let links: Vec<String> = directors.iter().map(|name| format!("<a>{name}</a>")).collect();
        let html = format!(
            "<html><body><h1>Film</h1><p><b>Director:</b> {}</p><p><b>Year:</b> <i>{year}</i></p></body></html>",
            links.join(", ")
        );
        Page::from(html.as_str())
    };
    vec![
        page(&["Jane Campion"], "1993"),
        page(&["Orson Welles"], "1941"),
        page(&["Fritz Lang"], "1927"),
        page(&["Joel Coen", "Ethan Coen"], "1996"),
        page(&["Agnes Varda"], "1962"),
        page(&["Billy Wilder"], "1950"),
        page(&["Akira Kurosawa"], "1954"),
    ]
}

#[test]
fn fields_that_are_found_to_repeat_are_lists_in_the_schema() {
    let films = films();
    let learned = Learner::auto()
        .complete_example(&films[0], [[("director", "Jane Campion"), ("year", "1993")]])
        .complete_example(&films[1], [[("director", "Orson Welles"), ("year", "1941")]])
        .unlabelled(&films[2..])
        .learn()
        .expect("the pages are alike");
    let many: Vec<bool> = learned.schema.fields().iter().map(|field| field.many).collect();
    assert_eq!(many, [true, false]);
    let loaded = unhusk_wrapper::Wrapper::from_json(&learned.to_json()).expect("it was saved");
    let found = loaded.extract(&films[3]);
    let record = found.records().next().expect("a page has a record");
    assert_eq!(record["director"].to_string(), "Joel Coen, Ethan Coen");
    assert_eq!(record["director"].values().len(), 2);
}

#[test]
fn a_typed_text_that_is_missing_is_an_error_unless_the_learner_is_lenient() {
    let pages = goods();
    let learner = Learner::auto()
        .example(&pages[0], [[("name", "Mgu"), ("price", "12")]])
        .account(Account::Fit);
    let error = learner.learn().expect_err("the name is not on the page").to_string();
    assert!(error.ends_with("the text \"Mgu\" is not on the page; did you mean `Mug`?"), "{error}");
    let learned = learner.lenient().learn().expect("the price is on the page");
    let names: Vec<&str> =
        learned.schema.fields().iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names, ["price"]);
    let last =
        learned.warnings.iter().map(ToString::to_string).rfind(|text| text.contains("left out"));
    assert_eq!(
        last.as_deref(),
        Some("field `name` is left out: its only label is not on its page")
    );
}

#[test]
fn look_alikes_are_counted_where_labels_count_as_complete() {
    let rows: Vec<String> =
        (1..=6).map(|n| format!("<li><b>Mug {n}</b> <i>${n}</i></li>")).collect();
    let page = Page::from(format!("<ul>{}</ul>", rows.concat()).as_str());
    let records = || [[("name", "Mug 1"), ("price", "$1")], [("name", "Mug 2"), ("price", "$2")]];
    let complete = Learner::auto().complete_example(&page, records());
    let set = complete.training_set().expect("the labels are on the page");
    let found = complete.look_alikes(&set);
    assert_eq!(
        found.iter().map(|page| (page.n_found, page.n_labelled)).collect::<Vec<_>>(),
        [(6, 2)]
    );
    let partial = Learner::auto().example(&page, records());
    assert!(partial.look_alikes(&partial.training_set().expect("as above")).is_empty());
    // On a product page, the heading is unique, however many prices follow.
    let product = Page::from("<h1>Mug</h1><p><b>$1</b></p><p><b>$2</b></p><p><b>$3</b></p>");
    let detail = Learner::auto().complete_example(&product, [[("name", "Mug"), ("price", "$1")]]);
    assert!(detail.look_alikes(&detail.training_set().expect("as above")).is_empty());
}
