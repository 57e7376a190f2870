"""Wrappers: load, save, compare, run, explain, export."""

from __future__ import annotations

import asyncio
import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
import shop

import unhusk


def test_a_wrapper_reads_what_stands_on_the_pages(items: unhusk.Wrapper) -> None:
    for name, expected in shop.ITEMS.items():
        assert items.extract(shop.item(name)) == [expected]


def test_a_page_may_be_bytes_text_file_or_page(items: unhusk.Wrapper) -> None:
    html = shop.item("red-cup")
    forms: list[Any] = [
        html,
        bytearray(html),
        memoryview(html),
        html.decode(),
        shop.SHOP / "items" / "red-cup.html",
        unhusk.Page(html),
    ]
    for form in forms:
        assert items.extract(form) == [shop.ITEMS["red-cup"]], type(form)


def test_a_saved_wrapper_is_equal_and_reads_the_same(items: unhusk.Wrapper, tmp_path: Path) -> None:
    file = tmp_path / "items.json"
    items.save(file)
    loaded = [unhusk.Wrapper.load(file), unhusk.Wrapper.load(str(file))]
    loaded += [unhusk.Wrapper.loads(items.dumps()), pickle.loads(pickle.dumps(items)), copy.deepcopy(items)]
    for other in loaded:
        assert other == items
        assert hash(other) == hash(items)
        assert other.extract(shop.item("tea-pot")) == [shop.ITEMS["tea-pot"]]
    assert file.read_text(encoding="utf-8") == items.dumps()


def test_wrappers_of_other_fields_differ(items: unhusk.Wrapper, mugs: unhusk.Wrapper) -> None:
    assert items != mugs
    assert items != "items"
    assert len({items, mugs, unhusk.Wrapper.loads(items.dumps())}) == 2


def test_a_wrapper_never_changes(items: unhusk.Wrapper) -> None:
    with pytest.raises(AttributeError):
        items.wrapper_class = "lr"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        items.name = "mine"  # type: ignore[attr-defined]


def test_the_schema_names_the_fields(items: unhusk.Wrapper) -> None:
    assert [(field.name, field.many) for field in items.schema] == [
        ("name", False),
        ("price", False),
        ("volume", False),
        ("tags", True),
        ("image", False),
    ]
    assert all(field.fields == [] for field in items.schema)
    assert repr(items) == "<unhusk.Wrapper site: name, price, volume, tags, image>"


def test_places_are_ranges_of_the_source(items: unhusk.Wrapper) -> None:
    records = items.extract(shop.item("blue-mug"), spans=True)
    price = records[0]["price"]
    assert isinstance(price, unhusk.Value)
    assert (price.text, str(price)) == ("€12.00", "€12.00")
    source = shop.item("blue-mug")
    start, end = price.span
    # The page is UTF-8, so that its source has the bytes of the file.
    assert source[start:end] == b"&euro;12.00"
    assert records.page is not None
    assert records.page.slice(start, end) == "&euro;12.00"
    assert price.confidence is None or 0 <= price.confidence <= 1
    assert records[0]["volume"].text == "0.35 l"
    assert [tag.text for tag in records[0]["tags"]] == ["stoneware", "dishwasher"]
    assert items.extract(shop.item("oak-tray"), spans=True)[0]["volume"] is None


def test_links_are_resolved_relative_to_the_url() -> None:
    page = '<ul><li><a href="1.html">Mug</a><li><a href="/2.html">Tray</a><li><a href="3.html">Cup</a></ul>'
    wrapper = unhusk.like(page, name="Mug", link="@href").wrapper
    assert [record["link"] for record in wrapper.extract(page)] == ["1.html", "/2.html", "3.html"]
    found = wrapper.extract(page, url="https://clay.example/list/", absolute=True)
    assert [record["link"] for record in found] == [
        "https://clay.example/list/1.html",
        "https://clay.example/2.html",
        "https://clay.example/list/3.html",
    ]
    unresolved = wrapper.extract(page, absolute=True)
    assert unresolved[0]["link"] == "1.html"
    assert "the page has no known URL" in unresolved.warnings[0]


def test_the_url_of_a_page_is_used(mugs: unhusk.Wrapper) -> None:
    page = unhusk.Page("<a href=x>y</a>", url="https://clay.example/")
    assert mugs.extract(page, absolute=True).warnings == []


def test_it_works_inside_a_running_event_loop(items: unhusk.Wrapper) -> None:
    async def read() -> list[dict[str, object]]:
        batch = items.extract_batch(shop.items())
        assert len(batch) == len(shop.ITEMS)
        return await asyncio.to_thread(items.extract, shop.item("red-cup"))

    assert asyncio.run(read()) == [shop.ITEMS["red-cup"]]


def test_explain_says_the_rule_and_the_places(items: unhusk.Wrapper) -> None:
    text = items.explain(shop.item("red-cup"))
    assert text.startswith("class   site: ")
    assert "fields  name, price, volume, tags, image" in text
    assert "blue-mug.html" in text
    assert "[[&euro;7.50]]" in text
    assert "no value" not in text
    assert "volume  no value" in items.explain(shop.item("oak-tray"))


def test_a_terminal_obeys_nothing_of_a_page(mugs: unhusk.Wrapper) -> None:
    page = shop.table(("\x1b[2J", "1"), ("\u202eb", "2"), ("c", "3"))
    shown = mugs.explain(page)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\\x1b[2J" in shown


def test_exports_read_what_the_wrapper_reads(mugs: unhusk.Wrapper) -> None:
    page = shop.table(("Pot", "34"), ("Jug", "17"))
    for notation in ["xpath", "css", "python", "scrapy"]:
        text = mugs.export(notation, [page])
        assert "name" in text, notation
    css = mugs.export("css", [page])
    selectors = dict(line.split(": ", 1) for line in css.splitlines() if line and line[0] != "#")
    read = unhusk.Page(page)
    assert len(read.css(selectors["record"])) == 2
    assert [node.text for node in read.css(selectors["price"])] == ["34", "17"]
    with pytest.raises(ValueError, match="there is no notation `yaml`; there are xpath, css"):
        mugs.export("yaml")


def test_the_baseline_is_kept(mugs: unhusk.Wrapper) -> None:
    with pytest.raises(ValueError, match="no profile"):
        mugs.verify([shop.table(("Pot", "34"))])
    pages = [shop.table(("Pot", "34"), ("Jug", "17")), shop.table(("Bowl", "9"))]
    assert mugs.with_baseline(pages).verify(pages).healthy
