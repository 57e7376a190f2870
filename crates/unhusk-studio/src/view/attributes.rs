//! Attributes that may be shown.

use super::css::without_loads;

/// Returns the value that the frame gets of an attribute; `None` if the attribute acts, loads or takes the focus.
pub(super) fn shown(tag: &str, name: &str, value: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    if name.starts_with("on") || DROPPED.contains(&name.as_str()) || name.starts_with("data-unhusk")
    {
        return None;
    }
    match name.as_str() {
        "style" => Some(without_loads(value)),
        "src" => (tag == "img" && is_picture(value)).then(|| value.to_owned()),
        "href" | "xlink:href" | "action" | "cite" => {
            is_plain_address(value).then(|| value.to_owned())
        }
        _ => Some(value.to_owned()),
    }
}

/// Attributes that act, load, take the focus or change what the pointer does.
const DROPPED: [&str; 41] = [
    "srcdoc",
    "srcset",
    "imagesrcset",
    "formaction",
    "ping",
    "target",
    "autofocus",
    "http-equiv",
    "shadowrootmode",
    "shadowrootdelegatesfocus",
    "shadowrootclonable",
    "shadowrootserializable",
    "is",
    "nonce",
    "integrity",
    "crossorigin",
    "popover",
    "popovertarget",
    "popovertargetaction",
    "command",
    "commandfor",
    "invoketarget",
    "accesskey",
    "tabindex",
    "contenteditable",
    "draggable",
    "autoplay",
    "loading",
    "background",
    "poster",
    "data",
    "codebase",
    "archive",
    "classid",
    "manifest",
    "lowsrc",
    "dynsrc",
    "longdesc",
    "profile",
    "inert",
    "interestfor",
];

fn is_picture(value: &str) -> bool {
    let start: String = value.trim_start().chars().take(11).collect();
    start.eq_ignore_ascii_case("data:image/")
}

/// Whether an address is relative or of the web. White space and control characters are left out first, as browsers do.
fn is_plain_address(value: &str) -> bool {
    let plain: String =
        value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).take(64).collect();
    let scheme = plain.split(['/', '?', '#']).next().unwrap_or("");
    match scheme.split_once(':') {
        None => true,
        Some((scheme, _)) => ["http", "https", "mailto", "tel"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known)),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn what_acts_is_left_out() {
        for (tag, name, value) in [
            ("a", "onclick", "f()"),
            ("a", "ONCLICK", "f()"),
            ("a", "href", "javascript:f()"),
            ("a", "href", " java\nscript:f()"),
            ("a", "href", "\u{1}javascript:f()"),
            ("a", "href", "vbscript:x"),
            ("a", "href", "data:text/html,<script>"),
            ("iframe", "srcdoc", "<script>"),
            ("img", "src", "http://evil/x.png"),
            ("script", "src", "data:image/png,x"),
            ("svg:use", "xlink:href", "data:image/svg+xml,x"),
            ("input", "autofocus", ""),
            ("div", "data-unhusk-box", "x"),
        ] {
            assert_eq!(shown(tag, name, value), None, "{tag} {name} {value:?}");
        }
    }

    #[test]
    fn what_is_plain_stays() {
        for (tag, name, value) in [
            ("a", "href", "/x?a:b"),
            ("a", "href", "https://example.org/"),
            ("img", "src", "data:image/png;base64,AA"),
            ("p", "class", "a b"),
            ("p", "style", "color: red"),
        ] {
            assert_eq!(shown(tag, name, value).as_deref(), Some(value));
        }
    }
}
