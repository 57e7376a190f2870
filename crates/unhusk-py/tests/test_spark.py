"""`unhusk.spark` on real Spark: a cluster of two executors on this machine, one of which is killed during the run."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from crawls import ROOT, SHOP, LabelledPage, labelled_pages, needed, warc_record, write_warc

needed("pyspark")
pa = needed("pyarrow")

import pyarrow.parquet as pq  # noqa: E402
import unhusk  # noqa: E402
import unhusk.spark  # noqa: E402
from pyspark import cloudpickle  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

if shutil.which("java") is None and os.environ.get("CI") != "true":
    pytest.skip("Spark needs Java 17: apt-get install openjdk-17-jre-headless", allow_module_level=True)

Row = dict[str, Any]

# Executors cannot import this file.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """Two executors, each a process with one core."""
    folder = tmp_path_factory.mktemp("spark")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_WORKER_DIR"] = str(folder / "work")
    os.environ["SPARK_LOCAL_DIRS"] = str(folder / "local")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        # Pages of one file each, so that the input has as many partitions as files.
        "spark.sql.files.openCostInBytes": str(64 << 20),
        "spark.sql.files.maxPartitionBytes": str(64 << 20),
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("unhusk")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    unhusk.spark.register(session)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def pages() -> list[LabelledPage]:
    return labelled_pages("job/dice")


@pytest.fixture(scope="module")
def wrapper(pages: list[LabelledPage]) -> unhusk.Wrapper:
    """Learnt from the first three pages."""
    known = pages[:3]
    return unhusk.learn(pages=[page.html for page in known], records=[page.records for page in known])


def sorted_rows(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["_url"] or "", row["_error"] or "", str(row)))


def collected(df: DataFrame) -> list[Row]:
    return sorted_rows(row.asDict(recursive=True) for row in df.collect())


def on_one_machine(wrapper: unhusk.Wrapper, html: list[Any], urls: list[str]) -> list[Row]:
    table = wrapper.extract_batch(html, urls).to_arrow().drop_columns(["_row"])
    return sorted_rows(table.to_pylist())


class KillOnce:
    """Passes batches on, but the first task that gets here kills its executor."""

    def __init__(self, marker: Path) -> None:
        self.marker = str(marker)

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            try:
                os.close(os.open(self.marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                yield batch
                continue
            # This worker was forked by a daemon, which the executor started.
            executor = parent(os.getppid())
            assert "CoarseGrainedExecutorBackend" in Path(f"/proc/{executor}/cmdline").read_text()
            Path(self.marker).write_text(str(executor))
            os.kill(executor, signal.SIGKILL)
            yield batch


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_killed_executor_costs_nothing(
    spark: SparkSession, pages: list[LabelledPage], wrapper: unhusk.Wrapper, tmp_path: Path
) -> None:
    """Half of the pages are in Parquet files, half in archives, one of which has a broken record in its middle."""
    half = len(pages) // 2
    for at in range(4):
        part = pages[at * half // 4 : (at + 1) * half // 4]
        table = {"url": [page.url for page in part], "content": [page.html for page in part]}
        (tmp_path / "parquet").mkdir(exist_ok=True)
        pq.write_table(pa.table(table), tmp_path / "parquet" / f"{at}.parquet")
    archives = []
    for at in range(4):
        part = pages[half + at * half // 4 : half + (at + 1) * half // 4]
        archives.append(tmp_path / f"{at}.warc.gz")
        write_warc(archives[-1], [(page.url, warc_record(page.url, page.html)) for page in part])
    archive = bytearray(archives[2].read_bytes())
    archive[len(archive) // 2] ^= 0xFF
    archives[2].write_bytes(archive)
    wrapper.save(tmp_path / "dice.json")

    marker = tmp_path / "killed"
    stored = spark.read.parquet(str(tmp_path / "parquet"))
    killing = stored.repartition(4).mapInArrow(KillOnce(marker), stored.schema)
    archived = spark.read.format("unhusk").option("wrapper", str(tmp_path / "dice.json"))
    records = unhusk.spark.extract(killing, wrapper).unionByName(
        archived.load(f"{tmp_path}/*.warc.gz").drop("_date", "_archive", "_offset")
    )
    found = collected(records)

    assert not Path(f"/proc/{marker.read_text()}").exists(), "the executor is still there"
    captured = [page for archive in archives for page in unhusk.read_warc(archive)]
    read = [page for page in captured if page.page is not None]
    expected = on_one_machine(wrapper, [page.html for page in pages[:half]], [page.url for page in pages[:half]])
    expected += on_one_machine(wrapper, [page.page for page in read], [page.url for page in read])
    assert [row for row in found if row["_error"] is None] == sorted_rows(expected)

    # One page of the archives is lost, and said to be; of the others, the truth is known.
    broken = [row for row in found if row["_error"] is not None]
    assert len(broken) == 1
    assert "2.warc.gz" in broken[0]["_error"]
    assert len(read) == half - 1
    truth = {page.url: page.records[0] for page in pages}
    rows = {row["_url"]: row for row in found if row["_error"] is None}
    right = [url for url, row in rows.items() if row["title"] == truth[url]["title"]]
    assert len(rows) == len(pages) - 1
    assert len(right) >= 0.9 * len(rows)


def test_bad_input_is_rows_with_errors(spark: SparkSession, pages: list[LabelledPage], wrapper: unhusk.Wrapper) -> None:
    good = pages[5]
    huge = b"<html><body>" + b"<p>some text</p>" * (1 << 20)
    inputs = {
        "good": good.html,
        "null": None,
        "empty": b"",
        "bytes": bytes(range(256)) * 40,
        "utf-16": "\ufeff<p>Łódź".encode("utf-16-le"),
        "cut": b"\xef\xbb\xbf<html><a href='\xf0\x9f",
        "deep": b"<div>" * 50_000,
        "huge": huge,
        "other site": b"<h1>Another site</h1><table><tr><td>1</table>",
        "good again": good.html,
    }
    df = spark.createDataFrame(list(inputs.items()), "url string, content binary").coalesce(1)
    found = collected(unhusk.spark.extract(df, wrapper))
    assert found == on_one_machine(wrapper, list(inputs.values()), list(inputs))
    by_url = {row["_url"]: row for row in found}
    assert by_url["null"]["_error"] == "there is no page: the value is null"
    assert by_url["good"]["title"] == by_url["good again"]["title"] == good.records[0]["title"]


def test_columns_are_kept_and_named(spark: SparkSession, pages: list[LabelledPage], wrapper: unhusk.Wrapper) -> None:
    rows = [(at, page.url, page.html.decode("utf-8", "replace")) for at, page in enumerate(pages[:4])]
    df = spark.createDataFrame(rows, "n int, link string, html string")
    records = unhusk.spark.extract(df, wrapper, html="html", url="link", keep=["n"], spans=True)
    assert records.columns[:3] == ["n", "_url", "_error"]
    for row in records.collect():
        assert row["_url"] == pages[row["n"]].url
        source = rows[row["n"]][2].encode()
        assert row["title"]["text"] in unhusk.Page(source[row["title"]["start"] : row["title"]["end"]]).text()
    with pytest.raises(ValueError, match="no column `links`, only n, link, html; did you mean `link`"):
        unhusk.spark.extract(df, wrapper, html="html", url="links")
    with pytest.raises(ValueError, match="the column `title` cannot be kept"):
        unhusk.spark.extract(df.withColumnRenamed("n", "title"), wrapper, "html", "link", keep=["title"])


def test_batches_are_limited_unless_the_session_says_otherwise(
    spark: SparkSession, pages: list[LabelledPage], wrapper: unhusk.Wrapper
) -> None:
    name = "spark.sql.execution.arrow.maxBytesPerBatch"
    before = spark.conf.get(name, None)
    df = spark.createDataFrame([(pages[0].url, pages[0].html)], "url string, content binary")
    try:
        spark.conf.unset(name)
        unhusk.spark.extract(df, wrapper)
        assert spark.conf.get(name) == str(16 << 20)
        spark.conf.set(name, "1000000")
        unhusk.spark.extract(df, wrapper)
        assert spark.conf.get(name) == "1000000"
    finally:
        spark.conf.set(name, before or str(16 << 20))


def test_the_verdict_is_that_of_one_machine(spark: SparkSession, pages: list[LabelledPage], wrapper: unhusk.Wrapper) -> None:
    changed = [page.html.replace(b"</dt>", b"</dt><!-- -->").replace(b"<h1", b"<h5") for page in pages]
    for html in ([page.html for page in pages], changed):
        rows = [(page.url, one) for page, one in zip(pages, html, strict=True)]
        df = spark.createDataFrame(spark.sparkContext.parallelize(rows, 5), "url string, content binary")
        found = unhusk.spark.verify(df, wrapper)
        expected = wrapper.verify(html, urls=[page.url for page in pages])
        assert as_data(found) == as_data(expected)
    with_null = df.union(spark.createDataFrame([("gone", None)], "url string, content binary"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert unhusk.spark.verify(with_null, wrapper).pages == len(pages)
    with pytest.raises(ValueError, match="nothing to verify"):
        unhusk.spark.verify(with_null.where("content is null"), wrapper)
    assert "without 1 page that could not be read" in "".join(str(one.message) for one in caught)


def as_data(verdict: unhusk.Verdict) -> Any:
    fields = [(one.field, one.healthy, one.score, one.reasons) for one in verdict.fields]
    return verdict.healthy, verdict.score, verdict.pages, verdict.records, fields, verdict.notes


def test_an_index_and_a_library(spark: SparkSession, pages: list[LabelledPage], wrapper: unhusk.Wrapper, tmp_path: Path) -> None:
    """Two sites in one crawl: each page takes the wrapper that is for its URL."""
    others = labelled_pages("nbaplayer/espn")
    other = unhusk.learn(
        pages=[page.html for page in others[:3]], records=[page.records for page in others[:3]]
    )
    crawl = [*pages[:6], *others[:6]]
    index = []
    for at in range(2):
        part = crawl[at::2]
        index += write_warc(
            tmp_path / f"{at}.warc.gz", [(page.url, warc_record(page.url, page.html)) for page in part]
        )
    (tmp_path / "crawl.cdxj").write_text("\n".join(index))

    reader = spark.read.format("unhusk").option("index", str(tmp_path / "crawl.cdxj"))
    df = reader.option("pagesPerPartition", 5).load(str(tmp_path))
    assert df.rdd.getNumPartitions() == 3
    assert sorted(row["url"] for row in df.select("url").collect()) == sorted(page.url for page in crawl)

    wrapper.save(tmp_path / "dice.json")
    wanted = reader.option("url", "https://dice.example/*")
    records = wanted.option("wrapper", str(tmp_path / "dice.json")).load(str(tmp_path))
    assert {row["_url"] for row in records.collect()} == {page.url for page in pages[:6]}

    readers = unhusk.WrapperSet({"dice": with_urls(wrapper, "https://dice.example/*"), "espn": with_urls(other, "https://espn.example/*")})
    found = collected(unhusk.spark.extract(df, readers))
    truth = {page.url: page.records[0] for page in crawl}
    assert [row["_url"] for row in found] == sorted(truth)
    titles = [row for row in found if row["title"] is not None]
    assert {row["_url"] for row in titles} == {page.url for page in pages[:6]}
    names = {row["_url"]: row["name"] for row in found if row["name"] is not None}
    assert names == {page.url: page.records[0]["name"] for page in others[:6]}


def with_urls(wrapper: unhusk.Wrapper, pattern: str) -> unhusk.Wrapper:
    """The wrapper as `unhusk library add --url` writes it."""
    file = json.loads(wrapper.dumps())
    file["for"] = {"url": pattern}
    return unhusk.Wrapper.loads(json.dumps(file))


def test_a_sample_is_enough_to_find_records(spark: SparkSession, pages: list[LabelledPage]) -> None:
    rows = [(page.url, page.html) for page in pages]
    df = spark.createDataFrame(rows, "url string, content binary")
    found = unhusk.spark.induce(df, n_pages=4)
    again = unhusk.spark.induce(df.repartition(3), n_pages=4)
    assert found.wrapper == again.wrapper
    with pytest.raises(ValueError, match="the column `content` has no page"):
        unhusk.spark.induce(df.where("url is null"))


def test_mistakes_are_named(spark: SparkSession, tmp_path: Path) -> None:
    reader = spark.read.format("unhusk")
    with pytest.raises(Exception, match="no file matches"):
        reader.load(f"{tmp_path}/*.warc.gz").collect()
    with pytest.raises(Exception, match="`wrappr` is no option of the format"):
        reader.option("wrappr", "x.json").load(str(tmp_path))
    with pytest.raises(Exception, match="nothing.json"):
        spark.read.format("unhusk").option("wrapper", "nothing.json").load(str(tmp_path))


def test_the_examples_of_the_docs_run(spark: SparkSession, tmp_path: Path) -> None:
    """In their order, in one namespace; only the paths are made those of this test."""
    needed("dask.dataframe")
    unhusk.learn(SHOP / "list.json").save(tmp_path / "shop.json")
    captured = [(f"https://clay.example/list/{at}.html", (SHOP / "list" / f"{at}.html").read_bytes()) for at in (1, 2)]
    urls, html = zip(*captured, strict=True)
    pq.write_table(pa.table({"url": list(urls), "content": list(html)}), tmp_path / "pages.parquet")
    (tmp_path / "crawl").mkdir()
    records = [(url, warc_record(url, page)) for url, page in captured]
    index = write_warc(tmp_path / "crawl" / "shop.warc.gz", records)
    (tmp_path / "crawl" / "index.cdxj").write_text("\n".join(index))

    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "spark.md").read_text(), re.M | re.S)
    assert len(blocks) == 6
    names: dict[str, Any] = {"spark": spark}
    for block in blocks:
        placed = re.sub(r'"(shop\.json|\w+\.parquet|crawl/[^"]*)"', rf'"{tmp_path}/\1"', block)
        exec(placed, names)
    expected = ["Blue mug", "Red cup", "Tea pot", "Soup bowl", "Oak tray", "Milk jug", "Egg cups, set of six"]
    written = pq.read_table(tmp_path / "records.parquet").column("name").to_pylist()
    assert sorted(written) == sorted(expected)
    assert sorted(row["name"] for row in names["some"].collect()) == sorted(expected)
    assert names["verdict"].pages == 2
    assert sorted(names["table"]["name"]) == sorted(expected)
