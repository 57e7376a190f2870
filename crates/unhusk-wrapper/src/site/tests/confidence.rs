use super::agree::clue;
use crate::Extract;
use crate::record::{Cell, Confidence, Field, Schema};
use crate::site::{
    Alternative, ClueKind, Cut, Extent, FieldRule, NodeRule, NodeTarget, Reach, Records, Regions,
    Site,
};
use unhusk_page::Page;

/// Texts right in elements of a name, with a weight.
fn texts_in(name: &str, weight: u32) -> NodeRule {
    let clue = clue(ClueKind::Path, 1, name);
    NodeRule { weight, clues: vec![clue] }
}

/// How sure the value of the only field is, and the record.
fn confidence(records: Records, rules: Vec<NodeRule>, html: &str) -> Vec<Confidence> {
    let (target, extent, cut) = (NodeTarget::Text, Extent::Trimmed, Cut::default());
    let alternative = Alternative { target, extent, cut, rules };
    let field = FieldRule { alternatives: vec![alternative], ..FieldRule::default() };
    let site = Site::new(records, Vec::new(), vec![field]).expect("the rules are sound");
    let schema = Schema::new(vec![Field::new("price")]).expect("one field");
    let page = Page::from(html);
    let weighed = site.extract_with_confidence(&schema, &page);
    assert_eq!(weighed, site.extract(&schema, &page), "what is read is the same");
    let value = |cell: &Cell<'_>| match cell {
        Cell::One(value) => value.confidence.expect("a site wrapper tells"),
        other => panic!("{other:?}"),
    };
    let of_record = |record: &crate::record::Record<'_>| {
        assert_eq!(record.confidence(), Some(value(&record.cells[0])));
        value(&record.cells[0])
    };
    weighed.records.iter().map(of_record).collect()
}

#[test]
fn a_value_that_all_rules_vote_for_is_surer_than_one_that_some_do() {
    let html = "<b>12</b><i>13</i>";
    let agree = vec![texts_in("b", 3), texts_in("b", 1), texts_in("b", 1)];
    assert_eq!(confidence(Records::Page, agree, html), [Confidence::new(0.999)]);
    // Three quarters of the votes: the knot of the table.
    let disagree = vec![texts_in("b", 2), texts_in("b", 1), texts_in("i", 1)];
    assert_eq!(confidence(Records::Page, disagree, html), [Confidence::new(0.967)]);
}

#[test]
fn records_are_the_surer_the_more_of_them_were_labelled() {
    let html = "<p><b>12</b></p><p><b>13</b></p>";
    let begin = clue(ClueKind::Path, 1, "p");
    let regions = |labelled| {
        let begin = vec![NodeRule { weight: 1, clues: vec![begin.clone()] }];
        let (others, required, reach) = (Vec::new(), Vec::new(), Reach::Node);
        Records::Regions(Regions { begin, others, reach, required, labelled, usual: 0, look: None })
    };
    // 0.999 (1 - 0.27/3) and 0.999 (1 - 0.27/30).
    let agree = || vec![texts_in("b", 1); 3];
    assert_eq!(
        confidence(regions(1), agree(), html),
        [Confidence::new(0.909), Confidence::new(0.909)]
    );
    assert_eq!(
        confidence(regions(28), agree(), html),
        [Confidence::new(0.990), Confidence::new(0.990)]
    );
}

#[test]
fn one_rule_alone_proves_little() {
    assert_eq!(
        confidence(Records::Page, vec![texts_in("b", 1)], "<b>12</b>"),
        [Confidence::new(0.7)]
    );
}
