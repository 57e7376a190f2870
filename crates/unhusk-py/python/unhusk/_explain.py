"""Wrappers in words, with the place of each value on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unhusk import _unhusk
from unhusk._page import Page
from unhusk._unhusk import Field, Value

if TYPE_CHECKING:
    from unhusk._types import PageLike
    from unhusk._wrapper import Wrapper

#: Records that are shown of a page.
MAX_RECORDS = 3
#: Characters of source around a value, and of a value.
AROUND, MAX_VALUE = 24, 80


def text(wrapper: Wrapper, page: PageLike | None, whole: bool) -> str:
    """The rule in words, and what it reads of a page."""
    lines = [f"class   {wrapper.wrapper_class}{_summary(wrapper.wrapper_class)}"]
    lines.append(f"fields  {', '.join(_name(field) for field in wrapper.schema)}")
    method, pages = wrapper._inner.learnt_from
    if pages:
        names = ", ".join(name for name, _ in pages)
        lines.append(f"learnt  by {method} from {_count(len(pages), 'page')} ({names})")
    if wrapper.url_pattern:
        lines.append(f"for     {wrapper.url_pattern}")
    lines.extend(["", *wrapper._inner.explain(whole)])
    if page is not None:
        lines.extend(["", *_places(wrapper, page, whole)])
    return "\n".join(lines)


def _summary(name: str) -> str:
    return next((f": {summary}" for known, summary in _unhusk.methods() if known == name), "")


def _name(field: Field) -> str:
    inside = ", ".join(_name(inner) for inner in field.fields)
    return f"{field.name} ({inside})" if inside else field.name


def _places(wrapper: Wrapper, given: PageLike, whole: bool) -> list[str]:
    page = given if isinstance(given, Page) else Page(given)
    records = wrapper.extract(page, spans=True)
    shown = records if whole else records[:MAX_RECORDS]
    more = "" if len(shown) == len(records) else f", of which the first {len(shown)} are shown"
    lines = [f"{page.url or 'page'}: {_count(len(records), 'record')}{more}"]
    source = page.source.encode()
    for number, record in enumerate(shown, 1):
        lines.append(f"record {number}")
        found = list(values(record))
        width = max((len(name) for name, _ in found), default=0)
        lines.extend(f"  {name:{width}}  {_place(source, value)}" for name, value in found)
    return lines


def values(content: dict[str, Any], outer: str = "") -> list[tuple[str, Value | None]]:
    """The values of a record with the paths of their fields, nested ones included."""
    found: list[tuple[str, Value | None]] = []
    for name, value in content.items():
        path = f"{outer}{name}"
        if isinstance(value, list):
            for item in value:
                inner = values(item, f"{path}.") if isinstance(item, dict) else [(path, item)]
                found.extend(inner)
        else:
            found.append((path, value))
    return found


def _place(source: bytes, value: Value | None) -> str:
    if value is None:
        return "no value"
    start, end = value.span
    before = source[max(0, start - 4 * AROUND) : start].decode("utf-8", "ignore")[-AROUND:]
    after = source[end : end + 4 * AROUND].decode("utf-8", "ignore")[:AROUND]
    inside = source[start:end].decode("utf-8", "ignore")
    if len(inside) > MAX_VALUE:
        inside = f"{inside[: MAX_VALUE // 2]} ... {inside[-MAX_VALUE // 2 :]}"
    return f"bytes {start}-{end}  {_line(before)}[[{_line(inside)}]]{_line(after)}"


def _line(source: str) -> str:
    """A text on one line, with what a terminal would obey made visible."""
    shown = source.replace("\r\n", "↵").replace("\n", "↵").replace("\r", "↵").replace("\t", "→")
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in shown)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
