"""A learnt rule: load, save, run, explain, verify and repair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar, final, overload

from unhusk import _unhusk
from unhusk._batch import Batch
from unhusk._page import Page
from unhusk._records import Records

if TYPE_CHECKING:
    from unhusk._repair import Repair
    from unhusk._types import GivenRecord, PageLike, PagesLike, PathLike, UrlsLike

__all__ = ["Wrapper"]

T = TypeVar("T")


@final
class Wrapper:
    """A learnt rule with its fields, and with what is known of it. It never changes.

    Equal wrappers read equal records; a wrapper can be pickled, and be a key of a dict.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: _unhusk.Wrapper) -> None:
        self._inner = inner

    @staticmethod
    def load(path: PathLike) -> Wrapper:
        """Loads a saved wrapper from a file.

        Raises ``OSError`` if the file cannot be read, and :class:`unhusk.LoadError` if it is no wrapper.
        """
        return Wrapper(_unhusk.Wrapper.load(path))

    @staticmethod
    def loads(text: str) -> Wrapper:
        """Loads a saved wrapper from its text."""
        return Wrapper(_unhusk.Wrapper.loads(text))

    def save(self, path: PathLike) -> None:
        """Saves the wrapper to a file, which appears all at once."""
        self._inner.save(path)

    def dumps(self) -> str:
        """The text of the wrapper's file."""
        return self._inner.dumps()

    @property
    def wrapper_class(self) -> str:
        """The class of the rule: ``site``, ``hlrt`` and so on."""
        return self._inner.wrapper_class

    @property
    def url_pattern(self) -> str | None:
        """The pattern of the URLs that the wrapper is for."""
        return self._inner.url_pattern

    @property
    def schema(self) -> list[_unhusk.Field]:
        """The fields of its records."""
        return self._inner.schema

    @overload
    def extract(
        self,
        html: PageLike,
        *,
        url: str | None = None,
        spans: bool = False,
        into: None = None,
        absolute: bool = False,
    ) -> Records: ...

    @overload
    def extract(
        self, html: PageLike, *, url: str | None = None, into: type[T], absolute: bool = False
    ) -> list[T]: ...

    def extract(
        self,
        html: PageLike,
        *,
        url: str | None = None,
        spans: bool = False,
        into: type[Any] | None = None,
        absolute: bool = False,
    ) -> Records | list[Any]:
        """Reads the records of a page.

        ``spans`` makes each text an :class:`unhusk.Value` with its place and confidence. ``into`` is a dataclass or a
        pydantic model that each record becomes; a record that does not fit raises :class:`unhusk.RecordError`.
        ``absolute`` resolves links relative to ``url``.
        """
        if into is not None:
            from unhusk import _into

            if spans:
                raise TypeError("values with places fit no other class: leave out `spans` or `into`")
            convert = _into.converter(into, [field.name for field in self.schema])
            records, _ = self._inner.extract(html, url=url, absolute=absolute)
            return convert(records, url or getattr(html, "url", None))
        if spans and not isinstance(html, Page):
            html = Page(html, url=url)
        records, warnings = self._inner.extract(html, url=url, spans=spans, absolute=absolute)
        page = html if spans and isinstance(html, Page) else None
        return Records(records, wrapper=self, warnings=warnings, page=page)

    def extract_batch(
        self,
        html: PagesLike,
        urls: UrlsLike | None = None,
        *,
        threads: int | None = None,
        spans: bool = False,
        progress: bool = False,
    ) -> Batch:
        """Reads the records of a column of pages on all cores, without the interpreter's lock.

        ``html`` is an Arrow column, which is not copied, or any iterable of pages. The result has one row for each
        record, in the order of the pages: ``_row`` is the position of the page, ``_url`` its URL if ``urls`` are given,
        ``_error`` why a page was not read. ``progress`` shows a bar if tqdm is installed.
        """
        if not progress:
            return Batch(self._inner.extract_batch(html, urls, threads=threads, spans=spans))
        from unhusk import _progress

        with _progress.bar(html) as advance:
            done = self._inner.extract_batch(
                html, urls, threads=threads, spans=spans, progress=advance
            )
        return Batch(done)

    def arrow_schema(self, urls: bool = False, spans: bool = False) -> _unhusk.BatchSchema:
        """The columns of :meth:`extract_batch`, known before any page is read: ``pyarrow.schema(...)`` takes it."""
        return self._inner.arrow_schema(urls, spans)

    def verify(self, pages: PagesLike, urls: UrlsLike | None = None) -> _unhusk.Verdict:
        """Compares the records of pages with the baseline: are they still read as on the labelled pages?

        Raises ``ValueError`` if the wrapper has no baseline; :meth:`with_baseline` records one.
        """
        return _unhusk.verify(self._inner, pages, urls)

    def repair(
        self,
        pages: PagesLike,
        urls: UrlsLike | None = None,
        *,
        known: Iterable[GivenRecord] = (),
        partial: bool = False,
    ) -> Repair:
        """Learns the wrapper again for pages that have changed, from values that are still on them.

        ``known`` are records that are known to be on the pages; ``_page`` in one names the page by its URL. ``partial``
        mends the fields that can be mended, and leaves the others as they were.
        """
        from unhusk._repair import Repair, known_records

        names = [field.name for field in self.schema]
        known_of_pages = known_records(known, names)
        found = _unhusk.repair(self._inner, pages, urls, known=known_of_pages, partial=partial)
        return Repair(found)

    def with_baseline(self, pages: PagesLike) -> Wrapper:
        """The wrapper with the pages as its baseline: they are known to be read right."""
        return Wrapper(self._inner.with_baseline(pages))

    def explain(self, page: PageLike | None = None, *, whole: bool = False) -> str:
        """The rule in words, with the place of each value if a page is given. ``whole`` shows all its parts."""
        from unhusk import _explain

        return _explain.text(self, page, whole)

    def export(self, to: str, pages: PagesLike = ()) -> str:
        """The wrapper as ``xpath``, ``css``, ``python`` (a module on parsel) or ``scrapy`` (a spider).

        Pages decide which of its rules read the same as the wrapper; how many values agree is written beside them.
        """
        text, _ = _unhusk.export(self._inner, to, pages)
        return text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Wrapper):
            return NotImplemented
        return self._inner == other._inner

    def __hash__(self) -> int:
        return hash(self._inner)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Wrapper.loads, (self.dumps(),)

    def __repr__(self) -> str:
        fields = ", ".join(field.name for field in self.schema)
        return f"<unhusk.Wrapper {self.wrapper_class}: {fields}>"

    def _repr_html_(self) -> str:
        from unhusk import _html

        return _html.wrapper(self)
