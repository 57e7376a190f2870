//! Names that a page gives to its own data: properties of JSON-LD, `meta` elements, the title.
//!
//! `{"@type": "Recipe", "recipeIngredient": ["2 eggs"]}` names the text `2 eggs` with `recipeIngredient`. A property of
//! a nested object has the name of both: `author.name`. The items of an `itemListElement` are objects of the property
//! that contains it. A comma-separated text names its parts, too: `keywords,`.

use serde_json::Value;
use std::collections::BTreeMap;
use unhusk_page::{Page, fold, squeeze};

/// Texts of one page that are looked at.
const MAX_TEXTS: usize = 4000;
/// Parts of a comma-separated text, and bytes of each.
const MAX_PARTS: usize = 40;
const MAX_PART_BYTES: usize = 80;
/// Bytes of a name.
const MAX_NAME_BYTES: usize = 60;

/// The named texts of a page.
#[derive(Debug, Default)]
pub struct EmbeddedNames {
    /// Texts by name, in the order of the page.
    texts: BTreeMap<String, Vec<String>>,
    /// Names by text, without white space.
    names: BTreeMap<String, Vec<String>>,
    n_texts: usize,
}

impl EmbeddedNames {
    /// Reads the named texts of a page.
    pub fn of(page: &Page) -> Self {
        let tree = page.tree();
        let mut found = Self::default();
        for node in tree.nodes().filter(|node| tree.is_element(*node)) {
            let attribute = |name: &str| tree.attribute(node, name).map(|one| one.value);
            match tree.tag(node) {
                "script" if attribute("type").is_some_and(is_json_ld) => {
                    let texts = tree.children(node).map(|child| tree.text(child));
                    if let Ok(value) = serde_json::from_str(texts.collect::<String>().trim()) {
                        found.add_json(&value);
                    }
                }
                "meta" => {
                    let name = ["property", "name", "itemprop"].into_iter().find_map(attribute);
                    if let (Some(name), Some(content)) = (name, attribute("content")) {
                        found.add(&format!("meta {name}"), content);
                    }
                }
                "title" => found.add("title", &tree.reader_text(node)),
                _ => {}
            }
        }
        found
    }

    /// The names of a text.
    pub fn names(&self, text: &str) -> &[String] {
        self.names.get(&squeeze(text)).map_or(&[], Vec::as_slice)
    }

    /// All names, each with its texts in the order of the page.
    pub fn all(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.texts.iter().map(|(name, texts)| (name.as_str(), texts.as_slice()))
    }

    /// Adds the strings of a value; works through a list of its own, because values nest.
    fn add_json(&mut self, root: &Value) {
        let mut waiting: Vec<(String, &Value)> = vec![(String::new(), root)];
        while let Some((name, value)) = waiting.pop() {
            match value {
                Value::String(text) => self.add(&name, text),
                Value::Array(items) => {
                    waiting.extend(items.iter().rev().map(|item| (name.clone(), item)));
                }
                Value::Object(object) => {
                    let outer = name.rsplit('.').next().unwrap_or("");
                    let inner =
                        object.iter().filter(|(key, _)| !key.starts_with('@') || *key == "@graph");
                    let named = inner.map(|(key, item)| match (outer, key.as_str()) {
                        (_, "@graph") => (String::new(), item),
                        ("", key) => (key.to_owned(), item),
                        // A list in a property, as that of the steps in each section of a recipe.
                        (outer, "itemListElement") => (outer.to_owned(), item),
                        (outer, key) => (format!("{outer}.{key}"), item),
                    });
                    let mut named: Vec<(String, &Value)> = named.collect();
                    named.reverse();
                    waiting.extend(named);
                }
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
    }

    fn add(&mut self, name: &str, text: &str) {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let is_list = (2..=MAX_PARTS).contains(&parts.len())
            && parts.iter().all(|part| (1..=MAX_PART_BYTES).contains(&part.len()));
        self.add_one(name, text);
        if is_list {
            let name = format!("{name},");
            for part in parts {
                self.add_one(&name, part);
            }
        }
    }

    fn add_one(&mut self, name: &str, text: &str) {
        let key = squeeze(text);
        if name.is_empty()
            || key.is_empty()
            || name.len() > MAX_NAME_BYTES
            || self.n_texts >= MAX_TEXTS
        {
            return;
        }
        self.n_texts += 1;
        let names = self.names.entry(key).or_default();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        self.texts.entry(name.to_owned()).or_default().push(fold(text).into_owned());
    }
}

fn is_json_ld(kind: &str) -> bool {
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}

#[cfg(test)]
mod tests {
    use super::EmbeddedNames;
    use unhusk_page::Page;

    #[test]
    fn properties_name_their_texts_and_nested_ones_have_both_names() {
        let page = Page::from(
            r#"<script type="application/ld+json">{"@graph": [{"@type": "Recipe", "name": "Pie",
            "recipeIngredient": ["2 eggs", "milk"], "author": {"@type": "Person", "name": "Ann"},
            "keywords": "sweet, easy"}]}</script><meta property="og:title" content="Pie">"#,
        );
        let names = EmbeddedNames::of(&page);
        assert_eq!(names.names("Pie"), ["name", "meta og:title"]);
        assert_eq!(names.names("2  eggs"), ["recipeIngredient"]);
        assert_eq!(names.names("Ann"), ["author.name"]);
        assert_eq!(names.names("easy"), ["keywords,"]);
        let ingredients = names.all().find(|(name, _)| *name == "recipeIngredient");
        assert_eq!(
            ingredients.map(|(_, texts)| texts.to_vec()),
            Some(vec!["2 eggs".into(), "milk".into()])
        );
    }

    #[test]
    fn items_of_sections_have_the_name_of_items_without_sections() {
        let page = Page::from(
            r#"<script type="application/ld+json">{"recipeInstructions": [{"@type": "HowToSection", "name": "Dough",
            "itemListElement": [{"text": "Mix."}, {"text": "Rest."}]}, {"text": "Bake."}]}</script>"#,
        );
        let names = EmbeddedNames::of(&page);
        assert_eq!(names.names("Mix."), ["recipeInstructions.text"]);
        assert_eq!(names.names("Bake."), ["recipeInstructions.text"]);
        assert_eq!(names.names("Dough"), ["recipeInstructions.name"]);
    }

    #[test]
    fn broken_data_names_nothing() {
        let page = Page::from(r#"<script type="application/ld+json">{"name": </script>"#);
        assert_eq!(EmbeddedNames::of(&page).all().count(), 0);
    }
}
