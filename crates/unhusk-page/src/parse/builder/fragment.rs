//! The fragment case: a source that is the content of a given element (HTML, 13.4).

use super::foreign::adjusted_tag_name;
use super::{Mode, Open, TreeBuilder, class};
use crate::parse::tokenizer::ContentModel;
use crate::tree::known_names::*;
use crate::tree::{NameId, Namespace};

/// The element that the fragment is the content of.
#[derive(Debug, Clone, Copy)]
pub(in crate::parse) struct Context {
    name: NameId,
    namespace: Namespace,
    class: class::ElementClass,
}

impl Context {
    /// The name, if it is an HTML element.
    pub(super) fn html_name(self) -> Option<NameId> {
        (self.namespace == Namespace::Html).then_some(self.name)
    }

    /// The context as an entry of the stack.
    pub(super) fn as_open(self) -> Open {
        Open::new(0, (self.name, self.name), self.namespace, self.class)
    }
}

impl TreeBuilder<'_> {
    /// Makes the builder read the content of an element called `name`.
    pub(in crate::parse) fn in_context(mut self, name: &str, namespace: Namespace) -> Self {
        let name = self.store.names.intern(name, 0, name.len());
        let name = adjusted_tag_name(name, namespace);
        let class = class::of(name, namespace);
        if namespace == Namespace::Html {
            self.tokenizer.content = match name {
                TITLE | TEXTAREA => ContentModel::RcData,
                STYLE | XMP | IFRAME | NOEMBED | NOFRAMES => ContentModel::RawText,
                SCRIPT => ContentModel::ScriptData,
                NOSCRIPT if self.is_scripting => ContentModel::RawText,
                PLAINTEXT => ContentModel::PlainText,
                _ => ContentModel::Data,
            };
            if name == TEMPLATE {
                self.template_modes.push(Mode::InTemplate);
            }
        }
        self.context = Some(Context { name, namespace, class });
        // The document takes the place of the root `html` element.
        self.stack.push(Open::new(
            0,
            (HTML, HTML),
            Namespace::Html,
            class::of(HTML, Namespace::Html),
        ));
        self.reset_insertion_mode();
        self
    }

    /// Whether the source is the content of an HTML element called `name`.
    pub(super) fn is_fragment_of(&self, name: NameId) -> bool {
        self.context.and_then(Context::html_name) == Some(name)
    }
}
