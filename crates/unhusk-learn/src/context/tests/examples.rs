//! Examples 1, 2, 5, 6, 10 and 12 of the paper; numbers and sets are the paper's.

use super::super::corpus::NodeCorpus;
use super::super::evaluate::Rule;
use super::super::point::{Point, Tokens, Variant};
use super::super::search::{ForkSearch, SearchLimits, SearchOutcome};
use super::naive::{self, Term};
use expect_test::{Expect, expect};
use unhusk_wrapper::context::internal::fork::{Budget, Node, write};

/// Example 1, with the markup of its drawing and white space dropped.
pub(super) const PAPERS: &str = "html(body(h4('Search results for,i('search term)),\
    p(b(a('title1)),a('author1)),p(b(a('title2)),a('author2)),p(b(a('title3)),a('author3)),\
    center(b(a('Prev)),a('1),'2,a('3),b(a('Next)))))";

/// Example 2.
pub(super) const STUDENTS: &str = "html(body(\
    ul(li('name:,b('Stefan)),li('supervisor:,b('Maurice))),hr,\
    ul(li('name:,b('Anneleen)),li('supervisor:,b('Hendrik))),hr))";

struct ExampleSite {
    pages: Vec<Term>,
    corpus: NodeCorpus,
}

impl ExampleSite {
    fn new(page: &str) -> Self {
        let pages = vec![Term::parse(page)];
        let (corpus, _) = naive::corpus(&pages);
        Self { pages, corpus }
    }

    fn node(&self, text: &str) -> Node {
        u32::try_from(naive::find(&self.pages, text).1).expect("small")
    }

    fn texts(&self) -> Vec<Node> {
        naive::texts(&self.pages)
            .into_iter()
            .map(|(_, at)| u32::try_from(at).expect("small"))
            .collect()
    }

    fn show(&self, nodes: &[Node]) -> String {
        let mut labels = Vec::new();
        self.pages[0].visit(&mut |node| labels.push(node.label.trim_start_matches('\'')));
        nodes.iter().map(|&node| labels[node as usize]).collect::<Vec<_>>().join(" ")
    }

    fn search(&self, variants: &[Variant], positive: &str, negatives: &[&str]) -> SearchOutcome {
        let limits = SearchLimits::default();
        let mut search = ForkSearch::new(&self.corpus, self.texts(), variants, limits);
        search.add_positives(&[self.node(positive)]);
        let negatives: Vec<Node> = negatives.iter().map(|text| self.node(text)).collect();
        search.add_negatives(&negatives);
        search.best()
    }
}

const TAGS: Variant = Variant { tokens: Tokens::None, contexts: false };
const CONTEXTS: Variant = Variant { tokens: Tokens::None, contexts: true };

/// Checks the forks learnt from one positive, and the nodes that they select.
fn check_rule(page: &str, positive: &str, point: (usize, usize, Variant), expected: &Expect) {
    let site = ExampleSite::new(page);
    let (width, depth, variant) = point;
    let point = Point { width, depth, variant };
    let mut budget = Budget::new(1_000_000);
    let rule =
        Rule::learn(&site.corpus, &[site.node(positive)], point, &mut budget).expect("small");
    let selected = rule.select(&site.corpus, &site.texts(), &mut budget).expect("small");
    let name = |symbol, out: &mut String| rule.symbols.write(symbol, out);
    let forks = write(&rule.forks, &name, 1000).expect("short");
    expected.assert_eq(&format!(
        "{}\n{}: {}",
        forks.join("  "),
        selected.len(),
        site.show(&selected)
    ));
}

/// k, l, contexts, count of the best rule.
fn check_search(
    page: &str,
    variants: &[Variant],
    positive: &str,
    negatives: &[&str],
    expected: &str,
) {
    let site = ExampleSite::new(page);
    let found = match site.search(variants, positive, negatives) {
        SearchOutcome::Found(found) => {
            let Point { width, depth, variant } = found.point;
            let contexts = if variant.contexts { " with contexts" } else { "" };
            format!("({width},{depth}){contexts} {}", found.accepted.len())
        }
        SearchOutcome::NotExpressible => "not expressible".to_owned(),
        SearchOutcome::GaveUp => "gave up".to_owned(),
    };
    assert_eq!(found, expected, "{positive} against {negatives:?}");
}

#[test]
fn example_5_has_three_forks() {
    let forks = naive::forks(&Term::parse("a(b,c(b,b))"), 2, 2);
    let forks: Vec<String> = forks.iter().map(Term::show).collect();
    assert_eq!(forks, ["a(b,c)", "b", "c(b,b)"]);
}

#[test]
fn example_6_author_by_paths_of_three() {
    check_rule(
        PAPERS,
        "author1",
        (1, 3, TAGS),
        &expect![[r"
        @:X  a(@:X)  p(a(@:X))
        3: author1 author2 author3"]],
    );
}

#[test]
fn example_6_student_by_its_label() {
    check_rule(
        STUDENTS,
        "Stefan",
        (2, 3, CONTEXTS),
        &expect![[r"
        @:X  b(@:X)  li('name:',b(@:X))
        2: Stefan Anneleen"]],
    );
}

#[test]
fn example_10_counts() {
    check_rule(
        PAPERS,
        "title1",
        (1, 2, TAGS),
        &expect![[r"
        @:X  a(@:X)
        10: title1 author1 title2 author2 title3 author3 Prev 1 3 Next"]],
    );
    check_rule(
        PAPERS,
        "title1",
        (1, 3, TAGS),
        &expect![[r"
        @:X  a(@:X)  b(a(@:X))
        5: title1 title2 title3 Prev Next"]],
    );
    check_rule(
        PAPERS,
        "title1",
        (1, 4, TAGS),
        &expect![[r"
        @:X  a(@:X)  b(a(@:X))  p(b(a(@:X)))
        3: title1 title2 title3"]],
    );
    check_rule(
        PAPERS,
        "title1",
        (2, 4, TAGS),
        &expect![[r"
        @:X  a(@:X)  b(a(@:X))  p(b(a(@:X)),a(@))
        3: title1 title2 title3"]],
    );
}

#[test]
fn example_10_parameters_follow_from_negatives() {
    let check =
        |negatives: &[&str], expected| check_search(PAPERS, &[TAGS], "title1", negatives, expected);
    check(&[], "(1,2) 10");
    check(&["author1", "1"], "(1,3) 5");
    check(&["author2"], "(1,3) 5");
    check(&["3"], "(1,3) 5");
    check(&["Prev"], "(1,4) 3");
    check(&["Next"], "(1,4) 3");
}

#[test]
fn example_12_with_and_without_contexts() {
    check_search(STUDENTS, &[TAGS], "Stefan", &["Hendrik"], "(2,4) 2");
    check_search(STUDENTS, &[TAGS, CONTEXTS], "Stefan", &["Hendrik"], "(2,3) with contexts 2");
    check_rule(
        STUDENTS,
        "Stefan",
        (2, 4, TAGS),
        &expect![[r"
        @:X  b(@:X)  li(@,b(@:X))  ul(li(@,b(@:X)),li(@,b(@)))
        2: Stefan Anneleen"]],
    );
}

#[test]
fn what_is_alike_is_not_expressible() {
    // The two texts have the same surroundings at any distance: no rule can separate them.
    let pages = vec![Term::parse("p(a('x))"), Term::parse("p(a('y))")];
    let (corpus, starts) = naive::corpus(&pages);
    let mut search = ForkSearch::new(
        &corpus,
        vec![starts[0] + 2, starts[1] + 2],
        &Variant::COMMON,
        SearchLimits::default(),
    );
    search.add_positives(&[starts[0] + 2]);
    search.add_negatives(&[starts[1] + 2]);
    assert_eq!(search.best(), SearchOutcome::NotExpressible);
}

#[test]
fn example_13_goes_on_from_the_front() {
    let site = ExampleSite::new(PAPERS);
    let mut search = ForkSearch::new(&site.corpus, site.texts(), &[TAGS], SearchLimits::default());
    let mut parameters = Vec::new();
    search.add_positives(&[site.node("title1")]);
    for negative in ["author2", "Next"] {
        parameters.push(point_of(&search.best()));
        search.add_negatives(&[site.node(negative)]);
    }
    parameters.push(point_of(&search.best()));
    assert_eq!(parameters, [(1, 2), (1, 3), (1, 4)]);
}

fn point_of(outcome: &SearchOutcome) -> (usize, usize) {
    match outcome {
        SearchOutcome::Found(found) => (found.point.width, found.point.depth),
        other => panic!("{other:?}"),
    }
}
