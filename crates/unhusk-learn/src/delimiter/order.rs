//! The order of the columns on the pages, which may differ from the order of the schema.

use super::layout::LayoutPage;
use super::misfit::Misfit;
use unhusk_page::Span;
use unhusk_wrapper::record::Schema;

/// Page and record in which one field comes before another.
type OrderWitness = (usize, usize);

/// The positions of the fields in the schema, in their order on all pages. Fields whose order no record shows keep
/// the order of the schema.
pub(super) fn column_order(
    schema: &Schema,
    pages: &[LayoutPage<'_>],
) -> Result<Vec<usize>, Misfit> {
    let n = schema.fields().len();
    let mut before: Vec<Option<OrderWitness>> = vec![None; n * n];
    for (at, page) in pages.iter().enumerate() {
        for (position, record) in page.records.iter().enumerate() {
            for (a, b, first, second) in pairs(&record.values) {
                // Two empty values at the same position have no order.
                if first.end <= second.start && second.end > first.start {
                    before[a * n + b].get_or_insert((at, position));
                } else if first.end > second.start && second.end > first.start {
                    return Err(overlap(schema, page, position, (a, first), (b, second)));
                }
            }
        }
    }
    sorted(n, &before).map_err(|(a, b)| {
        let names = [a, b].map(|field| schema.fields()[field].name.as_str());
        disagreement(pages, names, before[a * n + b], before[b * n + a])
    })
}

/// All ordered pairs of known values of a record, with their fields.
fn pairs(values: &[Option<Span>]) -> impl Iterator<Item = (usize, usize, Span, Span)> {
    let known = |field: usize| values[field].map(|span| (field, span));
    (0..values.len()).filter_map(known).flat_map(move |(a, first)| {
        (0..values.len())
            .filter_map(known)
            .filter(move |(b, _)| *b != a)
            .map(move |(b, second)| (a, b, first, second))
    })
}

/// Sorts the fields topologically; an error names two fields that contradict each other.
fn sorted(n: usize, before: &[Option<OrderWitness>]) -> Result<Vec<usize>, (usize, usize)> {
    let is_before = |a: usize, b: usize| before[a * n + b].is_some();
    for a in 0..n {
        if let Some(b) = (a + 1..n).find(|&b| is_before(a, b) && is_before(b, a)) {
            return Err((a, b));
        }
    }
    let mut order: Vec<usize> = Vec::with_capacity(n);
    while order.len() < n {
        let left = || (0..n).filter(|field| !order.contains(field));
        let next = left().find(|&field| !left().any(|other| is_before(other, field)));
        let Some(next) = next else {
            // A cycle of three or more fields: name two of them.
            let field = left().next().unwrap_or_default();
            let other = left().find(|&other| is_before(other, field)).unwrap_or_default();
            return Err((other, field));
        };
        order.push(next);
    }
    Ok(order)
}

fn overlap(
    schema: &Schema,
    page: &LayoutPage<'_>,
    record: usize,
    (a, first): (usize, Span),
    (b, second): (usize, Span),
) -> Misfit {
    let (first, second) = (page.page.evidence_of(first), page.page.evidence_of(second));
    Misfit::Inexpressible(format!(
        "the fields `{}` and `{}` overlap in record {} of {}: {}-{} `{}` and {}-{} `{}`",
        schema.fields()[a].name,
        schema.fields()[b].name,
        page.records[record].label + 1,
        page.page.name,
        first.span.start,
        first.span.end,
        first.excerpt,
        second.span.start,
        second.span.end,
        second.excerpt
    ))
}

fn disagreement(
    pages: &[LayoutPage<'_>],
    [a, b]: [&str; 2],
    one: Option<OrderWitness>,
    other: Option<OrderWitness>,
) -> Misfit {
    let place = |seen: Option<OrderWitness>| match seen {
        Some((page, record)) => {
            let page = &pages[page];
            format!("in record {} of {}", page.records[record].label + 1, page.page.name)
        }
        None => "elsewhere".to_owned(),
    };
    Misfit::Inexpressible(format!(
        "`{a}` is before `{b}` {} but behind it {}; every record must have its fields in the same order",
        place(one),
        place(other)
    ))
}
