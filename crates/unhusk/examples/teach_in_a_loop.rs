//! Teaches by answering questions: the session asks where the wrapper is most likely wrong.
//!
//! A table of right answers replaces the person here.
//!
//! ```sh
//! cargo run --example teach_in_a_loop
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::error::Error;
use unhusk::Page;
use unhusk::example::{GivenCell, GivenRecord, GivenValue, Labels, PageLabels};
use unhusk::teach::{Answer, Lesson, Session, SlotPart};

/// Name, price and, if there is one, the old price.
const GOODS: [(&str, &str, &str); 6] = [
    ("Blue mug", "12.50", ""),
    ("Oak tray", "31.00", ""),
    ("Tea cup", "8.20", "9.90"),
    ("Milk jug", "17.80", ""),
    ("Soup pot", "44.10", "52.00"),
    ("Egg cup", "4.60", ""),
];

fn main() -> Result<(), Box<dyn Error>> {
    let pages = GOODS.map(page);
    let names = (1..).map(|number| format!("{number}.html"));

    // The first page is labelled by hand.
    let mut first = PageLabels::new("1.html");
    let mut record = GivenRecord::default();
    record.add("name".to_owned(), GivenCell::from("Blue mug"));
    record.add("price".to_owned(), GivenCell::from("12.50"));
    first.records.push(record);
    let labels = Labels::new(vec![first])?;

    let lesson = Lesson::new(names.zip(&pages), &labels);
    let mut session = Session::new(lesson, labels);
    while !session.verdict().enough {
        let Some(question) = session.next_question() else { break };
        let right = GOODS[question.slot.page];
        let SlotPart::Field(field) = question.slot.part else { break };
        let right = if field == 0 { right.0 } else { right.1 };
        let proposed = question.proposed.values[field].first().map(|found| found.text.as_str());
        println!("page {}: {proposed:?}, right is {right:?}", question.slot.page + 1);
        let answer = match proposed {
            Some(text) if text == right => Answer::Right,
            _ => Answer::Values(vec![GivenValue::Text(right.to_owned())]),
        };
        session.answer(&question, &answer)?;
    }
    println!("{} answers: {}", session.n_answers(), session.verdict());

    let wrapper = session.to_wrapper().ok_or("no wrapper fits the answers")?;
    for (page, right) in pages.iter().zip(GOODS) {
        let found = wrapper.extract(page);
        let prices: Vec<String> =
            found.records().map(|record| record["price"].to_string()).collect();
        assert_eq!(prices, [right.1]);
    }
    Ok(())
}

fn page((name, price, old_price): (&str, &str, &str)) -> Page {
    let old = if old_price.is_empty() { String::new() } else { format!("<s>{old_price}</s>") };
    let html = format!(
        "<html><body><h1>{name}</h1><p>Price: {old}<b>{price}</b></p><p>In stock</p></body></html>"
    );
    Page::from(html.as_str())
}
