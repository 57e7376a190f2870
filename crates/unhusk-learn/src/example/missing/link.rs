//! Absolute addresses that the page gives as relative links: `https://shop.example/mugs/blue` for `href="/mugs/blue"`.

use crate::example::place::{Label, Place, PlaceTarget};
use unhusk_page::internal::TextMap;
use unhusk_page::{NodeId, Page, fold};

/// Attributes that hold addresses.
const ADDRESSES: [&str; 9] =
    ["href", "src", "action", "poster", "data", "data-src", "data-href", "cite", "content"];

/// The address that relative links of a page start from.
pub(in crate::example) struct BaseAddress(Option<Address>);

impl BaseAddress {
    /// By `<base href>` and the URL of the page, if it is known.
    pub(in crate::example) fn of(page: &Page, url: Option<&str>) -> Self {
        let own = url.and_then(Address::parse);
        let tree = page.tree();
        let mut bases = tree.nodes().filter(|node| tree.tag(*node) == "base");
        let written = bases.find_map(|node| tree.attribute(node, "href"));
        let Some(written) = written.map(|attribute| attribute.value.trim().to_owned()) else {
            return Self(own);
        };
        Self(match own {
            Some(own) => Address::parse(&own.resolve(&written)),
            None => Address::parse(&written),
        })
    }
}

/// The links of a page that lead to an absolute address, as a label whose text is that of the page. If no base address
/// is known, the links with the longest path that ends the address. `None` if `text` is no absolute address, or no link
/// leads there.
pub(in crate::example) fn relative_links(
    page: &Page,
    base: &BaseAddress,
    text: &str,
) -> Option<Label> {
    let wanted = Address::parse(text.trim())?;
    let mut best: Vec<(usize, Place, String)> = Vec::new();
    for (element, position, value) in addresses(page) {
        let fit = match &base.0 {
            Some(base) => same(&base.resolve(&value), &wanted).then_some(value.len()),
            None => wanted.ends_with(&value),
        };
        let Some((fit, place)) = fit.zip(attribute_place(page, element, position)) else {
            continue;
        };
        match best.first() {
            Some((longest, ..)) if *longest > fit => continue,
            Some((longest, ..)) if *longest < fit => best.clear(),
            _ => {}
        }
        best.push((fit, place, fold(&value).into_owned()));
    }
    let text = best.first()?.2.clone();
    // A label has one text: other spellings of the address are other values.
    best.retain(|(_, _, other)| *other == text);
    let candidates = best.into_iter().map(|(_, place, _)| place).collect();
    Some(Label { candidates, text: Some(text) })
}

/// The values of attributes that hold addresses, with their elements and positions.
fn addresses(page: &Page) -> impl Iterator<Item = (NodeId, u32, String)> + '_ {
    let tree = page.tree();
    let elements = tree.nodes().filter(|node| tree.is_element(*node));
    elements.flat_map(move |element| {
        let attributes = (0..).zip(tree.attributes(element));
        let named = attributes.filter(|(_, attribute)| ADDRESSES.contains(&attribute.name));
        named.map(move |(position, attribute)| (element, position, attribute.value.to_owned()))
    })
}

/// The place of the value of an attribute, without the quotes.
pub(in crate::example) fn attribute_place(
    page: &Page,
    element: NodeId,
    position: u32,
) -> Option<Place> {
    let attribute = page.tree().attributes(element).nth(position as usize)?;
    let map = TextMap::of_attribute_value(page.source(), attribute.span);
    let is_blank = map.text().is_empty();
    let span = if is_blank { attribute.span } else { map.span(0..map.text().len()) };
    Some(Place { span, target: PlaceTarget::Attribute(element, position) })
}

/// An absolute address in two parts. The scheme is kept apart: `http` and `https` lead to the same page.
struct Address {
    scheme: String,
    host: String,
    /// Path, query and fragment; begins with `/`.
    path: String,
}

impl Address {
    /// Parses `scheme://host/path`; `None` for anything else.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.split_once("://")?;
        let is_scheme = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        if !is_scheme || !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        Some(Self { scheme: scheme.to_ascii_lowercase(), host: host.to_ascii_lowercase(), path })
    }

    /// The absolute address of a link on the page at this address (RFC 3986, 5.2).
    fn resolve(&self, link: &str) -> String {
        let link = link.trim();
        let Self { scheme, host, path } = self;
        let (folder_and_file, _) = split(path);
        if Self::parse(link).is_some() {
            link.to_owned()
        } else if link.starts_with("//") {
            format!("{scheme}:{link}")
        } else if link.starts_with('/') {
            format!("{scheme}://{host}{}", without_dots(link))
        } else if link.starts_with(['?', '#']) || link.is_empty() {
            format!("{scheme}://{host}{folder_and_file}{link}")
        } else {
            let folder = &folder_and_file[..=folder_and_file.rfind('/').unwrap_or(0)];
            format!("{scheme}://{host}{}", without_dots(&format!("{folder}{link}")))
        }
    }

    /// The length of a link whose path ends this address, at the border of a segment.
    fn ends_with(&self, link: &str) -> Option<usize> {
        let mut link = link.trim();
        if let Some(hosted) = link.strip_prefix("//") {
            return (hosted == format!("{}{}", self.host, self.path)).then_some(link.len());
        }
        if link.starts_with('/') {
            return (link == self.path).then_some(link.len());
        }
        while let Some(rest) = link.strip_prefix("./").or_else(|| link.strip_prefix("../")) {
            link = rest;
        }
        let before = self.path.strip_suffix(link)?;
        (before.ends_with('/') && !link.is_empty()).then_some(link.len())
    }
}

fn same(resolved: &str, wanted: &Address) -> bool {
    Address::parse(resolved)
        .is_some_and(|link| link.host == wanted.host && link.path == wanted.path)
}

/// The path, and the query with the fragment.
fn split(path: &str) -> (&str, &str) {
    path.split_at(path.find(['?', '#']).unwrap_or(path.len()))
}

/// Removes the segments `.` and `..` of a path; keeps the part from `?` or `#` on.
fn without_dots(path: &str) -> String {
    let (path, rest) = split(path);
    let mut segments: Vec<&str> = Vec::new();
    let mut inner = path.split('/').skip(1).peekable();
    while let Some(segment) = inner.next() {
        let is_last = inner.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    segments.pop();
                }
                if is_last {
                    segments.push("");
                }
            }
            other => segments.push(other),
        }
    }
    format!("/{}{rest}", segments.join("/"))
}
