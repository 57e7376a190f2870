"""The pages of a WARC archive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unhusk import _unhusk
from unhusk._unhusk import WarcPage

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["WarcPage", "WarcPages", "read_warc"]


class WarcPages:
    """The pages of an archive, one after the other, and the counts of the records that are no pages."""

    __slots__ = ("_inner",)

    def __init__(self, inner: _unhusk.WarcReader) -> None:
        self._inner = inner

    def __iter__(self) -> Iterator[WarcPage]:
        return iter(self._inner)

    @property
    def skipped(self) -> dict[str, int]:
        """Records so far that are no pages, by reason: other types, other statuses, revisits."""
        return self._inner.skipped


def read_warc(
    archive: Any, offset: int = 0, length: int | None = None, *, name: str | None = None
) -> WarcPages:
    """Reads the pages of a WARC archive: plain, gzip or zstd.

    ``archive`` is a path, or an object with a method ``read`` that stands at ``offset``. Reads ``length`` bytes from
    ``offset`` on, where a record begins. A record that is broken is an item with its ``error``, after which reading
    goes on; memory does not grow with the archive.
    """
    return WarcPages(_unhusk.WarcReader(archive, offset, length, name))
