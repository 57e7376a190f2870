//! Elements that begin a new line for a reader.

/// Whether an element is shown as a block, a row, a cell or a line break: at its borders, words end.
///
/// From the rendering section of the HTML standard (15.3): elements with `display: block`, `list-item` or one of the
/// `table` values; `option`, `optgroup`, `title` (that of an SVG picture, too) and `br` have lines of their own.
/// The name is in lower case.
pub fn is_block(name: &[u8]) -> bool {
    #[rustfmt::skip]
    let is_block = matches!(name,
        // One byte or two.
        b"p" | b"br" | b"dd" | b"dl" | b"dt" | b"hr" | b"li" | b"ol" | b"td" | b"th" | b"tr" | b"ul"
        | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6"
        // Longer ones.
        | b"address" | b"article" | b"aside" | b"blockquote" | b"body" | b"caption" | b"center" | b"col"
        | b"colgroup" | b"details" | b"dialog" | b"dir" | b"div" | b"fieldset" | b"figcaption" | b"figure"
        | b"footer" | b"form" | b"frame" | b"frameset" | b"head" | b"header" | b"hgroup" | b"html" | b"legend"
        | b"listing" | b"main" | b"menu" | b"nav" | b"optgroup" | b"option" | b"plaintext" | b"pre" | b"search"
        | b"section" | b"summary" | b"table" | b"tbody" | b"tfoot" | b"thead" | b"title" | b"xmp"
    );
    is_block
}
