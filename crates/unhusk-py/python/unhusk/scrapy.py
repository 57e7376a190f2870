"""Wrappers in Scrapy: callbacks, a spider, and a check for drift at the end of a crawl.

==============================  =======  ==============================================================================
setting                         default  meaning
==============================  =======  ==============================================================================
``UNHUSK_DRIFT_FIRST``          ``64``   pages at the beginning of a crawl that are all checked
``UNHUSK_DRIFT_EVERY``          ``16``   of the pages after them, every so many is checked
``UNHUSK_DRIFT_LOG_LEVEL``      ERROR    level of the log lines that name fields that are read wrongly
``UNHUSK_DRIFT_CLOSE``          False    whether drift ends the crawl as soon as it is found
``UNHUSK_DRIFT_EVIDENCE``       ``20``   pages that must have been checked before drift may end the crawl
==============================  =======  ==============================================================================
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import CloseSpider
from scrapy.http import TextResponse
from scrapy.spiders import Spider

from unhusk._evidence import Evidence
from unhusk._follow import next_page
from unhusk._page import Page
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from unhusk._unhusk import Verdict

__all__ = ["DriftPipeline", "WrapperSpider", "callback", "page_read"]

logger = logging.getLogger(__name__)

page_read = object()
"""Signal: a wrapper has read a response. Sent with ``wrapper`` and ``page``; :class:`DriftPipeline` listens."""

CLOSE_REASON = "drift"
"""The reason for which a crawl ends if ``UNHUSK_DRIFT_CLOSE`` is set and drift is found."""


def callback(wrapper: Wrapper | str | Path) -> Callable[..., Iterator[dict[str, Any]]]:
    """A callback that yields the records of a response as dicts, links as whole URLs.

    Use it as an attribute of a spider: ``parse = unhusk.scrapy.callback("shop.json")``. It may also be the callback of a
    request that has no spider at hand, but then :class:`DriftPipeline` does not hear of its pages.
    """
    wrapper = _loaded(wrapper)

    def parse(*args: Any, **_: Any) -> Iterator[dict[str, Any]]:
        *spider, response = args
        page = _page(response)
        yield from _records(wrapper, page)
        if spider:
            _send_page_read(spider[0].crawler, wrapper, page)

    return parse


class WrapperSpider(Spider):
    """A spider from a wrapper and URLs that goes on from each page to the next one.

    ``scrapy.crawler.CrawlerProcess().crawl(WrapperSpider, wrapper="shop.json", start_urls=[...])``, or a subclass with
    these attributes. Arguments that come as text, as from ``scrapy crawl -a``, are understood.
    """

    name = "unhusk"
    #: The wrapper, or the path of its file.
    wrapper: Wrapper | str | Path
    #: The field of the wrapper that leads to the next page; ``None`` to find the link without labels.
    next_field: str | None = None
    #: The most pages of one list.
    max_pages: int | str = 1000

    def __init__(self, name: str | None = None, **kwargs: Any) -> None:
        start_urls = kwargs.get("start_urls")
        if isinstance(start_urls, str):
            kwargs["start_urls"] = start_urls.replace(",", " ").split()
        super().__init__(name, **kwargs)
        if not hasattr(self, "wrapper"):
            raise ValueError(f"{type(self).__name__} needs `wrapper`: a wrapper, or the path of its file")
        self.wrapper = _loaded(self.wrapper)
        self.max_pages = int(self.max_pages)
        names = [field.name for field in self.wrapper.schema]
        if self.next_field is not None and self.next_field not in names:
            raise ValueError(f"the wrapper has no field `{self.next_field}`; it has: {', '.join(names)}")

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Yields the records of a page, then the request for the next one."""
        wrapper = _loaded(self.wrapper)
        page = _page(response)
        records = _records(wrapper, page)
        yield from records
        _send_page_read(self.crawler, wrapper, page)
        n_pages = kwargs.get("n_pages", 1)
        following = self._next_url(page, records)
        if following is None:
            return
        if n_pages >= int(self.max_pages):
            self.logger.warning("stopped before %s: max_pages is %d", following, n_pages)
            return
        yield response.follow(following, callback=self.parse, cb_kwargs={"n_pages": n_pages + 1})

    def _next_url(self, page: Page, records: list[dict[str, Any]]) -> str | None:
        if self.next_field is None:
            return next_page(page, page.url or "")
        values = (record[self.next_field] for record in reversed(records))
        for value in values:
            url = value[0] if isinstance(value, list) and value else value
            if isinstance(url, str):
                return url
        return None


class DriftPipeline:
    """Checks at the end of a crawl whether the wrappers still read their fields as on the pages they were learnt from.

    ``ITEM_PIPELINES = {"unhusk.scrapy.DriftPipeline": 900}``. Items pass unchanged. A field that is read wrongly is an
    error in the log with its reasons; stats: ``unhusk/pages``, ``unhusk/drift`` (number of fields, 0 if healthy) and
    ``unhusk/drift/FIELD`` (the first reason). See the settings above.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self.crawler = crawler
        self.n_first = settings.getint("UNHUSK_DRIFT_FIRST", 64)
        self.every = settings.getint("UNHUSK_DRIFT_EVERY", 16)
        self.closes = settings.getbool("UNHUSK_DRIFT_CLOSE", False)
        self.n_evidence = settings.getint("UNHUSK_DRIFT_EVIDENCE", 20)
        self.level = _level(settings.get("UNHUSK_DRIFT_LOG_LEVEL", "ERROR"))
        if self.every < 1:
            raise ValueError("UNHUSK_DRIFT_EVERY must be at least 1")
        self.n_pages: dict[Wrapper, int] = {}
        self.evidence: dict[Wrapper, Evidence] = {}
        self.verdicts: dict[Wrapper, Verdict] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> DriftPipeline:
        """Makes the pipeline of a crawl."""
        pipeline = cls(crawler)
        crawler.signals.connect(pipeline.observe, page_read)
        return pipeline

    def process_item(self, item: Any, spider: Any = None) -> Any:
        """Passes the item on."""
        return item

    def observe(self, wrapper: Wrapper, page: Page) -> bool:
        """Takes note of a page that a wrapper has read; returns whether the crawl is to end."""
        number = self.n_pages.get(wrapper, 0)
        self.n_pages[wrapper] = number + 1
        if number >= self.n_first and number % self.every:
            return False
        of_page = Evidence.of(wrapper, [page], urls=[page.url], threads=1)
        known = self.evidence.get(wrapper)
        self.evidence[wrapper] = known.merge(of_page) if known else of_page
        return self.closes and self._is_drift(wrapper)

    def _is_drift(self, wrapper: Wrapper) -> bool:
        """Whether there is evidence of drift that is worth ending the crawl for."""
        evidence = self.evidence[wrapper]
        if evidence.n_pages < self.n_evidence or evidence.n_pages % self.n_evidence:
            return False
        try:
            return not evidence.verdict(wrapper).healthy
        except ValueError:
            return False

    def close_spider(self, spider: Any = None) -> None:
        """Reports by field."""
        if not self.evidence:
            logger.warning("no page was checked for drift: no callback of unhusk has read a page")
            return
        n_drifted = 0
        for wrapper, evidence in self.evidence.items():
            try:
                verdict = evidence.verdict(wrapper)
            except ValueError as error:
                logger.warning("%r cannot be checked for drift: %s", wrapper, error)
                continue
            self.verdicts[wrapper] = verdict
            n_drifted += self._report(wrapper, evidence, verdict)
        stats = self.crawler.stats
        assert stats is not None
        stats.set_value("unhusk/pages", sum(self.n_pages.values()))
        stats.set_value("unhusk/pages_checked", sum(one.n_pages for one in self.evidence.values()))
        if self.verdicts:
            stats.set_value("unhusk/drift", n_drifted)

    def _report(self, wrapper: Wrapper, evidence: Evidence, verdict: Verdict) -> int:
        """Logs the fields that are read wrongly, and returns their number."""
        drifted = [field for field in verdict.fields if not field.healthy]
        for field in drifted:
            reason = "; ".join(field.reasons) or "it is unlike the baseline"
            logger.log(self.level, "drift: field `%s` of %r: %s", field.field, wrapper, reason)
            assert self.crawler.stats is not None
            self.crawler.stats.set_value(f"unhusk/drift/{field.field}", reason)
        if not drifted:
            logger.info("healthy: %d pages checked with %r", evidence.n_pages, wrapper)
        return len(drifted)


def _loaded(wrapper: Wrapper | str | Path) -> Wrapper:
    return wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)


def _level(level: Any) -> int:
    names = logging.getLevelNamesMapping()
    if isinstance(level, int):
        return level
    if str(level).upper() not in names:
        raise ValueError(f"UNHUSK_DRIFT_LOG_LEVEL is `{level}`, which is none of {', '.join(names)}")
    return names[str(level).upper()]


def _page(response: Response) -> Page:
    """The page of a response. Scrapy knows what the server said of the encoding; the bytes alone do not tell."""
    if not isinstance(response, TextResponse):
        return Page(response.body, url=response.url)
    source = response.text.encode("utf-8", "surrogatepass")
    return Page(source, encoding="utf-8", url=response.url)


def _records(wrapper: Wrapper, page: Page) -> list[dict[str, Any]]:
    records = wrapper.extract(page, absolute=True)
    for warning in records.warnings:
        logger.warning("%s: %s", page.url, warning)
    return records


def _send_page_read(crawler: Crawler, wrapper: Wrapper, page: Page) -> None:
    """Tells who listens that a page was read; ends the crawl if one of them says so."""
    answers = crawler.signals.send_catch_log(page_read, wrapper=wrapper, page=page)
    if any(answer is True for _, answer in answers):
        raise CloseSpider(CLOSE_REASON)
