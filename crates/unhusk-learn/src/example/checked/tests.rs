use super::CheckedLabels;
use crate::example::{GivenCell, GivenValue, Json, NamedPage};
use unhusk_page::Page;

const SHOP: &str = "<ul><li><a href=/blue><b>Blue mug</b></a> <i>€12.50</i> <u>blue</u> <u>new</u></li>\
    <li><a href=/red><b>Red cup</b></a> <i>€7.00</i> <u>red</u></li></ul>";

fn checked(records: &str) -> Result<CheckedLabels, String> {
    let page = Page::from(SHOP);
    let records = Json::parse(records).map_err(|error| error.to_string())?;
    let page = NamedPage { name: "shop.html", page: &page };
    CheckedLabels::new(page, None, &records).map_err(|error| error.to_string())
}

/// Returns the refused values as sentences, and the kept ones as `record: field=values`.
fn outcome(records: &str) -> (Vec<String>, Vec<String>) {
    let checked = checked(records).expect("the records have the right shape");
    let refused = checked.refused.iter().map(ToString::to_string).collect();
    let value = |value: &GivenValue| match value {
        GivenValue::Text(text) => text.clone(),
        GivenValue::Attribute { attribute, .. } => format!("@{attribute}"),
        other => panic!("{other:?} is no claim"),
    };
    let cell = |(name, cell): &(String, GivenCell)| match cell {
        GivenCell::Absent => format!("{name}=none"),
        GivenCell::One(one) => format!("{name}={}", value(one)),
        GivenCell::Many(many) => {
            format!("{name}=[{}]", many.iter().map(value).collect::<Vec<_>>().join(", "))
        }
        GivenCell::Nested(records) => format!("{name}={} records", records.len()),
    };
    let record = |record: &crate::example::GivenRecord| {
        record.cells.iter().map(cell).collect::<Vec<_>>().join("; ")
    };
    (refused, checked.labels.records.iter().map(record).collect())
}

#[test]
fn what_is_on_the_page_stays_and_what_is_not_is_named() {
    let (refused, kept) = outcome(
        r#"[{"name": "Blue mug", "price": "€12.50", "tags": ["blue", "old"], "stock": 31},
            {"name": "Red cpu", "price": "€7.00", "tags": ["green"], "maker": null}]"#,
    );
    assert_eq!(
        refused,
        [
            "shop.html: record 1: field `tags`: the text \"old\" is not on the page",
            "shop.html: record 1: field `stock`: the text \"31\" is not on the page",
            "shop.html: record 2: field `name`: the text \"Red cpu\" is not on the page; did you mean `Red cup`?",
            "shop.html: record 2: field `tags`: the text \"green\" is not on the page",
        ]
    );
    assert_eq!(kept, ["name=Blue mug; price=€12.50; tags=[blue]", "price=€7.00; maker=none"]);
}

#[test]
fn an_invented_record_leaves_nothing_and_the_others_keep_their_numbers() {
    let claimed = r#"[{"name": "Tea pot", "price": "€99"}, {"name": "Red cup", "price": "€8"}]"#;
    assert_eq!(checked(claimed).map(|checked| checked.n_left_out), Ok(1));
    let (refused, kept) = outcome(claimed);
    assert_eq!(refused.len(), 3);
    assert!(refused[2].starts_with("shop.html: record 2: field `price`"), "{refused:?}");
    assert_eq!(kept, ["name=Red cup"]);
}

#[test]
fn numbers_are_what_the_page_shows_for_them() {
    let (refused, kept) = outcome(r#"[{"price": 12.5}, {"price": 7}, {"price": 7.25}]"#);
    assert_eq!(
        refused,
        [
            "shop.html: record 3: field `price`: found the number 7.25, expected a decimal number as a string, as displayed on the page: \"12.50\""
        ]
    );
    assert_eq!(kept, ["price=12.50", "price=7.00"]);
}

#[test]
fn what_has_no_form_of_a_label_is_refused_by_itself() {
    let (refused, kept) = outcome(
        r#"[{"name": "Blue mug", "new": true, "size": "", "link": {"attribute": "href"}, "place": {"span": [0, 3]},
             "tags": ["blue", false, null]}]"#,
    );
    assert_eq!(
        refused,
        [
            "shop.html: record 1: field `new`: found true, expected a text as displayed on the page",
            "shop.html: record 1: field `size`: found the string \"\", expected a text, or null if the record has no value",
            "shop.html: record 1: field `place`: found an object with the key \"span\", expected a text as displayed on the page",
            "shop.html: record 1: field `tags`: found false, expected a text as displayed on the page",
        ]
    );
    assert_eq!(kept, ["name=Blue mug; link=@href; tags=[blue]"]);
}

#[test]
fn an_attribute_that_no_element_has_is_refused() {
    let (refused, kept) = outcome(r#"[{"name": "Blue mug", "date": {"attribute": "datetime"}}]"#);
    assert_eq!(
        refused,
        [
            "shop.html: record 1: field `date`: no element near the other values of the record has the attribute `datetime`"
        ]
    );
    assert_eq!(kept, ["name=Blue mug"]);
}

#[test]
fn nested_records_are_checked_too() {
    let (refused, kept) = outcome(
        r#"[{"name": "Blue mug", "offers": [{"price": "€12.50"}, {"price": "€11"}], "tag": {"text": "blue"}}]"#,
    );
    assert_eq!(
        refused,
        [
            "shop.html: record 1: field `offers`: record 2: field `price`: the text \"€11\" is not on the page"
        ]
    );
    assert_eq!(kept, ["name=Blue mug; offers=2 records; tag=1 records"]);
}

#[test]
fn one_record_and_records_under_their_key_are_a_list() {
    let one = outcome(r#"{"name": "Blue mug"}"#);
    assert_eq!(one.1, ["name=Blue mug"]);
    assert_eq!(outcome(r#"{"records": [{"name": "Blue mug"}]}"#), one);
    // A field may be called `records`.
    assert_eq!(outcome(r#"{"records": "Blue mug"}"#).1, ["records=Blue mug"]);
}

#[test]
fn another_shape_is_an_error_with_what_is_expected() {
    for (records, found) in [
        ("3", "the number 3"),
        (r#"["Blue mug"]"#, "a list"),
        (r#""Blue mug""#, "the string \"Blue mug\""),
    ] {
        assert_eq!(
            checked(records).unwrap_err(),
            format!(
                "shop.html: found {found}, expected a list of records, each an object with a key for each field"
            )
        );
    }
    let twice = checked(r#"[{"a": "1", "a": "2"}]"#).unwrap_err();
    assert!(twice.starts_with("the key \"a\" stands twice in one object"), "{twice}");
    assert!(checked("[{").unwrap_err().starts_with("not JSON: "));
}
