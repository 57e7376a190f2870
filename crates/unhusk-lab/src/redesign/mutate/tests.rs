use super::kept::Kept;
use super::{Change, Redesign};
use std::collections::BTreeSet;
use unhusk::Page;

const PAGE: &str = "<html><head><title>Blue mug</title></head><body class=\"shop\">\
    <div id=\"top\" class=\"nav main\"><ul><li><a href=\"/\">Home</a></li><li><a href=\"/c\">Cups</a></li><li><a href=\"/t\">Trays</a></li></ul></div>\
    <div class=\"item\"><h1>Blue <b>mug</b></h1><table><tr><td>Price:</td><td class=\"price\">$12</td></tr>\
    <tr><td>Made by:</td><td>Acme</td></tr></table></div></body></html>";

fn redesigned(seed: u64, changes: &[Change]) -> String {
    let label_texts = BTreeSet::from(["Price:".to_owned(), "Made by:".to_owned()]);
    Redesign { seed, label_texts }.apply(PAGE, &values(), changes)
}

fn values() -> Vec<String> {
    ["Blue mug", "$12", "Acme"].map(str::to_owned).to_vec()
}

/// Every kind of change, for a few seeds: some of them leave this small page as it is.
fn all() -> impl Iterator<Item = (Change, String)> {
    Change::ALL
        .into_iter()
        .flat_map(|change| (0..16).map(move |seed| (change, redesigned(seed, &[change]))))
}

#[test]
fn every_change_changes_something() {
    for change in Change::ALL {
        let is_changed = |seed| redesigned(seed, &[change]) != PAGE;
        assert!((0..16).any(is_changed), "{change:?}");
    }
}

#[test]
fn every_value_stays_at_as_many_places() {
    let n_places = |source: &str, value: &String| {
        Kept::find(&Page::from(source), std::slice::from_ref(value)).n_places()
    };
    for (change, source) in all() {
        for value in values() {
            let (before, after) = (n_places(PAGE, &value), n_places(&source, &value));
            // A box around a value is one more element with its text.
            assert!(after >= before, "{change:?} {value}: {source}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_page() {
    assert_eq!(redesigned(3, &Change::ALL), redesigned(3, &Change::ALL));
    assert_ne!(redesigned(3, &Change::ALL), redesigned(4, &Change::ALL));
}

#[test]
fn classes_are_renamed_alike_wherever_they_stand() {
    let redesign = Redesign { seed: 1, label_texts: BTreeSet::new() };
    let source = redesign.apply("<p class=\"a b\">x<p class=b>y", &[], &[Change::Classes]);
    let page = Page::from(source.as_str());
    let classes: Vec<&str> = page
        .tree()
        .nodes()
        .filter_map(|node| page.tree().attribute(node, "class"))
        .map(|class| class.value)
        .collect();
    assert_eq!(classes[0].split(' ').nth(1), Some(classes[1]));
    assert!(!source.contains("class=b") && !source.contains("a b"), "{source}");
}

#[test]
fn labels_change_and_data_does_not() {
    for seed in 0..8 {
        let source = redesigned(seed, &[Change::Labels]);
        assert!(!source.contains("<td>Price:</td>"), "{source}");
        assert!(source.contains("$12") && source.contains("Home"), "{source}");
        let source = redesigned(seed, &[Change::Attributes]);
        assert!(source.contains("href=\"/c\""), "{source}");
    }
}

#[test]
fn a_note_does_not_part_a_value() {
    let redesign = |seed| Redesign { seed, label_texts: BTreeSet::new() };
    let page = "<div><div>Blue<p>mug</p></div></div>";
    for seed in 0..64 {
        let source = redesign(seed).apply(
            page,
            &["Blue mug".to_owned()],
            &[Change::Siblings, Change::Wrappers],
        );
        assert!(source.contains("Blue<p>mug</p>"), "{source}");
    }
}

#[test]
fn a_page_without_values_or_tags_is_no_trouble() {
    let redesign = Redesign { seed: 1, label_texts: BTreeSet::new() };
    for source in ["", "text", "<div", "<div class=><p id='>", "</div></p>"] {
        redesign.apply(source, &[], &Change::ALL);
    }
}
