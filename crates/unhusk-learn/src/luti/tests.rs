//! Example 9 of the KL paper.

use super::attempt;
use super::context::nearest;
use crate::context::{CorpusBuilder, NodeCorpus};
use unhusk_wrapper::context::internal::fork::Node;
use unhusk_wrapper::context::internal::luti::write;

/// Example 2: two students with their supervisors.
fn students() -> (NodeCorpus, Vec<(&'static str, Node)>) {
    let mut builder = CorpusBuilder::default();
    builder.begin_page();
    let none: [&str; 0] = [];
    let html = builder.element(None, "html", none);
    let body = builder.element(Some(html), "body", none);
    let mut texts = Vec::new();
    for (name, supervisor) in [("Stefan", "Maurice"), ("Anneleen", "Hendrik")] {
        let list = builder.element(Some(body), "ul", none);
        for (label, value) in [("name:", name), ("supervisor:", supervisor)] {
            let item = builder.element(Some(list), "li", none);
            texts.push((label, builder.text(Some(item), label)));
            let bold = builder.element(Some(item), "b", none);
            texts.push((value, builder.text(Some(bold), value)));
        }
        builder.element(Some(body), "hr", none);
    }
    (builder.finish(), texts)
}

fn check(positives: &[&str], width: usize, expected: &str) {
    let (corpus, texts) = students();
    let find =
        |wanted: &str| texts.iter().find(|(text, _)| *text == wanted).expect("on the page").1;
    let nodes: Vec<Node> = positives.iter().map(|text| find(text)).collect();
    let candidates: Vec<Node> = texts.iter().map(|(_, node)| *node).collect();
    let context = nearest(&corpus, &nodes);
    assert_eq!(context.map(|text| corpus.string(text)), Some("name:"));
    let rule = attempt(&corpus, &candidates, &nodes, (width, context));
    let found = texts.iter().filter(|(_, node)| rule.found.contains(node)).map(|(text, _)| *text);
    assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "k = {width} from {positives:?}");
}

#[test]
fn one_example_and_single_neighbours_find_both_students() {
    check(&["Stefan"], 1, "Stefan Anneleen");
}

#[test]
fn wider_windows_from_one_example_find_only_it() {
    check(&["Stefan"], 2, "Stefan");
    check(&["Stefan"], 3, "Stefan");
}

#[test]
fn wider_windows_from_both_examples_find_both() {
    check(&["Stefan", "Anneleen"], 2, "Stefan Anneleen");
    check(&["Stefan", "Anneleen"], 4, "Stefan Anneleen");
}

#[test]
fn windows_are_those_of_the_reduced_tree() {
    // html.X(body.X(ul.X(li.X(C,b.X(X)),li),hr,ul.C,hr)), one window for each marked parent as k is large.
    let (corpus, texts) = students();
    let candidates: Vec<Node> = texts.iter().map(|(_, node)| *node).collect();
    let stefan = texts[1].1;
    let rule = attempt(&corpus, &candidates, &[stefan], (9, nearest(&corpus, &[stefan])));
    let tag = |number: u32| corpus.string(number - 1);
    let mut windows: Vec<String> =
        rule.windows.sorted().into_iter().map(|window| write(window, tag)).collect();
    windows.sort();
    assert_eq!(
        windows,
        ["b.X(X)", "body.X(ul.X,hr,ul.C,hr)", "html.X(body.X)", "li.X(C,b.X)", "ul.X(li.X,li)"]
    );
}
