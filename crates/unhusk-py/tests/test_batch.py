"""Batches: Arrow columns in and out, on all cores."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import shop

import unhusk

pa = pytest.importorskip("pyarrow")


def rows(batch: unhusk.Batch) -> list[dict[str, Any]]:
    table = batch.to_arrow()
    table.validate(full=True)
    return list(table.to_pylist())


def expected(*names: str) -> list[dict[str, Any]]:
    return [{"_row": at, "_error": None, **shop.ITEMS[name]} for at, name in enumerate(names)]


BINARY = [pa.binary(), pa.large_binary(), pa.binary_view()]
TEXT = [pa.utf8(), pa.large_utf8(), pa.string_view()]


@pytest.mark.parametrize("kind", BINARY + TEXT, ids=str)
def test_any_arrow_column_of_bytes_or_texts_is_read(items: unhusk.Wrapper, kind: Any) -> None:
    pages = shop.items() if kind in BINARY else [page.decode() for page in shop.items()]
    column = pa.array([pages[3], *pages], kind)[1:]
    assert rows(items.extract_batch(column)) == expected(*shop.ITEMS)
    chunks = pa.chunked_array([column[:1], column[1:1], column[1:]])
    assert rows(items.extract_batch(chunks)) == expected(*shop.ITEMS)


def test_any_iterable_of_pages_is_read(items: unhusk.Wrapper) -> None:
    pages: list[Any] = [unhusk.Page(shop.item("blue-mug")), shop.item("oak-tray").decode()]
    pages += [bytearray(shop.item("red-cup")), shop.SHOP / "items" / "tea-pot.html"]
    assert rows(items.extract_batch(iter(pages))) == expected(*shop.ITEMS)
    assert rows(items.extract_batch([])) == []


def test_columns_of_other_libraries_are_read(items: unhusk.Wrapper) -> None:
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    for column in [polars.Series(shop.items()), pandas.Series(shop.items())]:
        assert rows(items.extract_batch(column)) == expected(*shop.ITEMS)


def test_batches_go_to_any_library(items: unhusk.Wrapper) -> None:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pandas")
    duckdb = pytest.importorskip("duckdb")
    batch = items.extract_batch(shop.items())
    names = [item["name"] for item in shop.ITEMS.values()]
    assert polars.DataFrame(batch)["name"].to_list() == names
    assert batch.to_polars()["tags"].to_list() == [item["tags"] for item in shop.ITEMS.values()]
    assert batch.to_pandas()["name"].tolist() == names
    found = batch.to_arrow()
    assert duckdb.sql("select name from found order by _row").fetchall() == [(name,) for name in names]


def test_a_page_that_cannot_be_read_is_a_row_with_its_error(items: unhusk.Wrapper) -> None:
    pages: list[Any] = [shop.item("blue-mug"), None, 7, float("nan"), "a.html", shop.item("red-cup")]
    urls = [f"https://clay.example/{at}" for at in range(len(pages))]
    batch = items.extract_batch(pages, urls)
    found = rows(batch)
    assert [row["_row"] for row in found] == [0, 1, 2, 3, 4, 5]
    assert [row["_url"] for row in found] == urls
    assert found[0]["_error"] is None and found[5]["_error"] is None
    assert found[1]["_error"] == found[3]["_error"] == "there is no page: the value is null"
    assert found[2]["_error"] == "a page is bytes, str, a path object or an unhusk.Page, not int"
    assert found[4]["_error"].startswith("`a.html` is the name of a file, not a page")
    assert all(found[at]["name"] is None and found[at]["tags"] is None for at in (1, 2, 3, 4))
    assert (batch.n_pages, batch.n_failed, len(batch)) == (6, 4, 6)


def test_nulls_of_a_column_are_errors_of_rows(items: unhusk.Wrapper) -> None:
    column = pa.array([None, shop.item("red-cup"), None], pa.binary())
    assert [row["_error"] is None for row in rows(items.extract_batch(column))] == [False, True, False]
    assert items.extract_batch(pa.nulls(3)).n_failed == 3


def test_a_page_without_records_has_no_row(mugs: unhusk.Wrapper) -> None:
    pages = [shop.table(("Pot", "34"), ("Jug", "17")), "<p>nothing", shop.table(("Bowl", "9"))]
    found = rows(mugs.extract_batch(pages))
    assert [(row["_row"], row["name"], row["price"]) for row in found] == [
        (0, "Pot", "34"),
        (0, "Jug", "17"),
        (2, "Bowl", "9"),
    ]


def test_the_schema_is_known_before_any_page(items: unhusk.Wrapper) -> None:
    for urls in [None, ["u"]]:
        for spans in [False, True]:
            batch = items.extract_batch([shop.item("red-cup")], urls, spans=spans)
            known = pa.schema(items.arrow_schema(urls=urls is not None, spans=spans))
            assert pa.schema(batch) == batch.to_arrow().schema == known
    text = pa.schema(items.arrow_schema())
    assert text.names == ["_row", "_error", "name", "price", "volume", "tags", "image"]
    assert items.arrow_schema().names == text.names
    assert (text.field("_row").type, text.field("name").type) == (pa.int64(), pa.string())
    assert text.field("tags").type == pa.list_(pa.string())


def test_with_places_each_text_is_a_struct(items: unhusk.Wrapper) -> None:
    mug = shop.item("blue-mug")
    found = rows(items.extract_batch([mug, shop.item("oak-tray"), None], spans=True))
    start, end = found[0]["price"]["start"], found[0]["price"]["end"]
    assert mug[start:end] == b"&euro;12.00"
    assert [tag["text"] for tag in found[0]["tags"]] == ["stoneware", "dishwasher"]
    assert found[1]["volume"] is None
    assert found[2]["price"] is None


def test_nested_records_are_lists_of_structs() -> None:
    page = "".join(
        f"<h2>{shop_name}</h2><ul>" + "".join(f"<li><b>{n}</b> <i>{p}</i></li>" for n, p in offers) + "</ul>"
        for shop_name, offers in [("Clay", [("Mug", "12"), ("Cup", "7")]), ("Oak", [("Tray", "30")])]
    )
    records = [
        {"shop": "Clay", "offers": [{"name": "Mug", "cost": "12"}, {"name": "Cup", "cost": "7"}]},
        {"shop": "Oak", "offers": [{"name": "Tray", "cost": "30"}]},
    ]
    wrapper = unhusk.learn(pages=[page], records=[records], complete=True)
    assert wrapper.extract(page) == records
    found = rows(wrapper.extract_batch([page, None]))
    assert [{"shop": row["shop"], "offers": row["offers"]} for row in found] == [
        *records,
        {"shop": None, "offers": None},
    ]
    assert wrapper.extract(page).to_arrow().to_pylist() == records
    offers = wrapper.schema[1]
    assert offers.many and [field.name for field in offers.fields] == ["name", "cost"]


def test_the_result_is_the_same_for_any_number_of_threads(mugs: unhusk.Wrapper) -> None:
    pages = [shop.table((f"thing {n}", str(n)), (f"other {n}", str(n + 1))) for n in range(500)]
    one = mugs.extract_batch(pages, threads=1).to_arrow()
    expected_rows = [(n, name, price) for n in range(500) for name, price in
                     [(f"thing {n}", str(n)), (f"other {n}", str(n + 1))]]
    assert [(row["_row"], row["name"], row["price"]) for row in one.to_pylist()] == expected_rows
    for threads in [2, 3, 16]:
        other = mugs.extract_batch(pages, threads=threads).to_arrow()
        assert other.equals(one)
        assert [len(chunk) for chunk in other["name"].chunks] == [len(chunk) for chunk in one["name"].chunks]


def test_other_threads_of_python_run_meanwhile(items: unhusk.Wrapper) -> None:
    column = pa.array(shop.items() * 500, pa.binary())
    began, ended, ticks = threading.Event(), threading.Event(), []

    def tick() -> None:
        began.set()
        while not ended.wait(0.001):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    began.wait()
    n_before = len(ticks)
    batch = items.extract_batch(column)
    n_after = len(ticks)
    ended.set()
    ticker.join()
    assert batch.n_pages == len(column)
    assert n_after > n_before


def test_progress_counts_all_pages(mugs: unhusk.Wrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    pages = [shop.table((f"thing {n}", str(n))) for n in range(300)]
    mugs._inner.extract_batch(pages, progress=seen.append)
    assert sum(seen) == 300 and len(seen) > 1
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    assert len(mugs.extract_batch(pages, progress=True)) == 300


def test_an_error_in_python_ends_the_batch(mugs: unhusk.Wrapper) -> None:
    def fail(n: int) -> None:
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        mugs._inner.extract_batch([shop.table(("a", "1"))] * 500, progress=fail)


def test_what_is_no_column_of_pages_is_refused(items: unhusk.Wrapper) -> None:
    page = shop.item("red-cup")
    with pytest.raises(TypeError, match="a table is no column of pages: pass one of its columns \\(html, url\\)"):
        items.extract_batch(pa.table({"html": [page], "url": ["u"]}))
    with pytest.raises(ValueError, match="holds binary or utf8, not Int64; cast it first"):
        items.extract_batch(pa.array([1]))
    with pytest.raises(ValueError, match="Dictionary"):
        items.extract_batch(pa.array(["x"]).dictionary_encode())
    alone: list[Any] = [page, page.decode(), unhusk.Page(page)]
    for one in alone:
        with pytest.raises(TypeError, match="several pages are needed, not one"):
            items.extract_batch(one)
    with pytest.raises(TypeError):
        items.extract_batch(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 urls were given for 2 pages"):
        items.extract_batch([page, page], ["u"])
    with pytest.raises(ValueError, match="threads must be at least 1"):
        items.extract_batch([page], threads=0)
