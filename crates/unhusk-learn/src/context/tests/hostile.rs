//! Pages made to explode forks: learning ends within its counted limits.

use super::super::corpus::{CorpusBuilder, NodeCorpus};
use super::super::evaluate::Rule;
use super::super::point::{Point, Variant};
use super::super::search::{ForkSearch, SearchLimits, SearchOutcome};
use super::super::{NodeContent, candidates};
use unhusk_page::Page;
use unhusk_wrapper::context::NodeTarget;
use unhusk_wrapper::context::internal::fork::{Budget, Node};

/// The page's corpus, and its texts.
fn read(html: &str) -> (NodeCorpus, Vec<Node>) {
    let page = Page::from(html);
    let mut builder = CorpusBuilder::default();
    builder.page(&page);
    let corpus = builder.finish();
    let texts = candidates::of_kind(&corpus, &[&page], &NodeTarget::Text);
    assert!(texts.iter().all(|&text| matches!(corpus.content(text), NodeContent::Text(_))));
    (corpus, texts)
}

/// Ten thousand equal siblings; depth 500; twenty equal siblings at each of 500 levels.
fn pages() -> [String; 3] {
    let both =
        "<div><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p>";
    ["<p>x".repeat(10_000), format!("{}x", "<div><i>".repeat(250)), both.repeat(500)]
}

#[test]
fn a_search_among_equal_nodes_ends_at_its_limits() {
    for html in pages() {
        let (corpus, texts) = read(&html);
        let limits = SearchLimits { max_points: 30, max_steps: 200_000, ..SearchLimits::default() };
        let mut search = ForkSearch::new(&corpus, texts.clone(), &Variant::COMMON, limits);
        let middle = texts.len() / 2;
        search.add_positives(&texts[middle..=middle]);
        let others: Vec<Node> =
            texts.iter().copied().filter(|&text| text != texts[middle]).collect();
        search.add_negatives(&others);
        let outcome = search.best();
        // The only text of a page is trivially separated; one of thousands of equal ones by no rule within the limits.
        let is_alone = others.is_empty();
        assert_eq!(matches!(outcome, SearchOutcome::Found(_)), is_alone, "{outcome:?}");
        assert!(search.n_points() <= 30);
    }
}

#[test]
fn no_rule_takes_more_steps_than_it_is_given() {
    const STEPS: u64 = 100_000;
    for html in pages() {
        let (corpus, texts) = read(&html);
        for (width, depth) in [(1, 2), (2, 3), (8, 8), (32, 24)] {
            let point = Point { width, depth, variant: Variant::COMMON[3] };
            let run = |n_steps| {
                let mut budget = Budget::new(n_steps);
                let rule = Rule::learn(&corpus, &texts[..1], point, &mut budget);
                let found = rule.and_then(|rule| rule.select(&corpus, &texts, &mut budget));
                (found, n_steps - budget.n_left())
            };
            let (found, n_spent) = run(STEPS);
            // A search that gave up had begun; one that ended needs every counted step.
            assert!(n_spent > 0, "({width},{depth})");
            if found.is_ok() {
                assert_eq!(run(n_spent), (found, n_spent), "({width},{depth})");
                assert!(run(n_spent - 1).0.is_err(), "({width},{depth})");
            }
        }
    }
}

#[test]
fn forks_that_multiply_stay_few_shapes() {
    // Every level doubles the number of window choices: 2^23 forks of the widest kind, a few hundred steps a level.
    let (corpus, texts) = read(&format!("{}x", "<div><b></b><b></b>".repeat(30)));
    let point = Point { width: 2, depth: 24, variant: Variant::COMMON[0] };
    let mut budget = Budget::new(20_000);
    let rule = Rule::learn(&corpus, &texts, point, &mut budget).expect("few steps");
    assert_eq!(rule.select(&corpus, &texts, &mut budget), Ok(texts));
}
