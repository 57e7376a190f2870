"""Pages without labels -> records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from unhusk import _unhusk
from unhusk._learn import _listed
from unhusk._page import Page
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    from unhusk._records import Records
    from unhusk._types import PagesLike

__all__ = ["Induced", "InducedSet", "induce"]


@final
class InducedSet:
    """A set of records that repeats on pages."""

    __slots__ = ("_pages", "wrapper")

    def __init__(self, wrapper: Wrapper, pages: list[Page]) -> None:
        self._pages = pages
        #: The wrapper that reads the set; the names of its fields say what they hold.
        self.wrapper = wrapper

    @property
    def pages(self) -> list[Records]:
        """The records of each page."""
        return [self.wrapper.extract(page) for page in self._pages]

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records of all pages, in their order."""
        return [record for records in self.pages for record in records]

    def __repr__(self) -> str:
        return f"<unhusk.InducedSet: {len(self.wrapper.schema)} columns>"


@final
class Induced:
    """What was found on pages without labels."""

    __slots__ = ("misfits", "sets", "strangers", "warnings")

    def __init__(self, found: _unhusk.InducedSets, pages: list[Page]) -> None:
        #: The sets of records, the likeliest first; several pages have one.
        self.sets = [InducedSet(Wrapper(one), pages) for one in found.wrappers]
        #: Positions of pages that do not fit what was found.
        self.misfits = found.misfits
        #: Positions of pages that look as if another template had made them.
        self.strangers = found.strangers
        #: What the user should hear of.
        self.warnings = found.warnings

    @property
    def wrapper(self) -> Wrapper:
        """The wrapper of the likeliest set."""
        return self.sets[0].wrapper

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records of the likeliest set, of all pages."""
        return self.sets[0].records

    def __repr__(self) -> str:
        return f"<unhusk.Induced: {self.sets[0]!r}, {len(self.sets) - 1} other sets>"


def induce(
    pages: PagesLike,
    *,
    columns: bool = False,
    whole_pages: bool = False,
    links: bool = True,
    max_pages: int = 100,
) -> Induced:
    """Finds the records of pages without labels; of one page, all sets of records that repeat on it.

    ``columns`` keeps columns that few pages have, ``whole_pages`` makes each page one record, ``links`` adds links and
    images that differ, ``max_pages`` limits the pages that are learnt from. Raises :class:`unhusk.LearnError` if nothing
    on the pages is data.

    >>> page = "<ul><li><b>Mug</b> <i>12</i><li><b>Tray</b> <i>30</i><li><b>Cup</b> <i>7</i><li><b>Pot</b> <i>34</i></ul>"
    >>> [list(record.values()) for record in induce([page]).records]
    [['Mug', '12'], ['Tray', '30'], ['Cup', '7'], ['Pot', '34']]
    """
    if isinstance(pages, (str, bytes, _unhusk.Page)):
        raise TypeError("several pages are needed, not one: put it into a list")
    read = [page if isinstance(page, Page) else Page(page) for page in _listed(pages)]
    found = _unhusk.induce(
        read, columns=columns, whole_pages=whole_pages, links=links, max_pages=max_pages
    )
    return Induced(found, read)
