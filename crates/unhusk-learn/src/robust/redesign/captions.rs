//! Rewording of template texts, such as captions.

use super::chance::Chance;
use super::edits::Edits;
use std::collections::BTreeSet;
use unhusk_page::{Page, fold};

/// Rewrites every text node that is a template text: adds or removes its colon, makes it upper case, or adds a word.
pub(super) fn rewrite(
    page: &Page,
    template_texts: &BTreeSet<String>,
    chance: &Chance,
    edits: &mut Edits,
) {
    let visible = page.visible();
    for (number, &node) in visible.texts().iter().enumerate() {
        let text = fold(visible.text(number));
        let is_title = visible.parent(node).is_some_and(|parent| visible.tag(parent) == "title");
        if is_title || !template_texts.contains(text.as_ref()) {
            continue;
        }
        if let Some(span) = page.tree().span(visible.id(node)) {
            edits.change(vec![(span, format!(" {} ", escaped(&reworded(&text, chance))))]);
        }
    }
}

fn reworded(text: &str, chance: &Chance) -> String {
    let bare = text.trim_end_matches([':', ' ']);
    match chance.of(text).number(3) {
        0 if bare.len() < text.len() => bare.to_owned(),
        0 => format!("{bare}:"),
        1 => text.to_uppercase(),
        _ => format!("Item {}", lower_first(text)),
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
