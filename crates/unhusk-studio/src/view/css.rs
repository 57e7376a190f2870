//! Style sheets without loads.

/// Returns a style sheet without `@import` and without addresses other than `data:` pictures and fonts. The frame's
/// policy refuses all loads as well, so that one failure does not suffice.
pub(super) fn without_loads(css: &str) -> String {
    let mut kept = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(at) = next_load(rest) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = if starts_with(rest, "@import") {
            &rest[rest.find(';').map_or(rest.len(), |end| end + 1)..]
        } else {
            let end = rest.find(')').map_or(rest.len(), |end| end + 1);
            kept.push_str(if is_data(&rest[..end]) { &rest[..end] } else { "none" });
            &rest[end..]
        };
    }
    kept.push_str(rest);
    kept
}

/// Returns the position of the next import or address.
fn next_load(css: &str) -> Option<usize> {
    const LOADS: [&str; 4] = ["@import", "url(", "src(", "image-set("];
    css.char_indices().map(|(at, _)| at).find(|&at| {
        let first = css.as_bytes()[at] | 0x20;
        matches!(first, b'@' | b'`' | b'u' | b's' | b'i')
            && LOADS.iter().any(|load| starts_with(&css[at..], load))
    })
}

fn starts_with(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Whether an address is a picture or a font that the style sheet itself contains.
fn is_data(address: &str) -> bool {
    let inner = address.get(4..).unwrap_or("").trim_start().trim_start_matches(['"', '\'']);
    ["data:image/", "data:font/", "data:application/font", "data:application/x-font"]
        .iter()
        .any(|kind| starts_with(inner, kind))
        && starts_with(address, "url(")
}

#[cfg(test)]
mod tests {
    use super::without_loads;

    #[test]
    fn imports_and_addresses_are_left_out() {
        assert_eq!(without_loads("@IMPORT 'x.css'; a { color: red }"), " a { color: red }");
        assert_eq!(without_loads("a{background:URL(//evil/x)}"), "a{background:none}");
        assert_eq!(without_loads("a{b:image-set('x' 1x)}c"), "a{b:none}c");
        assert_eq!(without_loads("@import url(x"), "");
    }

    #[test]
    fn data_pictures_stay() {
        let css = "a{background:url( \"data:image/png;base64,AA\")}";
        assert_eq!(without_loads(css), css);
        assert_eq!(without_loads("a{b:url(data:text/html,x)}"), "a{b:none}");
    }
}
