//! Levels of the worked examples of the Dremel paper and of the Parquet documentation, and round trips.

use super::assemble::assemble;
use super::{LeafValues, Leaves};
use crate::column::{Column, ColumnShape, ColumnValue, LeafType};
use proptest::prelude::*;

fn text(text: &str) -> ColumnValue<'static> {
    ColumnValue::Text(text.to_owned().into())
}

/// The values of a leaf with repetition and definition level, as the paper's tables list them; `None` is NULL.
fn table(leaves: &Leaves, at: usize) -> Vec<(Option<String>, i16, i16)> {
    let leaf = &leaves.leaves()[at];
    let mut values = match &leaf.values {
        LeafValues::Text { bytes, ends } => {
            let starts = [0].into_iter().chain(ends.iter().copied());
            let cut = |(start, end): (usize, &usize)| {
                String::from_utf8(bytes[start..*end].to_vec()).unwrap()
            };
            starts.zip(ends).map(cut).collect::<Vec<_>>()
        }
        LeafValues::Integer(all) => all.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
    .into_iter();
    let entry = |(at, definition): (usize, &i16)| {
        let value = if *definition == leaf.max_definition { values.next() } else { None };
        (value, leaf.repetition.get(at).copied().unwrap_or(0), *definition)
    };
    let entries = leaf.definition.iter().enumerate().map(entry).collect();
    assert_eq!(values.next(), None);
    entries
}

fn entries(expected: &[(&str, i16, i16)]) -> Vec<(Option<String>, i16, i16)> {
    let entry = |(value, repetition, definition): &(&str, i16, i16)| {
        let value = (*value != "NULL").then(|| (*value).to_owned());
        (value, *repetition, *definition)
    };
    expected.iter().map(entry).collect()
}

/// Figure 2 of the paper: two documents; figure 3: their columns. A `repeated` column of the paper has the levels of a
/// required list of required elements.
#[test]
fn documents_of_the_dremel_paper_have_the_levels_of_its_figure_3() {
    let leaf = |name: &str| Column::leaf(name, LeafType::Text);
    let repeated = |name: &str, element: Column| Column::list(name, element);
    let columns = [
        Column::leaf("DocId", LeafType::Integer),
        Column::group(
            "Links",
            vec![
                repeated("Backward", Column::leaf("element", LeafType::Integer)),
                repeated("Forward", Column::leaf("element", LeafType::Integer)),
            ],
        )
        .optional(),
        repeated(
            "Name",
            Column::group(
                "element",
                vec![
                    repeated(
                        "Language",
                        Column::group("element", vec![leaf("Code"), leaf("Country").optional()]),
                    ),
                    leaf("Url").optional(),
                ],
            ),
        ),
    ];
    let integers = |all: &[i64]| {
        ColumnValue::List(all.iter().map(|value| ColumnValue::Integer(*value)).collect())
    };
    let language = |code: &str, country: Option<&str>| {
        ColumnValue::Group(vec![text(code), country.map_or(ColumnValue::Null, text)])
    };
    let name = |languages: Vec<ColumnValue<'static>>, url: Option<&str>| {
        let url = url.map_or(ColumnValue::Null, text);
        ColumnValue::Group(vec![ColumnValue::List(languages), url])
    };
    let first = [
        ColumnValue::Integer(10),
        ColumnValue::Group(vec![integers(&[]), integers(&[20, 40, 60])]),
        ColumnValue::List(vec![
            name(vec![language("en-us", Some("us")), language("en", None)], Some("http://A")),
            name(vec![], Some("http://B")),
            name(vec![language("en-gb", Some("gb"))], None),
        ]),
    ];
    let second = [
        ColumnValue::Integer(20),
        ColumnValue::Group(vec![integers(&[10, 30]), integers(&[80])]),
        ColumnValue::List(vec![name(vec![], Some("http://C"))]),
    ];
    let mut leaves = Leaves::new(&columns);
    leaves.add_row(&columns, &first);
    leaves.add_row(&columns, &second);
    let expected = [
        ("DocId", entries(&[("10", 0, 0), ("20", 0, 0)])),
        ("Links.Backward", entries(&[("NULL", 0, 1), ("10", 0, 2), ("30", 1, 2)])),
        ("Links.Forward", entries(&[("20", 0, 2), ("40", 1, 2), ("60", 1, 2), ("80", 0, 2)])),
        (
            "Name.Language.Code",
            entries(&[
                ("en-us", 0, 2),
                ("en", 2, 2),
                ("NULL", 1, 1),
                ("en-gb", 1, 2),
                ("NULL", 0, 1),
            ]),
        ),
        (
            "Name.Language.Country",
            entries(&[("us", 0, 3), ("NULL", 2, 2), ("NULL", 1, 1), ("gb", 1, 3), ("NULL", 0, 1)]),
        ),
        (
            "Name.Url",
            entries(&[("http://A", 0, 2), ("http://B", 1, 2), ("NULL", 1, 1), ("http://C", 0, 2)]),
        ),
    ];
    for (at, (name, expected)) in expected.into_iter().enumerate() {
        assert_eq!(table(&leaves, at), expected, "{name}");
    }
    assert_eq!(assemble(&columns, &leaves), [first.to_vec(), second.to_vec()]);
}

/// The example of lists of lists in "Dremel made simple with Parquet": [[a,b,c],[d,e,f,g]], [[h],[i,j]].
#[test]
fn lists_of_lists_have_the_levels_that_the_parquet_authors_give() {
    let inner = Column::list("element", Column::leaf("element", LeafType::Text));
    let columns = [Column::list("level1", inner)];
    let list = |letters: &str| {
        ColumnValue::List(letters.chars().map(|letter| text(&letter.to_string())).collect())
    };
    let mut leaves = Leaves::new(&columns);
    leaves.add_row(&columns, &[ColumnValue::List(vec![list("abc"), list("defg")])]);
    leaves.add_row(&columns, &[ColumnValue::List(vec![list("h"), list("ij")])]);
    let repetition: Vec<i16> = table(&leaves, 0).into_iter().map(|(_, level, _)| level).collect();
    assert_eq!(repetition, [0, 2, 2, 1, 2, 2, 2, 0, 1, 2]);
    assert!(table(&leaves, 0).iter().all(|(_, _, definition)| *definition == 2));
}

/// Parquet's `LogicalTypes.md`: an optional list of optional strings distinguishes four cases.
#[test]
fn a_missing_list_an_empty_one_a_missing_element_and_an_empty_text_differ() {
    let element = Column::leaf("element", LeafType::Text).optional();
    let columns = [Column::list("my_list", element).optional()];
    let mut leaves = Leaves::new(&columns);
    for value in [
        ColumnValue::Null,
        ColumnValue::List(vec![]),
        ColumnValue::List(vec![ColumnValue::Null]),
        ColumnValue::List(vec![text("")]),
    ] {
        leaves.add_row(&columns, &[value]);
    }
    assert_eq!(
        table(&leaves, 0),
        entries(&[("NULL", 0, 0), ("NULL", 0, 1), ("NULL", 0, 2), ("", 0, 3)])
    );
}

/// A column three levels deep at most.
fn any_column() -> impl Strategy<Value = Column> {
    let leaf = prop_oneof![Just(LeafType::Text), Just(LeafType::Integer), Just(LeafType::Decimal)];
    let leaf = (leaf, any::<bool>()).prop_map(|(of, is_optional)| {
        let column = Column::leaf("leaf", of);
        if is_optional { column.optional() } else { column }
    });
    leaf.prop_recursive(4, 16, 4, |inner| {
        let shape = prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| Column::group("group", all)),
            inner.prop_map(|element| Column::list("list", element)),
        ];
        (shape, any::<bool>()).prop_map(
            |(column, is_optional)| {
                if is_optional { column.optional() } else { column }
            },
        )
    })
}

/// A value that the column can hold.
fn any_value(column: &Column) -> BoxedStrategy<ColumnValue<'static>> {
    let value = match column.shape() {
        ColumnShape::Leaf(LeafType::Text) => any::<String>().prop_map(|it| text(&it)).boxed(),
        ColumnShape::Leaf(LeafType::Integer) => any::<i64>().prop_map(ColumnValue::Integer).boxed(),
        ColumnShape::Leaf(_) => any::<i128>().prop_map(ColumnValue::Decimal).boxed(),
        ColumnShape::Group(columns) => {
            columns.iter().map(any_value).collect::<Vec<_>>().prop_map(ColumnValue::Group).boxed()
        }
        ColumnShape::List(element) => {
            prop::collection::vec(any_value(element), 0..4).prop_map(ColumnValue::List).boxed()
        }
    };
    if column.is_optional() {
        prop_oneof![1 => Just(ColumnValue::Null), 3 => value].boxed()
    } else {
        value
    }
}

proptest! {
    #[test]
    fn rows_that_are_taken_apart_are_put_together_again(
        (columns, rows) in prop::collection::vec(any_column(), 1..4).prop_flat_map(|columns| {
            let row = columns.iter().map(any_value).collect::<Vec<_>>();
            (Just(columns), prop::collection::vec(row, 0..5))
        })
    ) {
        let mut leaves = Leaves::new(&columns);
        for row in &rows {
            leaves.add_row(&columns, row);
        }
        prop_assert_eq!(assemble(&columns, &leaves), rows);
        leaves.clear();
        prop_assert_eq!(leaves.n_bytes(), 0);
        prop_assert!(assemble(&columns, &leaves).is_empty());
    }
}
