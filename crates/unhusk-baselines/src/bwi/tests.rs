use super::*;
use unhusk_learn::example::{Labels, Strictness};
use unhusk_page::Page;
use unhusk_wrapper::Extract;
use unhusk_wrapper::landmark::Terminal;
use unhusk_wrapper::record::Cell;

/// Example 1 of the paper on (k,l)-contextual tree languages.
fn books() -> Page {
    let book = |n: usize| format!("<p><b><a>title{n}</a></b> <a>author{n}</a></p>");
    let books: String = (1..=3).map(book).collect();
    Page::from(
        format!(
            "{books}<center><b><a>Prev</a></b> <a>1</a> 2 <a>3</a> <b><a>Next</a></b></center>"
        )
        .as_str(),
    )
}

fn learn(page: &Page) -> Bwi {
    let labels = Labels::parse(
        "labels.json",
        r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "records":
            [{"title": "title1"}, {"title": "title2"}, {"title": "title3"}]}]}"#,
    );
    let set = TrainingSet::new(&labels.expect("labels"), &[(0, page)], Strictness::Strict)
        .expect("they are there");
    BwiLearner::default().learn(&set).expect("one detector is enough").wrapper
}

/// The result stated in the paper: `<[<p><b><a>], []>` matches exactly the three titles.
#[test]
fn the_starts_of_titles_take_one_detector() {
    let wrapper = learn(&books());
    let [detector] = &wrapper.fields()[0].start[..] else {
        panic!("{:?}", wrapper.fields()[0].start)
    };
    let expected = ["<p>", "<b>", "<a>"].map(|tag| Terminal::Text(tag.to_owned()));
    assert_eq!(detector.before, expected);
    assert!(detector.behind.is_empty());
}

#[test]
fn exactly_the_titles_are_read() {
    let page = books();
    let schema = serde_json::from_str(r#"{"fields": [{"name": "title"}]}"#).expect("a schema");
    let records = learn(&page).extract(&schema, &page).records;
    let titles: Vec<&str> = records
        .iter()
        .filter_map(|record| match &record.cells[0] {
            Cell::One(value) => Some(&*value.text),
            _ => None,
        })
        .collect();
    assert_eq!(titles, ["title1", "title2", "title3"]);
}
