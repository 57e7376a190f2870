use super::*;
use proptest::prelude::*;
use unhusk_page::{NodeId, NodeKind, PageOptions};

const PAGE: &str = "<html><head><title>Blue mug</title></head><body class=\"shop\">\
    <div id=\"top\" class=\"nav main\"><ul><li><a href=\"/\">Home</a></li><li><a href=\"/c\">Cups</a></li><li><a href=\"/t\">Trays</a></li></ul></div>\
    <div class=\"item\"><h1>Blue <b>mug</b></h1><table><tr><td>Price:</td><td class=\"price\">$12</td></tr>\
    <tr><td>Made by:</td><td>Acme</td></tr></table></div></body></html>";

const VALUES: [&str; 3] = ["Blue <b>mug", "$12", "Acme"];

fn places(source: &str, values: &[&str]) -> Vec<Span> {
    let place = |value: &&str| source.find(value).map(|at| Span::new(at, at + value.len()));
    values.iter().filter_map(place).collect()
}

fn redesign(seed: u64) -> Redesign {
    let template_texts = BTreeSet::from(["Price:".to_owned(), "Made by:".to_owned()]);
    Redesign { seed, template_texts }
}

fn redesigned(seed: u64, changes: &[PageChange]) -> String {
    redesign(seed).apply(&Page::from(PAGE), &places(PAGE, &VALUES), changes).into_source()
}

/// Applies the changes and checks that every kept place has the same text.
fn follows(source: &str, kept: &[Span], seed: u64, changes: &[PageChange]) -> Redesigned {
    let page = Page::from(source);
    let redesigned = redesign(seed).apply(&page, kept, changes);
    let after = Page::from(redesigned.source());
    for &span in kept {
        let place = redesigned.place(span).unwrap_or_else(|| panic!("{span:?} in {source}"));
        assert_eq!(page.text(span), after.text(place), "{changes:?}: {}", redesigned.source());
    }
    redesigned
}

#[test]
fn every_change_changes_something() {
    for change in PageChange::ALL {
        let is_changed = |seed| redesigned(seed, &[change]) != PAGE;
        assert!((0..16).any(is_changed), "{change:?}");
    }
}

#[test]
fn no_change_leaves_every_byte_and_place() {
    let page = Page::from(PAGE);
    let redesigned = redesign(1).apply(&page, &[], &[]);
    assert_eq!(redesigned.source(), PAGE);
    assert_eq!(redesigned.place(Span::new(3, 9)), Some(Span::new(3, 9)));
}

#[test]
fn every_value_is_where_its_place_says() {
    let kept = places(PAGE, &VALUES);
    for seed in 0..16 {
        for change in PageChange::ALL {
            follows(PAGE, &kept, seed, &[change]);
        }
        follows(PAGE, &kept, seed, &PageChange::ALL);
    }
}

#[test]
fn values_in_attributes_are_followed_and_stay() {
    let source = "<ul class=\"list\"><li class=\"five stars\" title=\"Mug\"><a class=n href=\"/m\">x</a></li></ul>";
    let kept = places(source, &["five", "Mug", "/m"]);
    for seed in 0..16 {
        let redesigned = follows(source, &kept, seed, &PageChange::ALL);
        for value in ["five", "\"Mug\"", "\"/m\""] {
            assert!(redesigned.source().contains(value), "{}", redesigned.source());
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_page() {
    assert_eq!(redesigned(3, &PageChange::ALL), redesigned(3, &PageChange::ALL));
    assert_ne!(redesigned(3, &PageChange::ALL), redesigned(4, &PageChange::ALL));
}

#[test]
fn classes_are_renamed_alike_wherever_they_stand() {
    let page = Page::from("<p class=\"a b\">x<p class=b>y");
    let source = redesign(1).apply(&page, &[], &[PageChange::Classes]).into_source();
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
        let source = redesigned(seed, &[PageChange::Labels]);
        assert!(!source.contains("<td>Price:</td>"), "{source}");
        assert!(source.contains("$12") && source.contains("Home"), "{source}");
        let source = redesigned(seed, &[PageChange::Attributes]);
        assert!(source.contains("href=\"/c\""), "{source}");
    }
}

#[test]
fn attributes_are_taken_out_whole_however_they_are_written() {
    let written = "<p id=a style = 'b' lang\n=\n\"c\"dir=\"d\" inert>x</p>";
    let page = Page::from(written);
    let is_gone = |seed: u64, text: &str| {
        let source = redesign(seed).apply(&page, &[], &[PageChange::Attributes]).into_source();
        !source.contains(text)
    };
    // An attribute is kept or removed with its name; one without a value is always kept.
    for (name, rest) in [("id", "=a"), ("style", "'b'"), ("lang", "\"c\""), ("dir", "\"d\"")] {
        for seed in 0..16 {
            assert_eq!(is_gone(seed, name), is_gone(seed, rest), "{name} {seed}");
        }
        assert!((0..16).any(|seed| is_gone(seed, name)), "{name}");
    }
    assert!(!(0..16).any(|seed| is_gone(seed, "inert")));
}

#[test]
fn blocks_that_change_places_keep_what_is_in_them() {
    let block = |class: &str| format!("<div class={class}>{}</div>", "<i>x</i>".repeat(6));
    let source = format!("<div>{} and {}</div>", block("a"), block("b"));
    let swapped = format!("<div>{} and {}</div>", block("b"), block("a"));
    let page = Page::from(source.as_str());
    let mut n_swapped = 0;
    for seed in 0..16 {
        let redesigned = redesign(seed).apply(&page, &[], &[PageChange::Order]);
        assert!([&source, &swapped].contains(&&redesigned.source().to_owned()));
        if redesigned.source() == swapped {
            n_swapped += 1;
            let first = Span::new(5, 5 + block("a").len());
            let now = redesigned.place(first).expect("it is still there");
            assert_eq!(&redesigned.source()[now.range()], block("a"));
        }
    }
    // Half of the pairs are exchanged.
    assert!((2..=14).contains(&n_swapped), "{n_swapped}");
}

#[test]
fn a_note_does_not_part_a_value() {
    let page = "<div><div>Blue<p>mug</p></div></div>";
    for seed in 0..64 {
        let kept = places(page, &["Blue<p>mug"]);
        let redesigned = follows(page, &kept, seed, &[PageChange::Siblings, PageChange::Wrappers]);
        assert!(redesigned.source().contains("Blue<p>mug</p>"), "{}", redesigned.source());
    }
}

#[test]
fn a_page_without_values_or_tags_is_no_trouble() {
    for source in ["", "text", "<div", "<div class=><p id='>", "</div></p>", "<p class=a&#32;b>"] {
        for seed in 0..4 {
            redesign(seed).apply(&Page::from(source), &[], &PageChange::ALL);
        }
    }
}

/// Deep nesting, a tag of a hundred thousand attributes, and elements without visible content: quadratic steps
/// would take minutes.
#[test]
fn hostile_pages_are_changed_in_time() {
    let deep = format!("{}x{}", "<div class=a>".repeat(50_000), "</div>".repeat(50_000));
    let attributes: Vec<String> = (0..100_000).map(|number| format!("a{number}=1")).collect();
    let wide = format!("<p {}>x</p>", attributes.join(" "));
    let silent = format!("<div>{}</div>", "<div><!----></div>".repeat(30_000));
    for source in [deep, wide, silent] {
        let kept: Vec<Span> = (0..20_000).map(|at| Span::new(at * 8, at * 8 + 4)).collect();
        redesign(1).apply(&Page::from(source.as_str()), &kept, &PageChange::ALL);
        redesign(1).apply(&Page::from(source.as_str()), &[], &PageChange::ALL);
    }
}

#[test]
fn plain_text_has_no_design() {
    let mut options = PageOptions::default();
    options.syntax = Syntax::Text;
    let page = Page::read(PAGE.as_bytes(), options);
    assert_eq!(redesign(1).apply(&page, &[], &PageChange::ALL).source(), PAGE);
}

/// A small page: elements of some tags, some with a class, that hold texts.
fn pages() -> impl Strategy<Value = String> {
    let leaf = "[a-z]{1,6}|&amp;|Price:".prop_map(|text| text);
    let tag =
        prop::sample::select(vec!["div", "p", "ul", "li", "td", "tr", "table", "b", "span", "h1"]);
    leaf.prop_recursive(5, 40, 5, move |inner| {
        let children = prop::collection::vec(inner, 0..5);
        (tag.clone(), "[a-c ]{0,3}", children, prop::bool::weighted(0.9)).prop_map(
            |(tag, class, children, is_closed)| {
                let end = if is_closed { format!("</{tag}>") } else { String::new() };
                format!("<{tag} class=\"{class}\">{}{end}", children.concat())
            },
        )
    })
}

proptest! {
    #[test]
    fn texts_that_are_kept_are_followed_through_every_change(source in pages(), seed in 0..64_u64) {
        let page = Page::from(source.as_str());
        let tree = page.tree();
        let is_text = |node: &NodeId| tree.kind(*node) == NodeKind::Text;
        let texts: Vec<Span> = tree.nodes().filter(is_text).filter_map(|node| tree.span(node)).collect();
        // Every other text is a value; the rest may change.
        let kept: Vec<Span> = texts.into_iter().step_by(2).collect();
        for change in PageChange::ALL {
            follows(&source, &kept, seed, &[change]);
        }
        follows(&source, &kept, seed, &PageChange::ALL);
    }

    #[test]
    fn any_source_can_be_changed(source in "(<(div|p|td|/div|/p|!--|b class=|a href='x)|>|[\"'= a-z&;-]){0,40}", seed in 0..8_u64) {
        redesign(seed).apply(&Page::from(source.as_str()), &[], &PageChange::ALL);
    }
}
