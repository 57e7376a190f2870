"""Pages per core-second: one process, and Spark in the steady state, on the same archives in the same run.

    python bench/spark.py PAGES.warc.gz WRAPPER.json [--archives 8] [--rounds 5]

Each round reads the archives in one process on one thread, then with Spark on as many cores as given, so that what else the
machine does hits both alike. The best round of each counts. The first job of Spark, which starts Python workers, is not
counted. Prints CSV.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import pyarrow
import unhusk
import unhusk.spark
from pyspark.sql import SparkSession

PAGES_AT_ONCE = 64


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
        with_spark(spark, args.wrapper, folder)
        alone, cluster = [], []
        for _ in range(args.rounds):
            start = time.perf_counter()
            n_pages, n_bytes, n_rows = one_process(wrapper, archives)
            alone.append(time.perf_counter() - start)
            start = time.perf_counter()
            n_spark = with_spark(spark, args.wrapper, folder)
            cluster.append((time.perf_counter() - start) * args.cores)
            assert n_spark == n_rows, f"{n_spark} rows with Spark, {n_rows} without"
        spark.stop()
    print("what,pages per core-second,MB per core-second,ratio")
    best = min(alone)
    for what, seconds in [("one process", best), (f"Spark on {args.cores} cores", min(cluster))]:
        rate = n_pages / seconds
        print(f"{what},{rate:.0f},{n_bytes / seconds / 1e6:.1f},{best / seconds:.2f}")


if __name__ == "__main__":
    main()
