//! The search against the definition: every order, every instance, every pair.

use crate::example::corroborate::{RecognizedColumn, Reliability, corroborate, orders};
use proptest::prelude::*;
use unhusk_page::Span;

/// The array of an order by the definition; `None` if the order is inconsistent.
fn by_definition(columns: &[RecognizedColumn], order: &[usize]) -> Option<Vec<Vec<Vec<Span>>>> {
    let anchor = columns.iter().position(|column| column.reliability() == Reliability::Perfect)?;
    let anchors = columns[anchor].instances();
    let place =
        |field: usize| order.iter().position(|&at| at == field).expect("it is in the order");
    let row = |field: usize, instance: Span| -> Option<usize> {
        let rows = 0..anchors.len();
        let is_in = |&row: &usize| {
            let (from, to) = if field == anchor {
                return anchors[row] == instance;
            } else if place(field) < place(anchor) {
                (row.checked_sub(1).map_or(0, |before| anchors[before].end), anchors[row].start)
            } else {
                (anchors[row].end, anchors.get(row + 1).map_or(u32::MAX, |next| next.start))
            };
            from <= instance.start && instance.end <= to
        };
        rows.into_iter().find(is_in)
    };
    let mut certain = Vec::new();
    for (field, column) in columns.iter().enumerate() {
        if column.reliability().is_sound() {
            for &instance in column.instances() {
                certain.push((row(field, instance)?, place(field), instance));
            }
        }
    }
    let is_apart = |a: &(usize, usize, Span), b: &(usize, usize, Span)| {
        let (first, second) = if (a.0, a.1) < (b.0, b.1) { (a, b) } else { (b, a) };
        first.2.end <= second.2.start
    };
    for (at, one) in certain.iter().enumerate() {
        for other in &certain[at + 1..] {
            if (one.0, one.1) == (other.0, other.1) || !is_apart(one, other) {
                return None;
            }
        }
    }
    let mut rows = vec![vec![Vec::new(); columns.len()]; anchors.len()];
    for (field, column) in columns.iter().enumerate() {
        for &instance in column.instances() {
            let Some(at) = row(field, instance) else { continue };
            let one = (at, place(field), instance);
            if column.reliability().is_sound() || certain.iter().all(|other| is_apart(&one, other))
            {
                rows[at][field].push(instance);
            }
        }
        let lacks = |row: &Vec<Vec<Span>>| row[field].is_empty();
        if column.reliability().is_complete() && rows.iter().any(lacks) {
            return None;
        }
    }
    Some(rows)
}

/// Whether one place can be chosen for every cell that must have one so that all are in order: tries every choice.
fn has_label(columns: &[RecognizedColumn], order: &[usize], rows: &[Vec<Vec<Span>>]) -> bool {
    let must = |field: usize| columns[field].reliability() != Reliability::Unreliable;
    let cells = rows.iter().flat_map(|row| order.iter().map(move |&field| (field, &row[field])));
    let mut ends = vec![0];
    for (_, cell) in cells.filter(|&(field, cell)| must(field) && !cell.is_empty()) {
        let longer = |&end: &u32| {
            cell.iter()
                .filter(move |span| end <= span.start)
                .map(|span| span.end)
                .collect::<Vec<_>>()
        };
        ends = ends.iter().flat_map(longer).collect();
    }
    !ends.is_empty()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for field in 0..n {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, field);
                    longer
                })
            })
            .collect();
    }
    all.sort_unstable();
    all
}

fn any_column() -> impl Strategy<Value = RecognizedColumn> {
    let reliability = (0..4_usize).prop_map(|at| Reliability::ALL[at].1);
    let spans = prop::collection::vec((0..24_u32, 1..4_u32), 0..5);
    (reliability, spans).prop_map(|(reliability, spans)| {
        let spans = spans.into_iter().map(|(start, len)| Span { start, end: start + len });
        RecognizedColumn::new(reliability, spans.collect())
    })
}

/// Columns of a page of records in the order of the fields, as recognizers that are as reliable as declared find them.
fn honest_columns() -> impl Strategy<Value = Vec<RecognizedColumn>> {
    let column = (0..4_usize, prop::collection::vec(any::<bool>(), 4), any_column());
    (1..4_usize, prop::collection::vec(column, 1..4)).prop_map(|(n_rows, columns)| {
        let n_fields = columns.len() + 1;
        let step = u32::try_from(n_fields).expect("they are few") * 4;
        let value = |row: u32, field: u32| {
            let start = row * step + field * 4;
            Span { start, end: start + 2 }
        };
        let all = |field: usize| (0..n_rows).map(move |row| (row, field));
        let at = |(row, field): (usize, usize)| {
            value(u32::try_from(row).expect("few"), u32::try_from(field).expect("few"))
        };
        let mut found = vec![RecognizedColumn::new(Reliability::Perfect, all(0).map(at).collect())];
        for (field, (reliability, missed, noise)) in (1..).zip(columns) {
            let reliability = Reliability::ALL[reliability].1;
            let seen = all(field).filter(|&(row, _)| reliability.is_complete() || !missed[row]);
            let mut spans: Vec<Span> = seen.map(at).collect();
            if !reliability.is_sound() {
                spans.extend(noise.instances());
            }
            found.push(RecognizedColumn::new(reliability, spans));
        }
        found
    })
}

fn agree(columns: &[RecognizedColumn]) -> Result<(), TestCaseError> {
    let expected: Vec<_> = permutations(columns.len())
        .into_iter()
        .filter_map(|order| Some((by_definition(columns, &order)?, order)))
        .collect();
    let found = corroborate(columns).map(|found| found.arrays).unwrap_or_default();
    let found: Vec<_> = found.into_iter().map(|array| (array.rows, array.order)).collect();
    prop_assert_eq!(&found, &expected);
    let left = expected.into_iter().filter(|(rows, order)| has_label(columns, order, rows));
    let left: Vec<Vec<usize>> = left.map(|(_, order)| order).collect();
    prop_assert_eq!(orders(&[columns]).map(|orders| orders.found).unwrap_or_default(), left);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_instances_give_the_arrays_of_the_definition(
        columns in prop::collection::vec(any_column(), 1..4)
    ) {
        agree(&columns)?;
    }

    #[test]
    fn honest_recognizers_give_the_arrays_of_the_definition(columns in honest_columns()) {
        agree(&columns)?;
    }

    #[test]
    fn honest_recognizers_leave_the_true_order(columns in honest_columns()) {
        let found = corroborate(&columns).expect("the truth is consistent");
        let truth: Vec<usize> = (0..columns.len()).collect();
        prop_assert!(found.arrays.iter().any(|array| array.order == truth));
    }
}
