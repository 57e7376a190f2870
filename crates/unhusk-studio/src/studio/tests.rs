//! The teaching loop without a browser: acts in, task and marks out.

use super::{Act, ActAnswer, ExportPages, Studio, StudioOptions};
use crate::place::Place;
use crate::task::{Edit, Scope, Sign};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use unhusk::Page;
use unhusk::example::Labels;
use unhusk::page::{NodeId, NodeKind, PageOptions};
use unhusk::wrapper::Wrapper;
use unhusk_io::source::PageRef;

const SHOP: &str = "<body><nav><a href=/>Home</a> <a href=/cart>Cart</a></nav><ul>\
    <li><h2>Blue mug</h2><b>$12.00</b> <i>new</i></li>\
    <li><h2>Oak tray</h2><b>$31.00</b></li>\
    <li><h2>Tea cup</h2><b>$8.20</b> <i>new</i></li>\
    <li><h2>Milk jug</h2><b>$17.80</b></li></ul><p>4 things</p></body>";

/// A task on some pages in a temporary folder.
struct Bench {
    studio: Studio,
    folder: TempDir,
}

impl Bench {
    fn new(pages: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (number, html) in pages.iter().enumerate() {
            fs::write(folder.path().join(format!("{}.html", number + 1)), html).expect("a page");
        }
        let studio = open(folder.path(), pages.len());
        Self { studio, folder }
    }

    fn task_folder(&self) -> PathBuf {
        self.folder.path().join("task")
    }

    /// Closes the task and opens it again.
    fn reopened(self) -> Self {
        let Self { studio, folder } = self;
        let n_pages = studio.pages.all().len();
        drop(studio);
        Self { studio: open(folder.path(), n_pages), folder }
    }

    fn page(&self, at: usize) -> Page {
        let path = self.folder.path().join(format!("{}.html", at + 1));
        Page::from_bytes(&fs::read(path).expect("the page is there"))
    }

    /// The element around the only text equal to `text`.
    fn place(&self, at: usize, text: &str) -> Place {
        let page = self.page(at);
        let tree = page.tree();
        let is_it =
            |node: &NodeId| tree.kind(*node) == NodeKind::Text && tree.text(*node).trim() == text;
        let found = tree.nodes().find(is_it).unwrap_or_else(|| panic!("{text:?} is on the page"));
        Place::node(tree.parent(found).expect("a text has a parent"))
    }

    fn act(&self, at: usize, act: &Act) -> Json {
        let answer: ActAnswer = self.studio.act("test", at, act).expect("the act is done");
        serde_json::to_value(answer).expect("it is data")
    }

    fn click(&self, text: &str) -> Json {
        self.act(0, &Act::Click { place: self.place(0, text), field: None, alt: false })
    }
}

fn open(folder: &Path, n_pages: usize) -> Studio {
    let pages = (1..=n_pages).map(|number| PageRef::file(folder.join(format!("{number}.html"))));
    let options = StudioOptions {
        folder: folder.join("task"),
        pages: pages.collect(),
        page: PageOptions::default(),
        wrapper: None,
    };
    Studio::open(options).expect("the task opens")
}

/// The texts of a field, record by record; a record without one has an empty text.
fn column(answer: &Json, field: usize) -> Vec<String> {
    let id = &answer["task"]["fields"][field]["id"];
    let records = answer["marks"]["records"].as_array().expect("records");
    let text = |record: &Json| {
        let cells = record["cells"].as_array().expect("cells");
        let cell = cells.iter().find(|cell| cell["field"] == *id);
        cell.map_or_else(String::new, |cell| {
            cell["values"][0]["text"].as_str().unwrap_or("").to_owned()
        })
    };
    records.iter().map(text).collect()
}

#[test]
fn one_click_finds_all_of_a_kind_and_the_next_makes_a_column() {
    let bench = Bench::new(&[SHOP]);
    let answer = bench.click("Blue mug");
    assert_eq!(column(&answer, 0), ["Blue mug", "Oak tray", "Tea cup", "Milk jug"]);
    assert_eq!(answer["task"]["fields"][0]["name"], "title");
    let answer = bench.click("$12.00");
    assert_eq!(answer["task"]["fields"].as_array().map(Vec::len), Some(2));
    assert_eq!(column(&answer, 1), ["$12.00", "$31.00", "$8.20", "$17.80"]);
    let answer = bench.click("new");
    assert_eq!(column(&answer, 2), ["new", "", "new", ""]);
    assert_eq!(answer["task"]["problem"], Json::Null);
}

#[test]
fn a_click_has_four_meanings() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    let signs = |answer: &Json| -> Vec<String> {
        let labels = answer["marks"]["labels"].as_array().expect("labels");
        labels.iter().map(|label| label["sign"].as_str().unwrap_or("").to_owned()).collect()
    };
    // A value that was read: not this.
    let answer = bench.click("Milk jug");
    assert_eq!(signs(&answer), ["+", "-"]);
    // A label of the user: taken back.
    let answer = bench.click("Milk jug");
    assert_eq!(signs(&answer), ["+"]);
    // With Alt on a value that was read: this.
    let alt = Act::Click { place: bench.place(0, "Oak tray"), field: None, alt: true };
    assert_eq!(signs(&bench.act(0, &alt)), ["+", "+"]);
    // With Alt on a label: the other way round.
    assert_eq!(signs(&bench.act(0, &alt)), ["+", "-"]);
}

#[test]
fn undo_and_redo_lead_back_and_forth() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    let two = bench.click("$12.00");
    let one = bench.act(0, &Act::Undo);
    assert_eq!(one["task"]["fields"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["task"]["history"]["at"], 1);
    let again = bench.act(0, &Act::Redo);
    assert_eq!(again["marks"]["records"], two["marks"]["records"]);
    assert!(bench.studio.act("test", 0, &Act::Redo).is_err());
    let none = bench.act(0, &Act::Goto { step: 0 });
    assert_eq!(none["marks"]["records"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_task_is_the_same_after_it_was_closed() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    bench.click("$12.00");
    let before = bench.act(0, &Act::Edit(Edit::FieldRename { field: 2, name: "cost".to_owned() }));
    let bench = bench.reopened();
    let marks = serde_json::to_value(bench.studio.page_marks(0).expect("marks")).expect("data");
    assert_eq!(marks["records"], before["marks"]["records"]);
    let task = serde_json::to_value(bench.studio.task("test", 0)).expect("data");
    assert_eq!(task["fields"], before["task"]["fields"]);
    assert_eq!(task["history"]["steps"].as_array().map(Vec::len), Some(3));
}

#[test]
fn what_is_saved_is_read_by_the_library() {
    let bench = Bench::new(&[SHOP, SHOP]);
    bench.click("Blue mug");
    bench.click("$12.00");
    bench.act(
        0,
        &Act::Edit(Edit::FieldBind { field: 2, property: Some("schema:price".to_owned()) }),
    );
    bench.act(0, &Act::Edit(Edit::RecordBind { class: Some("schema:Product".to_owned()) }));
    bench.act(0, &Act::Save);
    let file =
        fs::File::open(bench.task_folder().join("wrapper.json")).expect("the wrapper is written");
    let wrapper = Wrapper::load(file).expect("it loads");
    assert_eq!(wrapper.schema.class(), Some("schema:Product"));
    assert_eq!(wrapper.extract(&bench.page(1)).records.len(), 4);
    let labels = fs::read_to_string(bench.task_folder().join("labels.json"))
        .expect("the labels are written");
    let labels = Labels::parse("labels.json", &labels).expect("they parse");
    assert_eq!(labels.pages()[0].path, "../1.html");
    let file = bench.studio.export("csv", ExportPages::All).expect("an export");
    assert_eq!(file.records, 8);
    assert!(String::from_utf8_lossy(&file.bytes).contains("Milk jug"));
    assert!(bench.studio.export("turtle", ExportPages::All).is_ok());
    let one =
        bench.studio.export("csv", ExportPages::Record { page: 0, record: 2 }).expect("an export");
    assert_eq!(one.records, 1);
    assert!(String::from_utf8_lossy(&one.bytes).contains("Tea cup"));
}

#[test]
fn a_label_that_no_rule_follows_is_reported() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    // No feature distinguishes the third record from the first.
    let answer = bench.click("Tea cup");
    let is_read = column(&answer, 0).contains(&"Tea cup".to_owned());
    let problem = answer["task"]["problem"]["say"].as_str().unwrap_or("");
    assert_eq!(is_read, problem.contains("Tea cup"), "{problem}");
}

#[test]
fn only_this_is_one_record() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    let answer = bench.act(0, &Act::Edit(Edit::Scope { scope: Scope::Only }));
    assert_eq!(column(&answer, 0), ["Blue mug"]);
}

#[test]
fn an_offered_region_gives_records_without_a_label() {
    let bench = Bench::new(&[SHOP]);
    let regions = bench.studio.regions(0).expect("regions");
    assert_eq!(regions["regions"][0]["count"], 4);
    let answer = bench.act(0, &Act::Take { region: 0 });
    assert_eq!(answer["marks"]["records"].as_array().map(Vec::len), Some(4));
    assert!(column(&answer, 0).contains(&"Blue mug".to_owned()));
    assert_eq!(answer["marks"]["labels"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_saved_wrapper_is_where_a_new_task_begins() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    let link = Act::Label { place: bench.place(0, "$12.00"), field: None, sign: Sign::Plus };
    bench.act(0, &link);
    bench.act(0, &Act::Edit(Edit::RecordBind { class: Some("schema:Product".to_owned()) }));
    bench.act(0, &Act::Save);
    let file =
        fs::File::open(bench.task_folder().join("wrapper.json")).expect("the wrapper is written");
    let options = StudioOptions {
        folder: bench.folder.path().join("second"),
        pages: vec![PageRef::file(bench.folder.path().join("1.html"))],
        page: PageOptions::default(),
        wrapper: Some(Wrapper::load(file).expect("it loads")),
    };
    let studio = Studio::open(options).expect("the task opens");
    let task = serde_json::to_value(studio.task("test", 0)).expect("data");
    assert_eq!(task["record"]["here"], 4);
    assert_eq!(task["record"]["class"], "schema:Product");
    assert_eq!(task["fields"].as_array().map(Vec::len), Some(2));
}

/// A studio on the first page of a bench, in a folder of its own.
fn begun_with(bench: &Bench, wrapper: Wrapper) -> Studio {
    let options = StudioOptions {
        folder: bench.folder.path().join("second"),
        pages: vec![PageRef::file(bench.folder.path().join("1.html"))],
        page: PageOptions::default(),
        wrapper: Some(wrapper),
    };
    Studio::open(options).expect("the task opens")
}

#[test]
fn a_saved_wrapper_keeps_its_nested_fields() {
    let shop = "<ul><li><b>Mug</b> <i>red</i> <u>1</u> <i>blue</i> <u>2</u><li><b>Cup</b> <i>red</i> <u>3</u> <i>green</i> <u>4</u>\
                <li><b>Tray</b> <i>oak</i> <u>5</u> <i>ash</i> <u>6</u></ul>";
    let labels = r#"{"unhusk": "labels/1", "pages": [{"path": "1.html", "records": [
        {"name": "Mug", "kinds": [{"colour": "red", "stock": "1"}, {"colour": "blue", "stock": "2"}]},
        {"name": "Cup", "kinds": [{"colour": "red", "stock": "3"}, {"colour": "green", "stock": "4"}]},
        {"name": "Tray", "kinds": [{"colour": "oak", "stock": "5"}, {"colour": "ash", "stock": "6"}]}]}]}"#;
    let bench = Bench::new(&[shop]);
    let labels = Labels::parse("labels.json", labels).expect("labels");
    let page = bench.page(0);
    let learner = unhusk::Learner::auto().labelled_page(labels.pages()[0].clone(), &page);
    let studio = begun_with(&bench, learner.learn().expect("a wrapper").wrapper);
    assert_eq!(studio.notes(), [""; 0]);
    let task = serde_json::to_value(studio.task("test", 0)).expect("data");
    let fields: Vec<(&str, Option<&str>)> = task["fields"]
        .as_array()
        .expect("fields")
        .iter()
        .map(|field| (field["name"].as_str().expect("a name"), field["parent"].as_str()))
        .collect();
    assert_eq!(fields, [("name", None), ("colour", Some("kinds")), ("stock", Some("kinds"))]);
    assert_eq!(task["record"]["here"], 3);
}

#[test]
fn a_wrapper_that_reads_nothing_is_said() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    bench.act(0, &Act::Save);
    let file = fs::File::open(bench.task_folder().join("wrapper.json")).expect("a wrapper");
    let wrapper = Wrapper::load(file).expect("it loads");
    let other = Bench::new(&["<p>nothing here</p>"]);
    let notes = begun_with(&other, wrapper).notes();
    assert!(notes.len() == 1 && notes[0].contains("no records"), "{notes:?}");
}

#[test]
fn the_labels_file_follows_every_step() {
    let bench = Bench::new(&[SHOP]);
    let n_labelled = || {
        let text = fs::read_to_string(bench.task_folder().join("labels.json")).expect("labels");
        Labels::parse("labels.json", &text).expect("they load").pages().len()
    };
    bench.click("Blue mug");
    assert_eq!(n_labelled(), 1);
    bench.act(0, &Act::Undo);
    assert_eq!(n_labelled(), 0);
}

#[test]
fn pages_that_an_export_cannot_read_are_named() {
    let bench = Bench::new(&[SHOP, SHOP]);
    bench.click("Blue mug");
    fs::remove_file(bench.folder.path().join("2.html")).expect("the page goes");
    let file = bench.reopened().studio.export("csv", ExportPages::All).expect("an export");
    assert_eq!((file.records, file.failed.len()), (4, 1));
}

#[test]
fn the_ghost_is_what_a_click_would_match() {
    let bench = Bench::new(&[SHOP]);
    let node = bench.place(0, "Oak tray").node;
    let ghost = bench.studio.ghost(0, node).expect("a ghost");
    let answer = bench.click("Oak tray");
    assert_eq!(ghost["count"], 4);
    assert_eq!(
        ghost["count"].as_u64(),
        answer["marks"]["records"].as_array().map(|records| records.len() as u64)
    );
}

#[test]
fn attributes_and_parts_of_texts_are_values() {
    let page = "<ul><li><a href=/a>Ann (12 years)</a><li><a href=/b>Bob (31 years)</a><li><a href=/c>Cleo (8 years)</a></ul>";
    let bench = Bench::new(&[page]);
    let link = bench.place(0, "Ann (12 years)");
    let place = Place { attr: Some("href".to_owned()), ..link.clone() };
    let answer = bench.act(0, &Act::Click { place, field: None, alt: false });
    assert_eq!(column(&answer, 0), ["/a", "/b", "/c"]);
    let text = bench.page(0).tree().first_child(NodeId(link.node)).expect("the link has a text");
    let place = Place { start: Some(5), end: Some(7), ..Place::node(text) };
    let answer = bench.act(0, &Act::Click { place, field: None, alt: false });
    assert_eq!(column(&answer, 1), ["12", "31", "8"]);
}

#[test]
fn pages_that_changed_leave_orphans_and_the_rest_goes_on() {
    let bench = Bench::new(&[SHOP, SHOP]);
    bench.click("Blue mug");
    let cup = Act::Label { place: bench.place(1, "Tea cup"), field: Some(1), sign: Sign::Plus };
    bench.act(1, &cup);
    fs::write(bench.folder.path().join("2.html"), "<p>gone</p>").expect("the page changes");
    let bench = bench.reopened();
    let task = serde_json::to_value(bench.studio.task("test", 0)).expect("data");
    assert_eq!(task["orphans"][0]["quote"], "Tea cup");
    assert_eq!(task["problem"]["kind"], "orphans");
    let marks = serde_json::to_value(bench.studio.page_marks(0).expect("marks")).expect("data");
    assert_eq!(marks["records"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_folder_that_cannot_be_made_is_reported_and_work_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("1.html"), SHOP).expect("a page");
    fs::write(folder.path().join("task"), "a file in the way").expect("a file");
    let studio = open(folder.path(), 1);
    let bench = Bench { studio, folder };
    let answer = bench.click("Blue mug");
    assert_eq!(answer["marks"]["records"].as_array().map(Vec::len), Some(4));
    assert_eq!(answer["task"]["saved"]["ok"], false);
    assert_eq!(answer["task"]["problem"]["kind"], "not-saved");
    assert_eq!(bench.studio.act("test", 0, &Act::Save).expect_err("nowhere to save").status, 507);
}

#[test]
fn a_page_that_was_cut_says_so() {
    let bench = Bench::new(&[&"<div>".repeat(3000)]);
    let page = bench.studio.page(0).expect("the page is shown");
    assert!(
        page["truncated"].as_str().is_some_and(|cut| cut.contains("512")),
        "{}",
        page["truncated"]
    );
    let whole = Bench::new(&[SHOP]);
    assert_eq!(whole.studio.page(0).expect("the page is shown")["truncated"], Json::Null);
}

#[test]
fn names_are_checked() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    bench.click("$12.00");
    for name in ["", " ", "title", "a\nb"] {
        let act = Act::Edit(Edit::FieldRename { field: 2, name: name.to_owned() });
        assert!(bench.studio.act("test", 0, &act).is_err(), "{name:?}");
    }
    assert!(bench.studio.act("test", 0, &Act::Edit(Edit::FieldDelete { field: 9 })).is_err());
    assert!(
        bench
            .studio
            .act("test", 0, &Act::Edit(Edit::Method { method: "nonsense".to_owned() }))
            .is_err()
    );
}

#[test]
fn nested_records_are_learnt_from_a_group() {
    let item = |name: &str, offers: &[(&str, &str)]| {
        let row =
            |(size, price): &(&str, &str)| format!("<tr><td>{size}</td><td>{price}</td></tr>");
        let rows = offers.iter().map(row).collect::<Vec<_>>().concat();
        format!("<li><h2>{name}</h2><table>{rows}</table></li>")
    };
    let page = format!(
        "<ul>{}{}{}</ul>",
        item("Mug", &[("small", "5"), ("large", "7")]),
        item("Cup", &[("tiny", "3"), ("grand", "4"), ("huge", "6")]),
        item("Jug", &[("usual", "9"), ("giant", "11")])
    );
    let bench = Bench::new(&[&page]);
    bench.click("Mug");
    bench.click("small");
    bench.click("5");
    let large = Act::Label { place: bench.place(0, "large"), field: Some(2), sign: Sign::Plus };
    bench.act(0, &large);
    let seven = Act::Label { place: bench.place(0, "7"), field: Some(3), sign: Sign::Plus };
    bench.act(0, &seven);
    let answer =
        bench.act(0, &Act::Edit(Edit::Group { fields: vec![2, 3], name: "offers".to_owned() }));
    let records = answer["marks"]["records"].as_array().expect("records");
    let sizes: Vec<usize> = records
        .iter()
        .map(|record| {
            let cells = record["cells"].as_array().expect("cells");
            let sizes = cells.iter().find(|cell| cell["field"] == 2);
            sizes.and_then(|cell| cell["values"].as_array()).map_or(0, Vec::len)
        })
        .collect();
    assert_eq!(sizes, [2, 3, 2]);
}

#[test]
fn every_learner_is_compared() {
    let bench = Bench::new(&[SHOP]);
    bench.click("Blue mug");
    bench.click("$12.00");
    let rows = bench.studio.compare(0).expect("a comparison");
    let rows = rows["rows"].as_array().expect("rows");
    let auto = rows.iter().find(|row| row["method"] == "auto").expect("auto is there");
    assert_eq!(auto["agrees"], 1.0);
    assert_eq!(auto["here"], 4);
    assert!(rows.len() > 5);
}

#[test]
fn a_redesign_is_noticed_and_its_repair_accepted() {
    let detail = |name: &str, price: &str| {
        format!(
            "<body><h1 class=title>{name}</h1><p>Price: <b class=price>{price}</b></p><p>Free delivery</p></body>"
        )
    };
    let goods = [
        ("Left Hand", "14.90"),
        ("Picnic", "11.20"),
        ("Cities", "12.75"),
        ("Margarita", "16.30"),
        ("Fire", "13.10"),
    ];
    let before: Vec<String> = goods.iter().map(|(name, price)| detail(name, price)).collect();
    let bench = Bench::new(&before.iter().map(String::as_str).collect::<Vec<_>>());
    bench.click("Left Hand");
    bench.click("14.90");
    bench.act(0, &Act::Save);
    assert_eq!(bench.studio.drift().expect("a check")["health"], "healthy");
    for (number, (name, price)) in goods.iter().enumerate() {
        let html = format!(
            "<body><div id=offer><span>EUR {price}</span></div><section><h2>{name}</h2></section><footer>Free delivery</footer></body>"
        );
        fs::write(bench.folder.path().join(format!("{}.html", number + 1)), html)
            .expect("the page changes");
    }
    let bench = bench.reopened();
    let drift = bench.studio.drift().expect("a check");
    assert_eq!(drift["health"], "drift", "{drift}");
    assert!(
        drift["repair"]["kind"] == "repaired" || drift["repair"]["kind"] == "proposed",
        "{drift}"
    );
    bench.studio.accept_repair(&[]).expect("the repair is accepted");
    let file =
        fs::File::open(bench.task_folder().join("wrapper.json")).expect("the wrapper is there");
    let mended = Wrapper::load(file).expect("it loads");
    let page = bench.page(2);
    let found = mended.extract(&page);
    assert!(found.records().any(|record| {
        record.fields().iter().any(|field| record[field.name.as_str()].text() == Some("Cities"))
    }));
    assert!(bench.task_folder().join("wrapper.before-repair.json").is_file());
}
