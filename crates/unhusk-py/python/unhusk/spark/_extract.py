"""Pages of a DataFrame -> records of a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unhusk.spark._batches import MAX_BATCH_BYTES, RecordColumns, read_batches
from unhusk.spark._schema import arrow_schema, check_columns, check_new, spark_schema
from unhusk.spark._shared import SharedReader, loaded

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

    from unhusk._library import WrapperSet
    from unhusk._wrapper import Wrapper

BATCH_BYTES = "spark.sql.execution.arrow.maxBytesPerBatch"
"""The setting of Spark for the size of the batches that tasks get."""


def extract(
    df: DataFrame,
    wrapper: Wrapper | WrapperSet | str | os.PathLike[str],
    html: str = "content",
    url: str | None = "url",
    *,
    keep: Sequence[str] = (),
    spans: bool = False,
) -> DataFrame:
    """The records of the pages in a DataFrame, one row per record.

    :param wrapper: a wrapper, the path of its file, or a set of wrappers of which each page takes the one for its URL.
    :param html: the column of the pages: binary in any encoding, or string.
    :param url: the column of their URLs; ``None`` if there is none.
    :param keep: columns of the page that each of its records repeats.
    :param spans: whether each value is a struct of its text, place and confidence.

    Columns: those of ``keep``, ``_url``, ``_error``, and the fields of the wrapper. A page that cannot be read is one row
    with its ``_error``; a page without records has no row. The order of the pages is kept within a partition.

    Spark hands pages to Python in batches of 10,000, which may be gigabytes: unless the session sets
    ``spark.sql.execution.arrow.maxBytesPerBatch``, this function sets it to 16 MiB. Larger batches are split here.
    """
    reader = loaded(wrapper)
    columns = RecordColumns(html, url, tuple(keep), spans)
    check_columns(df, columns.of_pages)
    fields = spark_schema(columns.fields(reader))
    check_new(fields.names, columns.keep)
    kept = df.select(*columns.keep).schema if columns.keep else None
    for field in reversed(kept.fields if kept is not None else []):
        fields.fields.insert(0, field)
        fields.names.insert(0, field.name)
    limit_batches(df.sparkSession)
    task = ExtractTask(SharedReader(df.sparkSession, reader), columns, fields)
    return df.select(*columns.of_pages).mapInArrow(task, fields)


class ExtractTask:
    """What a task does with its partition."""

    def __init__(self, reader: SharedReader, columns: RecordColumns, schema: StructType) -> None:
        self._reader = reader
        self._columns = columns
        self._schema = schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The records of the batches of a partition."""
        schema = arrow_schema(self._schema)
        return read_batches(self._reader.get(), self._columns, batches, schema)


def limit_batches(spark: SparkSession) -> None:
    """Limits batches by bytes, unless whoever made the session did."""
    if spark.conf.get(BATCH_BYTES, None) is None:
        spark.conf.set(BATCH_BYTES, str(MAX_BATCH_BYTES))
