//! The matcher agrees with a slow reference, which evaluates every clue at every node.

use crate::context::extract::place_of;
use crate::record::Field;
use crate::site::cache::landmarks::Landmarks;
use crate::site::clue::caption::{Caption, CaptionQuery};
use crate::site::clue::{Clue, ClueKind, FEATURES, Feature};
use crate::site::compile::tokens::TokenSet;
use crate::site::compile::{CompiledField, CompiledRule};
use crate::site::cut::{Cut, cut_span};
use crate::site::matcher::RuleMatcher;
use crate::site::matcher::eval::EvalContext;
use crate::site::matcher::page_index::{NodeRange, PageIndex};
use crate::site::rule::{Alternative, Extent, FieldRule, NodeRule, NodeTarget};
use crate::site::vote::ballot::Ballot;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use unhusk_page::{Page, Span, VisibleNode};

/// All clues that hold of a node. The parser gives back the text of each.
fn clues_of(context: EvalContext<'_, '_>, node: VisibleNode) -> Vec<Clue> {
    let mut clues = Vec::new();
    for &feature in FEATURES {
        context.each(feature, node, |text: String| {
            let clue = Clue::parse(feature, &text);
            assert_eq!(clue.text(), text, "what is learnt is saved");
            clues.push(clue);
        });
    }
    clues
}

/// The reference for rules: every clue is evaluated at every node.
pub(super) fn nodes_one_by_one(
    context: EvalContext<'_, '_>,
    rule: &NodeRule,
    target: &NodeTarget,
) -> Vec<VisibleNode> {
    let holds = |node: VisibleNode, clue: &Clue| {
        let mut has_it = false;
        context.each(clue.feature(), node, |text: String| has_it |= text == clue.text());
        has_it
    };
    (context.scope.first..context.scope.end)
        .filter(|&node| context.is_target(node, target))
        .filter(|&node| !rule.clues.is_empty() && rule.clues.iter().all(|clue| holds(node, clue)))
        .collect()
}

/// The reference for votes: rules vote until the vote is decided, and every vote is counted.
pub(super) fn read_one_by_one(
    context: EvalContext<'_, '_>,
    rule: &FieldRule,
    field: &Field,
) -> Vec<Span> {
    let many = field.many;
    let page = context.index.page();
    for alternative in &rule.alternatives {
        let mut ballot = Ballot::new(field.optional);
        let mut left: f64 = alternative.rules.iter().map(|rule| f64::from(rule.weight)).sum();
        for (number, rule) in alternative.rules.iter().enumerate() {
            if !many && ballot.is_decided(left) {
                break;
            }
            left -= f64::from(rule.weight);
            let place = |node| {
                let whole = place_of(
                    page,
                    context.index.id(node),
                    &alternative.target,
                    alternative.extent,
                )?;
                Some((node, cut_span(page, whole, &alternative.cut, alternative.extent)?))
            };
            let nodes = nodes_one_by_one(context, rule, &alternative.target).into_iter();
            let hits: Vec<(VisibleNode, Span)> = nodes.filter_map(place).collect();
            let is_credible = CompiledRule::new(rule).is_credible(context);
            ballot.vote(page, (number, f64::from(rule.weight)), &hits, is_credible);
        }
        let mut found: Vec<Span> = if many {
            ballot.many(rule.distinct)
        } else {
            ballot.one().map(|(_, span)| span).into_iter().collect()
        };
        found.sort_unstable();
        found.dedup();
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// A choice among many, as `proptest` hands it: a number that is taken modulo their count.
fn pick<T: Clone>(all: &[T], choice: usize) -> Option<T> {
    (!all.is_empty()).then(|| all[choice % all.len()].clone())
}

/// Rules made of clues that hold of nodes of the page, each of one or two.
pub(super) fn rules(context: EvalContext<'_, '_>, choices: &[usize]) -> Vec<NodeRule> {
    let nodes: Vec<VisibleNode> = (context.scope.first..context.scope.end).collect();
    let mut rules = Vec::new();
    for choice in choices.chunks(4) {
        let Some(clues) = pick(&nodes, choice[0]).map(|node| clues_of(context, node)) else {
            continue;
        };
        let clues: Vec<Clue> =
            choice[1..].iter().take(1 + choice[0] % 2).filter_map(|&at| pick(&clues, at)).collect();
        rules.push(NodeRule { weight: 1 + u32::try_from(choice[0] % 5).unwrap(), clues });
    }
    rules
}

/// Compares matcher and reference in a scope, with the index of a page for all tokens and for those of the rules.
fn compare(context: EvalContext<'_, '_>, choices: &[usize]) {
    let rules = rules(context, choices);
    let clues: Vec<Clue> = rules.iter().flat_map(|rule| rule.clues.clone()).collect();
    let index = asked_for(context.index.page(), &clues);
    compare_rules(context, &RuleMatcher::new(context), &rules);
    compare_rules(context, &RuleMatcher::new(EvalContext { index: &index, ..context }), &rules);
}

fn compare_rules(context: EvalContext<'_, '_>, matcher: &RuleMatcher<'_, '_>, rules: &[NodeRule]) {
    for target in [NodeTarget::Text, NodeTarget::Element, NodeTarget::Attribute("class".into())] {
        for rule in rules {
            let found = matcher.nodes(&CompiledRule::new(rule), &target);
            assert_eq!(found, nodes_one_by_one(context, rule, &target), "{target:?} {rule:?}");
        }
        let alternative = Alternative {
            target,
            extent: Extent::Trimmed,
            cut: Cut::default(),
            rules: rules.to_vec(),
        };
        let alternatives = vec![alternative];
        let rule = FieldRule { alternatives, distinct: true, ..FieldRule::default() };
        for (many, optional) in [(false, false), (false, true), (true, false)] {
            let field = Field { optional, many, ..Field::new("f") };
            let found = CompiledField::new(&rule).read(matcher, &field);
            assert_eq!(found, read_one_by_one(context, &rule, &field), "{field:?} {rule:?}");
        }
    }
}

/// Compares in the page and in some of its elements, with some of its texts as landmarks.
fn compare_on(page: &Page, choices: &[usize]) {
    let index = PageIndex::new(page);
    let is_landmark = |leaf: &usize| choices.iter().any(|choice| choice % 7 == leaf % 7);
    let landmarks = (0..index.n_leaves()).filter(is_landmark).take(40);
    let landmarks =
        Landmarks::new(Arc::new(landmarks.map(|leaf| index.caption(leaf).hash).collect()));
    let mut scopes = vec![index.whole()];
    let nodes: Vec<VisibleNode> = (0..index.whole().end).collect();
    for &choice in choices.iter().take(3) {
        let Some(node) = pick(&nodes, choice) else { continue };
        scopes.push(index.subtree(node));
        // A run of siblings.
        let end = index.next_sibling(node).map_or(index.end(node), |next| index.end(next));
        scopes.push(NodeRange { first: node, end });
    }
    for scope in scopes {
        compare(EvalContext { index: &index, scope, landmarks: &landmarks }, choices);
    }
}

/// Small pages of few tags, classes and texts, so that many nodes are similar.
fn html() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-c]{1,2}".prop_map(|text| format!("{text} ")),
        Just("Price: ".to_owned()),
        Just("prices".to_owned()),
        Just("1,204 reviews".to_owned()),
        Just("\u{e9}T\u{e9} \u{a0}x".to_owned()),
        Just("<br>".to_owned()),
        Just("<x[1]<y#z>".to_owned()),
        Just("<k.l class=\"m.k m\">".to_owned()),
        Just("<k@l itemprop=n>".to_owned()),
        "<(div|p|b|td|tr|table|h2|dt|dd)( class=\"[kl]( m)?\"| id=\"(r|s1234)\"| itemprop=n)?>",
        "</(div|p|b|td|tr|table|h2|dt|dd)>",
    ];
    prop::collection::vec(piece, 0..60)
        .prop_map(|pieces| format!("<title>ab c</title>{}", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rules_find_what_they_mean(
        html in html(),
        choices in prop::collection::vec(any::<u16>().prop_map(usize::from), 24),
    ) {
        compare_on(&Page::from(&*html), &choices);
    }

    #[test]
    fn hashes_of_captions_are_those_of_their_texts(
        text in "[ -~\t\n\u{b}\u{a0}]{0,12}[ -z\u{e9}]{0,70}[:s() ]{0,4}",
    ) {
        check_caption(&text);
    }

    #[test]
    fn hashes_of_short_labels_are_those_of_their_texts(
        text in "[aKs07:() \n\u{b}\u{a0}\u{e9}\u{c9}\u{130}\u{301}\u{200b}\u{2022}\u{212a}\u{ff1a}]{0,6}",
    ) {
        check_caption(&text);
    }
}

/// Hash and prefix of a caption, which are computed without the caption, are those of the caption.
fn check_caption(text: &str) {
    let page = Page::from(&*format!("<p>{}</p>", text.replace(['<', '&'], "")));
    let index = PageIndex::new(&page);
    for leaf in 0..index.n_leaves() {
        let text = page.tree().text(index.id(index.leaf(leaf)));
        let caption = Caption::new(text);
        assert_eq!(index.caption_hash(leaf), caption.hash, "{text:?}");
        if !caption.text.is_empty() {
            assert_eq!(index.prefix(leaf), CaptionQuery::new(&caption.text).prefix, "{text:?}");
        }
    }
}

#[test]
fn labels_are_folded_whatever_they_are_written_with() {
    let caption = |text: &str| Caption::new(text).text;
    assert_eq!(&*caption(" Directors: "), "director");
    assert_eq!(&*caption("Author(s) :"), "author");
    assert_eq!(&*caption("(1,204\nReviews)"), "(1,# reviews)");
    assert_eq!(&*caption("12 34567"), "12 #");
    assert_eq!(&*caption("* - *"), "");
    assert_eq!(&*caption(&"long ".repeat(13)), "");
}

#[test]
fn positions_of_odd_names_are_no_positions() {
    // The tag of the inner element looks like a step of a path.
    let page = Page::from("<p>a</p><b[1]<p>x</b[1]<p>");
    let index = PageIndex::new(&page);
    let landmarks = Landmarks::default();
    let context = EvalContext { index: &index, scope: index.whole(), landmarks: &landmarks };
    let text = "[1]b[1]<p[1]".to_owned();
    let rule = NodeRule { weight: 1, clues: vec![clue(ClueKind::Positions, 1, &text)] };
    let found = RuleMatcher::new(context).nodes(&CompiledRule::new(&rule), &NodeTarget::Text);
    assert_eq!(found.len(), 1);
    assert_eq!(page.tree().text(index.id(found[0])), "x");
}

#[test]
fn many_kinds_of_children_are_told_apart() {
    // More tokens than a set has bits.
    let children: Vec<String> = (0..40).map(|n| format!("<b class=k{n}>{n}</b>")).collect();
    let children = children.concat();
    let page = Page::from(&*format!("<div>{children}{children}</div>"));
    let clue_of = |n: usize| clue(ClueKind::Class, 0, &format!("b.k{n}"));
    let clues: Vec<Clue> = (0..40).map(clue_of).collect();
    for index in [PageIndex::new(&page), asked_for(&page, &clues)] {
        for n in 0..40 {
            assert_eq!(texts_found(&index, clue_of(n)), [n.to_string(), n.to_string()]);
        }
    }
}

#[test]
fn only_the_first_twelve_classes_count() {
    let classes: Vec<String> = (0..14).map(|n| format!("class-{}", char::from(b'a' + n))).collect();
    let page = Page::from(&*format!("<b class='{}'>x</b>", classes.join(" ")));
    let clue_of = |class: &String| clue(ClueKind::Class, 0, &format!("b.{class}"));
    let clues: Vec<Clue> = classes.iter().map(clue_of).collect();
    for index in [PageIndex::new(&page), asked_for(&page, &clues)] {
        let n_found = |clue: &Clue| texts_found(&index, clue.clone()).len();
        let found: Vec<usize> = clues.iter().map(n_found).collect();
        assert_eq!(found, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    }
}

#[test]
fn paths_with_empty_names_hold_of_nothing() {
    let page = Page::from("<div><p class=k>x</p></div>");
    let landmarks = Landmarks::default();
    let clues = [clue(ClueKind::Path, 2, "p<<div"), clue(ClueKind::Class, 0, "<p.k")];
    for index in [PageIndex::new(&page), asked_for(&page, &clues)] {
        let matcher = RuleMatcher::new(EvalContext {
            index: &index,
            scope: index.whole(),
            landmarks: &landmarks,
        });
        for clue in &clues {
            let rule = CompiledRule::new(&NodeRule { weight: 1, clues: vec![clue.clone()] });
            assert!(matcher.nodes(&rule, &NodeTarget::Text).is_empty(), "{clue:?}");
        }
    }
}

#[test]
fn positions_of_some_steps_only_hold_of_nothing() {
    let page = Page::from("<table><tr><td><a>x</a><a>y</a><td><a>z</a></table>");
    let index = PageIndex::new(&page);
    let landmarks = Landmarks::default();
    let matcher = RuleMatcher::new(EvalContext {
        index: &index,
        scope: index.whole(),
        landmarks: &landmarks,
    });
    for text in ["a<td[2]", "a[1]td[2]", "a[1]x", "a[1][2]<td[1]"] {
        let clue = clue(ClueKind::Positions, 2, text);
        let rule = CompiledRule::new(&NodeRule { weight: 1, clues: vec![clue] });
        assert!(matcher.nodes(&rule, &NodeTarget::Element).is_empty(), "{text}");
    }
}

#[test]
fn positions_of_more_steps_than_asked_for_hold_of_nothing() {
    // The tag of an element looks like the steps of the clue.
    let page = Page::from("<p>a</p><a<td>x</a<td>");
    let index = PageIndex::new(&page);
    let clue = clue(ClueKind::Positions, 1, "a[1]<td[1]");
    assert!(texts_found(&index, clue).is_empty());
}

#[test]
fn more_names_than_bytes_are_told_apart() {
    let elements: Vec<String> = (0..600).map(|n| format!("<x{n}><b>{n}</b></x{n}>")).collect();
    let page = Page::from(&*elements.concat());
    let index = PageIndex::new(&page);
    for n in [0, 253, 254, 255, 256, 599] {
        let clue = clue(ClueKind::Path, 2, &format!("b<x{n}"));
        assert_eq!(texts_found(&index, clue), [n.to_string()]);
    }
}

#[test]
fn names_far_up_are_told_apart() {
    let far_down = |top: &str| {
        let (begin, end) = ("<div>".repeat(8), "</div>".repeat(8));
        format!("<{top}>{begin}<b>{top}</b>{end}</{top}>")
    };
    let page = Page::from(&*(far_down("section") + &far_down("article")));
    let index = PageIndex::new(&page);
    for top in ["section", "article"] {
        let text = format!("b{}<{top}", "<div".repeat(8));
        let clue = clue(ClueKind::Path, 10, &text);
        assert_eq!(texts_found(&index, clue), [top]);
    }
}

/// A clue by its text.
pub(super) fn clue(kind: ClueKind, at: u8, text: &str) -> Clue {
    Clue::parse(Feature::new(kind, at), text)
}

/// The texts of a page of which a clue holds.
fn texts_found<'p>(index: &PageIndex<'p>, clue: Clue) -> Vec<&'p str> {
    let landmarks = Landmarks::default();
    let matcher =
        RuleMatcher::new(EvalContext { index, scope: index.whole(), landmarks: &landmarks });
    let rule = CompiledRule::new(&NodeRule { weight: 1, clues: vec![clue] });
    let found = matcher.nodes(&rule, &NodeTarget::Text).into_iter();
    found.map(|node| index.tree().text(index.id(node))).collect()
}

/// The index of a page for the tokens of some clues.
fn asked_for<'p>(page: &'p Page, clues: &[Clue]) -> PageIndex<'p> {
    PageIndex::for_tokens(page, &Arc::new(TokenSet::of(clues.iter())))
}

/// The first page of each site below a folder.
fn first_pages(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let pages = folder.ends_with("pages");
    let of_path = |path: &PathBuf| match path.is_dir() {
        true => first_pages(path),
        false if pages => vec![path.clone()],
        false => Vec::new(),
    };
    if pages {
        paths.iter().take(1).cloned().collect()
    } else {
        paths.iter().flat_map(of_path).collect()
    }
}

#[test]
fn rules_find_what_they_mean_on_real_pages() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let paths = first_pages(Path::new(folder));
    if paths.is_empty() {
        #[expect(clippy::print_stderr, reason = "a footprint")]
        {
            eprintln!("skipped: there are no pages below {folder}");
        }
    }
    for (number, path) in paths.iter().enumerate().step_by(6) {
        #[expect(clippy::disallowed_methods, reason = "reference pages")]
        let bytes = std::fs::read(path).unwrap();
        let choices: Vec<usize> = (1..=16).map(|at| (number + 1) * at * 7919).collect();
        compare_on(&Page::from_bytes(&bytes), &choices);
    }
}
