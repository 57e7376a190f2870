//! A page and its parts, for the frame, the inspector, the source view and the search.

use super::{Studio, StudioError, write};
use crate::place::{Place, target};
use crate::read::{guess_name, guess_type};
use crate::view::page_view;
use serde_json::{Value as Json, json};
use std::sync::atomic::Ordering;
use unhusk::Page;
use unhusk::learn::CATALOG;
use unhusk::page::{NodeId, NodeKind};
use unhusk::record::Datatype;
use unhusk_io::source::PageRef;

/// Source around a node that is shown.
const EXCERPT: usize = 600;
/// Places that a search returns.
const MAX_HITS: usize = 500;
/// Source that is shown.
const MAX_SOURCE: usize = 4 << 20;

impl Studio {
    /// Returns the constant facts of a running studio; `frame` is the address of the page frame.
    pub fn hello(&self, frame: &str) -> Json {
        let methods = CATALOG.iter().filter(|method| !method.is_baseline);
        let types: Vec<&str> = Datatype::ALL.iter().map(|of| of.name()).collect();
        json!({
            "frame": frame,
            "version": env!("CARGO_PKG_VERSION"),
            "folder": self.folder.display().to_string(),
            "method": methods.map(|method| json!({"name": method.name, "about": method.summary})).collect::<Vec<_>>(),
            "formats": super::export::formats(),
            "types": types,
        })
    }

    /// A page as data for the frame.
    ///
    /// # Errors
    /// If the page cannot be read.
    pub fn page(&self, shown: usize) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let entry = self
            .pages
            .get(shown)
            .ok_or_else(|| StudioError::missing("there is no such page", "reload"))?;
        let view = page_view(&loaded.page);
        Ok(json!({
            "i": shown, "name": entry.name, "url": entry.origin.url, "title": view.title, "words": view.words,
            "truncated": loaded.cut, "notes": loaded.notes, "css": view.css, "tree": view.tree,
        }))
    }

    /// A node for the inspector.
    ///
    /// # Errors
    /// If there is no such node.
    pub fn node(&self, shown: usize, node: u32) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let (page, tree, id) = (&loaded.page, loaded.page.tree(), NodeId(node));
        if id.index() >= tree.len() {
            return Err(StudioError::missing(
                format!("the page has no node {node}"),
                "choose another place",
            ));
        }
        let mut path: Vec<Json> = [id]
            .into_iter()
            .chain(tree.ancestors(id))
            .filter(|&node| tree.is_element(node))
            .map(|node| json!({"node": node.0, "tag": tree.tag(node)}))
            .collect();
        path.reverse();
        let attributes: Vec<Json> =
            tree.attributes(id).map(|attribute| json!([attribute.name, attribute.value])).collect();
        let value = target(page, &Place::node(id)).ok();
        let text = value.as_ref().map(|value| page.text(value.span).into_owned());
        let attribute = value.as_ref().and_then(|value| value.attribute.as_deref());
        let name = guess_name(page, id, attribute, text.as_deref().unwrap_or(""));
        let (source, line) = excerpt(page, id);
        Ok(json!({
            "path": path, "attributes": attributes, "text": text, "source": source, "line": line,
            "guess": {"name": name, "type": text.as_deref().and_then(guess_type)},
        }))
    }

    /// Returns the source of a page, and the starts of its elements, in UTF-16 units.
    ///
    /// # Errors
    /// If the page cannot be read.
    pub fn source(&self, shown: usize) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let source = loaded.page.source();
        let mut end = source.len().min(MAX_SOURCE);
        while !source.is_char_boundary(end) {
            end -= 1;
        }
        let tree = loaded.page.tree();
        let mut tags: Vec<(usize, usize, u32)> = tree
            .nodes()
            .filter_map(|node| {
                let span =
                    if tree.is_element(node) { tree.start_tag(node) } else { tree.span(node) }?;
                let is_told = tree.is_element(node) || tree.kind(node) == NodeKind::Text;
                (is_told && (span.end as usize) <= end).then_some((
                    span.start as usize,
                    span.end as usize,
                    node.0,
                ))
            })
            .collect();
        tags.sort_unstable();
        let units = Utf16Offsets::new(&source[..end]);
        let spans: Vec<Json> = tags
            .iter()
            .map(|&(start, end, node)| json!([node, units.at(start), units.at(end)]))
            .collect();
        let cut =
            (end < source.len()).then(|| format!("{} of {} bytes are shown", end, source.len()));
        Ok(json!({"text": &source[..end], "spans": spans, "cut": cut}))
    }

    /// Finds a text on a page.
    ///
    /// # Errors
    /// If the page cannot be read.
    pub fn find(&self, shown: usize, text: &str) -> Result<Json, StudioError> {
        let loaded = self.pages.load(shown)?;
        let visible = loaded.page.visible();
        let wanted = text.trim().to_lowercase();
        if wanted.is_empty() {
            return Ok(json!({"hits": [], "more": 0}));
        }
        let mut hits: Vec<Place> = (0..visible.n_texts())
            .filter(|&text| visible.text(text).to_lowercase().contains(&wanted))
            .map(|text| Place::node(visible.id(visible.text_node(text))))
            .collect();
        let n_more = hits.len().saturating_sub(MAX_HITS);
        hits.truncate(MAX_HITS);
        Ok(json!({"hits": hits, "more": n_more}))
    }

    /// Adds a page that was dropped on the app or pasted into it; it is kept in the folder of the task.
    ///
    /// # Errors
    /// If another window has the task, or the page cannot be written.
    pub fn add_page(&self, window: &str, name: &str, html: &str) -> Result<usize, StudioError> {
        if self.work().writer.get_or_insert_with(|| window.to_owned()) != window {
            return Err(StudioError::read_only());
        }
        let folder = self.folder.join("pages");
        std::fs::create_dir_all(&folder).map_err(|error| {
            StudioError::not_written(format!("`{}`: {error}", folder.display()))
        })?;
        let mut path = folder.join(format!("{}.html", slug(name)));
        let mut number = 2;
        while path.exists() {
            path = folder.join(format!("{}-{number}.html", slug(name)));
            number += 1;
        }
        write(&path, html.as_bytes()).map_err(StudioError::not_written)?;
        let at = self.pages.add(PageRef::file(path));
        self.version.fetch_add(1, Ordering::SeqCst);
        Ok(at)
    }
}

/// A file name of letters, digits and hyphens, whatever the page is called.
fn slug(name: &str) -> String {
    const MOST: usize = 60;
    let stem = name.rsplit(['/', '\\']).next().unwrap_or("");
    let stem = stem.split('.').next().unwrap_or("");
    let plain: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect();
    let plain: String = plain.trim_matches('-').chars().take(MOST).collect();
    if plain.is_empty() { "page".to_owned() } else { format!("p-{plain}") }
}

/// The source of a node, shortened, and its line.
fn excerpt(page: &Page, node: NodeId) -> (String, usize) {
    let Some(span) = page.tree().span(node) else { return (String::new(), 0) };
    let source = page.source();
    let (start, end) = (span.start as usize, span.end as usize);
    let text: String = source.get(start..end).unwrap_or("").chars().take(EXCERPT).collect();
    let line = source.get(..start).map_or(0, |before| before.matches('\n').count()) + 1;
    (text, line)
}

/// Byte offsets of a text as UTF-16 offsets.
struct Utf16Offsets {
    /// UTF-16 offset of every 64th byte, or of the character around it.
    marks: Vec<usize>,
    text: String,
}

impl Utf16Offsets {
    const STEP: usize = 64;

    fn new(text: &str) -> Self {
        let mut marks = Vec::with_capacity(text.len() / Self::STEP + 1);
        let mut units = 0;
        for (at, character) in text.char_indices() {
            while marks.len() * Self::STEP <= at {
                marks.push(units);
            }
            units += character.len_utf16();
        }
        Self { marks, text: text.to_owned() }
    }

    fn at(&self, byte: usize) -> usize {
        let Some(mark) = self.marks.len().checked_sub(1).map(|last| last.min(byte / Self::STEP))
        else {
            return 0;
        };
        let mut from = mark * Self::STEP;
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        self.marks[mark] + self.text.get(from..byte).map_or(0, |part| part.encode_utf16().count())
    }
}

#[cfg(test)]
mod tests {
    use super::{Utf16Offsets, slug};

    #[test]
    fn names_become_harmless_file_names() {
        assert_eq!(slug("../../etc/passwd"), "p-passwd");
        assert_eq!(slug("C:\\x\\CON.html"), "p-con");
        assert_eq!(slug("Ünïcode"), "p-n-code");
        assert_eq!(slug("..."), "page");
    }

    #[test]
    fn offsets_agree_with_counting() {
        let text = "aé𝄞b".repeat(100);
        let units = Utf16Offsets::new(&text);
        for (at, _) in text.char_indices() {
            assert_eq!(units.at(at), text[..at].encode_utf16().count());
        }
    }
}
