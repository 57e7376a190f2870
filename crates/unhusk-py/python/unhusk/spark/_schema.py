"""Columns in Arrow -> columns in Spark."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa
    from pyspark.sql import DataFrame


def spark_schema(fields: pa.Schema) -> StructType:
    """The Spark type of Arrow columns; every column may be null."""
    schema = from_arrow_schema(fields)
    for field in schema.fields:
        field.nullable = True
    return schema


def arrow_schema(schema: StructType) -> pa.Schema:
    """The Arrow columns that Spark expects for its type: it compares them by name and type, and casts nothing."""
    return to_arrow_schema(schema, timezone="UTC")


def check_columns(df: DataFrame, names: Iterable[str]) -> None:
    """Says which column is missing, and what may have been meant."""
    for name in names:
        if name not in df.columns:
            near = difflib.get_close_matches(name, df.columns, n=1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise ValueError(f"there is no column `{name}`, only {', '.join(df.columns)}{hint}")


def check_new(names: Iterable[str], kept: Iterable[str]) -> None:
    """Says which kept column has the name of a column of the records."""
    for name in set(names) & set(kept):
        raise ValueError(f"the column `{name}` cannot be kept: records have a column of this name; rename it")
