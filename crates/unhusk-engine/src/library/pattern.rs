//! Patterns of addresses: `https://example.org/shop/*`.

/// A pattern of addresses. `*` matches any text; every other character matches itself. `http` and `https` are equal,
/// and so are capital and small letters in the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlPattern {
    written: String,
    /// The parts between the stars, normalised.
    parts: Vec<String>,
}

impl UrlPattern {
    /// Parses a pattern.
    pub fn new(written: &str) -> Self {
        let parts = normalised(written).split('*').map(str::to_owned).collect();
        Self { written: written.to_owned(), parts }
    }

    /// The pattern as written.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// Number of characters that the pattern fixes: of two patterns that match, the one with more is chosen.
    pub fn n_fixed(&self) -> usize {
        self.parts.iter().map(String::len).sum()
    }

    /// Whether an address is of this pattern. Linear in the address times the number of stars.
    pub fn matches(&self, url: &str) -> bool {
        let url = normalised(url);
        let [first, middle @ .., last] = self.parts.as_slice() else {
            return self.parts.first().is_some_and(|only| *only == url);
        };
        let Some(mut rest) = url.strip_prefix(first.as_str()) else { return false };
        for part in middle {
            match rest.find(part.as_str()) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

/// An address without scheme, fragment and capital letters in its host.
fn normalised(url: &str) -> String {
    let url = url.split('#').next().unwrap_or_default();
    let rest = match url.split_once("://") {
        Some((scheme, rest))
            if ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) =>
        {
            rest
        }
        _ => url,
    };
    let host_end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    format!("{}{path}", host.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::UrlPattern;
    use proptest::prelude::*;

    #[test]
    fn stars_stand_for_anything() {
        let matches = |pattern: &str, url: &str| UrlPattern::new(pattern).matches(url);
        assert!(matches("https://example.org/shop/*", "https://example.org/shop/mug?size=2"));
        assert!(matches("https://example.org/shop/*", "http://EXAMPLE.org/shop/"));
        assert!(!matches("https://example.org/shop/*", "https://example.org/shopping"));
        assert!(!matches(
            "https://example.org/shop/*",
            "https://evil.org/?https://example.org/shop/1"
        ));
        assert!(matches("example.org/*/item-*.html", "https://example.org/a/b/item-3.html#top"));
        assert!(!matches("example.org/*/item-*.html", "https://example.org/a/item-3.htm"));
        assert!(matches("https://example.org/1", "https://example.org/1"));
        assert!(!matches("https://example.org/1", "https://example.org/12"));
        assert!(matches("*", "anything"));
        // The first and the last part may not share characters.
        assert!(!matches("aba*aba", "aba"));
    }

    #[test]
    fn longer_patterns_say_more() {
        let n_fixed = |pattern: &str| UrlPattern::new(pattern).n_fixed();
        assert!(n_fixed("https://example.org/shop/*") > n_fixed("https://example.org/*"));
    }

    /// Whether a text matches a pattern, by trying every assignment of the stars.
    fn matches_by_trying(pattern: &[u8], text: &[u8]) -> bool {
        match pattern.split_first() {
            None => text.is_empty(),
            Some((b'*', rest)) => (0..=text.len()).any(|at| matches_by_trying(rest, &text[at..])),
            Some((byte, rest)) => text
                .split_first()
                .is_some_and(|(first, after)| first == byte && matches_by_trying(rest, after)),
        }
    }

    proptest! {
        #[test]
        fn agrees_with_trying(pattern in "[ab*]{0,8}", text in "[ab]{0,10}") {
            let expected = matches_by_trying(pattern.as_bytes(), text.as_bytes());
            prop_assert_eq!(UrlPattern::new(&pattern).matches(&text), expected);
        }
    }
}
