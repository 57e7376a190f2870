//! Names of texts that are nearly a value: the title of a page is its headline and the name of the site.

use super::EmbeddedNames;
use std::collections::{BTreeMap, BTreeSet};

/// Texts of one page that are compared.
const MAX_TEXTS: usize = 400;
/// Words of a text; longer texts are not compared.
const MAX_WORDS: usize = 80;
/// Words of values that are compared with those of texts.
const MAX_COMPARED: usize = 400_000;
/// Letters and digits of the words that two texts share.
const MIN_LETTERS: usize = 3;

/// Words of the named texts of one page.
#[derive(Debug, Default)]
pub(super) struct NearNames<'e> {
    /// The name of each text, and the number of its words.
    texts: Vec<(&'e str, usize)>,
    by_word: BTreeMap<String, Vec<usize>>,
    n_compared: usize,
}

impl<'e> NearNames<'e> {
    /// Indexes the words of the named texts.
    pub(super) fn new(embedded: &'e EmbeddedNames) -> Self {
        let mut index = Self::default();
        let texts =
            embedded.all().flat_map(|(name, texts)| texts.iter().map(move |one| (name, one)));
        for (name, text) in texts.take(MAX_TEXTS) {
            let words = words(text);
            if (1..=MAX_WORDS).contains(&words.len()) {
                let at = index.texts.len();
                index.texts.push((name, words.len()));
                for word in words {
                    index.by_word.entry(word).or_default().push(at);
                }
            }
        }
        index
    }

    /// The names that have nearly the text of a value.
    pub(super) fn of_value(&mut self, value: &str) -> BTreeSet<&'e str> {
        let words = words(value);
        let mut shared: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for word in words.iter().take(MAX_WORDS + 1) {
            let texts = self.by_word.get(word).map_or(&[][..], Vec::as_slice);
            self.n_compared += texts.len();
            if self.n_compared > MAX_COMPARED {
                return BTreeSet::new();
            }
            for at in texts {
                let (n_words, n_letters) = shared.entry(*at).or_default();
                *n_words += 1;
                *n_letters += word.chars().count();
            }
        }
        let is_near = |(at, (n_shared, n_letters)): &(usize, (usize, usize))| {
            *n_letters >= MIN_LETTERS && are_near(*n_shared, words.len(), self.texts[*at].1)
        };
        shared.into_iter().filter(is_near).map(|(at, _)| self.texts[at].0).collect()
    }
}

/// Whether two texts with these numbers of words share most words of the shorter one, which is no small part of the
/// longer one.
fn are_near(n_shared: usize, n_one: usize, n_other: usize) -> bool {
    let (least, most) = (n_one.min(n_other), n_one.max(n_other));
    4 * n_shared >= 3 * least && 4 * least >= most
}

/// The distinct words of a text, in lower case.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::NearNames;
    use crate::profile::EmbeddedNames;
    use unhusk_page::Page;

    fn near(head: &str, value: &str) -> Vec<String> {
        let page = Page::from(head);
        let embedded = EmbeddedNames::of(&page);
        NearNames::new(&embedded).of_value(value).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn a_title_with_the_name_of_the_site_is_near_the_headline() {
        let head = "<title>Garlic Chicken Pie - Good Food</title>";
        assert_eq!(near(head, "Garlic chicken pie"), ["title"]);
        assert!(near(head, "Latest recipes").is_empty());
        assert!(near(head, "").is_empty());
        // One word of a long text proves nothing.
        let head = "<title>Pie of the day: nine ways to make dough for it at home</title>";
        assert!(near(head, "pie").is_empty());
    }

    #[test]
    fn a_name_is_near_to_one_of_several_texts() {
        let head = r#"<script type="application/ld+json">{"author": [{"name": "Ann Lee"}, {"name": "Bo Ek"}]}</script>"#;
        assert_eq!(near(head, "Bo Ek"), ["author.name"]);
        assert!(near(head, "3 comments").is_empty());
    }
}
