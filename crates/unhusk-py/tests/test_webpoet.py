"""`unhusk.webpoet` with real web-poet, and in a crawl with scrapy-poet."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from crawls import SHOP, needed, served

web_poet = needed("web_poet")

import unhusk  # noqa: E402
from unhusk.webpoet import WrapperPage  # noqa: E402

URL = "https://clay.example/shop/list/1.html"


def response(body: bytes, content_type: str = "text/html; charset=utf-8") -> Any:
    return web_poet.HttpResponse(URL, body=body, headers={"Content-Type": content_type})


def shop_response() -> Any:
    return response((SHOP / "list" / "1.html").read_bytes())


class ShopPage(WrapperPage):
    wrapper = unhusk.learn(SHOP / "list.json")


def item(page: Any) -> Any:
    return asyncio.run(page.to_item())


def test_the_item_is_the_first_record() -> None:
    page = ShopPage(shop_response())
    assert item(page) == {
        "name": "Blue mug",
        "price": "€12.00",
        "was": "€15.00",
        "tags": ["stoneware", "dishwasher"],
        "link": "https://clay.example/shop/items/blue-mug.html",
        "image": "https://clay.example/img/blue-mug.jpg",
    }
    names = [record["name"] for record in page.records]
    assert names == ["Blue mug", "Red cup", "Tea pot", "Soup bowl"]


def test_fields_of_the_class_take_the_place_of_those_of_the_wrapper() -> None:
    class Page(ShopPage):
        @web_poet.field
        def price(self) -> float:
            return float(self.record["price"].removeprefix("€"))

        @web_poet.field
        async def title(self) -> str:
            return self.css("title::text").get()

    found = item(Page(shop_response()))
    assert found["price"] == 12.0
    assert found["title"] == "Mugs and pots - Clay & Co."
    assert found["name"] == "Blue mug"


def test_the_item_is_of_the_class_that_is_named() -> None:
    @dataclass
    class Product:
        name: str
        price: str

    class Page(ShopPage, WrapperPage[Product], skip_nonitem_fields=True):
        pass

    assert item(Page(shop_response())) == Product("Blue mug", "€12.00")

    class Strict(ShopPage, WrapperPage[Product]):
        pass

    with pytest.raises(TypeError, match="was"):
        item(Strict(shop_response()))


def test_the_wrapper_may_be_a_file(tmp_path: Path) -> None:
    ShopPage.wrapper.save(tmp_path / "shop.json")

    class Page(WrapperPage):
        wrapper = tmp_path / "shop.json"

    assert item(Page(shop_response()))["name"] == "Blue mug"
    with pytest.raises(FileNotFoundError, match="nothing.json"):
        type("Missing", (WrapperPage,), {"wrapper": "nothing.json"})
    with pytest.raises(TypeError, match="Bare needs a class attribute `wrapper`"):
        item(type("Bare", (WrapperPage,), {})(shop_response()))


def test_a_page_without_records_asks_for_another_page_object() -> None:
    for body in [b"", b"<p>Gone", b"\xff\xfe\x00"]:
        with pytest.raises(web_poet.exceptions.UseFallback, match="no record on https://clay.example"):
            item(ShopPage(response(body)))


def test_the_encoding_is_the_one_that_the_server_names() -> None:
    page = (SHOP / "list" / "1.html").read_text().replace('<meta charset="utf-8">', "")
    body = page.replace("Blue mug", "Mug Łódź").encode("iso-8859-2")
    assert item(ShopPage(response(body, "text/html; charset=iso-8859-2")))["name"] == "Mug Łódź"


def test_scrapy_poet_gives_the_page_to_a_callback(tmp_path: Path) -> None:
    needed("scrapy_poet")
    from test_scrapy import crawl

    ShopPage.wrapper.save(tmp_path / "shop.json")
    page = (SHOP / "list" / "1.html").read_bytes()
    with served({"/1.html": ("text/html; charset=utf-8", page)}) as url:
        found = crawl(
            tmp_path,
            f"""
from unhusk.webpoet import WrapperPage

class ShopPage(WrapperPage):
    wrapper = "shop.json"

class Shop(scrapy.Spider):
    name = "shop"
    start_urls = ["{url}/1.html"]

    async def parse(self, response, page: ShopPage):
        yield await page.to_item()

process.crawl(Shop)""",
            {"ADDONS": {"scrapy_poet.Addon": 300}},
        )
    assert [item["name"] for item in found.items] == ["Blue mug"]
    assert found.items[0]["link"] == f"{url}/items/blue-mug.html"
