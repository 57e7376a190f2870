"""Bad input: any bytes, huge pages, wrappers of other sites. Never a crash, never silence."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import shop

import unhusk

HOSTILE = [
    b"",
    b"\x00" * 1000,
    b"<" * 100_000,
    b"<div>" * 100_000,
    b"<b><i>" * 20_000 + b"x",
    b"\xff\xfe<\x00p\x00>\x00",
    b"\xef\xbb\xbf<p>bom",
    "<p>\ud800".encode("utf-8", "surrogatepass"),
    b"<table><tr><td>" * 5_000,
    b"<!--" * 10_000,
    b"<svg><math><![CDATA[" * 1_000,
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_bytes_are_read(items: unhusk.Wrapper, number: int) -> None:
    page = HOSTILE[number]
    assert isinstance(items.extract(page), list)
    batch = items.extract_batch([page, shop.item("red-cup")])
    assert (batch.n_pages, batch.n_failed) == (2, 0)
    last = batch.to_arrow().to_pylist()[-1]
    assert (last["_row"], last["name"]) == (1, "Red cup")


def test_random_bytes_are_read(items: unhusk.Wrapper, mugs: unhusk.Wrapper) -> None:
    source = random.Random(25)
    pages = [source.randbytes(source.randrange(2000)) for _ in range(300)]
    pages += [bytes(source.choice(b"<>/='\" abdliu&;#!-") for _ in range(1000)) for _ in range(300)]
    for wrapper in [items, mugs]:
        assert wrapper.extract_batch(pages).n_failed == 0


@pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-15", "utf-16", "windows-1252"])
def test_any_encoding_is_read(encoding: str) -> None:
    charset = f"<meta charset={encoding}>" if encoding != "utf-16" else ""
    html = f"<html><head>{charset}</head><body><ul><li><b>Café</b> <i>€1</i><li><b>Thé</b> <i>€2</i></ul>"
    wrapper = unhusk.like(html, name="Café", price="€1").wrapper
    assert wrapper.extract(html.encode(encoding)) == [
        {"name": "Café", "price": "€1"},
        {"name": "Thé", "price": "€2"},
    ]


def test_a_known_encoding_overrides_what_the_page_says() -> None:
    page = unhusk.Page("<meta charset=utf-8><p>Жук</p>".encode("koi8-r"), encoding="koi8-r")
    assert (page.encoding.lower(), page.css("p")[0].text) == ("koi8-r", "Жук")
    unknown = unhusk.Page(b"<p>x</p>", encoding="klingon")
    assert "klingon" in unknown.warnings[0]


def test_half_a_surrogate_pair_is_replaced(mugs: unhusk.Wrapper) -> None:
    found = mugs.extract(shop.table(("a\ud800b", "1"), ("c", "2")))
    assert [record["price"] for record in found] == ["1", "2"]


def test_a_huge_page_is_cut_and_said_to_be(mugs: unhusk.Wrapper) -> None:
    page = shop.table(("Mug", "12"), ("Cup", "7")).encode() + b"<p>padding</p>" * 3_000_000
    assert len(page) > 32 << 20
    batch = mugs.extract_batch([page, shop.table(("Pot", "34"))])
    assert [row["name"] for row in batch.to_arrow().to_pylist()] == ["Mug", "Cup", "Pot"]
    assert batch.n_warnings >= 1
    row, warning = batch.warnings[0]
    assert row == 0 and "cut at the limit of 33554432 bytes" in warning
    assert any("cut at the limit" in warning for warning in mugs.extract(page).warnings)


def test_a_page_of_another_site_gives_no_invented_record(items: unhusk.Wrapper) -> None:
    other = b"<html><body><p>We have moved to another planet.</p></body></html>"
    for record in items.extract(other):
        texts = [value for value in record.values() if isinstance(value, str)]
        assert all(text.encode() in other for text in texts)


def test_files_that_are_no_wrappers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such file"):
        unhusk.Wrapper.load(tmp_path / "nope.json")
    with pytest.raises(ValueError, match="is a folder, not a file"):
        unhusk.Wrapper.load(tmp_path)
    for text, message in [
        ("", "not a wrapper file"),
        ("{}", 'it should say "unhusk": "wrapper/1"'),
        ('{"unhusk": "labels/1"}', 'not a wrapper file but "labels/1"'),
        ('{"unhusk": "wrapper/9"}', "update unhusk"),
        ("[" * 100_000, "not a wrapper file"),
    ]:
        with pytest.raises(unhusk.LoadError, match=message):
            unhusk.Wrapper.loads(text)
    file = tmp_path / "w.json"
    file.write_text("{}")
    with pytest.raises(unhusk.LoadError, match="w.json"):
        unhusk.Wrapper.load(file)
    with pytest.raises(FileNotFoundError, match="its folder does not exist"):
        unhusk.like(shop.table(("a", "1"), ("b", "2")), name="a").wrapper.save(tmp_path / "no" / "w.json")


def test_what_is_no_page_is_refused(items: unhusk.Wrapper) -> None:
    with pytest.raises(TypeError, match="a page is bytes, str, a path object or an unhusk.Page, not NoneType"):
        items.extract(None)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="is the name of a file, not a page"):
        items.extract("items/blue-mug.html")
    with pytest.raises(FileNotFoundError):
        items.extract(Path("nowhere/1.html"))
