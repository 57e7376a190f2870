"""Records that a person gives -> the text of a label file (``labels/1``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from unhusk._unhusk import LabelError, Value

if TYPE_CHECKING:
    from unhusk._types import GivenRecord

#: Keys of an object that says where a value is, instead of what it is.
PLACE_KEYS = frozenset({"text", "span", "at", "xpath", "css", "attribute"})


def label_text(
    pages: Iterable[Sequence[GivenRecord]],
    *,
    complete: bool = False,
    urls: Sequence[str | None] = (),
) -> str:
    """The text of a label file with these records of each page; the pages are called by their numbers."""
    labelled = []
    for number, records in enumerate(pages, 1):
        page: dict[str, Any] = {"path": f"page {number}", "complete": complete}
        if number <= len(urls) and urls[number - 1] is not None:
            page["url"] = urls[number - 1]
        page["records"] = _records(number, records)
        labelled.append(page)
    return json.dumps({"unhusk": "labels/1", "pages": labelled})


def _records(page: int, records: Sequence[GivenRecord]) -> list[dict[str, Any]]:
    if isinstance(records, (Mapping, str, bytes)) or not isinstance(records, Iterable):
        raise LabelError(
            f"page {page}: give a list of records for each page, not {_kind(records)}: "
            "records=[[{...}, {...}]] for one page"
        )
    given = []
    for number, record in enumerate(records, 1):
        where = f"page {page}: record {number}"
        if not isinstance(record, Mapping):
            raise LabelError(f"{where}: a record is a dict of texts by field, not {_kind(record)}")
        given.append({str(name): _cell(where, name, value) for name, value in record.items()})
    return given


def _cell(where: str, name: str, value: Any) -> Any:
    """What is given for a field, as JSON: a text, a place, a list of them, nested records, or nothing."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Value):
        return {"span": list(value.span)}
    if _is_number(value):
        return str(value)
    if isinstance(value, Mapping):
        if PLACE_KEYS.issuperset(value):
            return dict(value)
        inside = f"{where}: field `{name}`"
        return {str(inner): _cell(inside, inner, item) for inner, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_cell(where, name, item) for item in value]
    raise LabelError(
        f"{where}: field `{name}`: a value is a text as the page shows it, a list of texts or None, not {_kind(value)}"
    )


def _is_number(value: object) -> bool:
    # `decimal` is loaded only where it is needed: it takes a tenth of the time of an import.
    from decimal import Decimal

    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _kind(value: object) -> str:
    return type(value).__name__
