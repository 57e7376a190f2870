"""Learning: label files, records, learners, induction."""

from __future__ import annotations

import json
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import shop

import unhusk


def test_a_label_file_is_learnt_from() -> None:
    forms: list[Any] = [shop.LABELS, str(shop.LABELS), [shop.LABELS]]
    for labels in forms:
        wrapper = unhusk.learn(labels)
        assert wrapper.extract(shop.item("tea-pot")) == [shop.ITEMS["tea-pot"]]


def test_records_of_pages_are_learnt_from() -> None:
    names = ["blue-mug", "oak-tray"]
    wrapper = unhusk.learn(
        pages=[shop.item(name) for name in names],
        records=[[shop.ITEMS[name]] for name in names],
        complete=True,
        unlabelled=[shop.item("red-cup")],
    )
    for name, expected in shop.ITEMS.items():
        assert wrapper.extract(shop.item(name)) == [expected]


def test_content_of_a_label_file_is_learnt_from() -> None:
    labels = json.loads(shop.LABELS.read_text(encoding="utf-8"))
    pages = [shop.item("blue-mug"), shop.item("oak-tray")]
    assert unhusk.learn(labels, pages=pages).extract(shop.item("red-cup")) == [shop.ITEMS["red-cup"]]
    with pytest.raises(TypeError, match="need their pages"):
        unhusk.learn(labels)


def test_values_may_be_numbers_places_and_lists() -> None:
    page = "<ul><li><b>Mug</b> <i>12</i><li><b>Tray</b> <i>30.5</i><li><b>Cup</b> <i>7</i></ul>"
    start = page.index("Mug")
    given = [
        {"name": {"span": [start, start + 3]}, "price": 12},
        {"name": unhusk.Value("Tray", (page.index("Tray"), page.index("Tray") + 4)), "price": Decimal("30.5")},
    ]
    wrapper = unhusk.learn(pages=[page], records=[given])
    assert wrapper.extract(page)[2] == {"name": "Cup", "price": "7"}


def test_a_learner_is_a_value_whose_methods_return_others() -> None:
    page, other = shop.goods("Mug", "12"), shop.goods("Tray", "30")
    empty = unhusk.Learner()
    learner = empty.complete_example(page, [{"name": "Mug", "price": "12"}])
    with pytest.raises(unhusk.LabelError, match="no page has a labelled record"):
        empty.learn()
    learned = learner.complete_example(other, [{"name": "Tray", "price": "30"}]).learn()
    assert (learned.n_pages, learned.n_pages_right) == (2, 2)
    assert learned.wrapper.extract(shop.goods("Cup", "7")) == [{"name": "Cup", "price": "7"}]
    assert learned.reason
    by_method = unhusk.Learner("hlrt").example(page, [{"name": "Mug", "price": "12"}])
    assert by_method.example(other, [{"name": "Tray", "price": "30"}]).learn().wrapper.wrapper_class == "hlrt"


def test_the_methods_are_those_of_the_library() -> None:
    names = [name for name, _ in unhusk.methods()]
    assert {"auto", "site", "lr", "hlrt", "stalker", "template"} <= set(names)
    with pytest.raises(ValueError, match="there is no method `hlrtx`; there are auto, lr"):
        unhusk.learn(shop.LABELS, method="hlrtx")


def test_like_finds_the_other_records() -> None:
    page = (shop.SHOP / "list" / "1.html").read_bytes()
    found = unhusk.like(page, name="Blue mug", price="€12.00")
    # As a reader sees them: `unhusk like` in the README shows the same table.
    assert found == [
        {"name": "Blue mug", "price": "€12.00"},
        {"name": "Red cup", "price": "€7.50"},
        {"name": "Tea pot", "price": "€34.00"},
        {"name": "Soup bowl", "price": "€9.00"},
    ]
    assert unhusk.like(page, [{"name": "Blue mug"}, {"name": "Red cup"}]) == [
        {"name": record["name"]} for record in found
    ]
    assert unhusk.like(page, name="Blue mug", link="@href")[1]["link"] == "../items/red-cup.html"
    with pytest.raises(TypeError, match="not both"):
        unhusk.like(page, [{"name": "Blue mug"}], price="€12.00")


def test_a_value_that_is_not_on_the_page_is_named() -> None:
    page = shop.goods("Mug", "12")
    with pytest.raises(unhusk.LabelError, match="page 1: record 1: field `name`.*did you mean `Mug`"):
        unhusk.learn(pages=[page], records=[[{"name": "Mgu", "price": "12"}]])
    with pytest.warns(unhusk.LabelWarning, match="`price`"):
        found = unhusk.like(page, name="Mug", price="a price that nobody sees")
    assert found == [{"name": "Mug"}]


def test_labels_of_wrong_shape_are_refused() -> None:
    page = shop.goods("Mug", "12")
    with pytest.raises(unhusk.LabelError, match="give a list of records for each page, not dict"):
        unhusk.learn(pages=[page], records=[{"name": "Mug"}])  # type: ignore[list-item]
    with pytest.raises(unhusk.LabelError, match="record 1: a record is a dict of texts by field, not str"):
        unhusk.learn(pages=[page], records=[["Mug"]])  # type: ignore[list-item]
    with pytest.raises(unhusk.LabelError, match="record 1: field `ok`: .* not bool"):
        unhusk.learn(pages=[page], records=[[{"ok": True}]])
    with pytest.raises(unhusk.LabelError, match="2 pages and 1 lists of records"):
        unhusk.learn(pages=[page, page], records=[[{"name": "Mug"}]])
    with pytest.raises(unhusk.LabelError, match="no page has a labelled record"):
        unhusk.learn(pages=[page], records=[[]])
    with pytest.raises(TypeError, match="`pages` is a list of pages, also for one"):
        unhusk.learn(pages=page, records=[[{"name": "Mug"}]])
    with pytest.raises(TypeError, match="there is nothing to learn from"):
        unhusk.learn()
    with pytest.raises(FileNotFoundError, match="no such file"):
        unhusk.learn("nowhere/labels.json")
    with pytest.raises(unhusk.LabelError, match="there is no field `prize`"):
        unhusk.learn(pages=[page], records=[[{"name": "Mug"}]], single=["prize"])


def test_that_nothing_fits_is_an_error_with_advice() -> None:
    # No text is common to the left of both values.
    with pytest.raises(unhusk.LearnError) as raised:
        unhusk.learn(pages=["a1b c2d"], records=[[{"x": "1"}, {"x": "2"}]], method="lr")
    assert str(raised.value).startswith("no `lr` wrapper fits: field `x`")
    assert raised.value.__notes__


def test_warnings_are_those_of_the_caller() -> None:
    page = shop.goods("Mug", "12")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        unhusk.like(page, name="Mug", price="nobody sees this")
    assert caught and caught[0].filename == __file__


def test_records_are_found_without_labels() -> None:
    page = shop.table(("Mug", "12"), ("Tray", "30"), ("Cup", "7"), ("Pot", "34"))
    induced = unhusk.induce([page])
    assert [list(record.values()) for record in induced.records] == [
        ["Mug", "12"],
        ["Tray", "30"],
        ["Cup", "7"],
        ["Pot", "34"],
    ]
    assert induced.wrapper == induced.sets[0].wrapper
    other = shop.table(("Jug", "17"), ("Bowl", "9"), ("Can", "3"))
    assert [list(record.values())[0] for record in induced.wrapper.extract(other)] == ["Jug", "Bowl", "Can"]
    assert [len(records) for records in unhusk.induce([page, other]).sets[0].pages] == [4, 3]
    with pytest.raises(unhusk.LearnError, match="there is no text on these pages"):
        unhusk.induce(["<p></p>"])
    with pytest.raises(TypeError, match="put it into a list"):
        unhusk.induce(page)


def test_labels_may_be_a_table(tmp_path: Path) -> None:
    shop_page = tmp_path / "1.html"
    shop_page.write_text("<p><b>Mug</b> 12</p><p><b>Tray</b> 30</p><p><b>Cup</b> 7</p>", encoding="utf-8")
    table = tmp_path / "labels.csv"
    rows = "1.html,Mug,12\n1.html,Tray,30\n1.html,Cup,7\n"
    table.write_text(f"page,name,price\n{rows}", encoding="utf-8")
    other = "<p><b>Pot</b> 9</p><p><b>Jug</b> 21</p>"
    wanted = [{"name": "Pot", "price": "9"}, {"name": "Jug", "price": "21"}]
    assert unhusk.learn(table).extract(other) == wanted
    table.write_text("page,name,price\n1.html,Mug\n", encoding="utf-8")
    with pytest.raises(unhusk.LabelError, match="line 2 has 2 cells; expected 3"):
        unhusk.learn(table)
