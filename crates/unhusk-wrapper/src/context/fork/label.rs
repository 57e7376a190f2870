//! What a rule sees of a node: an element's tag with some of its attribute tokens, or a text.

/// The label of a node or of a place in a fork. Numbers are handed out by whoever reads pages or rules; two
/// labels can be compared if the same one did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(u32);

const TEXT: u32 = 1 << 31;

impl Label {
    /// Any text whatever: written `@`.
    pub const ANY_TEXT: Label = Label(u32::MAX);
    /// An element unlike all those that a rule knows.
    pub const UNKNOWN: Label = Label(TEXT - 1);

    /// Number `id` of the element labels.
    pub fn element(id: usize) -> Self {
        Self(u32::try_from(id).unwrap_or(TEXT).min(TEXT - 2))
    }

    /// Number `id` of the texts that are told apart.
    pub fn text(id: usize) -> Self {
        Self(TEXT | u32::try_from(id).unwrap_or(TEXT).min(TEXT - 2))
    }

    /// Whether it is the label of a text.
    pub fn is_text(self) -> bool {
        self.0 & TEXT != 0
    }

    /// A number of its own among all labels.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The number that it was made from.
    pub fn id(self) -> usize {
        (self.0 & !TEXT) as usize
    }
}

/// Gives each node of an [`Outline`](super::Outline) its label.
pub trait Labels {
    /// The label of a node.
    fn label(&self, node: super::Node) -> Label;
}
