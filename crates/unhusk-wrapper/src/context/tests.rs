//! Reading within a counted budget: every test of a node takes a step, and nodes that are left out are reported.

use super::extract::extract;
use super::fork::Budget;
use super::program::Program;
use super::{ContextSelector, Extent, ForkSize, NodeTarget, SymbolKind, ValueTarget};
use unhusk_page::{Limited, Warning};
use unhusk_page::{Page, Span};

/// Texts in any of some elements.
fn texts_in(elements: impl Iterator<Item = String>) -> ContextSelector {
    let forks = elements.map(|element| format!("{element}(@:X)")).chain(["@:X".to_owned()]);
    let target = ValueTarget { node: NodeTarget::Text, extent: Extent::Inner };
    ContextSelector::new(target, ForkSize { k: 1, l: 2 }, SymbolKind::Named, forks.collect())
        .expect("a selector")
}

/// Rules that test tags from the roots down, tags from each node up, and classes.
fn rules() -> [(&'static str, Vec<ContextSelector>); 3] {
    let one = |element: &str| texts_in(std::iter::once(element.to_owned()));
    // With so many tags, there is no table of paths down.
    let others = texts_in((0..1000).map(|at| format!("x{at}")));
    [("down", vec![one("p")]), ("up", vec![one("p"), others]), ("classes", vec![one("p.a")])]
}

/// Ten thousand equal siblings, under 500 levels.
fn page() -> Page {
    Page::from(&*format!("{}{}", "<div>".repeat(490), "<p class=a>x</p>".repeat(10_000)))
}

/// Returns the values of the first field that are read within a number of steps, and the position of the cut.
fn read(selectors: &[ContextSelector], page: &Page, max_steps: u64) -> (Vec<Span>, Option<usize>) {
    let program = Program::new(selectors).expect("checked");
    let (mut places, cut) = extract(selectors, &program, page, max_steps);
    let at = cut.map(|cut| match cut {
        Warning::Truncated { what: Limited::Candidates, limit, at_byte } if limit == max_steps => {
            at_byte
        }
        other => panic!("{other}"),
    });
    (places.swap_remove(0), at)
}

#[test]
fn a_budget_that_does_not_last_is_reported() {
    let page = page();
    for (name, selectors) in rules() {
        let (all, cut) = read(&selectors, &page, 1_000_000);
        assert_eq!((all.len(), cut), (10_000, None), "{name}");
        let mut n_before = 0;
        for max_steps in [0, 1, 1_000, 10_000, 20_000, 30_000] {
            let (places, cut) = read(&selectors, &page, max_steps);
            let at_byte = cut.unwrap_or(page.source().len());
            // All values before the cut are read, and no others.
            let expected: Vec<Span> =
                all.iter().copied().filter(|place| place.range().end <= at_byte).collect();
            assert_eq!(places, expected, "{name}: {max_steps}");
            assert_eq!(cut.is_none(), places.len() == all.len(), "{name}: {max_steps}");
            assert!(n_before <= places.len(), "{name}: {max_steps}");
            n_before = places.len();
        }
        assert!(n_before > 1_000, "{name}: {n_before}");
    }
}

#[test]
fn every_node_counts() {
    let page = page();
    // The document, `html`, `head`, `body` and 490 elements, then two nodes for each value.
    for (name, selectors) in rules() {
        let (places, cut) = read(&selectors, &page, 20_000);
        assert!(cut.is_some(), "{name}");
        assert!(places.len() < 10_000, "{name}");
    }
}

#[test]
fn a_budget_gives_what_it_has() {
    let mut budget = Budget::new(5);
    assert_eq!((budget.spend_up_to(3), budget.spend_up_to(3), budget.spend_up_to(3)), (3, 2, 0));
}
