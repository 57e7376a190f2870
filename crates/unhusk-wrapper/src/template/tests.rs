//! Unit tests of the machine and the assignment of templates.

use super::machine::{Machine, StateId};
use super::{Template, TemplateColumn, TemplatePart, TemplateSet, ValueKind};
use crate::Extract;
use crate::record::{Cell, Field, Schema};
use unhusk_page::Page;

fn column(text: Option<&str>, seen: u32, field: Option<usize>) -> TemplatePart {
    at("html/body/p", text, seen, field)
}

fn at(path: &str, text: Option<&str>, seen: u32, field: Option<usize>) -> TemplatePart {
    let (path, text) = (path.to_owned(), text.map(str::to_owned));
    TemplatePart::Column(TemplateColumn {
        path,
        text,
        kind: ValueKind::String,
        caption: None,
        field,
        stretch: false,
        pieces: Vec::new(),
        seen,
    })
}

/// The machine of the paper's Table 1: a set of the states 1 to 6, in which 3 and 4 are an option, 5 and 6 another.
fn paper() -> Machine {
    let value = |seen| column(None, seen, None);
    let set = TemplateSet {
        row: "html/body/p".to_owned(),
        run: true,
        parts: vec![
            value(8),
            value(8),
            TemplatePart::Option(vec![value(5), value(5)]),
            TemplatePart::Option(vec![value(4), value(4)]),
        ],
        field: None,
        seen: 4,
        of: 8,
    };
    Machine::new(&[value(4), TemplatePart::Set(set), value(4)], 4)
}

/// The states that may follow a state.
fn follow(machine: &Machine, from: StateId) -> Vec<StateId> {
    let fits = |to: &StateId| {
        machine.step(from, *to, |_| None).is_some_and(|step| step.skip.n_required == 0)
    };
    (0..8).filter(fits).collect()
}

#[test]
fn states_follow_each_other_as_in_the_paper() {
    let machine = paper();
    assert_eq!(follow(&machine, 0), [1]);
    assert_eq!(follow(&machine, 2), [1, 3, 5, 7]);
    assert_eq!(follow(&machine, 3), [4]);
    assert_eq!(follow(&machine, 4), [1, 5, 7]);
    assert_eq!(follow(&machine, 6), [1, 7]);
    let entrances: Vec<StateId> =
        (0..8).filter(|&from| follow(&machine, from).contains(&1)).collect();
    assert_eq!(entrances, [0, 2, 4, 6]);
}

#[test]
fn a_template_is_entered_at_its_beginning_and_left_at_its_end() {
    let machine = paper();
    let entered: Vec<StateId> =
        (0..8).filter(|&to| machine.enter(to).skip.n_required == 0).collect();
    let left: Vec<StateId> = (0..8).filter(|&from| machine.leave(from).n_required == 0).collect();
    assert_eq!((entered, left), (vec![0], vec![7]));
}

#[test]
fn of_alternatives_one_is_taken() {
    let either = TemplatePart::Either(vec![column(None, 1, None), column(None, 3, None)]);
    let machine = Machine::new(&[column(None, 4, None), either, column(None, 4, None)], 4);
    let follow = |from: StateId| -> Vec<StateId> {
        let fits = |to: &StateId| {
            machine.step(from, *to, |_| None).is_some_and(|step| step.skip.n_required == 0)
        };
        (0..4).filter(fits).collect()
    };
    assert_eq!((follow(0), follow(1), follow(2)), (vec![1, 2], vec![3], vec![3]));
}

#[test]
fn kinds_are_told_by_their_signs() {
    let kinds = [
        ("12", ValueKind::Number),
        ("$1,200.50", ValueKind::Number),
        ("12:30", ValueKind::Time),
        ("2016-05-01", ValueKind::Date),
        ("1/5/2016", ValueKind::Date),
        ("www.example.org", ValueKind::Url),
        ("a@example.org", ValueKind::Email),
        ("at 12:30", ValueKind::String),
        ("", ValueKind::String),
    ];
    for (text, kind) in kinds {
        assert_eq!(ValueKind::of(text), kind, "{text}");
    }
}

/// `Name:` and a value, then records of a name and perhaps a price.
fn shop() -> Template {
    let row = "html/body/ul/li";
    let set = TemplateSet {
        row: row.to_owned(),
        run: false,
        parts: vec![
            at("html/body/ul/li/b", None, 4, Some(0)),
            at("html/body/ul/li/i", None, 2, Some(1)),
        ],
        field: Some(1),
        seen: 2,
        of: 4,
    };
    let parts = vec![
        at("html/body/p", Some("Name:"), 2, None),
        at("html/body/p/b", None, 2, Some(0)),
        TemplatePart::Set(set),
    ];
    Template::new(parts, Vec::new(), 2, None).expect("it is a template")
}

fn schema() -> Schema {
    let offers = Field::nested("offers", vec![Field::new("name"), Field::new("price")]);
    Schema::new(vec![Field::new("shop"), offers]).expect("names are good")
}

/// The offers of a page, each as its cells.
fn offers(page: &Page) -> Vec<Vec<Option<String>>> {
    let extraction = shop().extract(&schema(), page);
    let Cell::Nested(records) = &extraction.records[0].cells[1] else { panic!("offers nest") };
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => Some(value.text.to_string()),
        _ => None,
    };
    records.iter().map(|record| record.cells.iter().map(text).collect()).collect()
}

#[test]
fn what_stands_in_different_elements_is_in_different_records() {
    let page = Page::from(
        "<p>Name: <b>Quay</b></p><ul><li><b>Mug</b></li><li><i>$4</i></li><li><b>Pot</b><i>$7</i></li></ul>",
    );
    let some = |text: &str| Some(text.to_owned());
    // A record without its name breaks the template, but its price belongs to no other record.
    assert_eq!(offers(&page), [[some("Mug"), None], [None, some("$4")], [some("Pot"), some("$7")]]);
}

#[test]
fn a_page_that_leaves_the_template_is_told_with_the_text_where_it_does() {
    let fits = Page::from("<p>Name: <b>Quay</b></p><ul><li><b>Mug</b></li></ul>");
    assert_eq!(shop().misfit(&fits), None);
    let stranger = Page::from("<p>Name: <b>Quay</b></p><h2>Sale</h2><ul><li><b>Mug</b></li></ul>");
    assert_eq!(shop().misfit(&stranger), Some("Sale".to_owned()));
    let missing = Page::from("<p><b>Quay</b></p><ul><li><b>Mug</b></li></ul>");
    assert_eq!(shop().misfit(&missing), Some("Quay".to_owned()));
}

#[test]
fn a_set_that_is_not_there_cannot_give_the_records() {
    let parts = vec![column(Some("Name:"), 2, None)];
    let error = Template::new(parts, Vec::new(), 2, Some(0)).expect_err("there is no set");
    assert_eq!(error.to_string(), "there is no set 0 (the first is 0)");
}

/// Free text anywhere below a path.
fn free(path: &str, seen: u32, field: usize) -> TemplatePart {
    let TemplatePart::Column(column) = at(path, None, seen, Some(field)) else {
        panic!("it is a column")
    };
    TemplatePart::Column(TemplateColumn { stretch: true, ..column })
}

/// A heading, a name, free text, and the text at the end.
fn article() -> Template {
    let parts = vec![
        at("html/body/h1", Some("News"), 4, None),
        at("html/body/div/h2", None, 4, Some(0)),
        free("html/body/div", 4, 1),
        at("html/body/div/p", Some("More"), 4, None),
    ];
    Template::new(parts, Vec::new(), 4, None).expect("it is a template")
}

/// The source of the cells of the first record.
fn sources(template: &Template, fields: &[&str], page: &Page) -> Vec<String> {
    let fields = fields.iter().map(|name| Field::new(*name)).collect();
    let schema = Schema::new(fields).expect("names are good");
    let records = template.extract(&schema, page).records;
    let source = |cell: &Cell<'_>| match cell {
        Cell::One(value) => page.slice(value.span).expect("it stands on the page").to_owned(),
        _ => String::new(),
    };
    records[0].cells.iter().map(source).collect()
}

#[test]
fn free_text_is_read_from_its_first_text_to_its_last() {
    let page = Page::from(
        "<h1>News</h1><div><h2>Rain</h2><p>It <b>rained</b>.</p><h2>Later</h2><ul><li>Sun</ul><p>More</p></div>",
    );
    assert_eq!(article().misfit(&page), None);
    // The first heading is the name, which is required. The text at the end is the template's.
    let read = ["Rain", "It <b>rained</b>.</p><h2>Later</h2><ul><li>Sun"];
    assert_eq!(sources(&article(), &["name", "text"], &page), read);
}

#[test]
fn what_stands_outside_of_the_path_is_no_free_text() {
    let page = Page::from(
        "<h1>News</h1><div><h2>Rain</h2><p>Wet</p></div><em>Ad</em><div><p>More</p></div>",
    );
    assert_eq!(article().misfit(&page), Some("Ad".to_owned()));
    let without = Page::from("<h1>News</h1><div><h2>Rain</h2><p>More</p></div>");
    assert_eq!(article().misfit(&without), Some("More".to_owned()));
}

#[test]
fn free_text_of_one_record_does_not_go_on_in_the_next() {
    let row = "html/body/ul/li";
    let parts = vec![at("html/body/ul/li/b", None, 4, Some(0)), free(row, 2, 1)];
    let (row, run) = (row.to_owned(), false);
    let set = TemplateSet { row, run, parts, field: Some(1), seen: 2, of: 4 };
    let parts = vec![at("html/body/p", None, 2, Some(0)), TemplatePart::Set(set)];
    let template = Template::new(parts, Vec::new(), 2, None).expect("it is a template");
    let page = Page::from(
        "<p>Quay</p><ul><li><b>Mug</b><i>blue</i> or <i>red</i></li><li><b>Pot</b><i>$7</i></li></ul>",
    );
    assert_eq!(template.misfit(&page), None);
    let extraction = template.extract(&schema(), &page);
    let Cell::Nested(records) = &extraction.records[0].cells[1] else { panic!("offers nest") };
    let source = |record: &crate::record::Record<'_>| match &record.cells[1] {
        Cell::One(value) => page.slice(value.span).expect("it stands on the page").to_owned(),
        _ => String::new(),
    };
    let texts: Vec<String> = records.iter().map(source).collect();
    assert_eq!(texts, ["blue</i> or <i>red", "$7"]);
}

#[test]
fn free_text_is_saved_and_columns_of_old_files_are_single_texts() {
    let saved = serde_json::to_string(&article()).expect("templates are saved");
    assert_eq!(saved.matches("\"stretch\":true").count(), 1);
    let loaded: Template = serde_json::from_str(&saved).expect("it was saved just now");
    assert_eq!(loaded, article());
    let old =
        r#"{"pages": 1, "parts": [{"column": {"path": "html/body/p", "field": 0, "seen": 1}}]}"#;
    let old: Template = serde_json::from_str(old).expect("old files load");
    assert!(matches!(&old.parts()[0], TemplatePart::Column(column) if !column.stretch));
}

#[test]
fn free_text_has_no_text_of_its_own() {
    let TemplatePart::Column(column) = free("html/body/p", 1, 0) else { panic!("it is a column") };
    let fixed = TemplatePart::Column(TemplateColumn { text: Some("News".to_owned()), ..column });
    let error = Template::new(vec![fixed], Vec::new(), 1, None).expect_err("it says both");
    assert_eq!(
        error.to_string(),
        "free text differs from page to page: `stretch` goes without `text`"
    );
}

#[test]
fn a_text_before_a_list_is_not_of_its_first_record() {
    let row = "html/body/dl/dt";
    let parts = vec![at(row, None, 3, Some(0)), at("html/body/dl/dd", None, 3, Some(1))];
    let set = TemplateSet { row: row.to_owned(), run: true, parts, field: None, seen: 1, of: 3 };
    let template = Template::new(vec![TemplatePart::Set(set)], Vec::new(), 1, Some(0))
        .expect("it is a template");
    let schema =
        Schema::new(vec![Field::new("name"), Field::new("price")]).expect("names are good");
    // Twenty texts at the path of names precede the first name.
    let before = "<dt>Group</dt>".repeat(20);
    let page = Page::from(&*format!(
        "<dl>{before}</dl><dl><dt>Mug</dt><dd>$4</dd><dt>Pot</dt><dd>$7</dd></dl>"
    ));
    let records = template.extract(&schema, &page).records;
    let names: Vec<String> = records
        .iter()
        .flat_map(|record| record.cells[0].values().iter().map(|value| value.text.to_string()))
        .collect();
    assert_eq!(names, ["Mug", "Pot"]);
}
