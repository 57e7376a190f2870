mod built_in;
mod learnt;
mod pages;
mod sets;

use super::Recognizer;
use unhusk_page::Page;

/// The sources of the instances on a page.
fn found(recognizer: &Recognizer, source: &str) -> Vec<String> {
    let page = Page::from(source);
    let places = recognizer.find(&page).places;
    places.into_iter().map(|place| page.slice(place).expect("on the page").to_owned()).collect()
}

fn built_in(name: &str) -> Recognizer {
    Recognizer::built_in(name).expect("it is built in")
}
