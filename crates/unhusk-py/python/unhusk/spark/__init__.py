"""Wrappers on a Spark cluster: the same wrapper file, on as many pages as there are.

:func:`extract` reads the pages of a DataFrame, :func:`verify` checks them, :func:`induce` finds a wrapper without labels,
and :class:`WarcDataSource` reads WARC archives inside the executors::

    unhusk.spark.register(spark)
    pages = spark.read.format("unhusk").load("crawl/*.warc.gz")
    records = unhusk.spark.extract(pages, wrapper)

Every executor needs the package ``unhusk``. A page that cannot be read is a row with its error, never a failed task.
"""

from unhusk.spark._extract import extract
from unhusk.spark._induce import induce
from unhusk.spark._source import WarcDataSource, register
from unhusk.spark._verify import evidence, verify

__all__ = ["WarcDataSource", "evidence", "extract", "induce", "register", "verify"]
