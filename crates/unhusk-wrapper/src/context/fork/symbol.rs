//! What a rule sees of a node: an element's tag with some of its attribute tokens, or a text.

/// The symbol of a node or of a place in a fork. The reader of pages or rules numbers the symbols; two symbols can be
/// compared if they come from the same reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeSymbol(u32);

const TEXT: u32 = 1 << 31;

impl NodeSymbol {
    /// Any text whatever: written `@`.
    pub const ANY_TEXT: NodeSymbol = NodeSymbol(u32::MAX);
    /// An element unlike all those that a rule knows.
    pub const UNKNOWN: NodeSymbol = NodeSymbol(TEXT - 1);

    /// Number `id` of the element symbols.
    pub fn element(id: usize) -> Self {
        Self(u32::try_from(id).unwrap_or(TEXT).min(TEXT - 2))
    }

    /// Number `id` of the texts that have symbols of their own.
    pub fn text(id: usize) -> Self {
        Self(TEXT | u32::try_from(id).unwrap_or(TEXT).min(TEXT - 2))
    }

    /// Whether it is the symbol of a text.
    pub fn is_text(self) -> bool {
        self.0 & TEXT != 0
    }

    /// A number of its own among all symbols.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The number that it was made from.
    pub fn id(self) -> usize {
        (self.0 & !TEXT) as usize
    }
}

/// Gives each node of an [`Outline`](super::Outline) its symbol.
pub trait NodeSymbols {
    /// The symbol of a node.
    fn symbol(&self, node: super::Node) -> NodeSymbol;
}
