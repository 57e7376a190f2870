//! Built-in recognizers: instances that they find and do not find, in one text each.

use super::{built_in, found};

fn check(name: &str, cases: &[(&str, &[&str])]) {
    let recognizer = built_in(name);
    for (text, expected) in cases {
        assert_eq!(found(&recognizer, &format!("<p>{text}")), *expected, "{name} in {text:?}");
    }
}

#[test]
fn every_built_in_recognizer_can_be_made() {
    for one in crate::example::recognize::BuiltIn::ALL {
        built_in(one.name());
        assert!(!one.summary().is_empty());
    }
}

#[test]
fn numbers() {
    check(
        "number",
        &[
            ("42 items", &["42"]),
            ("1,234.50 and 1.234,50", &["1,234.50", "1.234,50"]),
            ("-7 or +3", &["-7", "+3"]),
            ("B2B", &[]),
            ("version 1.2.3", &[]),
        ],
    );
}

#[test]
fn money() {
    check(
        "money",
        &[
            ("now $12.00, was $15", &["$12.00", "$15"]),
            ("1.234,50 € per day", &["1.234,50 €"]),
            ("EUR 7 or US$8.99", &["EUR 7", "US$8.99"]),
            ("12 mugs", &[]),
        ],
    );
}

#[test]
fn percentages() {
    check("percentage", &[("12.5 % of 80%", &["12.5 %", "80%"]), ("12 of 80", &[])]);
}

#[test]
fn dates_are_existing_days() {
    check(
        "date",
        &[
            ("on 2024-05-12, or 12 May 2024", &["2024-05-12", "12 May 2024"]),
            ("July 30, 1997", &["July 30, 1997"]),
            ("30 Jul 97", &["30 Jul 97"]),
            ("2024-13-41", &[]),
            ("12 pieces 2024", &[]),
        ],
    );
}

#[test]
fn times() {
    check(
        "time",
        &[("18:30 to 9:05 pm", &["18:30", "9:05 pm"]), ("7 p.m.", &["7 p.m."]), ("25:99", &[])],
    );
}

#[test]
fn telephone_numbers() {
    check(
        "phone",
        &[
            ("call (212) 555-0100 now", &["(212) 555-0100"]),
            ("+49 30 1234567", &["+49 30 1234567"]),
            ("12 34", &[]),
            ("1,234,567", &[]),
            ("2024-05-12", &[]),
        ],
    );
}

#[test]
fn mail_and_web_addresses() {
    check("email", &[("to a.b@example.org.", &["a.b@example.org"]), ("a@b", &[])]);
    check(
        "url",
        &[
            ("see https://example.org/a?b=1.", &["https://example.org/a?b=1"]),
            ("(www.example.org)", &["www.example.org"]),
            ("example.org", &[]),
        ],
    );
}

#[test]
fn isbns_have_the_right_check_digit() {
    // 978-0-306-40615-7 is the example of the standard's manual; the second differs in its last digit.
    check(
        "isbn",
        &[
            ("ISBN 978-0-306-40615-7", &["978-0-306-40615-7"]),
            ("978-0-306-40615-8", &[]),
            ("0-306-40615-2", &["0-306-40615-2"]),
            ("0-8044-2957-X", &["0-8044-2957-X"]),
            ("0-306-40615-3", &[]),
        ],
    );
}

#[test]
fn coordinates_lie_on_earth() {
    check(
        "coordinates",
        &[
            ("at 52.5200, 13.4050", &["52.5200, 13.4050"]),
            ("95.5200, 13.4050", &[]),
            ("52°31'N 13°24'E", &["52°31'N 13°24'E"]),
            ("97°31'N 13°24'E", &[]),
        ],
    );
}

#[test]
fn countries_by_their_longest_name() {
    check(
        "country",
        &[
            ("Congo and Egypt", &["Congo", "Egypt"]),
            ("United States of America", &["United States of America"]),
            ("Chinatown", &[]),
        ],
    );
}

#[test]
fn currencies_by_code_sign_and_name() {
    check("currency", &[("US dollars, EUR or €", &["US dollars", "EUR", "€"]), ("EUROPE", &[])]);
}

#[test]
fn persons_and_addresses_are_guesses() {
    check(
        "person",
        &[
            ("by Ursula K. Le Guin.", &["Ursula K. Le Guin"]),
            ("by Ludwig van Beethoven", &["Ludwig van Beethoven"]),
            ("nobody here", &[]),
        ],
    );
    check(
        "address",
        &[
            ("at 12 High Street, London", &["12 High Street"]),
            ("Hauptstraße 5, Berlin", &["Hauptstraße 5"]),
            ("12 mugs", &[]),
        ],
    );
}

#[test]
fn a_misspelt_name_gets_a_suggestion() {
    let error = crate::example::recognize::Recognizer::built_in("mony").expect_err("there is none");
    let message = error.to_string();
    assert!(
        message.starts_with("there is no recognizer \"mony\" (did you mean `money`?)"),
        "{message}"
    );
}
