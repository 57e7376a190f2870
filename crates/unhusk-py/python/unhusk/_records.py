"""The records of one page."""

from __future__ import annotations

from typing import Any


class Records(list[dict[str, Any]]):
    """The records of one page: a list of dicts that knows its warnings."""

    __slots__ = ("warnings",)

    def __init__(self, records: list[dict[str, Any]], warnings: list[str]) -> None:
        super().__init__(records)
        self.warnings = warnings
