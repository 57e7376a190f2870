"""The records of one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from unhusk._unhusk import Field, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from unhusk._page import Page
    from unhusk._wrapper import Wrapper

__all__ = ["Records"]


@final
class Records(list[dict[str, Any]]):
    """The records of one page: a list of dicts that knows its wrapper and its warnings.

    A value is a text, ``None`` if the page has none, or a list for a repeated or nested field. With ``spans=True`` each
    text is an :class:`unhusk.Value`, and ``page`` is the page that its place is on.
    """

    __slots__ = ("page", "warnings", "wrapper")

    def __init__(
        self,
        records: list[dict[str, Any]],
        *,
        wrapper: Wrapper,
        warnings: list[str],
        page: Page | None = None,
    ) -> None:
        super().__init__(records)
        self.wrapper = wrapper
        self.warnings = warnings
        self.page = page

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame`` with a column for each field."""
        import pandas

        names: Any = [field.name for field in self.wrapper.schema]
        return pandas.DataFrame(list(self), columns=names)

    def to_arrow(self) -> Any:
        """A ``pyarrow.Table``; values with places are structs of ``text``, ``start``, ``end`` and ``confidence``."""
        import pyarrow

        columns = _arrow_fields(self.wrapper.schema, self.page is not None)
        return pyarrow.Table.from_pylist(_plain(self), schema=pyarrow.schema(columns))

    def to_polars(self) -> Any:
        """A ``polars.DataFrame``, as :meth:`to_arrow`."""
        import polars

        schema = dict(_polars_fields(self.wrapper.schema, self.page is not None))
        return polars.DataFrame(_plain(self), schema=schema)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (list(self), self.wrapper, self.warnings, self.page)

    def _repr_html_(self) -> str:
        from unhusk import _html

        return _html.records(self)


def _loaded(
    records: list[dict[str, Any]], wrapper: Wrapper, warnings: list[str], page: Page | None
) -> Records:
    return Records(records, wrapper=wrapper, warnings=warnings, page=page)


def _plain(content: Any) -> Any:
    """Values with places as dicts, however deep."""
    if isinstance(content, Value):
        start, end = content.span
        return {"text": content.text, "start": start, "end": end, "confidence": content.confidence}
    if isinstance(content, list):
        return [_plain(item) for item in content]
    if isinstance(content, dict):
        return {name: _plain(item) for name, item in content.items()}
    return content


def _arrow_fields(fields: Sequence[Field], with_spans: bool) -> list[tuple[str, Any]]:
    """The same columns as those of :meth:`unhusk.Wrapper.extract_batch`."""
    import pyarrow

    text = pyarrow.string()
    if with_spans:
        place = [("start", pyarrow.int64()), ("end", pyarrow.int64())]
        text = pyarrow.struct([("text", text), *place, ("confidence", pyarrow.float64())])

    def column(field: Field) -> Any:
        if field.fields:
            return pyarrow.list_(pyarrow.struct(_arrow_fields(field.fields, with_spans)))
        return pyarrow.list_(text) if field.many else text

    return [(field.name, column(field)) for field in fields]


def _polars_fields(fields: Sequence[Field], with_spans: bool) -> list[tuple[str, Any]]:
    import polars

    text: Any = polars.String
    if with_spans:
        place = {"start": polars.Int64, "end": polars.Int64}
        text = polars.Struct({"text": polars.String, **place, "confidence": polars.Float64})

    def column(field: Field) -> Any:
        if field.fields:
            return polars.List(polars.Struct(dict(_polars_fields(field.fields, with_spans))))
        return polars.List(text) if field.many else text

    return [(field.name, column(field)) for field in fields]
