//! Symbols of nodes: an element's tag with some of its attribute tokens, or a text.

/// The symbol of a node or of a position in a fork. The reader of pages or rules numbers the symbols; two symbols can
/// be compared if they come from the same reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeSymbol(u32);

const TEXT: u32 = 1 << 31;

impl NodeSymbol {
    /// Any text: written `@`.
    pub const ANY_TEXT: NodeSymbol = NodeSymbol(u32::MAX);
    /// An element that is different from all those of a rule.
    pub const UNKNOWN: NodeSymbol = NodeSymbol(TEXT - 1);

    /// Number `id` of the element symbols.
    pub fn element(id: usize) -> Self {
        Self(u32::try_from(id).unwrap_or(TEXT).min(TEXT - 2))
    }

    /// Number `id` of the texts that have symbols of their own.
    pub fn text(id: usize) -> Self {
        Self(TEXT | u32::try_from(id).unwrap_or(TEXT).min(TEXT - 2))
    }

    /// Whether this is the symbol of a text.
    pub fn is_text(self) -> bool {
        self.0 & TEXT != 0
    }

    /// Returns a number that is unique among all symbols.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the number that the symbol was made from.
    pub fn id(self) -> usize {
        (self.0 & !TEXT) as usize
    }
}

/// Gives each node of an [`Outline`](super::Outline) its symbol.
pub trait NodeSymbols {
    /// The symbol of a node.
    fn symbol(&self, node: super::Node) -> NodeSymbol;
}
