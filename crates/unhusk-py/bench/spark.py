"""Pages per core-second: one process, and Spark in the steady state, on the same archives in the same run.

    python bench/spark.py PAGES.warc.gz WRAPPER.json [--archives 8] [--rounds 5]

Each round reads the archives in one process on one thread, then with Spark on as many cores as given, so that what else the
machine does hits both alike. The best round of each counts. Core-seconds are those that processes have used, of Spark those
of Java and Python together; on a machine that does nothing else, wall-clock seconds times cores are the same. The first jobs
of Spark, which start Python workers and compile, are not counted. Prints CSV.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pyarrow
import pyarrow.parquet as pq
import unhusk
import unhusk.spark
from pyspark.sql import SparkSession

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
PAGES_AT_ONCE = 64
WARM_UP = 2
"""Jobs of each kind that are not counted."""


def one_process(wrapper: unhusk.Wrapper, archives: list[Path]) -> tuple[int, int, int]:
    """Pages, bytes and records that one thread reads."""
    n_pages = n_bytes = n_rows = 0
    pages: list[unhusk.WarcPage] = []

    def read() -> int:
        urls = [page.url for page in pages]
        table = pyarrow.table(wrapper.extract_batch([page.page for page in pages], urls, threads=1))
        pages.clear()
        return table.num_rows

    for archive in archives:
        for page in unhusk.read_warc(archive):
            n_pages += 1
            n_bytes += page.n_bytes
            pages.append(page)
            if len(pages) == PAGES_AT_ONCE:
                n_rows += read()
        if pages:
            n_rows += read()
    return n_pages, n_bytes, n_rows


def with_spark(spark: SparkSession, wrapper: Path, folder: Path) -> int:
    """Records that a job reads; they are counted in Python's batches, and none is left out."""
    source = spark.read.format("unhusk").option("wrapper", str(wrapper))
    rows = source.load(f"{folder}/*.warc.gz")
    # A sum over a field keeps Spark from leaving the field out.
    return rows.selectExpr("count(1)", "sum(length(_url))").collect()[0][0]


def with_spark_table(spark: SparkSession, wrapper: Path, folder: Path) -> int:
    """Records that a job reads from the pages in Parquet files."""
    rows = unhusk.spark.extract(spark.read.parquet(f"{folder}/*.parquet"), wrapper)
    return rows.selectExpr("count(1)", "sum(length(_url))").collect()[0][0]


def write_tables(archives: list[Path]) -> None:
    """Writes the pages of each archive into a Parquet file beside it."""
    for archive in archives:
        pages = [page for page in unhusk.read_warc(archive) if page.page is not None]
        table = {
            "url": [page.url for page in pages],
            "content": [page.page.source.encode() for page in pages],
        }
        pq.write_table(pyarrow.table(table), archive.with_suffix(".parquet"), row_group_size=1000)


def cpu_seconds(root: int) -> float:
    """What a process and all below it have used so far."""
    used, parents = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        # Times in user and system mode, and those of children that have ended.
        used[pid] = sum(map(int, fields[11:15]))

    def is_below(pid: int) -> bool:
        while pid != root and pid in parents:
            pid = parents[pid]
        return pid == root

    return sum(ticks for pid, ticks in used.items() if is_below(pid)) / os.sysconf("SC_CLK_TCK")


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    """A result, with the core-seconds and the seconds that it took."""
    used, start = cpu_seconds(os.getpid()), time.perf_counter()
    result = work()
    return result, cpu_seconds(os.getpid()) - used, time.perf_counter() - start


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("wrapper", type=Path)
    parser.add_argument("--archives", type=int, default=8, help="copies of the archive that are read")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    args = parser.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    wrapper = unhusk.Wrapper.load(args.wrapper)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archives = [folder / f"{at}.warc.gz" for at in range(args.archives)]
        for archive in archives:
            shutil.copyfile(args.archive, archive)
        spark = (
            SparkSession.builder.master(f"local[{args.cores}]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .getOrCreate()
        )
        unhusk.spark.register(spark)
        write_tables(archives)
        jobs = {"WARC": with_spark, "Parquet": with_spark_table}
        for job in [*jobs.values()] * WARM_UP:
            job(spark, args.wrapper, folder)
        alone: list[list[float]] = []
        cluster: dict[str, list[list[float]]] = {name: [] for name in jobs}
        for _ in range(args.rounds):
            (n_pages, n_bytes, n_rows), *times = timed(lambda: one_process(wrapper, archives))
            alone.append(times)
            for name, job in jobs.items():
                n_spark, *times = timed(lambda job=job: job(spark, args.wrapper, folder))
                cluster[name].append(times)
                assert n_spark == n_rows, f"{n_spark} rows with Spark, {n_rows} without"
        spark.stop()
    print("what,pages per core-second,MB per core-second,ratio,seconds")
    best = min(alone)[0]
    measured = {"one process; WARC": alone, **{f"Spark; {name}": of for name, of in cluster.items()}}
    for what, rounds in measured.items():
        used, rate = min(rounds)[0], n_pages / min(rounds)[0]
        seconds = min(seconds for _, seconds in rounds)
        print(f"{what},{rate:.0f},{n_bytes / used / 1e6:.1f},{best / used:.2f},{seconds:.2f}")


if __name__ == "__main__":
    main()
