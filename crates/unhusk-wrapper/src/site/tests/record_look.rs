use super::agree::clue;
use crate::Extract;
use crate::record::{Cell, Field, Schema};
use crate::site::internal::{LabelledRegion, PageIndex};
use crate::site::{
    Alternative, ClueKind, Cut, Extent, FieldRule, NodeRule, NodeTarget, Reach, RecordLook,
    Records, Regions, Site,
};
use unhusk_page::Page;

/// The texts of elements of a class.
fn texts_of(class: &str) -> FieldRule {
    let rules = vec![NodeRule { weight: 1, clues: vec![clue(ClueKind::Class, 0, class)] }];
    let (target, extent, cut) = (NodeTarget::Element, Extent::Trimmed, Cut::default());
    let alternatives = vec![Alternative { target, extent, cut, rules }];
    FieldRule { alternatives, ..FieldRule::default() }
}

/// A wrapper of records at `div.item` with a name, a date and a text, each by its class.
fn site(usual: u32, look: Option<RecordLook>) -> Site {
    let begin = vec![NodeRule { weight: 1, clues: vec![clue(ClueKind::Class, 0, "div.item")] }];
    let (others, required, reach, labelled) = (Vec::new(), vec![0], Reach::Node, usual);
    let regions = Regions { begin, others, reach, required, labelled, usual, look };
    let fields = ["a.name", "span.date", "p.text"].map(texts_of).to_vec();
    Site::new(Records::Regions(regions), Vec::new(), fields).expect("rules are sound")
}

fn schema() -> Schema {
    let fields = ["name", "date", "text"].map(|name| Field { optional: true, ..Field::new(name) });
    Schema::new(fields.to_vec()).expect("three fields")
}

const ITEMS: [(&str, &str, &str); 5] = [
    ("Oak tray", "2019-03-01", "A tray of <b>oak</b> that a joiner made in his shop by the lake."),
    ("Blue mug", "2019-04-12", "This <b>mug</b> holds a third of a litre, and keeps it warm."),
    ("Tea pot", "2018-11-30", "Porcelain with a lid, from a <b>pot</b>ter who knows his trade."),
    ("Soup bowl", "2020-01-07", "Deep enough for any soup, and a <b>bowl</b> for fruit besides."),
    ("Red cup", "2017-08-21", "A <b>cup</b> in the red of barns, with a handle for two fingers."),
];

fn page(items: &[(&str, &str, &str)]) -> String {
    let item = |(name, date, text): &(&str, &str, &str)| {
        format!(
            "<div class=item><h3><a class=name href=x>{name}</a></h3>\
             <span class=date>{date}</span><p class=text>{text}</p></div>"
        )
    };
    let menu = "<ul><li><a href=1>Home</a></li><li><a href=2>Offers</a></li>\
                <li><a href=3>About us</a></li><li><a href=4>Imprint</a></li></ul>";
    format!("<body>{menu}<div id=list>{}</div>", items.iter().map(item).collect::<String>())
}

/// A page after a redesign that leaves no clue of any rule.
fn redesigned(items: &[(&str, &str, &str)]) -> String {
    page(items)
        .replace("class=item", "class=x1")
        .replace("class=name", "class=x2")
        .replace("<span class=date>", "<bdi><div>")
        .replace("</span>", "</div></bdi>")
        .replace("<p class=text>", "<div class=note>Look at our new shop</div><section>")
        .replace("</p>", "</section>")
        .replace("h3>", "h2>")
}

/// The look of the records of a page.
fn look(items: &[(&str, &str, &str)]) -> RecordLook {
    let page = Page::from(page(items).as_str());
    let usual = u32::try_from(items.len()).expect("few");
    let index = PageIndex::new(&page);
    let records = site(usual, None).records_in(&schema(), &index);
    assert_eq!(records.len(), items.len());
    let pages = [LabelledRegion { index: &index, records }];
    RecordLook::of(&pages, &[], 3).expect("records can be drawn")
}

/// What is read, and the number of warnings.
fn read(site: &Site, html: &str) -> (Vec<Vec<String>>, usize) {
    let page = Page::from(html);
    let read = site.extract_with_confidence(&schema(), &page);
    let text = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.text.to_string(),
        _ => "-".to_owned(),
    };
    let records = read.records.iter().map(|record| record.cells.iter().map(text).collect());
    (records.collect(), read.warnings.len())
}

fn expected(items: &[(&str, &str, &str)]) -> Vec<Vec<String>> {
    let plain = |text: &str| text.replace("<b>", "").replace("</b>", "");
    items.iter().map(|(a, b, c)| vec![plain(a), plain(b), plain(c)]).collect()
}

#[test]
fn records_are_read_by_their_looks_where_no_rule_holds() {
    let site = site(5, Some(look(&ITEMS)));
    let (records, n_warnings) = read(&site, &redesigned(&ITEMS));
    assert_eq!(records, expected(&ITEMS));
    // Where records are and which values they have are two warnings.
    assert_eq!(n_warnings, 2);
}

#[test]
fn values_that_were_read_by_their_looks_are_doubtful() {
    let site = site(5, Some(look(&ITEMS)));
    let source = redesigned(&ITEMS);
    let page = Page::from(source.as_str());
    let read = site.extract_with_confidence(&schema(), &page);
    let values = read.records.iter().flat_map(|record| &record.cells).flat_map(Cell::values);
    assert!(values.clone().count() > 0);
    for value in values {
        let confidence = value.confidence.expect("it was asked for");
        assert!(confidence < crate::record::Confidence::DOUBT, "{value:?}");
    }
    // Nobody asked for it.
    let read = site.extract(&schema(), &page);
    let mut values = read.records.iter().flat_map(|record| &record.cells).flat_map(Cell::values);
    assert!(values.all(|value| value.confidence.is_none()));
}

#[test]
fn where_rules_hold_nothing_changes_however_few_records_there_are() {
    let with = site(5, Some(look(&ITEMS)));
    let without = site(5, None);
    for n_items in 0..=ITEMS.len() {
        let html = page(&ITEMS[..n_items]);
        let (records, n_warnings) = read(&with, &html);
        assert_eq!(records, expected(&ITEMS[..n_items]), "{n_items} records");
        assert_eq!((records, n_warnings), read(&without, &html), "{n_items} records");
    }
}

#[test]
fn menus_and_notes_are_no_records() {
    let site = site(5, Some(look(&ITEMS)));
    let note =
        "<div><h3><a href=x>Offers</a></h3><span>Today only</span><p>See our offers</p></div>";
    let html = format!("{}{}", page(&[]), note.repeat(7));
    assert_eq!(read(&site, &html).0, Vec::<Vec<String>>::new());
}

#[test]
fn a_field_that_its_rules_lost_is_read_in_the_records_that_other_rules_find() {
    let site = site(5, Some(look(&ITEMS)));
    let (records, n_warnings) = read(&site, &page(&ITEMS).replace("class=date", "class=x"));
    assert_eq!(records, expected(&ITEMS));
    assert_eq!(n_warnings, 1);
}

#[test]
fn a_field_whose_rules_slipped_to_a_note_is_read_by_its_look() {
    let site = site(5, Some(look(&ITEMS)));
    let note = "<p class=text>Look at our new shop</p>";
    let html = page(&ITEMS)
        .replace("<p class=text>", "<section>")
        .replace("</p>", "</section>")
        .replace("<div class=item>", &format!("<div class=item>{note}"));
    assert_eq!(read(&site, &html).0, expected(&ITEMS));
}

#[test]
fn a_look_of_other_fields_is_refused() {
    let mut look = look(&ITEMS);
    look.fields.pop();
    let begin = vec![NodeRule { weight: 1, clues: vec![clue(ClueKind::Class, 0, "div.item")] }];
    let (others, required, reach) = (Vec::new(), Vec::new(), Reach::Node);
    let (labelled, usual, look) = (5, 5, Some(look));
    let regions = Regions { begin, others, reach, required, labelled, usual, look };
    let fields = ["a.name", "span.date", "p.text"].map(texts_of).to_vec();
    assert!(Site::new(Records::Regions(regions), Vec::new(), fields).is_err());
}
