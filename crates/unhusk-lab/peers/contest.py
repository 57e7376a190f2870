"""One peer solves one task: JSON on standard input, JSON on standard output.

    python contest.py PEER < task.json

The task: {"fields": [name...], "is_list": bool,
           "labelled": [{"html": text, "records": [{field: [value...]}...]}...],
           "to_read": [html...]}
The answer: {"learn_s": seconds, "read_s": seconds, "pages": [[{field: [value...]}...]...]}, or {"error": text}.

Every peer is used as its manual shows, and is given all labelled pages in the way that it supports:

  autoscraper   `build(update=True)`, page after page: rules add up, and all of them read
  scrapely      a template for each page; it takes the one that fits a page best
  parsel        the paths copied from each page; those of the first page that find something are taken
  scrapling     the same, and what no path finds is looked for by likeness to the elements of the best page

On detail pages the answer is one record a page. On list pages most peers give lists side by side, one for each field; the n-th values of all lists
are then called the n-th record.
"""

import importlib
import json
import os
import signal
import sys
import tempfile
import time

# Seconds of a processor; some peers take minutes for a long list, or to look for an element by likeness.
LEARN_LIMIT = 60
READ_LIMIT = 3  # a page


def folded(text):
    return " ".join(text.split())


def values_by_field(records, fields):
    """All labelled values of a page, field by field."""
    return {
        field: values
        for field in fields
        if (values := [value for record in records for value in record.get(field) or []])
    }


def side_by_side(values, is_list):
    """Lists of values as records."""
    if not is_list:
        return [values]
    count = max(map(len, values.values()), default=0)
    return [
        {field: [of_field[at]] for field, of_field in values.items() if at < len(of_field)}
        for at in range(count)
    ]


class AutoScraper:
    """github.com/alirezamika/autoscraper: rules are stacks of tags and attributes."""

    modules = ("autoscraper",)

    def __init__(self, task):
        from autoscraper import AutoScraper as Scraper

        self.is_list = task["is_list"]
        self.scraper = Scraper()
        for page in task["labelled"]:
            # Of a list, its manual names a few values; with all of them it takes minutes.
            records = page["records"][:2] if self.is_list else page["records"]
            wanted = values_by_field(records, task["fields"])
            if wanted:
                self.scraper.build(html=page["html"], wanted_dict=wanted, update=True)

    def read(self, html):
        if self.is_list:
            found = self.scraper.get_result_similar(html=html, group_by_alias=True)
        else:
            found = self.scraper.get_result_exact(html=html, group_by_alias=True, unique=True)
        return side_by_side(found, self.is_list)


class Scrapely:
    """github.com/scrapy/scrapely: annotated pages are aligned with new ones."""

    modules = ("scrapely", "w3lib.html")

    def __init__(self, task):
        from scrapely import Scraper
        from scrapely.htmlpage import HtmlPage
        from scrapely.template import AnnotationError, TemplateMaker, best_match

        self.page = HtmlPage
        self.scraper = Scraper()
        for page in task["labelled"]:
            maker = TemplateMaker(HtmlPage(body=page["html"]))
            for field, values in values_by_field(page["records"], task["fields"]).items():
                for value in values:
                    try:
                        maker.annotate(field, best_match(value))
                    except AnnotationError:
                        # Not found, or in the same tag as another value: scrapely can annotate only one.
                        continue
            self.scraper.add_template(maker.get_template())

    def read(self, html):
        from w3lib.html import remove_tags, replace_entities

        # What scrapely finds is markup.
        return [
            {field: [replace_entities(remove_tags(value)) for value in values] for field, values in record.items()}
            for record in self.scraper.scrape_page(self.page(body=html)) or []
        ]


def texts_of(root):
    """Elements and text nodes by their folded text, in document order: (element, number of the text node or 0)."""
    elements, texts = {}, {}
    for element in root.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style", "title"):
            continue
        elements.setdefault(folded("".join(element.itertext())), []).append(element)
        for position, text in enumerate(element.xpath("text()"), 1):
            texts.setdefault(folded(text), (element, position))
    return elements, texts


def innermost(elements, texts, value):
    """The path of the first element with the text `value`, the innermost of several; else of such a text node."""
    if found := elements.get(value):
        inner = found[0]
        for element in found[1:]:
            if element.getparent() is not inner:
                break
            inner = element
        return inner.getroottree().getpath(inner)
    if value in texts:
        element, position = texts[value]
        return f"{element.getroottree().getpath(element)}/text()[{position}]"
    return None


def generalised(paths):
    """Paths with the same tags become one, without the numbers in which they differ."""
    groups = {}
    for path in paths:
        steps = [step.partition("[")[::2] for step in path.split("/")]
        groups.setdefault(tuple(tag for tag, _ in steps), []).append([at for _, at in steps])
    return [
        "/".join(
            f"{tag}[{numbers[0]}" if numbers[0] and len(set(numbers)) == 1 else tag
            for tag, numbers in zip(tags, zip(*group))
        )
        for tags, group in groups.items()
    ]


def text_at(node):
    """The folded text of an element or of a text node."""
    return folded(node if isinstance(node, str) else "".join(node.itertext()))


def copied_paths(task, roots):
    """For each field the XPaths of its values, as a browser's "copy full XPath" gives them: the paths of a labelled
    page together, those pages first whose paths read most labelled pages right. On lists, one generalised set."""
    given = [values_by_field(page["records"], task["fields"]) for page in task["labelled"]]
    ways = {}
    for values_of, root in zip(given, roots):
        elements, texts = texts_of(root)
        for field, values in values_of.items():
            found = dict.fromkeys(path for value in values if (path := innermost(elements, texts, value)))
            if found and list(found) not in ways.setdefault(field, []):
                ways[field].append(list(found))
    if task["is_list"]:
        together = {field: dict.fromkeys(path for way in of_field for path in way) for field, of_field in ways.items()}
        return {field: [generalised(paths)] for field, paths in together.items()}

    def n_right(field, way):
        return sum(
            [text_at(node) for path in way for node in root.xpath(path)] == values_of.get(field, [])
            for values_of, root in zip(given, roots)
        )

    return {field: sorted(of_field, key=lambda way: -n_right(field, way)) for field, of_field in ways.items()}


class Parsel:
    """github.com/scrapy/parsel with XPaths copied from the labelled values; on lists, generalised.

    Of the paths of several labelled pages, the first page's that find something are taken.
    """

    modules = ("parsel",)

    def __init__(self, task):
        from parsel import Selector

        self.selector = Selector
        self.is_list = task["is_list"]
        roots = [Selector(text=page["html"]).root for page in task["labelled"]]
        self.ways = copied_paths(task, roots)

    def read(self, html):
        page = self.selector(text=html)
        found = {}
        for field, ways in self.ways.items():
            for way in ways:
                nodes = [node for path in way for node in page.xpath(path)]
                texts = [text for node in nodes if (text := text_at(node.root))]
                if texts:
                    found[field] = texts
                    break
        return side_by_side(found, self.is_list)


class Scrapling:
    """github.com/D4Vinci/Scrapling, adaptive: an element that its selector misses is looked for by likeness.

    Selectors are the copied XPaths of elements (it saves no text nodes). Only if no labelled page's find anything,
    the elements of the best page are looked for: with a selector that works there is nothing to heal.
    """

    modules = ("scrapling.parser",)

    def __init__(self, task):
        import logging

        from scrapling.parser import Selector

        logging.disable(logging.CRITICAL)
        self.is_list = task["is_list"]
        self.folder = tempfile.TemporaryDirectory(prefix="unhusk-lab-")
        storage = {"storage_file": os.path.join(self.folder.name, "elements.db"), "url": "https://example.org"}
        self.open = lambda html: Selector(
            html, adaptive=True, url="https://example.org", storage_args=storage
        )
        pages = [self.open(page["html"]) for page in task["labelled"]]
        ways = copied_paths({**task, "is_list": False}, [page._root for page in pages])
        self.ways = {
            field: elements
            for field, of_field in ways.items()
            if (elements := [way for paths in of_field if (way := [path for path in paths if "text()" not in path])])
        }
        for field, of_field in self.ways.items():
            # One example of a list is enough for `find_similar`; more would find the same again.
            for number, path in enumerate(of_field[0][:1] if self.is_list else of_field[0]):
                page = next(page for page in pages if page._root.xpath(path))
                page.save(page._root.xpath(path)[0], f"{field} {number}")

    def read(self, html):
        page = self.open(html)
        read = self.similar if self.is_list else self.elements
        found = {
            field: [text for element in read(page, field, ways) if (text := text_at(element._root))]
            for field, ways in self.ways.items()
        }
        return side_by_side(found, self.is_list)

    def elements(self, page, field, ways):
        for way in ways:
            if found := [element for path in way for element in page.xpath(path)]:
                return found
        return self.healed(page, field, ways[0])

    def healed(self, page, field, way):
        found = {
            element._root: element
            for number, path in enumerate(way)
            for element in page.xpath(path, identifier=f"{field} {number}", adaptive=True)
        }
        return found.values()

    def similar(self, page, field, ways):
        first = page.xpath(ways[0][0], identifier=f"{field} 0", adaptive=True)
        return [first[0], *first[0].find_similar()] if first else []


PEERS = {
    "autoscraper": AutoScraper,
    "scrapely": Scrapely,
    "parsel": Parsel,
    "scrapling": Scrapling,
}


def as_lists(record):
    return {
        field: [folded(str(value)) for value in (values if isinstance(values, list) else [values])]
        for field, values in record.items()
    }


def solve(peer, task):
    # Loading the peer is no part of learning.
    for module in PEERS[peer].modules:
        importlib.import_module(module)
    start = time.perf_counter()
    solver = PEERS[peer](task)
    learnt = time.perf_counter()
    signal.setitimer(signal.ITIMER_PROF, READ_LIMIT * max(1, len(task["to_read"])))
    pages = [[as_lists(record) for record in solver.read(html)] for html in task["to_read"]]
    return {"learn_s": learnt - start, "read_s": time.perf_counter() - learnt, "pages": pages}


def give_up(*_):
    raise TimeoutError(f"took more than {LEARN_LIMIT} seconds to learn, or {READ_LIMIT} seconds a page to read")


def main():
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, LEARN_LIMIT)
    try:
        answer = solve(sys.argv[1], json.load(sys.stdin))
    except Exception as error:  # whatever a peer raises is its answer
        answer = {"error": f"{type(error).__name__}: {error}"}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
