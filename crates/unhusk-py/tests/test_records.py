"""Records: frames, tables, classes, notebooks."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
import shop

import unhusk

SEEN = [("Mug", "12"), ("Tray", "30.50"), ("Cup", "7")]


@pytest.fixture
def page() -> str:
    return shop.table(*SEEN)


def test_records_are_a_list_that_can_be_copied_and_pickled(mugs: unhusk.Wrapper, page: str) -> None:
    for spans in [False, True]:
        records = mugs.extract(page, spans=spans)
        assert isinstance(records, list)
        for other in [pickle.loads(pickle.dumps(records)), copy.copy(records)]:
            assert (other, other.wrapper) == (records, mugs)
    value = mugs.extract(page, spans=True)[0]["name"]
    assert pickle.loads(pickle.dumps(value)) == value
    assert len({value, copy.deepcopy(value)}) == 1


def test_records_become_frames_and_tables(items: unhusk.Wrapper) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    records = items.extract(shop.item("blue-mug"))
    names = ["name", "price", "volume", "tags", "image"]
    frame = records.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == names
    assert frame.to_dict("records") == records
    assert isinstance(records.to_polars(), polars.DataFrame)
    assert records.to_polars().to_dicts() == records
    assert isinstance(records.to_arrow(), pyarrow.Table)
    assert records.to_arrow().to_pylist() == records


def test_frames_of_no_records_have_all_columns(mugs: unhusk.Wrapper) -> None:
    pytest.importorskip("pandas")
    for spans in [False, True]:
        records = mugs.extract("<p>nothing", spans=spans)
        assert records == []
        assert list(records.to_pandas().columns) == ["name", "price"]
        assert records.to_arrow().column_names == records.to_polars().columns == ["name", "price"]


def test_tables_with_places_have_the_columns_of_a_batch(items: unhusk.Wrapper) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = items.extract(shop.item("oak-tray"), spans=True).to_arrow()
    batch = pyarrow.schema(items.arrow_schema(spans=True))
    for name in table.column_names:
        ours, theirs = table.schema.field(name).type, batch.field(name).type
        assert str(ours).replace(" not null", "") == str(theirs).replace(" not null", "")
    row = table.to_pylist()[0]
    assert row["volume"] is None and row["tags"][1]["text"] == "gift"


@dataclass
class Product:
    name: str
    price: Decimal
    stock: int = 3
    tags: list[str] = field(default_factory=list)


def test_records_become_objects_of_a_dataclass(mugs: unhusk.Wrapper, page: str) -> None:
    assert mugs.extract(page, into=Product) == [
        Product("Mug", Decimal("12")),
        Product("Tray", Decimal("30.50")),
        Product("Cup", Decimal("7")),
    ]


def test_a_record_that_does_not_fit_is_named(mugs: unhusk.Wrapper) -> None:
    page = shop.table(("Mug", "12"), ("Tray", "on request"))
    with pytest.raises(unhusk.RecordError) as raised:
        mugs.extract(page, url="https://clay.example/2", into=Product)
    error = raised.value
    assert (error.record, error.field, error.page) == (1, "price", "https://clay.example/2")
    assert str(error) == (
        "https://clay.example/2: record 2: field `price`: no Decimal can be read; the page has 'on request'"
    )


class Kind(Enum):
    MUG = "Mug"


def test_annotations_say_what_a_text_becomes(mugs: unhusk.Wrapper) -> None:
    @dataclass
    class Typed:
        name: Kind | str
        price: int | None

    @dataclass
    class Dated:
        price: date

    Typed.__annotations__ = {"name": Kind | str, "price": int | None}
    Dated.__annotations__ = {"price": date}
    found = mugs.extract(shop.table(("Mug", "12"), ("Tray", "30")), into=Typed)
    assert found == [Typed(Kind.MUG, 12), Typed("Tray", 30)]
    dated = mugs.extract(shop.table(("Mug", "2026-11-18"), ("Tray", "2026-01-02")), into=Dated)
    assert dated == [Dated(date(2026, 11, 18)), Dated(date(2026, 1, 2))]


def test_nested_records_and_lists_become_objects(items: unhusk.Wrapper) -> None:
    @dataclass
    class Item:
        name: str
        tags: tuple[str, ...]
        volume: str = "unknown"

    Item.__annotations__ = {"name": str, "tags": tuple[str, ...], "volume": str}
    assert items.extract(shop.item("oak-tray"), into=Item) == [Item("Oak tray", ("wood", "gift"))]


def test_a_class_that_needs_other_fields_is_refused(mugs: unhusk.Wrapper, page: str) -> None:
    @dataclass
    class Sized:
        name: str
        size: int

    with pytest.raises(TypeError, match="the wrapper has no field `size`, which Sized needs; it has name, price"):
        mugs.extract(page, into=Sized)
    with pytest.raises(TypeError, match="`into` is a dataclass or a pydantic model"):
        mugs.extract(page, into=dict)
    with pytest.raises(TypeError, match="leave out `spans` or `into`"):
        mugs.extract(page, into=Product, spans=True)  # type: ignore[call-overload]


def test_records_become_pydantic_models(mugs: unhusk.Wrapper, page: str) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):  # type: ignore[name-defined, misc]
        name: str
        price: float

    Model.__annotations__ = {"name": str, "price": float}
    Model.model_rebuild(force=True, _types_namespace={"float": float, "str": str})
    assert [model.price for model in mugs.extract(page, into=Model)] == [12.0, 30.5, 7.0]
    with pytest.raises(unhusk.RecordError, match="record 1: field `price`: .*; the page has 'free'") as raised:
        mugs.extract(shop.table(("Mug", "free"), ("Cup", "7")), into=Model)
    assert isinstance(raised.value.__cause__, pydantic.ValidationError)


def test_a_notebook_shows_a_table_and_the_source(mugs: unhusk.Wrapper, page: str) -> None:
    plain = mugs.extract(page)._repr_html_()
    assert "<th>name</th><th>price</th>" in plain and "<td>Mug</td>" in plain
    shown = mugs.extract(page, spans=True)._repr_html_()
    assert 'title="name">Mug</mark>' in shown and "&lt;li&gt;&lt;b&gt;" in shown


def test_doubtful_values_are_marked(mugs: unhusk.Wrapper, page: str) -> None:
    records = mugs.extract(page, spans=True)
    records[0]["name"] = unhusk.Value("Mug", records[0]["name"].span, 0.5)
    records[1]["name"] = unhusk.Value("Tray", records[1]["name"].span, 0.95)
    shown = records._repr_html_()
    doubtful, sure = shown.index(">Mug</td>"), shown.index(">Tray</td>")
    assert "background" in shown[shown.rindex("<td", 0, doubtful) : doubtful]
    assert "background" not in shown[shown.rindex("<td", 0, sure) : sure]


def test_nothing_of_a_page_is_markup_in_a_notebook() -> None:
    evil = "&lt;script&gt;alert(1)&lt;/script&gt;"
    page = unhusk.Page(shop.table((evil, "1"), ("b", "2"), ("c", "3")), url="https://x/<script>")
    name = "<img src=x onerror=alert(2)>"
    records = unhusk.like(page, [{name: "b", "price": "2"}, {name: "c", "price": "3"}])
    spans = records.wrapper.extract(page, spans=True)
    assert records[0][name] == "<script>alert(1)</script>"
    everything: list[Any] = [records, spans, page, records.wrapper]
    for shown in everything:
        html = shown._repr_html_()
        assert "<script" not in html and "<img" not in html


def test_long_lists_and_texts_are_cut_in_a_notebook(mugs: unhusk.Wrapper) -> None:
    page = shop.table(*[(f"{'x' * 1000} {n}", str(n)) for n in range(80)])
    html = mugs.extract(page)._repr_html_()
    assert "and 30 more" in html and "x" * 300 not in html
