"""Measures the Python package, and writes `docs/results/python.md`.

    python crates/unhusk-py/bench/speed.py DATA ENGINE [--write]

DATA is the folder with the benchmark data (`../shared/data`), ENGINE the program that `cargo build --release -p unhusk-py
--bench engine` builds. The package must be built with the same profile (`maturin develop --release`). Needs selectolax,
lxml, cssselect, parsel and turbohtml.

With `--instructions`, the engine and the package are compared by the instructions that they take (valgrind counts them),
which other programs on the machine do not change. Times are those of the processor where one thread is measured, since other programs do not change them, and of the clock
for all threads. Everything is measured in turns, and the best of several rounds counts: compare ratios, not figures of
different machines.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import unhusk

#: Sites of different size and kind, by their place in the data.
SITES = ["swde/movie/imdb", "swde/job/dice", "swde/nbaplayer/espn"]
#: Pages that a wrapper is learnt from.
N_LABELLED = 3
#: Pages that are read in one round.
N_PAGES = 400
ROUNDS = 7
#: Rounds of the engine, and of a batch, in each turn.
ENGINE_ROUNDS = 3

RESULTS = Path(__file__).resolve().parents[3] / "docs" / "results" / "python.md"

Record = dict[str, Any]
Reader = Callable[[bytes], Record]


@dataclass
class Site:
    """A site with a wrapper, and rules for the same fields."""

    name: str
    wrapper: unhusk.Wrapper
    paths: list[Path]
    pages: list[bytes]
    #: Selector, and the attribute if the value is not the text.
    rules: dict[str, tuple[str, str | None]]


def main() -> None:
    data, engine = Path(sys.argv[1]), Path(sys.argv[2])
    figures = [*package_figures()]
    for name in SITES:
        site = prepared(data, name)
        figures += engine_figures(site, engine)
        figures += instruction_figures(site, engine) if "--instructions" in sys.argv else []
        figures += peer_figures(site)
    for figure in figures:
        print(*figure, sep="  ", flush=True)
    if "--write" in sys.argv:
        RESULTS.write_text(document(figures), encoding="utf-8")


def prepared(data: Path, name: str) -> Site:
    """Learns a wrapper from the first pages, and takes rules for the same fields from its export."""
    warnings.simplefilter("ignore", unhusk.LabelWarning)
    folder = data / name
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    paths = [folder / page["path"] for page in labels["pages"]]
    pages = [path.read_bytes() for path in paths]
    few = {**labels, "pages": labels["pages"][:N_LABELLED]}
    wrapper = unhusk.learn(few, pages=pages[:N_LABELLED])
    n_rounds = -(-N_PAGES // len(pages))
    short = name.rsplit("/", 1)[-1]
    return Site(short, wrapper, (paths * n_rounds)[:N_PAGES], (pages * n_rounds)[:N_PAGES], rules(wrapper, pages))


def rules(wrapper: unhusk.Wrapper, pages: list[bytes]) -> dict[str, tuple[str, str | None]]:
    found = {}
    for line in wrapper.export("css", pages[:N_LABELLED]).splitlines():
        if line.startswith("#") or ": " not in line:
            continue
        field, selector = line.split(": ", 1)
        match = re.fullmatch(r"(.*?)::attr\((.+)\)", selector)
        found[field] = (match[1], match[2]) if match else (selector.removesuffix("::text"), None)
    return found


def package_figures() -> list[tuple[str, str, str]]:
    """What the border costs: an import, and a call for a small page."""
    figures = [("import unhusk", "processor time", f"{1000 * import_seconds():.0f} ms")]
    page = "<ul><li><b>Mug</b> <i>12</i><li><b>Tray</b> <i>30</i><li><b>Cup</b> <i>7</i></ul>"
    wrapper = unhusk.like(page, name="Mug", price="12").wrapper
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(page, encoding="utf-8")
        engine = Path(sys.argv[2])
        pages = [page.encode()] * 20_000
        ours, theirs = [], []
        for _ in range(ROUNDS):
            theirs.append(engine_seconds(wrapper, [file] * len(pages), engine, 1)[1])
            ours.append(processor(lambda: [wrapper.extract(page) for page in pages]))
    overhead = (min(ours) - min(theirs)) / len(pages)
    return [*figures, ("one `extract`, beyond the engine", "3 records of a page of 78 bytes", f"{overhead * 1e6:.1f} µs")]


def import_seconds() -> float:
    def run(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    turns = [(run("import unhusk"), run("pass")) for _ in range(4 * ROUNDS)]
    return min(turn[0] for turn in turns) - min(turn[1] for turn in turns)


def engine_figures(site: Site, engine: Path) -> list[tuple[str, str, str]]:
    """A batch beside the library's own loop, for one thread and for all."""
    n_threads = os.cpu_count() or 1
    ours: dict[int, list[float]] = {1: [], n_threads: []}
    theirs: dict[int, list[float]] = {1: [], n_threads: []}
    single = []
    for _ in range(ROUNDS):
        for threads in ours:
            clock, used = engine_seconds(site.wrapper, site.paths, engine, threads)
            theirs[threads].append(used if threads == 1 else clock)
            ours[threads].append(batch_seconds(site, threads))
        single.append(processor(lambda: [site.wrapper.extract(page) for page in site.pages]))
    megabytes = sum(map(len, site.pages)) / 1e6
    figures = [
        ("`extract_batch`, one thread", site.name, f"{megabytes / min(ours[1]):.0f} MB/s"),
        ("beside the engine, one thread", site.name, f"{100 * min(theirs[1]) / min(ours[1]):.0f} %"),
        (f"beside the engine, {n_threads} threads", site.name, f"{100 * min(theirs[n_threads]) / min(ours[n_threads]):.0f} %"),
    ]
    overhead = (min(single) - min(theirs[1])) / len(site.pages)
    return [*figures, ("one `extract`, beyond the engine", site.name, f"{overhead * 1e6:.1f} µs a page")]


#: What Python does with the pages of a list, some times.
COUNTED = """
import sys, unhusk
wrapper = unhusk.Wrapper.load(sys.argv[1])
pages = [open(path, "rb").read() for path in open(sys.argv[2]).read().split("\\n")[:-1]]
for _ in range(int(sys.argv[4])):
    {work}
"""
#: Pages whose instructions are counted.
N_COUNTED = 40


def instruction_figures(site: Site, engine: Path) -> list[tuple[str, str, str]]:
    """The instructions of a batch and of single pages, beside those of the engine."""
    batch = COUNTED.format(work="wrapper.extract_batch(pages, threads=1)")
    single = COUNTED.format(work="for page in pages: wrapper.extract(page)")
    theirs = instructions([engine], site)
    ours, alone = (instructions([sys.executable, "-c", code], site) for code in (batch, single))
    return [
        ("`extract_batch` beside the engine, instructions", site.name, f"{100 * theirs / ours:.1f} %"),
        ("one `extract` beside the engine, instructions", site.name, f"{100 * theirs / alone:.1f} %"),
    ]


def instructions(program: list[Any], site: Site) -> float:
    """Those of one round over the pages: three rounds less one round, over two."""
    with tempfile.TemporaryDirectory() as folder:
        file, pages = Path(folder) / "w.json", Path(folder) / "pages.txt"
        site.wrapper.save(file)
        pages.write_text("".join(f"{path}\n" for path in site.paths[:N_COUNTED]), encoding="utf-8")
        counts = []
        for rounds in ("1", "3"):
            tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
            run = subprocess.run([*tool, *program, file, pages, "1", rounds], check=True, capture_output=True, text=True)
            counts.append(int(re.search(r"Collected : (\d+)", run.stderr)[1]))
    return (counts[1] - counts[0]) / 2


def batch_seconds(site: Site, threads: int) -> float:
    """The best of as many rounds as the engine has."""
    measure = processor if threads == 1 else clock
    return min(measure(lambda: site.wrapper.extract_batch(site.pages, threads=threads)) for _ in range(ENGINE_ROUNDS))


def engine_seconds(wrapper: unhusk.Wrapper, paths: list[Path], engine: Path, threads: int) -> tuple[float, float]:
    """The best of some rounds of the library alone: of the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        file, pages = Path(folder) / "w.json", Path(folder) / "pages.txt"
        wrapper.save(file)
        pages.write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
        command = [engine, file, pages, str(threads), str(ENGINE_ROUNDS)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rounds = [tuple(map(float, line.split()[:2])) for line in lines]
    return min(one[0] for one in rounds), min(one[1] for one in rounds)


def processor(work: Callable[[], object]) -> float:
    return measured(work, time.thread_time)


def clock(work: Callable[[], object]) -> float:
    return measured(work, time.perf_counter)


def measured(work: Callable[[], object], now: Callable[[], float]) -> float:
    gc.collect()
    start = now()
    work()
    return now() - start


def peer_figures(site: Site) -> list[tuple[str, str, str]]:
    """Other libraries with rules for the same fields: pages in memory -> a dict each, in one thread."""
    peers = readers(site.rules)
    seconds: dict[str, list[float]] = {name: [] for name in peers}
    ours = []
    for _ in range(3):
        ours.append(processor(lambda: [site.wrapper.extract(page) for page in site.pages]))
        for name, read in peers.items():
            seconds[name].append(processor(lambda read=read: [read(page) for page in site.pages]))
    return [
        (f"beside {name} {version(name)} with rules", site.name, f"{min(seconds[name]) / min(ours):.2f} times")
        for name in peers
    ]


def readers(rules: dict[str, tuple[str, str | None]]) -> dict[str, Reader]:
    """What a person writes with each library: parse, select, take the text or the attribute."""
    import turbohtml
    from lxml import html as lxml_html
    from lxml.cssselect import CSSSelector
    from parsel import Selector
    from selectolax.lexbor import LexborHTMLParser

    compiled = {field: (CSSSelector(selector), attribute) for field, (selector, attribute) in rules.items()}

    def selectolax(page: bytes) -> Record:
        tree, record = LexborHTMLParser(page), {}
        for field, (selector, attribute) in rules.items():
            node = tree.css_first(selector)
            found = node and (node.attributes.get(attribute) if attribute else node.text(strip=True))
            record[field] = found
        return record

    def lxml(page: bytes) -> Record:
        tree, record = lxml_html.document_fromstring(page), {}
        for field, (select, attribute) in compiled.items():
            nodes = select(tree)
            found = nodes and (nodes[0].get(attribute) if attribute else nodes[0].text_content().strip())
            record[field] = found
        return record

    def parsel(page: bytes) -> Record:
        tree, record = Selector(body=page), {}
        for field, (selector, attribute) in rules.items():
            record[field] = tree.css(f"{selector}::attr({attribute})" if attribute else f"{selector}::text").get()
        return record

    def turbo(page: bytes) -> Record:
        tree, record = turbohtml.parse(page), {}
        for field, (selector, attribute) in rules.items():
            node = tree.select_one(selector)
            found = node and (node.attrs.get(attribute) if attribute else node.text.strip())
            record[field] = found
        return record

    return {"selectolax": selectolax, "lxml": lxml, "parsel": parsel, "turbohtml": turbo}


def document(figures: list[tuple[str, str, str]]) -> str:
    rows = "\n".join(f"| {what} | {where} | {value} |" for what, where, value in figures)
    return f"""# The Python package

`python crates/unhusk-py/bench/speed.py DATA ENGINE --write` writes this table; its docstring says how the two are built.
The engine is the library's own loop over the same pages in memory: decode, parse, extract, keep the records.
`extract_batch` does the same from Python, and makes Arrow columns of the records. Other libraries apply the rules that
`export("css")` gives for the same fields, to the same {N_PAGES} pages in memory, in one thread: "2.00 times" says that they take
twice as long as `extract`. Both are built with the profile `release`. Best of {ROUNDS} rounds in turns, on a machine with
{os.cpu_count()} processors that other programs share; compare ratios, not figures of different machines.

| | | |
| --- | --- | ---: |
{rows}
"""


if __name__ == "__main__":
    main()
