//! Foreign content: SVG and MathML (HTML, 13.2.6.5).

use super::class::{HTML_INTEGRATION, MATHML_TEXT, barrier};
use super::insert::element_of_tag;
use super::{Next, Open, TagToken, TreeBuilder};
use crate::parse::store::NO_ATTRIBUTES;
use crate::tree::known_names::*;
use crate::tree::{NameId, Namespace};

impl TreeBuilder<'_> {
    /// Returns the adjusted current node: in a fragment, the context replaces the root.
    fn adjusted_current(&self) -> Option<Open> {
        match self.context {
            Some(context) if self.stack.len() == 1 => Some(context.as_open()),
            _ => self.stack.top().copied(),
        }
    }

    /// Whether the adjusted current node is no HTML element.
    pub(super) fn is_in_foreign_content(&self) -> bool {
        if self.context.is_none() {
            return self.stack.top().is_some_and(|top| top.namespace != Namespace::Html);
        }
        self.adjusted_current().is_some_and(|open| open.namespace != Namespace::Html)
    }

    /// Whether a start tag follows the rules for foreign content.
    pub(super) fn is_foreign_start(&self, name: NameId) -> bool {
        if !self.is_in_foreign_content() {
            return false;
        }
        let Some(open) = self.adjusted_current() else { return false };
        let is_html = open.is(HTML_INTEGRATION)
            || open.is(MATHML_TEXT) && !matches!(name, MGLYPH | MALIGNMARK)
            || name == SVG && open.namespace == Namespace::MathMl && open.name == ANNOTATION_XML;
        !is_html
    }

    /// Whether text follows the rules for foreign content.
    pub(super) fn is_foreign_text(&self) -> bool {
        self.is_in_foreign_content()
            && self.adjusted_current().is_some_and(|open| !open.is(HTML_INTEGRATION | MATHML_TEXT))
    }

    pub(super) fn foreign_start(&mut self, tag: &TagToken) -> Next {
        match tag.name {
            B | BIG | BLOCKQUOTE | BODY | BR | CENTER | CODE | DD | DIV | DL | DT | EM | EMBED
            | H1 | H2 | H3 | H4 | H5 | H6 | HEAD | HR | I | IMG | LI | LISTING | MENU | META
            | NOBR | OL | P | PRE | RUBY | S | SMALL | SPAN | STRONG | STRIKE | SUB | SUP
            | TABLE | TT | U | UL | VAR => return self.leave_foreign(tag),
            FONT if self.has_font_attribute(tag) => return self.leave_foreign(tag),
            _ => {}
        }
        let namespace = self.adjusted_current().map_or(Namespace::Svg, |open| open.namespace);
        self.insert_foreign(tag, namespace);
        Next::Done
    }

    /// HTML that breaks out of foreign content.
    fn leave_foreign(&mut self, tag: &TagToken) -> Next {
        self.pop_to_html();
        self.start_tag_by_mode(tag)
    }

    fn pop_to_html(&mut self) {
        while self.stack.top().is_some_and(|top| {
            top.namespace != Namespace::Html && !top.is(HTML_INTEGRATION | MATHML_TEXT)
        }) {
            self.pop();
        }
    }

    fn has_font_attribute(&self, tag: &TagToken) -> bool {
        self.store.list(tag.attributes).any(|(_, name)| matches!(name, COLOR | FACE | SIZE))
    }

    /// Inserts a foreign element; it stays open unless its tag is `/>`.
    pub(super) fn insert_foreign(&mut self, tag: &TagToken, namespace: Namespace) {
        let name = adjusted_tag_name(tag.name, namespace);
        self.adjust_attributes(tag, namespace);
        let node = element_of_tag(tag, name, namespace);
        self.insert_element(node, (name, tag.name));
        if tag.is_self_closing {
            self.pop_empty(tag);
        } else if namespace == Namespace::MathMl && name == ANNOTATION_XML && self.holds_html(tag) {
            self.stack.add_class(HTML_INTEGRATION);
        }
    }

    /// Whether an `annotation-xml` declares its content to be HTML.
    fn holds_html(&self, tag: &TagToken) -> bool {
        let Some((attribute, _)) =
            self.store.list(tag.attributes).find(|&(_, name)| name == ENCODING)
        else {
            return false;
        };
        let value = self.store.value(attribute, self.tokenizer.source);
        value.eq_ignore_ascii_case("text/html")
            || value.eq_ignore_ascii_case("application/xhtml+xml")
    }

    fn adjust_attributes(&mut self, tag: &TagToken, namespace: Namespace) {
        if tag.attributes == NO_ATTRIBUTES {
            return;
        }
        let names = match namespace {
            Namespace::Svg => GLYPHREF..=ZOOMANDPAN,
            Namespace::MathMl => DEFINITIONURL..=DEFINITIONURL,
            Namespace::Html => return,
        };
        for attribute in self.store.list_mut(tag.attributes) {
            if names.contains(&attribute.name()) {
                attribute.rename(mixed(attribute.name()));
            }
        }
    }

    pub(super) fn foreign_end(&mut self, tag: &TagToken) -> Next {
        if matches!(tag.name, BR | P) {
            self.pop_to_html();
            return self.end_tag_by_mode(tag);
        }
        // Only the context of a fragment is foreign.
        if self.stack.len() == 1 {
            return Next::Done;
        }
        let height = self.stack.topmost_foreign(tag.name);
        if height > self.stack.barrier(barrier::HTML) {
            self.pop_at(height, Some(tag));
            return Next::Done;
        }
        self.end_tag_by_mode(tag)
    }
}

/// SVG spells some names in mixed case.
pub(super) fn adjusted_tag_name(name: NameId, namespace: Namespace) -> NameId {
    match namespace {
        Namespace::Svg if (ALTGLYPH..=GLYPHREF).contains(&name) => mixed(name),
        _ => name,
    }
}

/// The mixed-case spelling of a name from the run of lower-case ones.
fn mixed(name: NameId) -> NameId {
    NameId(name.0 - ALTGLYPH.0 + ALTGLYPH_MIXED.0)
}

const _: () = assert!(
    DEFINITIONURL_MIXED.0 - ALTGLYPH_MIXED.0 == DEFINITIONURL.0 - ALTGLYPH.0,
    "both spellings stand in the same order"
);
