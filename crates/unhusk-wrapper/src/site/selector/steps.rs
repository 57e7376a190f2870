//! Steps and predicates in `XPath`.

use super::pattern::{Level, Nth};
use crate::literal::xpath_string;
use crate::site::clue::{ClueKind, Sibling};

/// The test for texts with more than white space, including those of scripts.
pub(super) const TEXTS: &str = "text()[normalize-space()]";

/// The test for texts with more than white space, without those of scripts and styles.
pub(super) const SEEN_TEXTS: &str =
    "text()[normalize-space()][not(parent::script or parent::style)]";

/// Writes steps and predicates, and keeps what it could not write.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    /// The test for texts.
    pub(super) texts: &'static str,
    pub(super) left_out: Vec<ClueKind>,
    pub(super) n_positions: usize,
    /// Whether a predicate asks for neighbouring texts.
    pub(super) asks_texts: bool,
}

impl Writer {
    pub(super) fn new(texts: &'static str) -> Self {
        Self { texts, left_out: Vec::new(), n_positions: 0, asks_texts: false }
    }

    /// The tag and the predicates of an element: `td[2][@id='x']`.
    pub(super) fn step(&mut self, level: &Level) -> String {
        let tag = level.tag.as_deref().unwrap_or("*");
        let position = level.nth.map(|nth| self.nth(nth)).unwrap_or_default();
        format!("{tag}{position}{}", self.conditions(level))
    }

    fn conditions(&mut self, level: &Level) -> String {
        let mut all = String::new();
        if let Some(id) = &level.id {
            match xpath_string(id) {
                Some(id) => all.extend([format!("[@id={id}]")]),
                None => self.left_out.push(ClueKind::Id),
            }
        }
        for (attribute, token) in &level.tokens {
            match has_token(attribute, token) {
                Some(condition) => all.extend([format!("[{condition}]")]),
                None => self.left_out.push(ClueKind::Token),
            }
        }
        if let Some(caption) = &level.first_text {
            match self.with_caption("descendant", 1, caption) {
                Some(condition) => all.extend([format!("[{condition}]")]),
                None => self.left_out.push(ClueKind::FirstText),
            }
        }
        if let Some(both) = &level.siblings {
            all += &siblings(both);
        }
        all + match level.has_elements {
            None => "",
            Some(true) => "[*]",
            Some(false) => "[not(*)]",
        }
    }

    /// `[2]`, `[last()]`, `[last()-1]`.
    pub(super) fn nth(&mut self, nth: Nth) -> String {
        self.n_positions += 1;
        match nth {
            Nth::FromFirst(n) => format!("[{n}]"),
            Nth::FromLast(0 | 1) => "[last()]".to_owned(),
            Nth::FromLast(n) => format!("[last()-{}]", n - 1),
        }
    }

    /// A position as a predicate of its own: `[count(preceding-sibling::td)=1]`.
    pub(super) fn nth_by_count(&mut self, nth: Nth, test: &str) -> String {
        self.n_positions += 1;
        let (axis, n) = match nth {
            Nth::FromFirst(n) => ("preceding-sibling", n),
            Nth::FromLast(n) => ("following-sibling", n),
        };
        format!("[count({axis}::{test})={}]", i64::from(n) - 1)
    }

    /// The condition that the n-th text on an axis has a caption.
    pub(super) fn with_caption(&mut self, axis: &str, n: usize, caption: &str) -> Option<String> {
        let condition = super::caption::condition(caption)?;
        self.asks_texts = true;
        Some(format!("{axis}::{}[{n}][{condition}]", self.texts))
    }
}

/// The condition that an attribute has a token.
pub(super) fn has_token(attribute: &str, token: &str) -> Option<String> {
    let padded = xpath_string(&format!(" {token} "))?;
    Some(format!("contains(concat(' ', normalize-space(@{attribute}), ' '), {padded})"))
}

/// The predicates for the nodes right before and right behind.
pub(super) fn siblings(both: &[Sibling; 2]) -> String {
    let mut all = String::new();
    for (sibling, axis) in both.iter().zip(["preceding-sibling", "following-sibling"]) {
        let nearest = format!("{axis}::node()[self::* or self::text()[normalize-space()]][1]");
        all.extend([match sibling {
            Sibling::Nothing => {
                format!("[not({axis}::* or {axis}::text()[normalize-space()])]")
            }
            Sibling::Text => format!("[{nearest}[self::text()]]"),
            Sibling::Element(tag) => format!("[{nearest}[self::{}]]", tag.as_str()),
        }]);
    }
    all
}
