"""`unhusk.scrapy` in real crawls of a server on the loopback; each crawl has a process of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from crawls import ROOT, SHOP, needed, served

needed("scrapy")

import unhusk  # noqa: E402
import unhusk.scrapy  # noqa: E402

HTML = "text/html; charset=utf-8"


@dataclass
class Crawl:
    """What a crawl left."""

    items: list[dict[str, Any]]
    stats: dict[str, Any]
    log: str


def crawl(folder: Path, spider: str, settings: dict[str, Any] | None = None) -> Crawl:
    """Runs the crawl `process.crawl(...)` that is given as source text."""
    for old in ("items.jsonl", "crawl.log"):
        (folder / old).unlink(missing_ok=True)
    script = folder / "crawl.py"
    script.write_text(
        f"""
import json
import scrapy
from scrapy.crawler import CrawlerProcess
import unhusk
import unhusk.scrapy

process = CrawlerProcess({{
    "FEEDS": {{"items.jsonl": {{"format": "jsonlines"}}}}, "LOG_FILE": "crawl.log", "LOG_LEVEL": "INFO",
    "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0, **{settings or {}!r},
}})
{spider}
crawler = list(process.crawlers)[0]
process.start()
stats = crawler.stats.get_stats()
json.dump(stats, open("stats.json", "w"), default=str)
"""
    )
    subprocess.run([sys.executable, script.name], cwd=folder, check=True, timeout=120)
    items = folder / "items.jsonl"
    lines = items.read_text().splitlines() if items.exists() else []
    stats = json.loads((folder / "stats.json").read_text())
    return Crawl([json.loads(line) for line in lines], stats, (folder / "crawl.log").read_text())


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A folder with the wrapper of the shop's list."""
    unhusk.learn(SHOP / "list.json").save(tmp_path / "shop.json")
    return tmp_path


def shop_pages() -> dict[str, tuple[str, bytes]]:
    """The two pages of the list; the first names the second one by its number."""
    return {f"/list/{n}.html": (HTML, (SHOP / "list" / f"{n}.html").read_bytes()) for n in (1, 2)}


def test_a_spider_reads_a_page_and_those_that_follow(shop: Path) -> None:
    labels = json.loads((SHOP / "list.json").read_text())
    with served(shop_pages()) as url:
        found = crawl(
            shop,
            f"process.crawl(unhusk.scrapy.WrapperSpider, wrapper='shop.json', start_urls='{url}/list/1.html')",
        )
        expected = [
            record
            | {"link": f"{url}/{record['link'].removeprefix('../')}", "image": url + record["image"]}
            for record in labels["pages"][0]["records"]
        ]
    assert found.items[:4] == expected
    # The second page, as it stands in its source.
    assert [(item["name"], item["price"], item["was"]) for item in found.items[4:]] == [
        ("Oak tray", "€30.00", None),
        ("Milk jug", "€14.50", None),
        ("Egg cups, set of six", "€18.00", "€24.00"),
    ]
    assert found.stats["finish_reason"] == "finished"


def test_the_most_pages_of_a_list_are_kept_to_and_reported(shop: Path) -> None:
    with served(shop_pages()) as url:
        found = crawl(
            shop,
            "process.crawl(unhusk.scrapy.WrapperSpider, wrapper='shop.json', max_pages='1', "
            f"start_urls=['{url}/list/1.html'])",
        )
    assert len(found.items) == 4
    assert f"stopped before {url}/list/2.html: max_pages is 1" in found.log


def test_a_field_leads_to_the_next_page(tmp_path: Path) -> None:
    pages = {
        f"/{at}": (HTML, f"<h1>Page {at}</h1><p><a href='/{at + 1}'>further</a></p>".encode())
        for at in range(1, 4)
    }
    records = [[{"title": f"Page {at}", "further": f"/{at + 1}"}] for at in (1, 2)]
    html = [pages[f"/{at}"][1] for at in (1, 2)]
    unhusk.learn(pages=html, records=records).save(tmp_path / "w.json")
    with served(pages) as url:
        found = crawl(
            tmp_path,
            "process.crawl(unhusk.scrapy.WrapperSpider, wrapper='w.json', next_field='further', "
            f"start_urls=['{url}/1'])",
        )
    assert [item["title"] for item in found.items] == ["Page 1", "Page 2", "Page 3"]


def test_callbacks_of_spiders_and_of_requests(shop: Path) -> None:
    with served(shop_pages()) as url:
        found = crawl(
            shop,
            f"""
class Shop(scrapy.Spider):
    name = "shop"
    start_urls = ["{url}/list/1.html"]
    parse = unhusk.scrapy.callback("shop.json")

    async def start(self):
        yield scrapy.Request("{url}/list/1.html")
        other = unhusk.scrapy.callback(unhusk.Wrapper.load("shop.json"))
        yield scrapy.Request("{url}/list/2.html", callback=other)

process.crawl(Shop)""",
        )
    names = {item["name"] for item in found.items}
    assert names == {
        "Blue mug",
        "Red cup",
        "Tea pot",
        "Soup bowl",
        "Oak tray",
        "Milk jug",
        "Egg cups, set of six",
    }
    assert all(item["link"].startswith(url) for item in found.items)


def test_the_encoding_is_the_one_that_the_server_names(shop: Path) -> None:
    page = (SHOP / "list" / "1.html").read_text().replace('<meta charset="utf-8">', "")
    body = page.replace("Blue mug", "Mug Łódź").encode("iso-8859-2")
    with served({"/list/1.html": ("text/html; charset=iso-8859-2", body)}) as url:
        found = crawl(
            shop,
            f"process.crawl(unhusk.scrapy.WrapperSpider, wrapper='shop.json', start_urls='{url}/list/1.html')",
        )
    assert found.items[0]["name"] == "Mug Łódź"


def list_pages(n: int, price: str) -> dict[str, tuple[str, bytes]]:
    """A list of n pages with these prices, each of which names the next one."""
    page = (SHOP / "list" / "1.html").read_text()
    page = page.replace("&euro;12.00", price).replace("&euro;7.50", price)
    page = page.replace("&euro;34.00", price).replace("&euro;9.00", price)
    following = '<p class="pages"><a rel="next" href="{}.html">more</a></p>'
    old = '<p class="pages">1 <a href="2.html">2</a></p>'
    assert old in page
    return {
        f"/list/{at}.html": (HTML, page.replace(old, following.format(at + 1)).encode())
        for at in range(1, n + 1)
    }


PIPELINE = {"ITEM_PIPELINES": {"unhusk.scrapy.DriftPipeline": 900}}


@pytest.mark.parametrize(("price", "drifted"), [("&euro;21.00", set()), ("ask our shop", {"price"})])
def test_drift_is_found_at_the_end_of_a_crawl(shop: Path, price: str, drifted: set[str]) -> None:
    with served(list_pages(30, price)) as url:
        found = crawl(
            shop,
            f"process.crawl(unhusk.scrapy.WrapperSpider, wrapper='shop.json', start_urls='{url}/list/1.html')",
            PIPELINE,
        )
    assert found.stats["unhusk/pages"] == 30
    assert found.stats["unhusk/pages_checked"] == 30
    assert len(found.items) == 120
    named = {key.removeprefix("unhusk/drift/") for key in found.stats if key.startswith("unhusk/drift/")}
    assert named == drifted
    assert found.stats["unhusk/drift"] == len(drifted)
    assert ("drift: field `price`" in found.log) == bool(drifted)


def test_drift_may_end_a_crawl(shop: Path) -> None:
    settings = PIPELINE | {"UNHUSK_DRIFT_CLOSE": True, "UNHUSK_DRIFT_EVIDENCE": 5}
    with served(list_pages(30, "ask our shop")) as url:
        found = crawl(
            shop,
            f"process.crawl(unhusk.scrapy.WrapperSpider, wrapper='shop.json', start_urls='{url}/list/1.html')",
            settings,
        )
    assert found.stats["finish_reason"] == "drift"
    assert found.stats["unhusk/pages"] == 5
    # The records that were read are kept.
    assert len(found.items) == 20


def test_a_pipeline_without_pages_says_so(shop: Path) -> None:
    with served({}) as url:
        found = crawl(
            shop,
            f"process.crawl(unhusk.scrapy.WrapperSpider, wrapper='shop.json', start_urls='{url}/none.html')",
            PIPELINE,
        )
    assert "no page was checked for drift" in found.log


def test_mistakes_are_named() -> None:
    wrapper = unhusk.learn(SHOP / "list.json")
    with pytest.raises(ValueError, match="WrapperSpider needs `wrapper`"):
        unhusk.scrapy.WrapperSpider(start_urls=[])
    with pytest.raises(ValueError, match="no field `more`; it has: name, price"):
        unhusk.scrapy.WrapperSpider(wrapper=wrapper, next_field="more")
    with pytest.raises(FileNotFoundError, match="nothing.json"):
        unhusk.scrapy.callback("nothing.json")


def test_the_examples_of_the_docs_run(shop: Path) -> None:
    """The spiders and the setting of docs/scrapy.md, together in one crawl of each."""
    needed("web_poet")
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "scrapy.md").read_text(), re.M | re.S)
    without_code, with_callback, pipeline, page_object = blocks
    with served(shop_pages()) as url:
        local = [block.replace("https://clay.example", url) for block in (without_code, with_callback)]
        # The process of this test takes the place of the one that the example makes.
        run = re.sub(r"^process = .*\n", "", local[0], flags=re.M)
        settings: dict[str, Any] = {}
        exec(pipeline, {}, settings)
        found = crawl(shop, run, settings)
        assert len(found.items) == 7
        assert found.stats["unhusk/drift"] == 0
        found = crawl(shop, f"{local[1]}\n{page_object}\nprocess.crawl(ShopSpider)")
        assert len(found.items) == 4
