//! Nodes of a page, for people who write labels.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use unhusk::page::select::{SelectError, Selected, css, xpath};
use unhusk::page::{NodeId, NodeKind};
use unhusk::{Page, Span};

/// An element, a text, a comment or an attribute of a page.
#[pyclass(frozen, module = "unhusk._unhusk")]
pub(crate) struct Node {
    page: Arc<Page>,
    id: NodeId,
    /// Position of the attribute among those of the element; `None` for the node itself.
    attribute: Option<u32>,
}

impl Node {
    /// All nodes of a page, in document order, without the document itself.
    pub(crate) fn all(page: &Arc<Page>) -> Vec<Self> {
        let nodes = page.tree().nodes().filter(|node| *node != NodeId::DOCUMENT);
        nodes.map(|node| Self::new(page, node, None)).collect()
    }

    /// The nodes that a CSS selector selects.
    pub(crate) fn of_css(page: &Arc<Page>, selector: &str) -> PyResult<Vec<Self>> {
        Self::selected(page, css::select(page.tree(), selector))
    }

    /// The nodes that an `XPath` selects.
    pub(crate) fn of_xpath(page: &Arc<Page>, path: &str) -> PyResult<Vec<Self>> {
        Self::selected(page, xpath::select(page.tree(), path))
    }

    fn selected(
        page: &Arc<Page>,
        selected: Result<Vec<Selected>, SelectError>,
    ) -> PyResult<Vec<Self>> {
        let selected = selected.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let node = |selected| match selected {
            Selected::Node(node) => Self::new(page, node, None),
            Selected::Attribute(node, at) => Self::new(page, node, Some(at)),
        };
        Ok(selected.into_iter().map(node).collect())
    }

    fn new(page: &Arc<Page>, node: NodeId, attribute: Option<u32>) -> Self {
        Self { page: Arc::clone(page), id: node, attribute }
    }

    fn sibling(&self, node: NodeId) -> Self {
        Self { page: Arc::clone(&self.page), id: node, attribute: None }
    }

    fn own_attribute(&self) -> Option<unhusk::page::Attribute<'_>> {
        let at = usize::try_from(self.attribute?).ok()?;
        self.page.tree().attributes(self.id).nth(at)
    }

    fn place(&self) -> Option<Span> {
        match self.attribute {
            Some(_) => self.own_attribute().map(|attribute| attribute.span),
            None => self.page.tree().span(self.id),
        }
    }
}

#[pymethods]
impl Node {
    /// `element`, `text`, `comment` or `attribute`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.page.tree().kind(self.id) {
            _ if self.attribute.is_some() => "attribute",
            NodeKind::Element => "element",
            NodeKind::Text => "text",
            NodeKind::Comment => "comment",
            NodeKind::Doctype => "doctype",
            NodeKind::Document => "document",
            NodeKind::TemplateContents => "template-contents",
        }
    }

    /// The name of the element or of the attribute; empty for a text.
    #[getter]
    fn name(&self) -> &str {
        match self.own_attribute() {
            Some(attribute) => attribute.name,
            None if self.page.tree().is_element(self.id) => self.page.tree().tag(self.id),
            None => "",
        }
    }

    /// The text as a reader sees it; the value of an attribute.
    #[getter]
    fn text(&self) -> String {
        match self.own_attribute() {
            Some(attribute) => attribute.value.to_owned(),
            None => self.place().map_or(String::new(), |span| self.page.text(span).into_owned()),
        }
    }

    /// Where it is in the UTF-8 source; `None` for a node that the page implies.
    #[getter]
    fn span(&self) -> Option<(u32, u32)> {
        self.place().map(Into::into)
    }

    /// Its source.
    #[getter]
    fn html(&self) -> &str {
        self.place().and_then(|span| self.page.slice(span)).unwrap_or_default()
    }

    /// The attributes of an element.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        if self.attribute.is_none() && self.page.tree().is_element(self.id) {
            for attribute in self.page.tree().attributes(self.id) {
                attributes.set_item(attribute.name, attribute.value)?;
            }
        }
        Ok(attributes)
    }

    fn __repr__(&self) -> String {
        let name = self.name();
        let space = if name.is_empty() { "" } else { " " };
        format!("<unhusk.Node {}{space}{name}>", self.kind())
    }

    /// The element around it; `None` for the outermost.
    #[getter]
    fn parent(&self) -> Option<Self> {
        if self.attribute.is_some() {
            return Some(self.sibling(self.id));
        }
        let parent = self.page.tree().parent(self.id)?;
        (parent != NodeId::DOCUMENT).then(|| self.sibling(parent))
    }

    /// The nodes in an element, one level deep.
    #[getter]
    fn children(&self) -> Vec<Self> {
        if self.attribute.is_some() {
            return Vec::new();
        }
        self.page.tree().children(self.id).map(|child| self.sibling(child)).collect()
    }
}
