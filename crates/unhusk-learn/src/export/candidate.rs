//! Candidate expressions for fields and for records, best first.

use super::Notation;
use super::plan::{SelectorExpression, ValueSelector};
use unhusk_page::fold;
use unhusk_page::internal::decode_references;
use unhusk_wrapper::context::{ContextSelector, marked_paths};
use unhusk_wrapper::internal::sort;
use unhusk_wrapper::internal::xpath_string;
use unhusk_wrapper::site::internal::selector::{
    From, Language, Pattern, Rendered, render, render_pattern,
};
use unhusk_wrapper::site::{Alternative, ClueKind, Cut, FieldRule, Mark, NodeRule, NodeTarget};

/// A candidate expression.
#[derive(Debug, Clone)]
pub(super) struct ExportCandidate {
    pub(super) step: ValueSelector,
    /// Clues of the rule that the expression omits.
    pub(super) left_out: Vec<ClueKind>,
    /// Other omissions, for the user.
    pub(super) notes: Vec<String>,
    n_positions: usize,
    /// Index of the rule's alternative.
    pub(super) way: usize,
}

/// Limit on the candidates of one field.
const MAX_CANDIDATES: usize = 80;

pub(super) fn language(notation: Notation) -> Language {
    if notation == Notation::Css { Language::Css } else { Language::Xpath }
}

/// Returns the candidates of a field: those that express a whole rule first, among these the ones without positions.
pub(super) fn of_field(
    field: &FieldRule,
    many: bool,
    notation: Notation,
    from: From,
) -> Vec<ExportCandidate> {
    let mut all = Vec::new();
    for (number, way) in field.alternatives.iter().enumerate() {
        for rule in by_weight(&way.rules) {
            for rendered in render(rule, &way.target, language(notation), from) {
                all.extend(candidate(rendered, (number, way), many, notation));
            }
        }
    }
    ranked(all)
}

/// Returns the candidates for the nodes where records begin.
pub(super) fn of_records<'r>(
    kinds: impl Iterator<Item = &'r Vec<NodeRule>>,
    notation: Notation,
) -> Vec<ExportCandidate> {
    let mut all = Vec::new();
    for (number, rules) in kinds.enumerate() {
        let way = Alternative {
            target: NodeTarget::Element,
            extent: unhusk_wrapper::site::Extent::default(),
            cut: Cut::default(),
            rules: Vec::new(),
        };
        for rule in by_weight(rules) {
            for rendered in render(rule, &way.target, language(notation), From::Page) {
                all.extend(candidate(rendered, (number, &way), true, notation));
            }
        }
    }
    ranked(all)
}

/// Returns the candidates of a field of a contextual wrapper: one path for each that the examples have.
pub(super) fn of_selector(selector: &ContextSelector, notation: Notation) -> Vec<ExportCandidate> {
    let way = Alternative {
        target: selector.target().clone(),
        extent: selector.extent(),
        cut: Cut::default(),
        rules: Vec::new(),
    };
    let mut all = Vec::new();
    for path in marked_paths(selector) {
        let Some(pattern) = Pattern::of_path(&path, selector.target()) else { continue };
        for rendered in render_pattern(&pattern, language(notation), From::Page) {
            let mut candidate = candidate(rendered, (0, &way), true, notation);
            if selector.k() > 1
                && let Some(candidate) = &mut candidate
            {
                candidate.notes.push("the context beside the value is left out".to_owned());
            }
            all.extend(candidate);
        }
    }
    all.truncate(MAX_CANDIDATES);
    all
}

fn by_weight(rules: &[NodeRule]) -> Vec<&NodeRule> {
    let mut by_weight: Vec<&NodeRule> = rules.iter().collect();
    sort::by_key(&mut by_weight, |rule| std::cmp::Reverse(rule.weight));
    by_weight
}

fn ranked(mut all: Vec<ExportCandidate>) -> Vec<ExportCandidate> {
    sort::by_key(&mut all, |candidate| {
        let is_part = !candidate.left_out.is_empty() || !candidate.notes.is_empty();
        (is_part, candidate.n_positions > 0)
    });
    all.dedup_by(|a, b| a.step.expression.text == b.step.expression.text);
    all.truncate(MAX_CANDIDATES);
    all
}

/// Turns a rendered rule into a candidate, with the cut of its alternative if the notation can express it; `None` if
/// the expression does not parse, for instance because it is too long.
fn candidate(
    rendered: Rendered,
    (number, way): (usize, &Alternative),
    many: bool,
    notation: Notation,
) -> Option<ExportCandidate> {
    let Rendered { text, left_out, n_positions } = rendered;
    let cut = decoded(&way.cut);
    let mut notes = Vec::new();
    let (text, cut) = match notation {
        _ if cut.is_nothing() => (text, cut),
        // Generated code and expressions drop a text that lacks a mark.
        _ if cut.is_optional() => (text, without(&cut, &mut notes)),
        // The text of an element contains no tags.
        _ if way.target == NodeTarget::Element && has_markup(&cut) => {
            (text, without(&cut, &mut notes))
        }
        Notation::Parsel | Notation::Scrapy if way.target == NodeTarget::Element => {
            (text, folded(&cut))
        }
        Notation::Parsel | Notation::Scrapy => (text, cut),
        Notation::Xpath if !many => match cut_in_xpath(&text, &cut) {
            Some(text) => (text, Cut::default()),
            None => (text, without(&cut, &mut notes)),
        },
        _ => (text, without(&cut, &mut notes)),
    };
    let expression = match notation {
        Notation::Css => SelectorExpression::css(text),
        _ => SelectorExpression::xpath(text),
    };
    let step = ValueSelector { expression: expression.ok()?, target: way.target.clone(), cut };
    Some(ExportCandidate { step, left_out, notes, n_positions, way: number })
}

/// Drops a cut and adds a note about it.
fn without(cut: &Cut, notes: &mut Vec<String>) -> Cut {
    let mark = |side: &str, mark: &Option<Mark>| match mark {
        None => String::new(),
        Some(Mark { text, last, optional }) => {
            let nth = if *last { "last" } else { "first" };
            let if_any = if *optional { " if there is one" } else { "" };
            format!(" {side} the {nth} {text:?}{if_any}")
        }
    };
    let (after, before) = (mark("after", &cut.after), mark("before", &cut.before));
    notes
        .push(format!("the cut inside the text is left out: the value is the text{after}{before}"));
    Cut::default()
}

/// Decodes the references in the marks, which are source text.
fn decoded(cut: &Cut) -> Cut {
    let mark = |mark: &Option<Mark>| {
        let mark = mark.as_ref()?;
        Some(Mark { text: decode_references(&mark.text).into_owned(), ..mark.clone() })
    };
    Cut { after: mark(&cut.after), before: mark(&cut.before) }
}

fn has_markup(cut: &Cut) -> bool {
    [&cut.after, &cut.before].into_iter().flatten().any(|mark| mark.text.contains(['<', '>']))
}

/// Folds white space in the marks.
fn folded(cut: &Cut) -> Cut {
    let mark = |mark: &Option<Mark>| {
        let mark = mark.as_ref()?;
        let text = &mark.text;
        let edge = |is_edge: bool| if is_edge { " " } else { "" };
        let (first, end) = (edge(text.starts_with(char::is_whitespace)), text.trim());
        let behind = edge(text.ends_with(char::is_whitespace) && !end.is_empty());
        Some(Mark { text: format!("{first}{}{behind}", fold(end)), ..mark.clone() })
    };
    Cut { after: mark(&cut.after), before: mark(&cut.before) }
}

/// `substring-before(substring-after(//p/text(), 'by '), ',')` of the first text that contains both marks. `XPath`
/// 1.0 cannot search for the last occurrence of a string.
fn cut_in_xpath(path: &str, cut: &Cut) -> Option<String> {
    let literal = |mark: &Option<Mark>| match mark {
        None => Some(None),
        Some(mark) if mark.last => None,
        Some(mark) => xpath_string(&mark.text).map(Some),
    };
    let (after, before) = (literal(&cut.after)?, literal(&cut.before)?);
    let (mut of_it, mut path) = (".".to_owned(), path.to_owned());
    if let Some(after) = &after {
        path.extend([format!("[contains(., {after})]")]);
        of_it = format!("substring-after(., {after})");
    }
    if let Some(before) = &before {
        path.extend([format!("[contains({of_it}, {before})]")]);
    }
    let behind = match after {
        Some(after) => format!("substring-after({path}, {after})"),
        None => path,
    };
    Some(match before {
        Some(before) => format!("substring-before({behind}, {before})"),
        None => behind,
    })
}
