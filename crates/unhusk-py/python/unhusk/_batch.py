"""The result of :meth:`unhusk.Wrapper.extract_batch`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from unhusk import _unhusk

__all__ = ["Batch"]


@final
class Batch:
    """The records of a column of pages, in Arrow record batches.

    Any library that speaks Arrow takes it: ``pyarrow.table(batch)``, ``polars.DataFrame(batch)``,
    ``duckdb.sql("select * from batch")``. A page that was not read is a row with its ``_error``.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: _unhusk.Batch) -> None:
        self._inner = inner

    def __len__(self) -> int:
        """Rows: records, and pages that were not read."""
        return len(self._inner)

    @property
    def n_pages(self) -> int:
        """Pages of the input."""
        return self._inner.n_pages

    @property
    def n_failed(self) -> int:
        """Pages that were not read; their rows have an ``_error``."""
        return self._inner.n_failed

    @property
    def n_warnings(self) -> int:
        """What was cut or replaced, counted."""
        return self._inner.n_warnings

    @property
    def warnings(self) -> list[tuple[int, str]]:
        """The position of a page and what was cut or replaced there, the first thousand of them."""
        return self._inner.warnings

    def __arrow_c_schema__(self) -> object:
        return self._inner.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._inner.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``; needs pyarrow."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<unhusk.Batch: {len(self)} rows of {self.n_pages} pages, {self.n_failed} not read>"
