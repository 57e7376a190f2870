"""The data source ``unhusk``: WARC archives are read inside the executors."""

from __future__ import annotations

import json
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from unhusk._warc import read_warc
from unhusk.spark._batches import read_pages, with_columns
from unhusk.spark._files import below, listed, opened
from unhusk.spark._index import RecordRange, UrlPattern, record_ranges
from unhusk.spark._schema import arrow_schema, spark_schema
from unhusk.spark._shared import Text, loaded, loads, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession
    from pyspark.sql.types import StructType

    from unhusk._unhusk import WarcPage

MAX_PAGES = 64
"""Pages that are read at a time."""
MAX_BYTES = 4 << 20
"""Bytes of these pages: their trees are kept until their records are written."""
OPTIONS = ("path", "paths", "wrapper", "index", "url", "pagesperpartition", "spans")

PAGE_COLUMNS = pa.schema(
    [
        ("url", pa.string()),
        ("content", pa.string()),
        ("error", pa.string()),
        ("date", pa.string()),
        ("archive", pa.string()),
        ("offset", pa.int64()),
    ]
)


def register(spark: SparkSession) -> None:
    """Makes ``spark.read.format("unhusk")`` known to a session."""
    spark.dataSource.register(WarcDataSource)


class WarcDataSource(DataSource):
    """Pages of WARC archives, or the records on them.

    ======================  =======================================================================================
    option                  meaning
    ======================  =======================================================================================
    ``load(...)``           archives, with wildcards, or folders: local, ``s3://``, ``gs://``, ``hdfs://``
    ``wrapper``             the file of a wrapper, or a library; without it, rows are pages
    ``url``                 a pattern with ``*``: only pages whose URLs fit
    ``index``               CDX or CDXJ files; ``load`` names the folder that the archives in them are relative to
    ``pagesPerPartition``   with an index, the pages of a task (default 1000); without it, a task reads an archive
    ``spans``               ``true``: each value is a struct of its text, place and confidence
    ======================  =======================================================================================

    Columns of pages: ``url``, ``content``, ``error``, ``date``, ``archive``, ``offset``. Columns of records: ``_url``,
    ``_error``, ``_date``, ``_archive``, ``_offset``, and the fields of the wrapper.
    """

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "unhusk"

    def schema(self) -> StructType:
        """The columns, known before any archive is read."""
        return spark_schema(self._task().columns())

    def reader(self, schema: StructType) -> WarcDataSourceReader:
        """What reads the archives."""
        return WarcDataSourceReader(self._task(), dict(self.options), schema)

    def _task(self) -> WarcTask:
        for name in self.options:
            if name.lower() not in OPTIONS:
                raise ValueError(f"`{name}` is no option of the format `unhusk`; there are {', '.join(OPTIONS)}")
        wrapper, url = self.options.get("wrapper"), self.options.get("url")
        return WarcTask(
            text_of(loaded(wrapper)) if wrapper else None,
            UrlPattern(url) if url else None,
            self.options.get("spans", "false").lower() == "true",
        )


class WarcPartition(InputPartition):
    """Records that one task reads; those without a length are archives as a whole if their offset is 0."""

    def __init__(self, ranges: list[RecordRange], is_whole: bool) -> None:
        super().__init__(ranges)
        self.is_whole = is_whole


class WarcDataSourceReader(DataSourceReader):
    """Divides the archives among tasks."""

    def __init__(self, task: WarcTask, options: dict[str, str], schema: StructType) -> None:
        self._task = task
        self._options = {name.lower(): value for name, value in options.items()}
        self._schema = schema

    def partitions(self) -> list[InputPartition]:
        """A task for each archive; with an index, one for every so many pages."""
        paths = self._paths()
        index = self._options.get("index")
        if index is None:
            archives = [archive for path in paths for archive in listed(path)]
            return [WarcPartition([RecordRange(archive, 0, None)], is_whole=True) for archive in archives]
        if len(paths) != 1:
            raise ValueError("with `index`, load(...) names the folder that the archives in it are relative to")
        pages = record_ranges(listed(index), self._task.url)
        ranges = [RecordRange(below(paths[0], one.archive), one.offset, one.length) for one in pages]
        n_pages = int(self._options.get("pagesperpartition", "1000"))
        if n_pages < 1:
            raise ValueError("pagesPerPartition must be at least 1")
        parts = range(0, len(ranges), n_pages)
        return [WarcPartition(ranges[at : at + n_pages], is_whole=False) for at in parts]

    def _paths(self) -> list[str]:
        if "path" in self._options:
            return [self._options["path"]]
        paths: list[str] = json.loads(self._options.get("paths", "[]"))
        if not paths:
            raise ValueError('name the archives: load("crawl/*.warc.gz")')
        return paths

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a partition."""
        schema = arrow_schema(self._schema)
        if isinstance(partition, WarcPartition):
            for rows in self._task.read(partition):
                yield from rows.cast(schema).to_batches()


@dataclass(frozen=True)
class Unread:
    """Stands where an archive cannot be read at all, as a :class:`unhusk.WarcPage` does where a record cannot."""

    error: str
    offset: int
    url: str | None = None
    page: None = None
    date: str | None = None
    n_bytes: int = 0


class WarcTask:
    """What a task does with its partition."""

    def __init__(self, wrapper: Text | None, url: UrlPattern | None, spans: bool) -> None:
        self._wrapper = wrapper
        self.url = url
        self._spans = spans

    def columns(self) -> pa.Schema:
        """The columns of the rows."""
        if self._wrapper is None:
            return PAGE_COLUMNS
        fields = pa.schema(loads(self._wrapper).arrow_schema(urls=True, spans=self._spans))
        of_page = {"_date": pa.string(), "_archive": pa.string(), "_offset": pa.int64()}
        columns = [pa.field(name, of) for name, of in of_page.items()]
        return pa.schema([*columns, *(field for field in fields if field.name != "_row")])

    def read(self, partition: WarcPartition) -> Iterator[pa.Table]:
        """Reads pages in batches."""
        batch: list[tuple[str, WarcPage | Unread]] = []
        n_bytes = 0
        for archive, found in self._pages(partition):
            if not self._is_wanted(found):
                continue
            batch.append((archive, found))
            n_bytes += found.n_bytes
            if len(batch) >= MAX_PAGES or n_bytes >= MAX_BYTES:
                yield self._rows(batch)
                batch, n_bytes = [], 0
        if batch:
            yield self._rows(batch)

    def _is_wanted(self, found: WarcPage | Unread) -> bool:
        """What is broken may be any page, unless its URL is known."""
        if self.url is None or (found.error is not None and found.url is None):
            return True
        return self.url.matches(found.url or "")

    def _pages(self, partition: WarcPartition) -> Iterator[tuple[str, WarcPage | Unread]]:
        for part in partition.value:
            try:
                source = opened(part.archive, part.offset)
                with closing(source) if hasattr(source, "close") else nullcontext():
                    for found in read_warc(source, part.offset, part.length, name=part.archive):
                        yield part.archive, found
                        if not partition.is_whole:
                            # An index names one record at a time, with its length or without.
                            break
            except (OSError, ValueError) as error:
                yield part.archive, Unread(str(error), part.offset)

    def _rows(self, batch: list[tuple[str, WarcPage | Unread]]) -> pa.Table:
        archives = [archive for archive, _ in batch]
        pages = [page for _, page in batch]
        of_page = {
            "date": pa.array([page.date for page in pages], pa.string()),
            "archive": pa.array(archives, pa.string()),
            "offset": pa.array([page.offset for page in pages], pa.int64()),
        }
        urls = [page.url for page in pages]
        errors = [page.error for page in pages]
        if self._wrapper is None:
            sources = [page.page.source if page.page is not None else None for page in pages]
            rows: dict[str, Any] = {"url": urls, "content": sources, "error": errors}
            return pa.table({**rows, **of_page}, schema=PAGE_COLUMNS)
        records = read_pages(loads(self._wrapper), [page.page for page in pages], urls, spans=self._spans)
        return with_columns(
            _with_errors(records, errors), {f"_{name}": column for name, column in of_page.items()}
        )


def _with_errors(records: pa.Table, errors: list[str | None]) -> pa.Table:
    """Says of pages that were not in the archive why, not only that there are none."""
    if not any(errors):
        return records
    rows = zip(records["_row"].to_pylist(), records["_error"].to_pylist(), strict=True)
    known = pa.array([errors[row] or error for row, error in rows], pa.string())
    at = records.column_names.index("_error")
    return records.set_column(at, records.schema.field(at), known)
