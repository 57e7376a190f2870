"""Progress bars, where tqdm is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def bar(pages: Any) -> Iterator[Callable[[int], object] | None]:
    """What takes the number of pages that were read since; ``None`` without tqdm."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    total = len(pages) if hasattr(pages, "__len__") else None
    with tqdm(total=total, unit=" pages") as shown:
        yield shown.update
