//! A saved selector finds the nodes that the rule found from which it was made.

use super::super::candidates;
use super::super::corpus::{CorpusBuilder, NodeCorpus};
use super::super::evaluate::Rule;
use super::super::field::FieldTask;
use super::super::point::{Point, Variant};
use super::super::rule::selector;
use super::super::search::SearchLimits;
use super::agreement::SeededRandom;
use unhusk_page::{Page, Span};
use unhusk_wrapper::Extract;
use unhusk_wrapper::context::internal::extract::place_of;
use unhusk_wrapper::context::internal::fork::{Budget, Node};
use unhusk_wrapper::context::{
    ContextSelector, Extent, ForkSize, Grouping, Kl, NodeTarget, SymbolKind, ValueTarget,
};
use unhusk_wrapper::record::{Cell, Field, Schema};

/// Markup that no parser rearranges: few tags, few classes, few texts.
fn markup(dice: &mut SeededRandom, n_nodes: usize) -> String {
    let mut html = String::new();
    let mut open: Vec<&str> = Vec::new();
    for _ in 0..n_nodes {
        match dice.below(5) {
            0 | 1 => {
                let tag = ["div", "section", "main"][dice.below(3)];
                let class = ["", " class=x", " class='y x'", " id=z"][dice.below(4)];
                html.extend(["<", tag, class, ">"]);
                open.push(tag);
            }
            2 => html.extend(open.pop().into_iter().flat_map(|tag| ["</", tag, ">"])),
            _ => html.push_str(["s ", "<br>t ", "<hr>"][dice.below(3)]),
        }
    }
    html.extend(open.into_iter().rev().flat_map(|tag| ["</", tag, ">"]));
    html
}

/// A page of a few nodes, or one that repeats itself.
fn page(dice: &mut SeededRandom) -> Page {
    let n_nodes = 10 + dice.below(30);
    let html = markup(dice, n_nodes);
    let n_times = if dice.below(4) == 0 { 1 + dice.below(12) } else { 1 };
    Page::from(&*html.repeat(n_times))
}

/// The places of each field's values.
fn spans(wrapper: &Kl, page: &Page) -> Vec<Vec<Span>> {
    let field = |at: usize| Field { many: true, ..Field::new(format!("field {at}")) };
    let fields = (0..wrapper.selectors().len()).map(field).collect();
    let schema = Schema::new(fields).expect("a schema");
    let extraction = wrapper.extract(&schema, page);
    assert_eq!(extraction.warnings, []);
    let Some(record) = extraction.records.into_iter().next() else {
        return vec![Vec::new(); wrapper.selectors().len()];
    };
    let spans = |cell: Cell<'_>| match cell {
        Cell::Many(values) => values.iter().map(|value| value.span).collect(),
        other => panic!("{other:?}"),
    };
    record.cells.into_iter().map(spans).collect()
}

fn any_target(dice: &mut SeededRandom) -> ValueTarget {
    let nodes = [NodeTarget::Text, NodeTarget::Element, NodeTarget::Attribute("class".to_owned())];
    ValueTarget { node: nodes[dice.below(3)].clone(), extent: Extent::Inner }
}

fn any_point(dice: &mut SeededRandom) -> Point {
    let variants = [&Variant::COMMON[..], &Variant::LAST[..]].concat();
    Point { width: 1 + dice.below(3), depth: 2 + dice.below(3), variant: variants[dice.below(6)] }
}

/// A selector learnt from a node or two, and the places that its rule finds.
fn field(
    dice: &mut SeededRandom,
    page: &Page,
    corpus: &NodeCorpus,
) -> Option<(ContextSelector, Vec<Span>)> {
    let target = any_target(dice);
    let candidates = candidates::of_kind(corpus, &[page], &target.node);
    if candidates.is_empty() {
        return None;
    }
    let any = |dice: &mut SeededRandom| candidates[dice.below(candidates.len())];
    let positives: Vec<Node> = (0..=dice.below(2)).map(|_| any(dice)).collect();
    let point = any_point(dice);
    let mut budget = Budget::new(10_000_000);
    let rule = Rule::learn(corpus, &positives, point, &mut budget).expect("small");
    let found = rule.select(corpus, &candidates, &mut budget).expect("small");
    let place = |&node: &Node| place_of(page, corpus.id(node), &target.node, target.extent);
    let expected: Vec<Span> = found.iter().filter_map(place).collect();
    let (negatives, disambiguated) = (Vec::new(), Vec::new());
    let name = "field".to_owned();
    let task = FieldTask { name, target, candidates, positives, negatives, disambiguated };
    let selector = selector(corpus, &task, point, &SearchLimits::default()).expect("short");
    Some((selector, expected))
}

/// A page with selectors learnt on it, and the places that their rules find.
fn fields(dice: &mut SeededRandom) -> (Page, Vec<ContextSelector>, Vec<Vec<Span>>) {
    let page = page(dice);
    let mut builder = CorpusBuilder::default();
    builder.page(&page);
    let corpus = builder.finish();
    let n_fields = 1 + dice.below(4);
    let (selectors, expected) = (0..n_fields).filter_map(|_| field(dice, &page, &corpus)).unzip();
    (page, selectors, expected)
}

fn assert_finds(page: &Page, selectors: Vec<ContextSelector>, expected: &[Vec<Span>]) {
    let shown = format!("{selectors:?} on {}", page.source());
    let wrapper = Kl::new(Grouping::Page, selectors).expect("checked");
    assert_eq!(spans(&wrapper, page), expected, "{shown}");
}

/// Fields are read together, and nodes with equal surroundings are decided once: neither may change the result.
#[test]
fn saved_selectors_find_what_their_rules_do() {
    let mut dice = SeededRandom(11);
    let mut n_found = 0;
    for _ in 0..1000 {
        let (page, selectors, expected) = fields(&mut dice);
        assert_finds(&page, selectors, &expected);
        n_found += expected.iter().map(Vec::len).sum::<usize>();
    }
    assert!(n_found > 4000, "the cases are not trivial: {n_found} found");
}

/// More fields than there are bits are read in several chunks.
#[test]
fn a_hundred_selectors_find_what_each_of_them_does() {
    let mut dice = SeededRandom(12);
    for _ in 0..100 {
        let (page, selectors, expected) = fields(&mut dice);
        let many = selectors.iter().cycle().take(25 * selectors.len()).cloned().collect();
        let expected: Vec<_> = expected.iter().cycle().take(25 * expected.len()).cloned().collect();
        assert_finds(&page, many, &expected);
    }
}

/// With so many tags, there is no table of descents, and the test walks up from every node.
#[test]
fn a_selector_of_many_tags_changes_nothing_for_the_others() {
    let forks = (0..1000).map(|at| format!("x{at}(@:X)")).chain(["@:X".to_owned()]).collect();
    let target = ValueTarget { node: NodeTarget::Text, extent: Extent::Inner };
    let wide = ContextSelector::new(target, ForkSize { k: 1, l: 2 }, SymbolKind::Named, forks)
        .expect("a selector");
    let mut dice = SeededRandom(13);
    for _ in 0..100 {
        let (page, mut selectors, mut expected) = fields(&mut dice);
        selectors.push(wide.clone());
        expected.push(Vec::new());
        let wrapper = Kl::new(Grouping::Page, selectors).expect("checked");
        assert_eq!(spans(&wrapper, &page), expected, "on {}", page.source());
    }
}
