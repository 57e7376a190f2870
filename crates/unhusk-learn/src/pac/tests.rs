use super::*;

const TENTH: Demand = Demand { epsilon: 0.1, delta: 0.1 };

fn experience(shortest_page: usize, n_page_delimiters: usize) -> Experience {
    Experience { n_pages: 1, n_values: vec![5; 4], shortest_page, n_page_delimiters }
}

#[test]
fn finite_class_bounds_are_those_of_the_paper() {
    // K = 4, epsilon = delta = 0.1: (2K ln R - ln delta) / epsilon, and so on, rounded up.
    for (shortest_page, pages) in
        [(500, [521, 755, 990]), (1000, [576, 839, 1101]), (2500, [649, 949, 1248])]
    {
        let needed =
            [0, 2, 4].map(|n| experience(shortest_page, n).pages_needed(Bound::FiniteClass, TENTH));
        assert_eq!(needed, pages.map(Some));
    }
}

#[test]
fn the_reconstructed_bound_gives_the_papers_check_value() {
    let hlrt = experience(1000, 2);
    assert_eq!(hlrt.pages_needed(Bound::Reconstructed, TENTH), Some(72));
    assert!((hlrt.scaled_to(71).confidence(Bound::Reconstructed, 0.1) - 0.8990).abs() < 5e-5);
    assert!((hlrt.scaled_to(72).confidence(Bound::Reconstructed, 0.1) - 0.9039).abs() < 5e-5);
}

#[test]
fn dividing_epsilon_costs_pages() {
    assert_eq!(experience(1000, 2).pages_needed(Bound::Split, TENTH), Some(729));
}

#[test]
fn no_example_of_a_delimiter_means_no_confidence() {
    let mut unseen = experience(1000, 2).scaled_to(1000);
    assert!(unseen.confidence(Bound::Reconstructed, 0.1) > 0.99);
    unseen.n_values[2] = 0;
    assert!(unseen.confidence(Bound::Reconstructed, 0.1).abs() < 1e-12);
    assert_eq!(unseen.pages_needed(Bound::Reconstructed, TENTH), None);
}

#[test]
fn confidence_and_demand_agree() {
    for bound in [Bound::FiniteClass, Bound::Split, Bound::Reconstructed] {
        let needed = experience(1000, 2).pages_needed(bound, TENTH).expect("some number suffices");
        for (n_pages, suffices) in [(needed - 1, false), (needed, true)] {
            let scaled = experience(1000, 2).scaled_to(n_pages);
            assert_eq!(scaled.satisfies(bound, TENTH), suffices);
            assert_eq!(scaled.confidence(bound, 0.1) >= 0.9, suffices, "{bound:?}");
        }
    }
}

#[test]
fn a_sentence_says_how_many_pages_more_it_takes() {
    assert_eq!(
        experience(1000, 2).sentence(TENTH),
        "1 page proves little: to say that with 90 % confidence at most 10 % of new pages are read wrongly \
         takes 839 like these by the safe bound, 72 by the optimistic one"
    );
    assert_eq!(
        experience(1000, 2).scaled_to(839).sentence(TENTH),
        "839 pages are enough: with 90 % confidence at most 10 % of new pages are read wrongly"
    );
}
