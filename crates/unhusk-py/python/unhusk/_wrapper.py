"""A learnt rule: load, save and run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from unhusk import _unhusk
from unhusk._batch import Batch
from unhusk._records import Records
from unhusk._unhusk import Field

if TYPE_CHECKING:
    import os

__all__ = ["Field", "Wrapper"]


@final
class Wrapper:
    """A learnt rule with its fields, and with what is known of it. It never changes."""

    __slots__ = ("_inner",)

    def __init__(self, inner: _unhusk.Wrapper) -> None:
        self._inner = inner

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Wrapper:
        """Loads a saved wrapper from a file."""
        return Wrapper(_unhusk.Wrapper.load(path))

    @staticmethod
    def loads(text: str) -> Wrapper:
        """Loads a saved wrapper from its text."""
        return Wrapper(_unhusk.Wrapper.loads(text))

    def save(self, path: str | os.PathLike[str]) -> None:
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
    def schema(self) -> list[Field]:
        """The fields of its records."""
        return self._inner.schema

    def extract(
        self, html: Any, *, url: str | None = None, spans: bool = False, absolute: bool = False
    ) -> Records:
        """Reads the records of a page."""
        return Records(*self._inner.extract(html, url=url, spans=spans, absolute=absolute))

    def extract_batch(
        self, html: Any, urls: Any = None, *, threads: int | None = None, spans: bool = False
    ) -> Batch:
        """Reads the records of a column of pages, on all cores."""
        return Batch(self._inner.extract_batch(html, urls, threads=threads, spans=spans))

    def arrow_schema(self, urls: bool = False, spans: bool = False) -> _unhusk.BatchSchema:
        """The columns of :meth:`extract_batch`, known before any page is read."""
        return self._inner.arrow_schema(urls, spans)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wrapper) and self._inner == other._inner

    def __hash__(self) -> int:
        return hash(self._inner)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Wrapper.loads, (self.dumps(),)

    def __repr__(self) -> str:
        fields = ", ".join(field.name for field in self.schema)
        return f"<unhusk.Wrapper {self.wrapper_class}: {fields}>"
