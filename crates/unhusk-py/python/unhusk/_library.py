"""Several wrappers, of which each page takes the one that is for its URL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from unhusk import _unhusk
from unhusk._batch import Batch
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping


@final
class WrapperSet:
    """Wrappers with names, and the columns that all their records have in common.

    A page takes the wrapper whose URL pattern fits and says most; among equals, or without a URL, the one that alone
    reads records on it. A page for which none or several are left is a row with its error: nothing is guessed.
    """

    __slots__ = ("_inner",)

    def __init__(self, wrappers: Mapping[str, Wrapper]) -> None:
        named = [(name, wrapper._inner) for name, wrapper in wrappers.items()]
        self._inner = _unhusk.WrapperSet(named)

    @staticmethod
    def load(folder: str | os.PathLike[str]) -> WrapperSet:
        """Loads the present wrappers of a library, which ``unhusk library add`` makes."""
        loaded = object.__new__(WrapperSet)
        loaded._inner = _unhusk.WrapperSet.load(folder)
        return loaded

    @property
    def wrappers(self) -> dict[str, Wrapper]:
        """The wrappers by name."""
        return {name: Wrapper(inner) for name, inner in self._inner.wrappers}

    def extract_batch(
        self, html: Any, urls: Any = None, *, threads: int | None = None, spans: bool = False
    ) -> Batch:
        """Reads the records of a column of pages, as :meth:`unhusk.Wrapper.extract_batch` does."""
        return Batch(self._inner.extract_batch(html, urls, threads=threads, spans=spans))

    def arrow_schema(self, urls: bool = False, spans: bool = False) -> _unhusk.BatchSchema:
        """The columns of :meth:`extract_batch`, known before any page is read."""
        return self._inner.arrow_schema(urls, spans)

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Wrapper]]]:
        return WrapperSet, (self.wrappers,)

    def __repr__(self) -> str:
        return f"<unhusk.WrapperSet: {', '.join(self.wrappers)}>"
