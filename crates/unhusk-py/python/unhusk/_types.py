"""What stands for a page, for pages and for labels in signatures."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from unhusk import _unhusk


class ArrowArray(Protocol):
    """An Arrow array in one piece."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """An Arrow column in chunks."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


#: Bytes in the page's own encoding, a text, a file, or a page that was read.
PageLike: TypeAlias = bytes | bytearray | memoryview | str | os.PathLike[str] | _unhusk.Page

#: An Arrow column of bytes or texts, or any iterable of pages; ``None`` is a page that is missing.
PagesLike: TypeAlias = ArrowArray | ArrowStream | Iterable[PageLike | None]

#: An Arrow column of texts, or any iterable of URLs.
UrlsLike: TypeAlias = ArrowArray | ArrowStream | Iterable[str | None]

#: One record as a reader of the page sees it: texts by the names of fields.
GivenRecord: TypeAlias = Mapping[str, Any]

#: A file that labels or a wrapper is in.
PathLike: TypeAlias = str | os.PathLike[str]
