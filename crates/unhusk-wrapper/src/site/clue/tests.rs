//! Clues are what they were when they are read back from their text.

use super::{Clue, ClueKind, Contents, FEATURES, Feature, PositionPath, Sibling, Tag, TextPlace};
use proptest::prelude::*;

fn tag() -> impl Strategy<Value = Tag> {
    let name = prop_oneof!["[a-z][a-z0-9-]{0,3}", "[a-z][!-~é]{0,4}"];
    name.prop_filter_map("a name with a sign of the language", |name: String| Tag::new(&name))
}

fn tags(range: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Tag>> {
    prop::collection::vec(tag(), range)
}

fn positions(range: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = PositionPath> {
    let steps = prop::collection::vec((tag(), any::<u32>()), range);
    (any::<Option<u32>>(), steps).prop_map(|(text, steps)| PositionPath { text, steps })
}

/// Any text, with many signs of the language in it.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-c<\\[\\]#.@=|+ 0-9-]{0,8}", "\\PC{0,8}", Just(" ... ".to_owned())]
}

fn sibling() -> impl Strategy<Value = Sibling> {
    let element = |tag: Tag| match tag.as_str() {
        // What stands for a text cannot stand for an element, and a `|` for nothing.
        "text" | "|" => Sibling::Text,
        _ => Sibling::Element(tag),
    };
    prop_oneof![Just(Sibling::Nothing), Just(Sibling::Text), tag().prop_map(element)]
}

/// A text that leaves one way to split what is joined with ` ... `.
fn side() -> impl Strategy<Value = String> {
    any_text().prop_filter("it has dots", |text| !text.contains("..."))
}

fn clue() -> impl Strategy<Value = Clue> {
    let elements = prop_oneof![
        tags(1..=16).prop_map(Clue::Path),
        tags(0..=20).prop_map(Clue::WholePath),
        positions(1..=16).prop_map(Clue::Positions),
        positions(0..=20).prop_map(Clue::WholePositions),
        positions(1..=16).prop_map(Clue::PositionsFromEnd),
        (tags(0..=5), any_text()).prop_map(|(below, id)| Clue::Id { below, id }),
        (positions(0..=5), any_text()).prop_map(|(below, id)| Clue::IdPositions { below, id }),
        (tags(1..=17), any_text()).prop_map(|(path, class)| Clue::Class { path, class }),
        any_text().prop_map(Clue::ClassAround),
        (tags(1..=17), "[a-z@.<-]{0,5}", any_text())
            .prop_map(|(path, attribute, token)| Clue::Token { path, attribute, token }),
    ];
    let texts = prop_oneof![
        (1..=16_u8, any_text()).prop_map(|(distance, text)| Clue::TextBefore { distance, text }),
        (1..=16_u8, any_text()).prop_map(|(distance, text)| Clue::TextAfter { distance, text }),
        (0..=16_u8, any_text()).prop_map(|(level, text)| Clue::FirstText { level, text }),
        any_text().prop_map(Clue::ColumnHead),
        any_text().prop_map(Clue::Heading),
        any_text().prop_map(Clue::LandmarkBefore),
        (any_text(), any::<u32>())
            .prop_map(|(text, distance)| Clue::LandmarkBeforeAt { text, distance }),
        any_text().prop_map(Clue::LandmarkAfter),
        (side(), side()).prop_map(|(before, after)| Clue::Between { before, after }),
        any_text().prop_map(Clue::Shape),
    ];
    let others = prop_oneof![
        (0..=16_u8, sibling(), sibling()).prop_map(|(level, before, after)| Clue::Siblings {
            level,
            before,
            after
        }),
        Just(Clue::NoLandmark),
        Just(Clue::Title),
        Just(Clue::Place(TextPlace::Only)),
        any::<u32>().prop_map(|nth| Clue::Place(TextPlace::Nth(nth))),
        Just(Clue::Contents(Contents::Text)),
        Just(Clue::Contents(Contents::Elements)),
    ];
    prop_oneof![elements, texts, others]
}

proptest! {
    #[test]
    fn a_clue_is_read_back_from_its_text(clue in clue()) {
        prop_assert_eq!(Clue::parse(clue.feature(), &clue.text()), clue);
    }

    #[test]
    fn a_clue_is_read_back_from_its_file(clue in clue()) {
        let json = serde_json::to_string(&clue).unwrap();
        prop_assert_eq!(serde_json::from_str::<Clue>(&json).unwrap(), clue);
    }

    #[test]
    fn every_text_is_written_as_it_was_read(
        feature in prop::sample::select(FEATURES),
        text in any_text(),
        is_near in any::<bool>(),
    ) {
        let at = if is_near { feature.at } else { feature.at.wrapping_add(3) };
        let feature = Feature { at, ..feature };
        let clue = Clue::parse(feature, &text);
        prop_assert_eq!(clue.feature(), feature);
        prop_assert_eq!(clue.text(), text);
    }
}

#[track_caller]
fn check(kind: ClueKind, at: u8, text: &str, expected: &Clue) {
    assert_eq!(Clue::parse(Feature::new(kind, at), text), *expected);
}

fn plain(name: &str) -> Tag {
    Tag::new(name).unwrap()
}

#[test]
fn texts_of_the_grammar_are_taken_apart() {
    check(ClueKind::Path, 2, "a<td", &Clue::Path(vec![plain("a"), plain("td")]));
    let path = PositionPath { text: Some(1), steps: vec![(plain("a"), 2), (plain("td"), 3)] };
    check(ClueKind::Positions, 2, "[1]a[2]<td[3]", &Clue::Positions(path.clone()));
    check(ClueKind::PositionsFromEnd, 2, "[-1]a[-2]<td[-3]", &Clue::PositionsFromEnd(path.clone()));
    check(ClueKind::WholePositions, 0, "[1]a[2]<td[3]<", &Clue::WholePositions(path.clone()));
    let id = "it is #1".to_owned();
    check(
        ClueKind::IdPositions,
        0,
        "[1]a[2]<td[3]<#it is #1",
        &Clue::IdPositions { below: path, id },
    );
    check(ClueKind::Id, 0, "#main", &Clue::Id { below: vec![], id: "main".to_owned() });
    let (path, class) = (vec![plain("a"), plain("td")], "md:w-1.5".to_owned());
    check(ClueKind::Class, 1, "a<td.md:w-1.5", &Clue::Class { path, class });
    let after = Sibling::Element(plain("b"));
    let siblings = Clue::Siblings { level: 1, before: Sibling::Nothing, after };
    check(ClueKind::Siblings, 1, "| b ", &siblings);
    let (before, after) = ("price".to_owned(), "review".to_owned());
    check(ClueKind::Between, 0, "price ... review", &Clue::Between { before, after });
    let text = "1 +1".to_owned();
    check(ClueKind::LandmarkBeforeAt, 0, "1 +1 +2", &Clue::LandmarkBeforeAt { text, distance: 2 });
}

#[test]
fn other_texts_are_kept_as_they_are() {
    let others = [
        (ClueKind::Path, 2, "a"),
        (ClueKind::Path, 2, "a<"),
        (ClueKind::Path, 1, ""),
        (ClueKind::WholePath, 0, "a"),
        (ClueKind::Positions, 1, "a"),
        (ClueKind::Positions, 1, "a[01]"),
        (ClueKind::Positions, 1, "a[-1]"),
        (ClueKind::Positions, 1, "b[1]<p[1]"),
        (ClueKind::Class, 0, "<p.k"),
        (ClueKind::Class, 1, "p.k"),
        (ClueKind::Id, 0, "p#k"),
        (ClueKind::Token, 0, "b@itemprop"),
        (ClueKind::Between, 0, "a ... b ... c"),
        (ClueKind::Between, 0, "a ... ... c"),
        (ClueKind::LandmarkBeforeAt, 0, "price"),
        (ClueKind::Siblings, 0, "b |"),
        (ClueKind::Title, 0, "x"),
        (ClueKind::Place, 0, "last"),
        (ClueKind::Heading, 1, "b"),
    ];
    for (kind, at, text) in others {
        let feature = Feature::new(kind, at);
        check(kind, at, text, &Clue::Verbatim { feature, text: text.to_owned() });
    }
}
