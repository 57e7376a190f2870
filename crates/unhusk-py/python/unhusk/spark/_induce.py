"""A wrapper without labels, from a sample of the pages of a DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.sql.functions import col, lit, xxhash64

from unhusk._induce import induce as induce_pages
from unhusk.spark._schema import check_columns

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from unhusk._induce import Induced


def induce(
    df: DataFrame, html: str = "content", url: str | None = "url", *, n_pages: int = 10, seed: int = 0
) -> Induced:
    """What :func:`unhusk.induce` finds on a sample of the pages, which should be of one template.

    The sample is the same for the same pages, however they are partitioned: the pages whose hashes are smallest.
    """
    columns = [html, *([url] if url else [])]
    check_columns(df, columns)
    pages = df.select(*columns).where(col(html).isNotNull())
    sample = pages.orderBy(xxhash64(lit(seed), col(url or html))).limit(n_pages).collect()
    if not sample:
        raise ValueError(f"the column `{html}` has no page")
    return induce_pages([row[html] for row in sample])
