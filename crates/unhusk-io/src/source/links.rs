//! Links in records -> absolute URLs.
//!
//! A value is a link if its field has the datatype `url`, or if it begins where the value of a URL attribute begins
//! (`<a href="1.html">`). A part from the middle of a URL, such as a number, is none.

use oxiri::Iri;
use unhusk::page::{NodeId, Page, Tree};
use unhusk::record::{Cell, Datatype, Field, Record, Typed, Value};
use unhusk::sink::SourcePage;
use unhusk::{Span, Warning};

/// Attributes that contain one URL.
const URL_ATTRIBUTES: [&str; 15] = [
    "href",
    "src",
    "action",
    "formaction",
    "poster",
    "data",
    "cite",
    "longdesc",
    "background",
    "srcset",
    "data-src",
    "data-href",
    "data-url",
    "data-original",
    "data-lazy-src",
];
/// Endings of the names of `<meta>` elements whose content is a URL: `og:image`, `twitter:url`.
const URL_NAMES: [&str; 6] = ["image", "url", "video", "audio", "src", "link"];
/// Attributes that name a `<meta>` element.
const NAMING_ATTRIBUTES: [&str; 3] = ["property", "name", "itemprop"];

/// Resolves the links of one page.
#[derive(Debug, Clone)]
pub struct LinkResolver {
    base: Option<Iri<String>>,
}

impl LinkResolver {
    /// Creates a resolver: links are relative to `<base href>`, else to the URL of the page. A base with a scheme other
    /// than those of pages, such as `javascript:`, is ignored.
    pub fn new(page: &SourcePage) -> Self {
        let url = page.url.as_deref().and_then(|url| Iri::parse(url.to_owned()).ok());
        let base = match (&url, &page.base) {
            (_, None) => None,
            (Some(url), Some(base)) => url.resolve(base).ok(),
            (None, Some(base)) => Iri::parse(base.clone()).ok(),
        };
        let leads_to_pages =
            |base: &Iri<String>| ["http", "https", "ftp", "file"].contains(&base.scheme());
        Self { base: base.filter(leads_to_pages).or(url) }
    }

    /// Returns the absolute address of a link; `None` if it is no link to a page, or cannot be resolved.
    pub fn resolve_link(&self, reference: &str) -> Option<String> {
        let reference = reference.trim().replace(' ', "%20");
        let Typed::Url(reference) = Datatype::Url.read(&reference)? else { return None };
        let whole = match &self.base {
            Some(base) => base.resolve(&reference).ok()?,
            None => Iri::parse(reference).ok()?,
        };
        ["http", "https"].contains(&whole.scheme()).then(|| whole.into_inner())
    }

    /// Resolves the links of records; returns a warning if some stay unchanged: relative ones because the page has no
    /// known URL, or broken ones.
    pub fn resolve(
        &self,
        page: &Page,
        fields: &[Field],
        records: &mut [Record<'_>],
    ) -> Option<Warning> {
        let n_left: usize =
            records.iter_mut().map(|record| self.resolve_record(page, fields, record)).sum();
        let warning = match (n_left, self.base.is_some()) {
            (0, _) => return None,
            (1, false) => {
                "1 link stays relative: the page has no known URL; give --base-url".to_owned()
            }
            (n, false) => {
                format!("{n} links stay relative: the page has no known URL; give --base-url")
            }
            (1, true) => "1 link is not a valid URL and stays as it is".to_owned(),
            (n, true) => format!("{n} links are not valid URLs and stay as they are"),
        };
        Some(Warning::Note(warning))
    }

    /// Returns the number of links that cannot be resolved. Recurses on the nesting of the schema, which is limited.
    fn resolve_record(&self, page: &Page, fields: &[Field], record: &mut Record<'_>) -> usize {
        let mut n_left = 0;
        for (field, cell) in fields.iter().zip(&mut record.cells) {
            let values = match cell {
                Cell::Absent => continue,
                Cell::One(value) => std::slice::from_mut(value),
                Cell::Many(values) => values,
                Cell::Nested(records) => {
                    for record in records {
                        n_left += self.resolve_record(page, &field.fields, record);
                    }
                    continue;
                }
            };
            for value in values {
                let is_link = field.datatype() == Some(Datatype::Url) || is_link(page, value.span);
                n_left += usize::from(is_link && !self.resolve_value(value));
            }
        }
        n_left
    }

    /// Resolves a link; returns false if that fails. A link to no page, such as `javascript:void(0)`, stays unchanged.
    fn resolve_value(&self, value: &mut Value<'_>) -> bool {
        // An attribute may have spaces in its URL; browsers encode them.
        let reference = value.text.trim().replace(' ', "%20");
        let Some(Typed::Url(reference)) = Datatype::Url.read(&reference) else { return true };
        let whole = match &self.base {
            Some(base) => base.resolve(&reference),
            None => Iri::parse(reference),
        };
        match whole {
            Ok(whole) => {
                value.text = whole.into_inner().into();
                true
            }
            Err(_) => false,
        }
    }
}

/// Whether a value begins where a URL attribute of the page begins.
fn is_link(page: &Page, span: Span) -> bool {
    let tree = page.tree();
    let starts_in = |attribute: Span| {
        attribute.contains(span)
            && !span.is_empty()
            && page
                .slice(Span { start: attribute.start, end: span.start })
                .is_some_and(|before| before.trim().is_empty())
    };
    let in_tag = |node: &NodeId| tree.start_tag(*node).is_some_and(|tag| tag.contains(span));
    tree.holders(span).into_iter().rev().filter(in_tag).any(|node| {
        tree.attributes(node).any(|attribute| {
            starts_in(attribute.span)
                && is_url_attribute(tree, node, attribute.name)
                && !(attribute.name == "srcset" && has_space(page, span))
        })
    })
}

/// Whether an attribute contains a URL.
fn is_url_attribute(tree: &Tree, node: NodeId, name: &str) -> bool {
    if name != "content" {
        return URL_ATTRIBUTES.contains(&name);
    }
    let names = NAMING_ATTRIBUTES.iter().filter_map(|naming| tree.attribute(node, naming));
    names.into_iter().any(|naming| {
        let name = naming.value.trim().to_ascii_lowercase();
        URL_NAMES.iter().any(|ending| name.ends_with(ending))
    })
}

/// Whether a value contains white space; a `srcset` lists several URLs.
fn has_space(page: &Page, span: Span) -> bool {
    page.slice(span).is_none_or(|text| text.trim().contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::LinkResolver;
    use unhusk::record::{Cell, Datatype, Field, FieldType, Record, Value};
    use unhusk::sink::SourcePage;
    use unhusk::{Page, Span};

    /// Returns the value between `[` and `]`, resolved on a page with this URL.
    fn resolved(
        marked: &str,
        url: Option<&str>,
        base: Option<&str>,
        field: &Field,
    ) -> (String, bool) {
        let (start, end) = (marked.find('[').unwrap(), marked.find(']').unwrap() - 1);
        let page = Page::from(marked.replace(['[', ']'], "").as_str());
        let mut source = SourcePage::new("1.html");
        source.url = url.map(str::to_owned);
        source.base = base.map(str::to_owned);
        let value = Value::at(&page, Span::new(start, end));
        let mut records = [Record { cells: vec![Cell::One(value)] }];
        let fields = std::slice::from_ref(field);
        let warning = LinkResolver::new(&source).resolve(&page, fields, &mut records);
        (records[0].cells[0].to_string(), warning.is_some())
    }

    fn check(marked: &str, expected: &str) {
        let url = Some("https://example.org/shop/list.html");
        assert_eq!(resolved(marked, url, None, &Field::new("x")), (expected.to_owned(), false));
    }

    #[test]
    fn links_are_relative_to_the_page() {
        check("<a href='[1.html]'>One</a>", "https://example.org/shop/1.html");
        check("<a href=' [../a b.html] '>One</a>", "https://example.org/a%20b.html");
        check("<img src=[//cdn.example/x.png]>", "https://cdn.example/x.png");
        check("<a href='[?p=2&amp;q=3]'>next</a>", "https://example.org/shop/list.html?p=2&q=3");
        check("<meta property=og:image content='[/x.png]'>", "https://example.org/x.png");
        check("<img srcset='[a.png] 1x, b.png 2x'>", "https://example.org/shop/a.png");
    }

    #[test]
    fn what_is_no_link_stays() {
        check("<a href=x.html>[1.html]</a>", "1.html");
        check("<a href='/p/[12].html'>One</a>", "12");
        check("<a href='[javascript:go(1)]'>One</a>", "javascript:go(1)");
        check("<meta name=description content='[good]'>", "good");
        check("<img srcset='[a.png 1x, b.png 2x]'>", "a.png 1x, b.png 2x");
    }

    #[test]
    fn the_base_of_the_page_comes_first() {
        let (page, field) = ("<a href='[1.html]'>One</a>", Field::new("x"));
        let of = |url, base| resolved(page, url, base, &field);
        let url = Some("https://example.org/shop/");
        assert_eq!(of(url, Some("/b/")).0, "https://example.org/b/1.html");
        assert_eq!(of(None, Some("https://example.com/c/")).0, "https://example.com/c/1.html");
        assert_eq!(of(url, Some("javascript:x")).0, "https://example.org/shop/1.html");
        assert_eq!(of(None, None), ("1.html".to_owned(), true));
    }

    #[test]
    fn a_broken_link_stays_and_is_reported() {
        // A port is a number.
        let page = "<a href='[http://:x]'>One</a>";
        let shown = resolved(page, Some("https://example.org/"), None, &Field::new("x"));
        assert_eq!(shown, ("http://:x".to_owned(), true));
    }

    #[test]
    fn fields_of_type_url_are_links_wherever_they_are() {
        let mut field = Field::new("x");
        field.holds = Some(FieldType::Values(Datatype::Url));
        let shown = resolved("<p>[/1.html]</p>", Some("https://example.org/a/"), None, &field);
        assert_eq!(shown, ("https://example.org/1.html".to_owned(), false));
    }
}
