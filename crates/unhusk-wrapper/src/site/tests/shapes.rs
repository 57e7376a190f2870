//! Records of the same shape are read as if each were alone, and votes that end early have the same result.

use super::agree::{nodes_one_by_one, read_one_by_one, rules};
use crate::record::Field;
use crate::site::cache::landmarks::Landmarks;
use crate::site::cache::shapes::ShapeCache;
use crate::site::compile::footprint::RuleFootprint;
use crate::site::compile::{CompiledField, CompiledRule};
use crate::site::cut::Cut;
use crate::site::matcher::RuleMatcher;
use crate::site::matcher::eval::EvalContext;
use crate::site::matcher::page_index::PageIndex;
use crate::site::regions::{regions, scopes};
use crate::site::rule::{Alternative, Extent, FieldRule, NodeRule, NodeTarget, Reach};
use proptest::prelude::*;
use std::sync::Arc;
use unhusk_page::{Page, VisibleNode};

/// Records of few kinds, so that many have the same shape: some differ in a text, an attribute, a class, a heading before them.
fn html() -> impl Strategy<Value = String> {
    let record = prop_oneof![
        Just("<li><b>Price:</b> <i>1</i> <a href=x>y</a>".to_owned()),
        Just("<li><b>Price:</b> <i>2</i> <a>y</a>".to_owned()),
        Just("<li><b>Size:</b> <i>1</i> <a href=x>Price</a>".to_owned()),
        Just("<li class=k><b>Price</b> <i class=m>3</i>".to_owned()),
        Just("<li><h2>Size</h2><i>1</i><i>2</i>".to_owned()),
        Just("<li>".to_owned()),
        Just("<li id=r><b itemprop=n>Price</b> <i>4</i>".to_owned()),
        Just("<li id=s><b itemprop=m>Price</b> <i>4</i>".to_owned()),
        // A record that begins inside of another, which goes on behind it.
        Just("<li>a<ul><li>b</ul>c<i>5</i>".to_owned()),
        Just("<li>a<ul><li>b</ul>".to_owned()),
        "<li>([a-c]{1,2}|Price:|<b>|</b>|<i class=[km]>|</i>){0,6}",
    ];
    let records = prop::collection::vec(record, 1..9);
    records.prop_map(|records| format!("<title>1</title><ul>{}</ul>", records.concat()))
}

/// Compares records among others with records by themselves.
fn compare(page: &Page, choices: &[usize]) {
    let index = PageIndex::new(page);
    let texts = ["price".to_owned(), "size".to_owned()];
    let hashes = texts.iter().map(|text| crate::site::clue::TextHash::of_text(text));
    let landmarks = Landmarks::new(Arc::new(hashes.collect()));
    let context = |scope| EvalContext { index: &index, scope, landmarks: &landmarks };
    let items: Vec<VisibleNode> =
        (0..index.whole().end).filter(|&node| index.tag(node) == "li").collect();
    let Some(&taught) = items.get(choices[0] % items.len().max(1)) else { return };
    let rules = rules(context(index.subtree(taught)), choices);
    for target in [NodeTarget::Text, NodeTarget::Element, NodeTarget::Attribute("href".into())] {
        let alternative = Alternative {
            target,
            extent: Extent::Trimmed,
            cut: Cut::default(),
            rules: rules.clone(),
        };
        let alternatives = vec![alternative];
        let rule = FieldRule { alternatives, distinct: true, ..FieldRule::default() };
        let mut fields = [CompiledField::new(&rule)];
        let footprint = RuleFootprint::new(&mut fields, &texts);
        let asked = PageIndex::for_tokens(page, &footprint.tokens);
        for index in [&index, &asked] {
            let shapes = ShapeCache::new(index, &footprint);
            let reaches = [Reach::Node, Reach::Run].into_iter();
            for scope in reaches.flat_map(|reach| scopes(index, &items, reach)) {
                let matcher = RuleMatcher::among(EvalContext { index, ..context(scope) }, &shapes);
                for (many, optional) in [(false, false), (false, true), (true, false)] {
                    let field = Field { optional, many, ..Field::new("f") };
                    let meant = read_one_by_one(context(scope), &rule, &field);
                    assert_eq!(fields[0].read(&matcher, &field), meant, "{field:?} {rule:?}");
                }
            }
        }
    }
}

/// The nodes that rules elect: among all, else among elements, else among texts.
fn elected_one_by_one(context: EvalContext<'_, '_>, rules: &[NodeRule]) -> Vec<VisibleNode> {
    let elected = elected_among(context, rules, &[NodeTarget::Element, NodeTarget::Text]);
    if !elected.is_empty() {
        return elected;
    }
    let elements = elected_among(context, rules, &[NodeTarget::Element]);
    if elements.is_empty() { elected_among(context, rules, &[NodeTarget::Text]) } else { elements }
}

/// The nodes with more than half of the votes of those rules that find something, every vote counted.
fn elected_among(
    context: EvalContext<'_, '_>,
    rules: &[NodeRule],
    targets: &[NodeTarget],
) -> Vec<VisibleNode> {
    let mut total = 0;
    let mut votes = vec![0; context.index.len()];
    for target in targets {
        for rule in rules {
            let nodes = nodes_one_by_one(context, rule, target);
            total += if nodes.is_empty() { 0 } else { rule.weight };
            for node in nodes {
                votes[node as usize] += rule.weight;
            }
        }
    }
    (0..).zip(votes).filter(|&(_, votes)| 2 * votes > total).map(|(node, _)| node).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn records_are_read_the_same_among_others(
        html in html(),
        choices in prop::collection::vec(any::<u16>().prop_map(usize::from), 16),
    ) {
        compare(&Page::from(&*html), &choices);
    }

    #[test]
    fn votes_on_regions_end_as_if_all_were_counted(
        html in html(),
        choices in prop::collection::vec(any::<u16>().prop_map(usize::from), 20),
    ) {
        let page = Page::from(&*html);
        let index = PageIndex::new(&page);
        let landmarks = Landmarks::default();
        let context = EvalContext { index: &index, scope: index.whole(), landmarks: &landmarks };
        let rules = rules(context, &choices);
        let ready: Vec<CompiledRule> = rules.iter().map(CompiledRule::new).collect();
        let found = regions(&[ready], Reach::Run, &RuleMatcher::new(context));
        prop_assert_eq!(found, scopes(&index, &elected_one_by_one(context, &rules), Reach::Run));
    }
}
