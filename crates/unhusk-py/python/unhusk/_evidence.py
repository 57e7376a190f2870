"""Evidence of a verification: gathered in parts, on several machines if need be, and merged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from unhusk import _unhusk

if TYPE_CHECKING:
    from unhusk._unhusk import Verdict
    from unhusk._wrapper import Wrapper


@final
class Evidence:
    """What the verdict on some pages rests on: of bounded size, however many pages there are.

    Evidence of the parts of a run, merged in the order of the pages, gives the verdict that
    :meth:`unhusk.Wrapper.verify` gives on all of them.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: _unhusk.Evidence) -> None:
        self._inner = inner

    @staticmethod
    def of(wrapper: Wrapper, html: Any, urls: Any = None, *, threads: int | None = None) -> Evidence:
        """Reads a column of pages, as :meth:`unhusk.Wrapper.extract_batch` takes it."""
        return Evidence(_unhusk.Evidence.of(wrapper._inner, html, urls, threads=threads))

    @staticmethod
    def loads(text: str, n_failed: int = 0) -> Evidence:
        """Loads what :meth:`dumps` returned."""
        return Evidence(_unhusk.Evidence.loads(text, n_failed))

    def dumps(self) -> str:
        """The evidence as JSON."""
        return self._inner.dumps()

    @property
    def n_pages(self) -> int:
        """Pages that were read."""
        return self._inner.n_pages

    @property
    def n_failed(self) -> int:
        """Pages that could not be read; they have no part in the verdict."""
        return self._inner.n_failed

    def merge(self, after: Evidence) -> Evidence:
        """The evidence of these pages and of pages that come after them."""
        return Evidence(self._inner.merge(after._inner))

    def verdict(self, wrapper: Wrapper) -> Verdict:
        """The verdict on the pages."""
        return self._inner.verdict(wrapper._inner)

    def __reduce__(self) -> tuple[Any, tuple[str, int]]:
        return Evidence.loads, (self.dumps(), self.n_failed)

    def __repr__(self) -> str:
        return f"<unhusk.Evidence of {self.n_pages} pages, {self.n_failed} not read>"
