//! Typed values. Expected values follow from the specifications named in each module.

use super::{Datatype, FieldType, Typed};
use proptest::prelude::*;

fn read(datatype: Datatype, text: &str) -> Option<String> {
    datatype.read(text).map(|typed| match typed {
        Typed::Text(text) | Typed::Number(text) | Typed::Url(text) | Typed::Language(text) => text,
        Typed::Price { amount, currency } => format!("{amount} {}", currency.unwrap_or("?")),
        Typed::Date(date) => date.to_string(),
    })
}

fn check(datatype: Datatype, cases: &[(&str, Option<&str>)]) {
    for (text, expected) in cases {
        assert_eq!(read(datatype, text).as_deref(), *expected, "{text:?} as {datatype}");
    }
}

#[test]
fn numbers_are_read_however_their_digits_are_grouped() {
    check(
        Datatype::Number,
        &[
            ("42", Some("42")),
            (" -7 ", Some("-7")),
            ("\u{2212}7.50", Some("-7.50")),
            ("+3", Some("3")),
            ("007", Some("7")),
            ("0", Some("0")),
            (".5", Some("0.5")),
            ("1,234.56", Some("1234.56")),
            ("1.234,56", Some("1234.56")),
            ("1 234,56", Some("1234.56")),
            ("1\u{a0}234\u{a0}567", Some("1234567")),
            ("1'234.5", Some("1234.5")),
            ("1,234,567", Some("1234567")),
            ("1.234.567", Some("1234567")),
            // One comma before three digits groups; one point does not.
            ("1,234", Some("1234")),
            ("1.234", Some("1.234")),
            ("0,123", Some("0.123")),
            ("12,5", Some("12.5")),
            ("1234,567", Some("1234.567")),
        ],
    );
}

#[test]
fn what_is_not_wholly_a_number_is_none() {
    for text in [
        "",
        "-",
        ".",
        ",",
        "5.",
        "12 kg",
        "1,23,456",
        "1.2.3",
        "1,2.3,4",
        "1e5",
        "٣",
        "12,34.56,7",
        "--5",
    ] {
        assert_eq!(read(Datatype::Number, text), None, "{text:?}");
    }
}

#[test]
fn prices_have_an_amount_and_perhaps_a_currency() {
    check(
        Datatype::Price,
        &[
            ("$12.00", Some("12.00 USD")),
            ("12,50 €", Some("12.50 EUR")),
            ("EUR 1.234", Some("1234 EUR")),
            ("€1.234,50", Some("1234.50 EUR")),
            ("£3", Some("3 GBP")),
            ("CHF 10.-", Some("10 CHF")),
            ("10,– €", Some("10 EUR")),
            ("US$ 1,299.99", Some("1299.99 USD")),
            ("CA$5", Some("5 CAD")),
            ("$5 CAD", Some("5 CAD")),
            ("-$5", Some("-5 USD")),
            ("19.99", Some("19.99 ?")),
            // The coins of Kuwait are thousandths of its dinar (ISO 4217).
            ("KWD 1.250", Some("1.250 KWD")),
            ("$1.250", Some("1250 USD")),
            ("free", None),
            ("from $5", None),
            ("$5 - $7", None),
            ("€5 GBP", None),
            ("100 kr", None),
            ("$", None),
        ],
    );
}

#[test]
fn dates_are_read_in_many_spellings() {
    check(
        Datatype::Date,
        &[
            ("2024-05-01", Some("2024-05-01")),
            ("2024/5/1", Some("2024-05-01")),
            ("20240501", Some("2024-05-01")),
            ("2024-05-01T10:00", Some("2024-05-01T10:00:00")),
            ("2024-05-01 10:00:30.125", Some("2024-05-01T10:00:30")),
            ("2024-05-01T10:00:00Z", Some("2024-05-01T10:00:00Z")),
            ("2024-05-01T10:00:00+0530", Some("2024-05-01T10:00:00+05:30")),
            ("20240501T100000Z", Some("2024-05-01T10:00:00Z")),
            ("Wed, 01 May 2024 10:00:00 GMT", Some("2024-05-01T10:00:00Z")),
            ("Wed, 01 May 2024 10:00:00 -0700", Some("2024-05-01T10:00:00-07:00")),
            ("May 1, 2024", Some("2024-05-01")),
            ("May 1st, 2024 at 7 pm", Some("2024-05-01T19:00:00")),
            ("1 May 2024, 12:15 a.m.", Some("2024-05-01T00:15:00")),
            ("1. Mai 2024, 19 Uhr", Some("2024-05-01T19:00:00")),
            ("1er mai 2024 à 19h30", Some("2024-05-01T19:30:00")),
            ("1 de mayo de 2024", Some("2024-05-01")),
            ("Sept. 3, 2021", Some("2021-09-03")),
            ("01-Feb-2020", Some("2020-02-01")),
            ("29.2.2024", Some("2024-02-29")),
            ("13/1/2024", Some("2024-01-13")),
            ("1/13/2024", Some("2024-01-13")),
            ("May 2024", Some("2024-05")),
            ("2024-05", Some("2024-05")),
            ("2024", Some("2024")),
        ],
    );
}

#[test]
fn what_is_no_date_or_two_dates_is_none() {
    for text in [
        "",
        "TBA",
        "5/1/2024",
        "29.2.2023",
        "2024-13-01",
        "2024-00-10",
        "1 May",
        "May 1",
        "31 April 2024",
        "1 Maybe 2024",
        "2024-05-01T25:00",
        "2024-05-01T10:60",
        "1 May 2024 10",
        "1 May 2024 13 pm",
        "2024-05-01T10:00+15:00",
        "0000-01-01",
        "1-3 May 2024",
        "May 2024 at 10:00",
        "2024-05-01;rm",
        "99999",
        "2024-05-01 10:00 CEST",
    ] {
        assert_eq!(read(Datatype::Date, text), None, "{text:?}");
    }
}

#[test]
fn addresses_are_inert() {
    check(
        Datatype::Url,
        &[
            ("https://example.org/a?b=c#d", Some("https://example.org/a?b=c#d")),
            ("/talks/1", Some("/talks/1")),
            ("../x.html", Some("../x.html")),
            ("mailto:ann@example.org", Some("mailto:ann@example.org")),
            ("https://example.org/a b\"<c>", Some("https://example.org/a%20b%22%3Cc%3E")),
            ("https://example.org/100%", Some("https://example.org/100%25")),
            ("https://example.org/%41", Some("https://example.org/%41")),
            ("https://exa\nmple.org/", Some("https://example.org/")),
            ("https://example.org/\u{202e}x", Some("https://example.org/%E2%80%AEx")),
            ("javascript:alert(1)", None),
            ("JavaScript:alert(1)", None),
            ("java\nscript:alert(1)", None),
            ("data:text/html,x", None),
            ("see our web site", None),
            ("", None),
        ],
    );
}

#[test]
fn languages_have_tags_and_names() {
    check(
        Datatype::Language,
        &[
            ("en", Some("en")),
            ("DE-ch", Some("de-CH")),
            ("zh_hant_tw", Some("zh-Hant-TW")),
            ("Deutsch", Some("de")),
            ("english", Some("en")),
            ("xx", None),
            ("en-", None),
            ("en-a b", None),
            ("Klingon", None),
        ],
    );
}

#[test]
fn names_of_types_are_known_and_classes_have_a_colon() {
    for datatype in Datatype::ALL {
        assert_eq!(datatype.name().parse(), Ok(datatype));
    }
    assert_eq!("decimal".parse(), Ok(Datatype::Number));
    assert_eq!("schema:Offer".parse(), Ok(FieldType::Class("schema:Offer".to_owned())));
    let error = "prize".parse::<FieldType>().expect_err("there is no such type");
    assert_eq!(
        error,
        "unknown type \"prize\"; the types are text, number, price, date, url, language"
    );
}

proptest! {
    #[test]
    fn any_text_is_read_or_not_but_never_breaks(text in "\\PC{0,40}|[-0-9.,:/ apmTZ€$]{0,30}") {
        for datatype in Datatype::ALL {
            let typed = datatype.read(&text);
            if let Some(Typed::Number(number) | Typed::Price { amount: number, .. }) = &typed {
                // The lexical space of xsd:decimal.
                let digits = number.strip_prefix('-').unwrap_or(number);
                prop_assert!(digits.split('.').count() <= 2);
                prop_assert!(digits.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())));
            }
            // A parsed value parses to itself.
            if let Some(Typed::Date(date)) = &typed {
                prop_assert_eq!(Datatype::Date.read(&date.to_string()), typed);
            }
        }
    }

    #[test]
    fn grouped_numbers_are_the_numbers(n in 0_u64..10_000_000_000) {
        let digits = n.to_string();
        let mut grouped = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        prop_assert_eq!(read(Datatype::Number, &format!("{grouped}.25")), Some(format!("{n}.25")));
        prop_assert_eq!(read(Datatype::Number, &grouped), Some(digits));
    }
}
