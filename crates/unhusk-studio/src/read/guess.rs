//! Name and type of a field, guessed from the markup and the text of its first value.

use unhusk::Page;
use unhusk::page::NodeId;
use unhusk::record::Datatype;

/// Most elements around a value whose attributes are read for a name.
const MAX_LEVELS: usize = 4;

/// Guesses a name for the field of which `node` has a value: the name in the markup, or else the kind of value or
/// element.
pub fn guess_name(page: &Page, node: NodeId, attribute: Option<&str>, text: &str) -> String {
    let tree = page.tree();
    let around: Vec<NodeId> = [node]
        .into_iter()
        .chain(tree.ancestors(node))
        .filter(|&node| tree.is_element(node))
        .take(MAX_LEVELS)
        .collect();
    let of_attribute = match attribute {
        Some("href") => Some("link"),
        Some("src") => Some("image"),
        Some("datetime") => Some("date"),
        _ => None,
    };
    let named = around.iter().find_map(|&node| name_of(page, node, &NAMING));
    // An attribute has another meaning than the text of its element, so it does not take the element's name.
    if let Some(name) = of_attribute {
        return name.to_owned();
    }
    let of_type = guess_type(text).filter(|&guess| guess == "price" || guess == "date");
    let classed = around.iter().take(2).find_map(|&node| class_of(page, node));
    let heading = around.iter().any(|&node| is_heading(tree.tag(node)));
    named
        .or_else(|| of_type.map(str::to_owned))
        .or(classed)
        .or_else(|| heading.then(|| "title".to_owned()))
        .or_else(|| {
            around.first().filter(|&&node| tree.tag(node) == "a").map(|_| "name".to_owned())
        })
        .unwrap_or_else(|| "field".to_owned())
}

/// Attributes that name what an element holds.
const NAMING: [&str; 4] = ["itemprop", "data-field", "data-name", "property"];

fn name_of(page: &Page, node: NodeId, attributes: &[&str]) -> Option<String> {
    let value = attributes.iter().find_map(|name| page.tree().attribute(node, name))?;
    let name = value.value.split_whitespace().next()?;
    let local = name.rsplit([':', '/', '#']).next()?;
    word(local)
}

/// A class that is a word: not a state, a size or a number.
fn class_of(page: &Page, node: NodeId) -> Option<String> {
    let classes = page.tree().attribute(node, "class")?;
    classes.value.split_whitespace().find_map(|class| {
        let last = class.rsplit(['-', '_']).find(|part| !part.is_empty())?;
        word(last).filter(|word| !UNTELLING.contains(&word.as_str()))
    })
}

/// Words of classes that describe the appearance of an element, not its content.
const UNTELLING: [&str; 34] = [
    "active",
    "align",
    "black",
    "block",
    "blue",
    "bold",
    "bottom",
    "box",
    "center",
    "clearfix",
    "col",
    "container",
    "content",
    "dark",
    "flex",
    "font",
    "grid",
    "inline",
    "inner",
    "item",
    "left",
    "light",
    "link",
    "normal",
    "outer",
    "primary",
    "right",
    "row",
    "small",
    "text",
    "top",
    "truncate",
    "white",
    "wrapper",
];

/// A name in lower case, if it is made of letters alone and neither very short nor very long.
fn word(text: &str) -> Option<String> {
    let is_word = (3..=20).contains(&text.len()) && text.chars().all(|c| c.is_ascii_alphabetic());
    let has_vowel = text.chars().any(|c| "aeiouyAEIOUY".contains(c));
    (is_word && has_vowel).then(|| text.to_ascii_lowercase())
}

fn is_heading(tag: &str) -> bool {
    matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Returns the type that a text most likely has. Stricter than reading a value whose type is known: any word can be an
/// address, and any number a price.
pub fn guess_type(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let has_currency = text.chars().any(|c| "$€£¥₹₽₩¢".contains(c))
        || CURRENCIES.iter().any(|code| text.contains(code));
    let is_address =
        text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.");
    let is_number = text.chars().any(|c| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || " .,-+%".contains(c));
    let likely = [
        (has_currency, Datatype::Price),
        (is_address, Datatype::Url),
        (is_number, Datatype::Number),
        (text.chars().filter(char::is_ascii_digit).count() >= 3, Datatype::Date),
    ];
    let reads = |of: &Datatype| of.read(text).is_some();
    likely
        .iter()
        .filter(|(is_likely, _)| *is_likely)
        .map(|(_, of)| of)
        .find(|of| reads(of))
        .map(|of| of.name())
}

/// Codes of currencies that prices are written with.
const CURRENCIES: [&str; 8] = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "JPY", "CNY"];

#[cfg(test)]
mod tests {
    use super::{guess_name, guess_type};
    use unhusk::Page;

    fn guess(html: &str, text: &str) -> String {
        let page = Page::from(html);
        let tree = page.tree();
        let node = tree.nodes().find(|&node| tree.text(node) == text).expect("the text is there");
        guess_name(&page, node, None, text)
    }

    #[test]
    fn the_page_says_what_a_value_is() {
        assert_eq!(guess("<b itemprop=name>Mug</b>", "Mug"), "name");
        assert_eq!(guess("<div itemprop=author><a><b>Ann</b></a></div>", "Ann"), "author");
        assert_eq!(guess("<b class='col-4 product-title'>Mug</b>", "Mug"), "title");
        assert_eq!(guess("<b class=x1>$12.00</b>", "$12.00"), "price");
        assert_eq!(guess("<h2><a>Mug</a></h2>", "Mug"), "title");
        assert_eq!(guess("<td>Mug</td>", "Mug"), "field");
    }

    #[test]
    fn types_are_guessed_from_values() {
        assert_eq!(guess_type("$12.50"), Some("price"));
        assert_eq!(guess_type("EUR 12"), Some("price"));
        assert_eq!(guess_type("242"), Some("number"));
        assert_eq!(guess_type("https://example.org/x"), Some("url"));
        assert_eq!(guess_type("6 January 2017"), Some("date"));
        assert_eq!(guess_type("Blue mug"), None);
        assert_eq!(guess_type("stoneware"), None);
    }
}
