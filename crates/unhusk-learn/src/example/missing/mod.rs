//! Suggestions if a labelled text is not on its page as it was given: a typo, an absolute address of a relative link, a
//! text that only a script contains, a part of a longer text.

mod link;
mod longer;
mod similar;

#[cfg(test)]
mod tests;

pub(super) use link::{BaseAddress, attribute_place, relative_links};
pub(super) use longer::longer_text;
pub(super) use similar::{SimilarText, most_similar};

use super::place::{Label, PlaceTarget};
use unhusk_page::{NodeId, Page};

/// The tag whose content has the label, if readers see none of its places: `script`, `style` or `template`. Scripts
/// that hold data (`application/ld+json`) are made to be read, so they do not count.
pub(super) fn hidden_in<'p>(page: &'p Page, label: &Label) -> Option<&'p str> {
    let PlaceTarget::Text(node) = label.candidates.first()?.target else { return None };
    let holder = page.tree().parent(node)?;
    let tag = page.tree().tag(holder);
    let is_hidden = matches!(tag, "script" | "style" | "template");
    (is_hidden && !holds_data(page, holder)).then_some(tag)
}

fn holds_data(page: &Page, script: NodeId) -> bool {
    let kind = page.tree().attribute(script, "type");
    kind.is_some_and(|kind| kind.value.to_ascii_lowercase().contains("json"))
}

/// The end of a message about a text that is not on the page: `; did you mean ...?`, or nothing.
pub(super) fn suggestion(similar: Option<&SimilarText>) -> String {
    match similar {
        None => String::new(),
        Some(SimilarText { text, n_places: 1 }) => format!("; did you mean `{text}`?"),
        Some(SimilarText { text, n_places }) => {
            format!("; did you mean `{text}`, at {n_places} places?")
        }
    }
}
