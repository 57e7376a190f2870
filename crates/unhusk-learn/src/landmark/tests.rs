use super::*;
use crate::example::{Labels, Strictness};
use unhusk_page::Page;
use unhusk_wrapper::Extract;
use unhusk_wrapper::landmark::{AnyOf, SkipRule, TagReading, Terminal, Wildcard};
use unhusk_wrapper::record::Cell;

/// Learns from pages in which `[` and `]` mark the values of the only field; a page without marks lacks the field.
fn learn(marked: &[&str]) -> (Stalker, Vec<Page>) {
    learn_view(marked, ScanDirection::Inwards)
}

fn learn_view(marked: &[&str], view: ScanDirection) -> (Stalker, Vec<Page>) {
    let (mut pages, mut labels) = (Vec::new(), Vec::new());
    for (number, marked) in marked.iter().enumerate() {
        let (source, spans) = unmark(marked);
        let value = match spans[..] {
            [] => serde_json::Value::Null,
            [span] => serde_json::json!({"span": span}),
            _ => spans.iter().map(|span| serde_json::json!({"span": span})).collect(),
        };
        labels.push(
            serde_json::json!({"path": format!("{number}.html"), "records": [{"value": value}]}),
        );
        pages.push(Page::from(source.as_str()));
    }
    let text = serde_json::json!({"unhusk": "labels/1", "pages": labels}).to_string();
    let labels = Labels::parse("labels.json", &text).expect("the labels are well formed");
    let numbered: Vec<(usize, &Page)> = pages.iter().enumerate().collect();
    let set = TrainingSet::new(&labels, &numbered, Strictness::Strict).expect("spans are places");
    let learned = StalkerLearner::new(view).learn(&set).expect("there is a rule");
    (learned.wrapper, pages)
}

fn unmark(marked: &str) -> (String, Vec<[usize; 2]>) {
    let (mut source, mut spans) = (String::new(), Vec::new());
    for character in marked.chars() {
        match character {
            '[' => spans.push([source.len(), 0]),
            ']' => spans.last_mut().expect("a value begins")[1] = source.len(),
            _ => source.push(character),
        }
    }
    (source, spans)
}

fn rule(landmarks: &[&[&str]]) -> SkipRule {
    let terminal = |text: &&str| Terminal::Text((*text).to_owned());
    let landmark = |landmark: &&[&str]| landmark.iter().map(terminal).collect();
    SkipRule { skip: landmarks.iter().map(landmark).collect(), until: false }
}

fn read(wrapper: &Stalker, source: &str) -> Option<String> {
    let page = Page::from(source);
    let schema = serde_json::from_str(r#"{"fields": [{"name": "value"}]}"#).expect("a schema");
    let records = wrapper.extract(&schema, &page).records;
    match records.first().map(|record| &record.cells[0]) {
        Some(Cell::One(value)) => Some(value.text.to_string()),
        _ => None,
    }
}

/// The area codes of the paper: `SkipTo(()`, or else `SkipTo(- <b>)`.
#[test]
fn the_area_codes_of_four_addresses_take_two_alternatives() {
    let (wrapper, _) = learn(&[
        "513 Pico, <b>Venice</b>, Phone 1-<b>[800]</b>-555-1515",
        "90 Colfax, <b>Palms</b>, Phone ([800]) 508-1570",
        "523 1st St., <b>LA</b>, Phone 1-<b>[800]</b>-578-2293",
        "403 La Tijera, <b>Watts</b>, Phone: ([310]) 798-0008",
    ]);
    assert_eq!(wrapper.fields()[0].start.alternatives, [rule(&[&["("]]), rule(&[&["-", "<b>"]])]);
    let other = "7 Main St., <b>Reno</b>, Phone 1-<b>775</b>-555-0100";
    assert_eq!(read(&wrapper, other).as_deref(), Some("775"));
}

/// Example 7 of the paper on (k,l)-contextual tree languages.
#[test]
fn the_rules_of_the_paper_find_title_and_name() {
    let books =
        "<p><b><a>title1</a></b> <a>author1</a></p><p><b><a>title2</a></b> <a>author2</a></p>";
    let students = "<ul><li>name: <b>Stefan</b></li><li>age: <b>27</b></li></ul>";
    let text = |text: &str| Terminal::Text(text.to_owned());
    let any = |any: Wildcard| Terminal::Any(AnyOf { any });
    let title = SkipRule { skip: vec![vec![text("<p>"), text("<b>"), text("<a>")]], until: false };
    let name = SkipRule {
        skip: vec![
            vec![text("name"), any(Wildcard::Punctuation)],
            vec![any(Wildcard::Capitalized)],
        ],
        until: true,
    };
    for (rule, page, expected) in [(title, books, "title1"), (name, students, "Stefan")] {
        let start = unhusk_wrapper::landmark::Border {
            from: SearchFrom::Start,
            alternatives: vec![rule],
            with_space: false,
        };
        let end = unhusk_wrapper::landmark::Border {
            from: SearchFrom::Start,
            alternatives: vec![SkipRule { skip: vec![vec![text(expected)]], until: false }],
            with_space: false,
        };
        let cut = ExtractionRule { start, end, items: None };
        let wrapper =
            Stalker::new(TagReading::default(), None, vec![cut]).expect("the rule is small");
        assert_eq!(read(&wrapper, page).as_deref(), Some(expected));
    }
}

#[test]
fn a_value_at_the_very_start_needs_no_landmark() {
    let (wrapper, _) = learn(&["[one] of two", "[three] of four"]);
    assert_eq!(wrapper.fields()[0].start.alternatives, [SkipRule::default()]);
    assert_eq!(read(&wrapper, "five of six").as_deref(), Some("five"));
}

#[test]
fn a_page_that_lacks_the_field_is_recognized() {
    let (wrapper, _) =
        learn(&["<h1>Cup</h1><b>Price</b> <i>[12]</i>", "<h1>Jug</h1><b>Size</b> <i>7</i>"]);
    assert_eq!(read(&wrapper, "<h1>Pot</h1><b>Price</b> <i>30</i>").as_deref(), Some("30"));
    assert_eq!(read(&wrapper, "<h1>Pan</h1><b>Size</b> <i>3</i>"), None);
}

#[test]
fn values_inside_tags_are_read_by_splitting_tags() {
    let (wrapper, _) = learn(&["<a href='[/one.html]'>x</a>", "<a href='[/two.html]'>y</a>"]);
    assert_eq!(wrapper.tags(), TagReading::Split);
    assert_eq!(read(&wrapper, "<a href='/three.html'>z</a>").as_deref(), Some("/three.html"));
}

#[test]
fn the_items_of_a_list_follow_each_other() {
    let marked = "<ul><li>[a]</li><li>[b]</li><li>[c]</li></ul><p>x</p>";
    let (wrapper, _) = learn(&[marked]);
    let page = Page::from("<ul><li>k</li><li>l</li></ul><p>x</p>");
    let schema = serde_json::from_str(r#"{"fields": [{"name": "value", "many": true}]}"#);
    let records = wrapper.extract(&schema.expect("a schema"), &page).records;
    let Cell::Many(values) = &records[0].cells[0] else { panic!("a list") };
    let texts: Vec<&str> = values.iter().map(|value| &*value.text).collect();
    assert_eq!(texts, ["k", "l"]);
}

#[test]
fn both_views_find_the_value() {
    for view in [ScanDirection::Forwards, ScanDirection::Backwards] {
        let marked = ["<p>a</p><b>[Mug]</b><i>x</i>", "<p>b</p><p>c</p><b>[Tray]</b><i>y</i>"];
        let (wrapper, _) = learn_view(&marked, view);
        assert_eq!(
            read(&wrapper, "<p>d</p><b>Cup</b><i>z</i>").as_deref(),
            Some("Cup"),
            "{view:?}"
        );
    }
}
