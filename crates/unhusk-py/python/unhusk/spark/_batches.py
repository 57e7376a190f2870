"""Arrow batches of pages -> Arrow batches of records: what one task does. Knows nothing of Spark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_BATCH_BYTES = 16 << 20
"""Bytes of pages that are read at a time: their trees are kept until their records are written."""


class Reader(Protocol):
    """A wrapper, or a set of wrappers."""

    def extract_batch(
        self, html: Any, urls: Any = None, *, threads: int | None = None, spans: bool = False
    ) -> Any:
        """Reads a column of pages."""

    def arrow_schema(self, urls: bool = False, spans: bool = False) -> Any:
        """The columns of the records."""


def pieces(batch: pa.RecordBatch, html: str, max_bytes: int) -> Iterator[pa.RecordBatch]:
    """Splits a batch so that each piece has at most ``max_bytes`` of pages, but at least one page."""
    lengths = pc.fill_null(pc.call_function("binary_length", [batch.column(html)]), 0).to_pylist()
    start, n_bytes = 0, 0
    for at, length in enumerate(lengths):
        if at > start and n_bytes + length > max_bytes:
            yield batch.slice(start, at - start)
            start, n_bytes = at, 0
        n_bytes += length
    if start < len(lengths):
        yield batch.slice(start)


@dataclass(frozen=True)
class RecordColumns:
    """Which columns records have: those kept from the pages, the URL, the error, and the fields of the wrapper."""

    html: str
    url: str | None
    keep: tuple[str, ...] = ()
    spans: bool = False

    @property
    def of_pages(self) -> list[str]:
        """The columns that are needed of the pages."""
        return list(dict.fromkeys([self.html, *([self.url] if self.url else []), *self.keep]))

    def fields(self, reader: Reader) -> pa.Schema:
        """The columns that come from the wrapper, in the order of the output."""
        schema = pa.schema(reader.arrow_schema(urls=self.url is not None, spans=self.spans))
        return pa.schema([field for field in schema if field.name != "_row"])

    def read(self, reader: Reader, piece: pa.RecordBatch) -> pa.Table:
        """The records of a piece, each with the kept columns of its page."""
        urls = piece.column(self.url) if self.url else None
        records = read_pages(reader, piece.column(self.html), urls, spans=self.spans)
        return with_columns(records, {name: piece.column(name) for name in self.keep})


def read_pages(reader: Reader, pages: Any, urls: Any, *, spans: bool = False) -> pa.Table:
    """The records of pages, which are an Arrow array or a list. Whatever happens, a page has a row with its error."""
    try:
        return pa.table(reader.extract_batch(pages, urls, threads=1, spans=spans))
    except Exception as error:
        if len(pages) == 1:
            return _failed(reader, urls, spans, f"{type(error).__name__}: {error}")
    # One of the pages is at fault: it is found by reading one after the other.
    records = []
    for at in range(len(pages)):
        url = None if urls is None else urls[at : at + 1]
        record = read_pages(reader, pages[at : at + 1], url, spans=spans)
        rows = pa.array([at] * record.num_rows, pa.int64())
        records.append(record.set_column(0, record.schema.field(0), rows))
    return pa.concat_tables(records)


def _failed(reader: Reader, urls: Any, spans: bool, why: str) -> pa.Table:
    """The row of a page on which reading failed."""
    schema = pa.schema(reader.arrow_schema(urls=urls is not None, spans=spans))
    values = {"_row": 0, "_error": why, "_url": pa.array(urls or [None])[0].as_py()}
    return pa.table({field.name: [values.get(field.name)] for field in schema}, schema=schema)


def with_columns(records: pa.Table, columns: dict[str, Any]) -> pa.Table:
    """Puts columns of the page before the columns of its records, in place of the number of the page."""
    rows = records.column("_row").combine_chunks()
    of_page = {name: column.take(rows) for name, column in columns.items()}
    of_record = records.drop_columns(["_row"])
    names = [*of_page, *of_record.column_names]
    return pa.table([*of_page.values(), *of_record.columns], names=names)


def read_batches(
    reader: Reader,
    columns: RecordColumns,
    batches: Iterable[pa.RecordBatch],
    schema: pa.Schema,
    max_bytes: int = MAX_BATCH_BYTES,
) -> Iterator[pa.RecordBatch]:
    """The records of batches of pages, in this schema."""
    for batch in batches:
        for piece in pieces(batch, columns.html, max_bytes):
            yield from columns.read(reader, piece).cast(schema).to_batches()
