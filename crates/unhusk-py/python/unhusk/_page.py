"""One document: its decoded source with the place of every node."""

from __future__ import annotations

from typing import Any, final

from unhusk import _unhusk

__all__ = ["Page"]


@final
class Page(_unhusk.Page):
    """One document: its decoded source with the place of every node.

    A place is a range of bytes of the source in UTF-8; :meth:`slice` returns what is there.

    >>> page = Page(b"<td><b>Tom</b> &amp; Jerry</td>", url="https://example.org/")
    >>> page.text()
    'Tom & Jerry'
    >>> [node.text for node in page.css("b")]
    ['Tom']
    >>> page.slice(*page.css("b")[0].span)
    '<b>Tom</b>'
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, tuple[str, str | None]]:
        return _loaded, (self.source, self.url)

    def __repr__(self) -> str:
        url = f" {self.url}" if self.url else ""
        return f"<unhusk.Page{url}: {len(self.source)} characters, {self.encoding}>"

    def _repr_html_(self) -> str:
        from unhusk import _html

        return _html.page(self)


def _loaded(source: str, url: str | None) -> Page:
    return Page(source, url=url)
