"""Pages: text, nodes, places."""

from __future__ import annotations

import pickle

import pytest

import unhusk

SOURCE = "<html><body><p class=a id=x>Tom <b>&amp;</b> Jérôme</p><!-- c --><a href='1.html'>more</a></body></html>"


@pytest.fixture
def page() -> unhusk.Page:
    return unhusk.Page(SOURCE, url="https://clay.example/1")


def test_a_page_is_its_source(page: unhusk.Page) -> None:
    assert (page.source, page.url, page.encoding) == (SOURCE, "https://clay.example/1", "UTF-8")
    assert page.text() == "Tom & Jérôme more"
    assert page.warnings == []
    other = pickle.loads(pickle.dumps(page))
    assert (other.source, other.url) == (page.source, page.url)
    assert unhusk.Page(page).url == page.url


def test_places_are_bytes_of_the_source(page: unhusk.Page) -> None:
    name = page.css("p")[0]
    assert name.span is not None
    start, end = name.span
    assert SOURCE.encode()[start:end].decode() == name.html == page.slice(start, end)
    assert page.text(name.span) == name.text == "Tom & Jérôme"
    assert page.slice(0, 10**6) is None
    accent = SOURCE.encode().index("é".encode())
    assert page.slice(accent, accent + 1) is None


def test_nodes_know_each_other(page: unhusk.Page) -> None:
    bold = page.xpath("//p/b")[0]
    assert (bold.kind, bold.name, bold.text) == ("element", "b", "&")
    paragraph = bold.parent
    assert paragraph is not None and paragraph.attributes == {"class": "a", "id": "x"}
    assert [child.kind for child in paragraph.children] == ["text", "element", "text"]
    kinds = {node.kind for node in page.nodes()}
    assert kinds == {"element", "text", "comment"}
    link = page.xpath("//a/@href")[0]
    assert (link.kind, link.name, link.text) == ("attribute", "href", "1.html")
    assert link.parent is not None and link.parent.name == "a"
    assert (link.children, link.attributes) == ([], {})
    assert repr(bold) == "<unhusk.Node element b>"


def test_nodes_outlive_their_page() -> None:
    node = unhusk.Page("<p>kept</p>").css("p")[0]
    assert node.text == "kept"


def test_wrong_selectors_are_explained(page: unhusk.Page) -> None:
    with pytest.raises(ValueError, match='css "p >", character'):
        page.css("p >")
    with pytest.raises(ValueError, match='xpath "//p\\[", character'):
        page.xpath("//p[")
