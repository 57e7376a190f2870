//! Choice of expressions: those that agree with the wrapper on the given pages.

use super::budget::VisitBudget;
use super::candidate::{self, ExportCandidate};
use super::plan::{
    ExportPlan, FieldPlan, FoundValues, RecordNodes, RecordPlan, ValueSelector, joined,
    record_nodes, taken,
};
use super::{Notation, is_python};
use std::cell::{Cell, OnceCell, RefCell};
use unhusk_page::select::Evaluator;
use unhusk_page::{NodeId, Page};
use unhusk_wrapper::Wrapper;
use unhusk_wrapper::context::{Grouping, Kl};
use unhusk_wrapper::record;
use unhusk_wrapper::record::{Field, Record};
use unhusk_wrapper::site::internal::PageIndex;
use unhusk_wrapper::site::internal::selector::From;
use unhusk_wrapper::site::{Reach, Records, Regions, Site};

/// Limit on the expressions of one field, or of records.
const MAX_EXPRESSIONS: usize = 4;

/// Quality of some expressions: pages on which they agree with the wrapper, and the number of errors on the others.
type Quality = (usize, std::cmp::Reverse<usize>);

/// Plans the export of a site wrapper.
pub(super) fn of_site(
    file: &Wrapper,
    site: &Site,
    notation: Notation,
    pages: &[&Page],
) -> ExportPlan {
    let budget = VisitBudget::new();
    let views: Vec<PageIndex<'_>> = pages.iter().map(|page| PageIndex::new(page)).collect();
    let read: Vec<_> = views.iter().map(|view| site.records_on(&file.schema, view)).collect();
    let (records, from) = match site.records() {
        Records::Regions(regions) => {
            (record_plan(site, regions, notation, (&views, &budget)), From::Record)
        }
        _ => (RecordPlan::Page, From::Page),
    };
    let on_pages: Vec<WrapperRecords<'_>> =
        views.iter().zip(&read).map(|(view, read)| WrapperRecords::new(view, site, read)).collect();
    let fields = file.schema.fields().iter().zip(site.fields()).enumerate();
    let plan = |(at, (field, rule)): (usize, (&Field, _))| {
        let candidates = candidate::of_field(rule, field.many, notation, from);
        if rule.nested.is_some() {
            return FieldPlan::nested(field);
        }
        if rule.alternatives.is_empty() {
            return FieldPlan::without_rule(field);
        }
        let mut plan =
            field_plan(field, rule.distinct, &candidates, (&on_pages, &budget), (at, notation));
        if rule.runs_on.is_some() {
            plan.notes
                .push("left out: similar values beside the first one are values, too".to_owned());
        }
        plan
    };
    let fields = fields.map(plan).collect();
    ExportPlan { records, fields, n_visits: budget.n_spent() }
}

/// Plans the export of a contextual wrapper.
pub(super) fn of_kl(file: &Wrapper, rule: &Kl, notation: Notation) -> ExportPlan {
    let turns = rule.grouping() == Grouping::Turns;
    let fields = file.schema.fields().iter().zip(rule.selectors());
    let plan = |(field, selector): (&Field, _)| {
        let candidates = candidate::of_selector(selector, notation);
        let notes = candidates.first().map_or_else(
            || vec!["not expressible: no path to the value".to_owned()],
            |first| first.notes.clone(),
        );
        // Each path reaches some of the values.
        let steps = candidates.into_iter().map(ExportCandidate::into_step).collect();
        let many = field.many || turns;
        FieldPlan {
            name: field.name.clone(),
            many,
            distinct: false,
            is_learnt: true,
            steps: if many && is_python(notation) { joined(steps) } else { steps },
            notes,
        }
    };
    let records = if turns { RecordPlan::Turns } else { RecordPlan::Page };
    ExportPlan { records, fields: fields.map(plan).collect(), n_visits: 0 }
}

/// The records that the wrapper reads from a page.
struct WrapperRecords<'a> {
    page: &'a Page,
    evaluator: RefCell<Evaluator<'a>>,
    /// The nodes and the values of each record.
    records: Vec<(RecordNodes, &'a Record<'a>)>,
}

impl<'a> WrapperRecords<'a> {
    fn new(view: &PageIndex<'a>, site: &Site, read: &'a [(NodeId, Record<'a>)]) -> Self {
        let page = view.page();
        let mut begins = site.begins(view);
        begins.sort_unstable();
        let seen_from = |node| match site.records() {
            Records::Regions(regions) => record_nodes(page, node, regions.reach, &begins),
            _ => vec![NodeId::DOCUMENT],
        };
        let records = read.iter().map(|(node, record)| (seen_from(*node), record));
        let evaluator = RefCell::new(Evaluator::new(page.tree()));
        Self { page, evaluator, records: records.collect() }
    }
}

fn record_plan(
    site: &Site,
    regions: &Regions,
    notation: Notation,
    (views, budget): (&[PageIndex<'_>], &VisitBudget),
) -> RecordPlan {
    let candidates = candidate::of_records(regions.kinds(), notation);
    let mut expected: Vec<Vec<NodeId>> = views.iter().map(|view| site.begins(view)).collect();
    for nodes in &mut expected {
        nodes.sort_unstable();
    }
    // The nodes that each candidate selects on each page, computed on demand: the first candidate is usually right.
    let all_selected: Vec<OnceCell<Vec<Vec<NodeId>>>> = vec![OnceCell::new(); candidates.len()];
    let selected = |choice: usize| {
        let expression = &candidates[choice].step.expression;
        let nodes = |evaluator: &mut Evaluator<'_>| expression.nodes(evaluator);
        let on_page =
            |view: &PageIndex<'_>| budget.run(&mut Evaluator::new(view.page().tree()), nodes);
        all_selected[choice].get_or_init(|| views.iter().map(on_page).collect())
    };
    let score = |chosen: &[usize]| -> Quality {
        let mut score = (0, 0);
        for (at, expected) in expected.iter().enumerate() {
            let mut found: Vec<NodeId> =
                chosen.iter().flat_map(|&choice| selected(choice)[at].iter().copied()).collect();
            found.sort_unstable();
            found.dedup();
            let is_expected = |node: &&NodeId| expected.binary_search(node).is_ok();
            let n_right = found.iter().filter(is_expected).count();
            let n_wrong = found.len() + expected.len() - 2 * n_right;
            score = (score.0 + usize::from(n_wrong == 0), score.1 + n_wrong);
        }
        (score.0, std::cmp::Reverse(score.1))
    };
    let chosen = greedy(&candidates, views.len(), score);
    let mut notes = notes_on(&chosen, &candidates, budget);
    if regions.reach == Reach::Run {
        notes.push("texts between the elements of a record are not selected".to_owned());
    }
    let expressions = chosen.iter().map(|&at| candidates[at].step.expression.clone()).collect();
    let (reach, required) = (regions.reach, regions.required.clone());
    RecordPlan::Nodes { expressions, reach, required, notes }
}

fn field_plan(
    field: &Field,
    distinct: bool,
    candidates: &[ExportCandidate],
    (pages, budget): (&[WrapperRecords<'_>], &VisitBudget),
    (at, notation): (usize, Notation),
) -> FieldPlan {
    let expected: Vec<Vec<Vec<String>>> = pages
        .iter()
        .map(|on| on.records.iter().map(|(_, record)| texts(&record.cells[at])).collect())
        .collect();
    // The values that each candidate finds in each record of each page, computed on demand.
    let all_found: Vec<OnceCell<Vec<Vec<FoundValues>>>> = vec![OnceCell::new(); candidates.len()];
    let is_cut_short: Vec<Cell<bool>> = vec![Cell::new(false); candidates.len()];
    let found = |choice: usize| {
        let step = &candidates[choice].step;
        let on_page = |on: &WrapperRecords<'_>| {
            let regions = on.records.iter().map(|(record_nodes, _)| record_nodes);
            let evaluator = &mut on.evaluator.borrow_mut();
            let found = budget.run(evaluator, |evaluator| step.values(on.page, evaluator, regions));
            if evaluator.n_left() == 0 {
                is_cut_short[choice].set(true);
            }
            found
        };
        all_found[choice].get_or_init(|| pages.iter().map(on_page).collect())
    };
    let score = |chosen: &[usize]| -> Quality {
        let mut score = (0, 0);
        for (page, expected) in expected.iter().enumerate() {
            let differs = |(record, expected): &(usize, &Vec<String>)| {
                let found = chosen.iter().map(|&choice| &found(choice)[page][*record]);
                taken(field.many, distinct, found) != **expected
            };
            let n_wrong = expected.iter().enumerate().filter(differs).count();
            score = (score.0 + usize::from(n_wrong == 0), score.1 + n_wrong);
        }
        (score.0, std::cmp::Reverse(score.1))
    };
    let chosen = greedy(candidates, pages.len(), score);
    let mut notes = notes_on(&chosen, candidates, budget);
    if chosen.iter().any(|&choice| is_cut_short[choice].get()) {
        notes.push(
            "too slow on pages of this size: every record searches much of the page".to_owned(),
        );
    }
    let steps: Vec<ValueSelector> =
        chosen.iter().map(|&choice| candidates[choice].step.clone()).collect();
    FieldPlan {
        name: field.name.clone(),
        many: field.many,
        distinct,
        is_learnt: true,
        notes,
        steps: if field.many && is_python(notation) { joined(steps) } else { steps },
    }
}

/// Takes the best candidate, the first of equals, and adds others as long as the score improves. Without pages, takes
/// the first candidate of each alternative.
fn greedy(
    candidates: &[ExportCandidate],
    n_pages: usize,
    score: impl Fn(&[usize]) -> Quality,
) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    if n_pages == 0 {
        for (at, candidate) in candidates.iter().enumerate() {
            if !chosen.iter().any(|&known| candidates[known].way == candidate.way) {
                chosen.push(at);
            }
        }
        return chosen;
    }
    let mut best: Option<Quality> = None;
    while chosen.len() < MAX_EXPRESSIONS && best.is_none_or(|best| best.0 < n_pages) {
        let mut found = None;
        for at in 0..candidates.len() {
            if chosen.contains(&at) {
                continue;
            }
            chosen.push(at);
            let score = score(&chosen);
            chosen.pop();
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                found = Some(at);
            }
            if score.0 == n_pages {
                break;
            }
        }
        let Some(found) = found else { break };
        chosen.push(found);
    }
    chosen
}

/// Returns the notes for the user on the chosen expressions.
fn notes_on(chosen: &[usize], candidates: &[ExportCandidate], budget: &VisitBudget) -> Vec<String> {
    if chosen.is_empty() {
        return vec!["not expressible: this notation has no equivalent of the rules".to_owned()];
    }
    let mut notes = Vec::new();
    if budget.is_spent() {
        notes.push("not all rules were tried: the pages are too large".to_owned());
    }
    for &at in chosen {
        let ExportCandidate { left_out, notes: others, .. } = &candidates[at];
        if !left_out.is_empty() {
            let mut names: Vec<&str> = left_out.iter().map(|what| what.name()).collect();
            names.dedup();
            notes.push(format!("left out, as not expressible: {}", names.join(", ")));
        }
        notes.extend(others.iter().cloned());
    }
    notes.dedup();
    notes
}

/// Returns the texts of a cell.
pub(super) fn texts(cell: &record::Cell<'_>) -> Vec<String> {
    cell.values().iter().map(|value| value.text.to_string()).collect()
}
