"""Lists that go over several pages."""

from __future__ import annotations

from typing import Any

from unhusk import _unhusk


def next_page(html: Any, url: str) -> str | None:
    """The URL of the next page of a list, found without labels; ``None`` if the page names none.

    What a site says decides, in this order: ``rel="next"``; a link whose text is a word for "next" or an arrow; in a row
    of page numbers, the number after the present one; a link to the present URL with its page number one higher.
    """
    return _unhusk.next_page(html, url)
