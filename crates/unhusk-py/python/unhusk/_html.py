"""How wrappers, pages and records show themselves in a notebook.

Everything that comes from a page or a wrapper is escaped, and no more than a screen of it is shown.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from unhusk import _explain
from unhusk._unhusk import Value

if TYPE_CHECKING:
    from unhusk._page import Page
    from unhusk._records import Records
    from unhusk._wrapper import Wrapper

#: Values below this confidence deserve a check by a person, as in the library.
DOUBT = 0.9
MAX_RECORDS, MAX_CHARACTERS, MAX_SOURCE, AROUND = 50, 200, 2000, 80

DOUBTFUL = 'style="background:#fde68a;color:#000"'
FOUND = 'style="background:#bbf7d0;color:#000"'
SOURCE = 'style="white-space:pre-wrap;word-break:break-all;max-height:20em;overflow:auto"'


def records(found: Records) -> str:
    """A table with doubtful cells marked and, if places are known, the source of the first records."""
    names = [field.name for field in found.wrapper.schema]
    head = "".join(f"<th>{_text(name)}</th>" for name in names)
    rows = "".join(
        f"<tr>{''.join(_cell(record.get(name)) for name in names)}</tr>" for record in found[:MAX_RECORDS]
    )
    more = len(found) - MAX_RECORDS
    parts = [f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"]
    if more > 0:
        parts.append(f"<p>and {more} more</p>")
    parts.extend(f"<p>warning: {_text(warning)}</p>" for warning in found.warnings)
    if found.page is not None:
        parts.append(_marked(found.page, found))
    return "".join(parts)


def page(shown: Page) -> str:
    """The beginning of the text and of the source."""
    title = _text(shown.url or "page")
    return (
        f"<p><b>{title}</b>: {len(shown.source)} characters, {_text(shown.encoding)}</p>"
        f"<p>{_text(shown.text())}</p>"
        f"<pre {SOURCE}>{_text(shown.source, MAX_SOURCE)}</pre>"
    )


def wrapper(shown: Wrapper) -> str:
    """The rule in words."""
    return f"<pre {SOURCE}>{escape(shown.explain())}</pre>"


def _cell(content: Any) -> str:
    doubtful = f" {DOUBTFUL}" if _is_doubtful(content) else ""
    title = ""
    if isinstance(content, Value) and content.confidence is not None:
        title = f' title="confidence {content.confidence:.2f}"'
    return f"<td{doubtful}{title}>{_text(_plain(content))}</td>"


def _is_doubtful(content: Any) -> bool:
    if isinstance(content, Value):
        return content.confidence is not None and content.confidence < DOUBT
    if isinstance(content, list):
        return any(_is_doubtful(item) for item in content)
    return isinstance(content, dict) and any(_is_doubtful(item) for item in content.values())


def _plain(content: Any) -> str:
    if content is None:
        return ""
    if isinstance(content, list):
        return " | ".join(_plain(item) for item in content)
    if isinstance(content, dict):
        return ", ".join(f"{name}: {_plain(item)}" for name, item in content.items())
    return str(content)


def _text(text: str, most: int = MAX_CHARACTERS) -> str:
    return escape(text if len(text) <= most else f"{text[:most]} ...")


def _marked(shown: Page, found: Records) -> str:
    """The source around the first values, each marked."""
    source = shown.source.encode()
    places = sorted(
        (*value.span, name)
        for record in found[:MAX_RECORDS]
        for name, value in _explain.values(record)
        if value is not None
    )
    if not places:
        return ""
    at = max(0, places[0][0] - AROUND)
    last = at + MAX_SOURCE
    parts = []
    for start, end, name in places:
        # A value inside of another one is marked with it.
        if start < at or end > last:
            continue
        parts.append(escape(_decoded(source[at:start])))
        inside = escape(_decoded(source[start:end]))
        parts.append(f'<mark {FOUND} title="{escape(name)}">{inside}</mark>')
        at = end
    parts.append(escape(_decoded(source[at : min(last, at + AROUND)])))
    return f"<pre {SOURCE}>{''.join(parts)}</pre>"


def _decoded(source: bytes) -> str:
    """A piece of the source; a character that is cut at its ends is left out."""
    return source.decode("utf-8", "ignore")
