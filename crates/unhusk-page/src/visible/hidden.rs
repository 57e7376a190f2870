//! Elements that hide their content from a reader: the only list of such tags.

use crate::tree::NameId;
use crate::tree::known_names::{
    HEAD, IFRAME, KNOWN, NOSCRIPT, SCRIPT, SELECT, STYLE, TEMPLATE, TEXTAREA,
};

/// Reason why a reader does not see the content of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HiddenReason {
    /// The content is written for programs.
    Code,
    /// The content is markup that a script may copy into the page later.
    Inert,
    /// The content is shown only by browsers that lack a feature.
    Fallback,
    /// The content describes the page and is not part of its body.
    Metadata,
    /// The content belongs to a form: choices or input of a visitor.
    Control,
}

/// All elements that hide their content, each with the reason.
const HIDDEN: [(NameId, HiddenReason); 8] = [
    // Programs, and data for programs such as JSON-LD.
    (SCRIPT, HiddenReason::Code),
    // Style sheets.
    (STYLE, HiddenReason::Code),
    // Fragments of a page that a script fills in; browsers do not render them.
    (TEMPLATE, HiddenReason::Inert),
    // Shown by a browser that runs no scripts: "Please enable JavaScript".
    (NOSCRIPT, HiddenReason::Fallback),
    // Shown by a browser that knows no frames. The parser keeps it as raw text, tags included.
    (IFRAME, HiddenReason::Fallback),
    // The title and all else before the body.
    (HEAD, HiddenReason::Metadata),
    // Lists of options: all countries of the world, on every page of a site.
    (SELECT, HiddenReason::Control),
    // Text that a visitor may change.
    (TEXTAREA, HiddenReason::Control),
];

/// [`HIDDEN`] by the number of the name: the parser needs it for every element.
static REASONS: [Option<HiddenReason>; KNOWN.len()] = {
    let mut reasons = [None; KNOWN.len()];
    let mut at = 0;
    while at < HIDDEN.len() {
        let (name, reason) = HIDDEN[at];
        reasons[name.0 as usize] = Some(reason);
        at += 1;
    }
    reasons
};

/// Amount of a page that counts as visible.
///
/// Every value hides the elements that the one before it hides, and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// All but `script`, `style` and `template`: what the [visible tree](crate::VisibleTree) holds. Wrappers that
    /// select nodes read this, so that a value in the title or in a form can be selected.
    Rendered,
    /// Also without `noscript` and `iframe`: the rendering of a browser that runs scripts and knows frames.
    WithoutFallback,
    /// Also without `head`, `select` and `textarea`: text that can be data of the page's subject. Methods without
    /// labels read this.
    Data,
}

impl Visibility {
    const fn hides_for(self, reason: HiddenReason) -> bool {
        match reason {
            HiddenReason::Code | HiddenReason::Inert => true,
            HiddenReason::Fallback => !matches!(self, Self::Rendered),
            HiddenReason::Metadata | HiddenReason::Control => matches!(self, Self::Data),
        }
    }

    /// Whether elements of this name hide their content.
    pub(crate) fn hides(self, name: NameId) -> bool {
        let reason = REASONS.get(name.0 as usize).copied().flatten();
        reason.is_some_and(|reason| self.hides_for(reason))
    }

    /// The tags whose content is hidden.
    pub fn hidden_tags(self) -> impl Iterator<Item = &'static str> {
        let hidden = HIDDEN.iter().filter(move |(_, reason)| self.hides_for(*reason));
        hidden.map(|(name, _)| KNOWN[name.0 as usize])
    }
}

/// End of an element that is never rendered, in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HiddenContent {
    /// At the first end tag of its name: nothing in it is markup.
    RawText,
    /// At the end tag that matches: it holds markup, and may hold others of its kind.
    Markup,
}

/// Returns how the hidden content of an element of this name, in any case, ends under [`Visibility::Rendered`]; `None`
/// if the element hides nothing.
///
/// For readers of the source that have no tree.
pub(crate) fn hidden_content(name: &[u8]) -> Option<HiddenContent> {
    let is_it = |hidden: NameId| name.eq_ignore_ascii_case(KNOWN[hidden.0 as usize].as_bytes());
    HIDDEN.iter().find_map(|&(hidden, reason)| match reason {
        HiddenReason::Code if is_it(hidden) => Some(HiddenContent::RawText),
        HiddenReason::Inert if is_it(hidden) => Some(HiddenContent::Markup),
        _ => None,
    })
}
