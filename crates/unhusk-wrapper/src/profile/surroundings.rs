//! Where a value is: the tags around it, and its caption, which is the text before it.
//!
//! On pages of one template, the places of a field's values look alike. If they suddenly look different from each
//! other, some of the values are something else.

use crate::record::Value;
use crate::sort;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use unhusk_page::{NodeId, Page, Span, Visibility, fold};

/// Tags of a tag path.
const N_NAMES: usize = 4;
/// Characters of a caption that are compared.
const MAX_CAPTION_CHARS: usize = 40;
/// Other occurrences of a value that are looked at.
const MAX_ECHOES: usize = 8;

/// Index of the texts and start tags of a page.
#[derive(Debug)]
pub struct SurroundingsIndex<'p> {
    page: &'p Page,
    /// Visible texts, by where they begin.
    texts: Vec<(Span, NodeId)>,
    /// Start tags, by where they begin.
    tags: Vec<(Span, NodeId)>,
    /// Texts of the template, normalized as captions.
    template: BTreeSet<String>,
    /// Headings, by where they begin.
    headings: Vec<(Span, NodeId)>,
    /// Positions in `texts`, by text.
    by_text: BTreeMap<Cow<'p, str>, Vec<usize>>,
}

impl<'p> SurroundingsIndex<'p> {
    /// Indexes a page; `template` has the texts of the site's template.
    pub fn new(page: &'p Page, template: &[&str]) -> Self {
        let tree = page.tree();
        let visible = page.visible();
        let visible_texts = visible.nodes(Visibility::WithoutFallback).map(|node| visible.id(node));
        let mut texts: Vec<(Span, NodeId)> = visible_texts
            .filter(|node| !tree.text(*node).trim().is_empty())
            .filter_map(|node| Some((tree.span(node)?, node)))
            .collect();
        let mut tags: Vec<(Span, NodeId)> =
            tree.nodes().filter_map(|node| Some((tree.start_tag(node)?, node))).collect();
        sort::by_key(&mut texts, |(span, _)| span.start);
        sort::by_key(&mut tags, |(span, _)| span.start);
        let template = template.iter().map(|text| as_caption(text)).collect();
        let mut by_text: BTreeMap<Cow<'p, str>, Vec<usize>> = BTreeMap::new();
        for (at, (_, node)) in texts.iter().enumerate() {
            by_text.entry(fold(tree.text(*node))).or_default().push(at);
        }
        let is_heading =
            |node: NodeId| matches!(tree.tag(node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let headings = tags.iter().filter(|(_, node)| is_heading(*node));
        let headings = headings.filter_map(|(_, node)| Some((tree.span(*node)?, *node))).collect();
        Self { page, texts, tags, template, headings, by_text }
    }

    /// Tags of the elements around a place, the nearest last: `table/tr/td`. `@` at the end marks an attribute value.
    pub fn path(&self, span: Span) -> String {
        let tree = self.page.tree();
        let text = before(&self.texts, span.start + 1).map(|at| self.texts[at]);
        let tag = before(&self.tags, span.start + 1).map(|at| self.tags[at]);
        let in_tag = tag.filter(|(tag, _)| span.start < tag.end);
        let (node, end) = match (in_tag, text) {
            (Some((_, element)), _) if span.end <= in_tag.map_or(0, |(tag, _)| tag.end) => {
                (element, "@")
            }
            (_, Some((_, node))) => (node, ""),
            (Some((_, element)), None) => (element, "@"),
            (None, None) => return String::new(),
        };
        let mut names: Vec<&str> =
            tree.ancestors(node).take(N_NAMES).map(|one| tree.tag(one)).collect();
        if end == "@" {
            names.insert(0, tree.tag(node));
            names.truncate(N_NAMES);
        }
        names.reverse();
        names.join("/") + end
    }

    /// The caption of a place: the nearest text before it, in lower case and without its colon. `=` before it marks a
    /// text of the template.
    pub fn caption(&self, span: Span) -> String {
        let tree = self.page.tree();
        let Some(at) = before(&self.texts, span.start) else { return String::new() };
        let (text_span, node) = self.texts[at];
        // A value that is a part of a text has its caption in this text.
        let text = if text_span.end > span.start {
            let inside = Span { start: text_span.start, end: span.start };
            let text = self.page.text(inside);
            if text.is_empty() { self.text_at(at.checked_sub(1)) } else { text.into_owned() }
        } else {
            fold(tree.text(node)).into_owned()
        };
        let caption = as_caption(&text);
        if self.template.contains(&caption) { format!("={caption}") } else { caption }
    }

    /// The captions of the other places of the page whose whole text equals the value.
    pub fn echoes(&self, value: &Value<'_>) -> Vec<String> {
        let places = self.by_text.get(&*value.text).map_or(&[][..], Vec::as_slice);
        let others = places.iter().map(|at| self.texts[*at].0);
        let others =
            others.filter(|span| span.end <= value.span.start || value.span.end <= span.start);
        others.take(MAX_ECHOES).map(|span| self.caption(span)).collect()
    }

    /// The nearest heading that ends before a place, normalized as a caption.
    pub fn heading(&self, span: Span) -> String {
        let n_before = self.headings.partition_point(|(heading, _)| heading.start < span.start);
        let above = self.headings[..n_before].iter().rev().take(MAX_NESTED_HEADINGS);
        let above = above.filter(|(heading, _)| heading.end <= span.start);
        above
            .map(|(_, node)| as_caption(&self.page.tree().reader_text(*node)))
            .next()
            .unwrap_or_default()
    }

    /// The share of the page's texts that are before a place.
    #[expect(clippy::cast_precision_loss, reason = "pages have fewer texts than 2^52")]
    pub fn position(&self, span: Span) -> f64 {
        let n_before = before(&self.texts, span.start).map_or(0, |at| at + 1);
        n_before as f64 / self.texts.len().max(1) as f64
    }

    /// Words of the classes, identifiers and property names of the elements around a place, each once.
    pub fn marks(&self, span: Span) -> Vec<String> {
        let tree = self.page.tree();
        let Some(at) = before(&self.texts, span.start + 1) else { return Vec::new() };
        let mut words = Vec::new();
        for element in tree.ancestors(self.texts[at].1).take(N_MARKED) {
            for name in MARKING {
                if let Some(attribute) = tree.attribute(element, name) {
                    add_words(attribute.value, &mut words);
                }
            }
        }
        words
    }

    /// Whether a whole text of the page equals this one.
    pub fn has_text(&self, text: &str) -> bool {
        self.by_text.contains_key(text)
    }

    /// Whether a place is in a menu, a margin or a footer.
    pub fn is_in_menu(&self, span: Span) -> bool {
        let tree = self.page.tree();
        let Some(at) = before(&self.texts, span.start + 1) else { return false };
        tree.ancestors(self.texts[at].1).take(MAX_ANCESTORS).any(|element| {
            let role = tree.attribute(element, "role").map_or("", |role| role.value);
            MENU_TAGS.contains(&tree.tag(element)) || MENU_ROLES.contains(&role)
        })
    }

    fn text_at(&self, at: Option<usize>) -> String {
        at.map_or(String::new(), |at| fold(self.page.tree().text(self.texts[at].1)).into_owned())
    }
}

/// Headings before a place that may still contain it.
const MAX_NESTED_HEADINGS: usize = 2;
/// Elements around a place whose names count.
const N_MARKED: usize = 3;
/// Elements around a place that may be a menu.
const MAX_ANCESTORS: usize = 40;
/// Elements for what is no content of the page, by tag and by role.
const MENU_TAGS: [&str; 3] = ["nav", "aside", "footer"];
const MENU_ROLES: [&str; 3] = ["navigation", "complementary", "contentinfo"];
/// Attributes that name elements.
const MARKING: [&str; 6] = ["class", "id", "itemprop", "rel", "data-testid", "data-test"];
/// Words of the names around one place.
const MAX_WORDS: usize = 24;

/// Adds the words of a name in lower case: `recipe` and `title` of `RecipeTitle` or `recipe-title`.
fn add_words(name: &str, words: &mut Vec<String>) {
    let mut word = String::new();
    let mut was_lower = false;
    for character in name.chars().chain([' ']) {
        let is_letter = character.is_alphabetic();
        if !is_letter || (character.is_uppercase() && was_lower) {
            let done = std::mem::take(&mut word);
            if done.chars().count() > 2 && words.len() < MAX_WORDS && !words.contains(&done) {
                words.push(done);
            }
        }
        was_lower = character.is_lowercase();
        if is_letter {
            word.extend(character.to_lowercase());
        }
    }
}

/// A text of a page, with its surroundings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextSurroundings {
    /// Where the text is, without white space at its ends.
    pub span: Span,
    /// Tags of the elements around the text.
    pub path: String,
    /// The text before this one.
    pub caption: String,
    /// The `class` attribute of the nearest element that has one.
    pub class: String,
}

/// The visible texts of a page, in document order.
pub fn text_places(page: &Page, template: &[&str]) -> Vec<TextSurroundings> {
    let around = SurroundingsIndex::new(page, template);
    let tree = page.tree();
    let class = |node: NodeId| {
        let named = tree.ancestors(node).find_map(|one| tree.attribute(one, "class"));
        named.map_or(String::new(), |class| class.value.to_owned())
    };
    let place = |&(span, node): &(Span, NodeId)| {
        let source = page.slice(span)?;
        let n_before = source.len() - source.trim_start().len();
        let start = span.range().start + n_before;
        let span = Span::new(start, start + source.trim().len());
        Some(TextSurroundings {
            span,
            path: around.path(span),
            caption: around.caption(span),
            class: class(node),
        })
    };
    around.texts.iter().filter_map(place).collect()
}

/// The last entry that begins before `byte`.
fn before(entries: &[(Span, NodeId)], byte: u32) -> Option<usize> {
    entries.partition_point(|(span, _)| span.start < byte).checked_sub(1)
}

/// Normalizes a text for comparison as a caption.
pub(crate) fn as_caption(text: &str) -> String {
    let bare = text.trim().trim_end_matches([':', ' ', '\u{a0}']);
    bare.chars().take(MAX_CAPTION_CHARS).flat_map(char::to_lowercase).collect()
}
