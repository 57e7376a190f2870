//! The link to the next page of a list, found without labels.
//!
//! The first of these decides: `rel="next"`; a link whose text or label is a word for "next"; in a row of page numbers,
//! the number after the present one; a link to the present address with its page number one higher.

use std::collections::BTreeSet;
use unhusk::Page;
use unhusk::page::{NodeId, NodeKind, Tree};
use unhusk_io::source::LinkResolver;

/// Words for "next" in links, without the arrows around them.
const NEXT_WORDS: [&str; 34] = [
    "next",
    "next page",
    "next results",
    "older",
    "older posts",
    "older entries",
    "forward",
    "more results",
    "weiter",
    "nächste",
    "nächste seite",
    "vor",
    "suivant",
    "suivante",
    "page suivante",
    "siguiente",
    "página siguiente",
    "próxima",
    "próximo",
    "próxima página",
    "avanti",
    "successiva",
    "successivo",
    "pagina successiva",
    "volgende",
    "nästa",
    "næste",
    "neste",
    "seuraava",
    "następna",
    "další",
    "далее",
    "следующая",
    "下一页",
];
/// Arrows that point forward, for links of arrows alone.
const ARROWS: [&str; 8] = ["»", "›", ">", ">>", "→", "⟩", "▶", "❯"];
/// Further words of languages without spaces.
const NEXT_SIGNS: [&str; 4] = ["次へ", "次", "下一頁", "다음"];
/// Longest text of a link that is compared.
const MAX_TEXT: usize = 60;

/// A link of a page.
struct PageLink<'p> {
    node: NodeId,
    /// Its target.
    url: String,
    text: &'p str,
}

/// Returns the address of the next page; `None` if the page has no link to one, or only to itself.
pub fn next_page(page: &Page, url: &str, links: &LinkResolver) -> Option<String> {
    let tree = page.tree();
    let found = page_links(page, links);
    let other = |link: &&PageLink<'_>| link.url != without_fragment(url);
    by_relation(page, links)
        .or_else(|| {
            let said = found.iter().filter(other).find(|link| says_next(tree, link));
            said.map(|link| link.url.clone())
        })
        .or_else(|| by_number(tree, url, &found))
        .or_else(|| by_address(url, &found))
        .filter(|next| next != without_fragment(url))
}

/// `<link rel=next>` or `<a rel=next>`.
fn by_relation(page: &Page, links: &LinkResolver) -> Option<String> {
    let tree = page.tree();
    tree.nodes()
        .filter(|&node| tree.is_element(node) && ["link", "a"].contains(&tree.tag(node)))
        .filter(|&node| has_word(tree, node, "rel", "next"))
        .find_map(|node| links.resolve_link(tree.attribute(node, "href")?.value.as_ref()))
        .map(|url| without_fragment(&url).to_owned())
}

fn page_links<'p>(page: &'p Page, links: &LinkResolver) -> Vec<PageLink<'p>> {
    let tree = page.tree();
    let is_link = |node: &NodeId| tree.is_element(*node) && tree.tag(*node) == "a";
    tree.nodes()
        .filter(is_link)
        .filter_map(|node| {
            let url = links.resolve_link(tree.attribute(node, "href")?.value.as_ref())?;
            Some(PageLink {
                node,
                url: without_fragment(&url).to_owned(),
                text: text_of(tree, node),
            })
        })
        .collect()
}

/// Returns the only text of a link; empty if it has several or none.
fn text_of(tree: &Tree, node: NodeId) -> &str {
    let mut texts = tree
        .descendants(node)
        .filter(|&node| tree.kind(node) == NodeKind::Text && !tree.is_blank_text(node));
    match (texts.next(), texts.next()) {
        (Some(only), None) => tree.text(only).trim(),
        _ => "",
    }
}

/// Whether the text or label of a link is a word or arrow for "next".
fn says_next(tree: &Tree, link: &PageLink<'_>) -> bool {
    if has_word(tree, link.node, "aria-disabled", "true")
        || has_word(tree, link.node, "class", "disabled")
    {
        return false;
    }
    let label = |name: &str| tree.attribute(link.node, name).map(|found| found.value.to_string());
    let is_next = |text: &str| {
        let text = text.trim();
        text.len() <= MAX_TEXT
            && (is_next_word(text) || ARROWS.contains(&text) && !is_first_or_last(tree, link))
    };
    is_next(link.text)
        || label("aria-label").is_some_and(|label| is_next(&label))
        || label("title").is_some_and(|label| is_next(&label))
        || (link.text.is_empty() && (has_word(tree, link.node, "class", "next")))
}

fn is_next_word(text: &str) -> bool {
    let is_arrow = |c: char| c.is_whitespace() || "»›>→⟩▶❯…".contains(c);
    let word = text.trim_matches(is_arrow).to_lowercase();
    NEXT_WORDS.contains(&word.as_str()) || NEXT_SIGNS.contains(&word.as_str())
}

/// Whether a double arrow leads to the last page, as it does beside a single one.
fn is_first_or_last(tree: &Tree, link: &PageLink<'_>) -> bool {
    let is_double = ["»", ">>"].contains(&link.text);
    let single = |node: NodeId| {
        let text = text_of(tree, node);
        ["›", ">", "→"].contains(&text) || is_next_word(text)
    };
    is_double && row_of(tree, link.node).into_iter().any(single)
}

/// Most elements of a row of page numbers.
const MAX_ROW: usize = 200;

/// Returns the row that a link is in: the elements and bare numbers that are children of the nearest ancestor with
/// several of them; empty if they are too many for a row of page numbers.
fn row_of(tree: &Tree, link: NodeId) -> Vec<NodeId> {
    for ancestor in tree.ancestors(link) {
        let is_member =
            |&child: &NodeId| tree.is_element(child) || bare_number(tree, child).is_some();
        let children: Vec<NodeId> =
            tree.children(ancestor).filter(is_member).take(MAX_ROW + 1).collect();
        if children.len() > MAX_ROW {
            return Vec::new();
        }
        if children.len() > 1 {
            return children;
        }
    }
    Vec::new()
}

/// Finds, in a row of numbers, the link after the present page: the number that is no link, or that links to itself.
fn by_number(tree: &Tree, url: &str, links: &[PageLink<'_>]) -> Option<String> {
    let mut last_row = Vec::new();
    for link in links.iter().filter(|link| page_number(link.text).is_some()) {
        let row = row_of(tree, link.node);
        if row == last_row {
            continue;
        }
        let numbers: Vec<NumberedPage<'_>> =
            row.iter().filter_map(|&node| NumberedPage::of(tree, node, links)).collect();
        if let Some(next) = next_in_row(&numbers, url) {
            return Some(next.url.clone());
        }
        last_row = row;
    }
    None
}

/// A member of a row that shows a number.
struct NumberedPage<'p> {
    number: u32,
    link: Option<&'p PageLink<'p>>,
}

impl<'p> NumberedPage<'p> {
    fn of(tree: &Tree, node: NodeId, links: &'p [PageLink<'p>]) -> Option<Self> {
        let number = bare_number(tree, node).or_else(|| page_number(text_of(tree, node)))?;
        // Links are in document order, and a subtree is a range.
        let first = links.partition_point(|link| link.node < node);
        let link = links.get(first).filter(|link| link.node.0 < tree.subtree_end(node));
        Some(Self { number, link })
    }
}

fn page_number(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// Returns the number in a text with only punctuation around it, as the present page in `1 | <a href=2.html>2</a>`.
fn bare_number(tree: &Tree, node: NodeId) -> Option<u32> {
    let is_mark = |c: char| c.is_whitespace() || "|·•,[]()–-".contains(c);
    (tree.kind(node) == NodeKind::Text)
        .then(|| page_number(tree.text(node).trim_matches(is_mark)))
        .flatten()
}

fn next_in_row<'p>(row: &[NumberedPage<'p>], url: &str) -> Option<&'p PageLink<'p>> {
    let values: BTreeSet<u32> = row.iter().map(|page| page.number).collect();
    if values.len() < 2 || values.len() < row.len() {
        return None;
    }
    let is_here =
        |page: &&NumberedPage<'p>| page.link.is_none_or(|link| link.url == without_fragment(url));
    let present = row.iter().find(is_here)?.number;
    row.iter().find(|page| Some(page.number) == present.checked_add(1))?.link
}

/// A link to the present address with its page number one higher.
fn by_address(url: &str, links: &[PageLink<'_>]) -> Option<String> {
    let url = without_fragment(url);
    links.iter().find(|link| is_one_higher(url, &link.url)).map(|link| link.url.clone())
}

/// Ends of the text before the number of a page in a URL. Other numbers are identifiers: `/category/13` is not the next
/// page of `/category/12`.
const PAGE_WORDS: [&str; 11] = [
    "page=", "page/", "page-", "page_", "paged=", "p=", "pg=", "pagina=", "pagina/", "seite=",
    "seite/",
];

fn is_one_higher(here: &str, there: &str) -> bool {
    let (here, there) = (pieces(here), pieces(there));
    if here.len() != there.len() {
        return false;
    }
    let mut changed = (0..here.len()).filter(|&at| here[at] != there[at]);
    let (Some(at), None) = (changed.next(), changed.next()) else { return false };
    let before =
        at.checked_sub(1).map_or(String::new(), |before| here[before].to_ascii_lowercase());
    let is_page = PAGE_WORDS.iter().any(|word| {
        let Some(rest) = before.strip_suffix(word) else { return false };
        rest.is_empty() || rest.ends_with(|c: char| !c.is_alphanumeric())
    });
    match (here[at].parse::<u64>(), there[at].parse::<u64>()) {
        (Ok(one), Ok(other)) => is_page && Some(other) == one.checked_add(1),
        _ => false,
    }
}

/// Splits an address into numbers and the text between them.
fn pieces(url: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let bytes = url.as_bytes();
    for at in 1..bytes.len() {
        if bytes[at].is_ascii_digit() != bytes[at - 1].is_ascii_digit() {
            pieces.push(&url[start..at]);
            start = at;
        }
    }
    pieces.push(&url[start..]);
    pieces
}

fn has_word(tree: &Tree, node: NodeId, attribute: &str, word: &str) -> bool {
    tree.attribute(node, attribute).is_some_and(|found| {
        found.value.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(word))
    })
}

pub(super) fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::{is_one_higher, next_page};
    use unhusk::Page;
    use unhusk::sink::SourcePage;
    use unhusk_io::source::LinkResolver;

    #[track_caller]
    fn check(url: &str, html: &str, expected: Option<&str>) {
        let page = Page::from(html);
        let mut source = SourcePage::new(url);
        source.url = Some(url.to_owned());
        let links = LinkResolver::new(&source);
        assert_eq!(next_page(&page, url, &links).as_deref(), expected, "{html}");
    }

    #[test]
    fn a_relation_says_it() {
        let expected = Some("https://a.b/l?p=2");
        check("https://a.b/l", "<link rel='prev next' href='/l?p=2'>", expected);
        check("https://a.b/l", "<a href=/x>x</a> <a rel=next href='?p=2'>2</a>", expected);
        check("https://a.b/l?p=2", "<link rel=next href='/l?p=2'>", None);
    }

    #[test]
    fn a_word_or_an_arrow_says_it() {
        let expected = Some("https://a.b/2");
        for text in
            ["Next", "next »", "Weiter", "Suivant ›", "次へ", "›", "→", "<span>Next page</span>"]
        {
            check(
                "https://a.b/1",
                &format!("<a href=/9>9 things</a><a href=/2>{text}</a>"),
                expected,
            );
        }
        check("https://a.b/1", "<a href=/2 aria-label='Next page'><svg></svg></a>", expected);
        check("https://a.b/1", "<a href=/2 class='btn next'><img></a>", expected);
        check("https://a.b/1", "<p><a href=/2>›</a><a href=/99>»</a></p>", expected);
        check("https://a.b/1", "<p><a href=/99>»</a><a href=/2>Next</a></p>", expected);
        check(
            "https://a.b/1",
            "<a href=/2>next of kin</a><a href=/3 class=disabled>Next</a>",
            None,
        );
        check("https://a.b/1", "<a href='javascript:go(2)'>Next</a>", None);
    }

    #[test]
    fn the_number_after_the_present_one_says_it() {
        let row =
            "<ul><li><a href='/l?s=0'>1</a></li><li>2</li><li><a href='/l?s=20'>3</a></li></ul>";
        check("https://a.b/l?s=10", row, Some("https://a.b/l?s=20"));
        let row =
            "<div><a href='/l?s=0'>1</a> <a href='/l?s=10'>2</a> <a href='/l?s=20'>3</a></div>";
        check("https://a.b/l?s=10", row, Some("https://a.b/l?s=20"));
        check("https://a.b/l?s=20", row, None);
        // The present number is no element of its own.
        let row = "<p>1 <a href=2.html>2</a> <a href=3.html>3</a></p>";
        check("https://a.b/list/1.html", row, Some("https://a.b/list/2.html"));
        let row = "<p><a href=1.html>1</a> | 2 | <a href=3.html>3</a></p>";
        check("https://a.b/list/2.html", row, Some("https://a.b/list/3.html"));
        check("https://a.b/list/2.html", "<p><a href=1.html>1</a> 2</p>", None);
        let row = "<p>[1] [<a href='/l?s=10'>2</a>]</p>";
        check("https://a.b/l", row, Some("https://a.b/l?s=10"));
        check("https://a.b/l", "<p>12 of <a href=/all>13</a></p>", None);
        let years = "<ul><li><a href=/2024>2024</a></li><li><a href=/2025>2025</a></li></ul>";
        check("https://a.b/list", years, None);
    }

    #[test]
    fn an_address_with_a_higher_number_says_it() {
        check("https://a.b/l/page/3", "<a href=/l/page/4><img></a>", Some("https://a.b/l/page/4"));
        check("https://a.b/l/page/3", "<a href=/m/page/4><img></a><a href=/l/page/2>x</a>", None);
        assert!(is_one_higher("https://a.b/l?page=9&x=1", "https://a.b/l?page=10&x=1"));
        assert!(!is_one_higher("https://a.b/l?page=9", "https://a.b/l?page=9"));
        assert!(!is_one_higher("https://a.b/l?page=9&x=1", "https://a.b/l?page=10&x=2"));
        assert!(!is_one_higher("https://a.b/category/9", "https://a.b/category/10"));
        assert!(!is_one_higher("https://a.b/l?map=9", "https://a.b/l?map=10"));
    }
}
