"""Drift over all pages of a DataFrame: evidence of each partition, merged in the order of the partitions."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql.functions import col

from unhusk._evidence import Evidence
from unhusk._wrapper import Wrapper
from unhusk.spark._batches import MAX_BATCH_BYTES, pieces
from unhusk.spark._extract import limit_batches
from unhusk.spark._schema import check_columns
from unhusk.spark._shared import SharedReader, loaded

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from pyspark.sql import DataFrame

    from unhusk._unhusk import Verdict

PART = "part bigint, evidence string, n_failed bigint"
PARTS_MERGED_AT_ONCE = 64
"""Partitions whose evidence one task merges, so that the driver gets that much less."""


def verify(
    df: DataFrame,
    wrapper: Wrapper | str | os.PathLike[str],
    html: str = "content",
    url: str | None = "url",
) -> Verdict:
    """Whether the pages of a DataFrame are still read as the pages that the wrapper was learnt from.

    The verdict is that of :meth:`unhusk.Wrapper.verify` on the same pages in the same order. Pages that cannot be read
    have no part in it; a warning says how many there are.
    """
    found = evidence(df, wrapper, html, url)
    if found.n_pages == 0:
        raise ValueError(f"there is nothing to verify: the column `{html}` has no page that can be read")
    if found.n_failed:
        lost = "1 page" if found.n_failed == 1 else f"{found.n_failed} pages"
        warnings.warn(f"the verdict is without {lost} that could not be read", stacklevel=2)
    return found.verdict(_one(wrapper))


def evidence(
    df: DataFrame,
    wrapper: Wrapper | str | os.PathLike[str],
    html: str = "content",
    url: str | None = "url",
) -> Evidence:
    """What the verdict rests on, to be merged with the evidence of other DataFrames."""
    reader = _one(wrapper)
    columns = [html, *([url] if url else [])]
    check_columns(df, columns)
    limit_batches(df.sparkSession)
    task = EvidenceTask(SharedReader(df.sparkSession, reader), html, url)
    parts = df.select(*columns).mapInArrow(task, PART)
    group = (col("part") / PARTS_MERGED_AT_ONCE).cast("bigint")
    merged = parts.groupBy(group).applyInArrow(merged_parts, PART)
    found = Evidence.of(reader, [])
    for _, text, n_failed in sorted(merged.collect()):
        found = found.merge(Evidence.loads(text, n_failed))
    return found


def _one(wrapper: Wrapper | str | os.PathLike[str]) -> Wrapper:
    reader = loaded(wrapper)
    if not isinstance(reader, Wrapper):
        raise TypeError("one wrapper is verified at a time: filter the pages by URL, and pass the wrapper for them")
    return reader


class EvidenceTask:
    """What a task does with its partition."""

    def __init__(self, reader: SharedReader, html: str, url: str | None) -> None:
        self._reader = reader
        self._html = html
        self._url = url

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """One row with the evidence of the partition."""
        reader = self._reader.get()
        assert isinstance(reader, Wrapper)
        found = Evidence.of(reader, [])
        for batch in batches:
            for piece in pieces(batch, self._html, MAX_BATCH_BYTES):
                urls = piece.column(self._url) if self._url else None
                found = found.merge(Evidence.of(reader, piece.column(self._html), urls, threads=1))
        context = TaskContext.get()
        yield _row(context.partitionId() if context is not None else 0, found)


def merged_parts(parts: pa.Table) -> pa.Table:
    """The evidence of several partitions, in their order."""
    rows = sorted(parts.to_pylist(), key=lambda row: row["part"])
    found = Evidence.loads(rows[0]["evidence"], rows[0]["n_failed"])
    for row in rows[1:]:
        found = found.merge(Evidence.loads(row["evidence"], row["n_failed"]))
    return pa.Table.from_batches([_row(rows[0]["part"], found)])


def _row(part: int, found: Evidence) -> pa.RecordBatch:
    columns = {"part": [part], "evidence": [found.dumps()], "n_failed": [found.n_failed]}
    return pa.RecordBatch.from_pydict(columns)
