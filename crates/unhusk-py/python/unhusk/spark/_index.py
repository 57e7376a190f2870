"""A CDX or CDXJ index -> where the pages of a crawl are, so that only those that are wanted are read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from unhusk.spark._files import lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HTML = ("text/html", "application/xhtml+xml", "unk", "-", "")
CDX_NAMES = {"a": "url", "m": "mime", "s": "status", "S": "length", "V": "offset", "g": "filename"}
"""Letters of the header of a CDX file -> the names that CDXJ has for the same."""


@dataclass(frozen=True, order=True)
class RecordRange:
    """Where a record is."""

    archive: str
    offset: int
    #: Its bytes; ``None`` if the index does not tell.
    length: int | None


@dataclass(frozen=True)
class UrlPattern:
    """A pattern of URLs, in which ``*`` stands for anything."""

    text: str

    def matches(self, url: str) -> bool:
        """Whether the whole URL fits."""
        parts = (re.escape(part) for part in self.text.split("*"))
        return re.fullmatch(".*".join(parts), url, re.DOTALL) is not None


def record_ranges(paths: Iterable[str], pattern: UrlPattern | None) -> list[RecordRange]:
    """The records that may be pages and whose URL fits, by archive and offset."""
    found = set()
    for path in paths:
        for entry in _entries(path):
            if _is_page(entry) and (pattern is None or pattern.matches(entry.get("url", ""))):
                found.add(_range(entry, path))
    return sorted(found, key=lambda one: (one.archive, one.offset))


def _entries(path: str) -> Iterator[dict[str, str]]:
    """The entries of an index: JSON behind a key and a date, or fields that the header names."""
    names: list[str] = []
    for number, line in enumerate(lines(path), 1):
        line = line.strip("\r")
        if not line.strip() or line.startswith("!"):
            continue
        if line.lstrip().startswith("CDX "):
            names = [CDX_NAMES.get(letter, letter) for letter in line.split()[1:]]
        elif names:
            yield dict(zip(names, line.split(" "), strict=False))
        elif (start := line.find("{")) >= 0:
            yield _parsed(line[start:], path, number)
        else:
            raise ValueError(f"`{path}`, line {number}: neither JSON nor below a line ` CDX ...` that names the fields")


def _parsed(text: str, path: str, number: int) -> dict[str, str]:
    try:
        entry = json.loads(text)
    except ValueError as error:
        raise ValueError(f"`{path}`, line {number}: {error}") from error
    return {name: str(value) for name, value in entry.items()}


def _is_page(entry: dict[str, str]) -> bool:
    """Whether the index does not rule out that the record is a page."""
    status = entry.get("status", "-")
    is_read = status.startswith("2") if status.isdigit() else True
    return is_read and entry.get("mime", "-").partition(";")[0].strip().lower() in HTML


def _range(entry: dict[str, str], path: str) -> RecordRange:
    try:
        length = entry.get("length", "-")
        return RecordRange(
            entry["filename"], int(entry["offset"]), int(length) if length.isdigit() else None
        )
    except (KeyError, ValueError) as error:
        raise ValueError(f"`{path}`: an entry without file name and offset: {entry}") from error
