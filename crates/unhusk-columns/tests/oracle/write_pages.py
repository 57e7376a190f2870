"""Writes Parquet files with pages, in every encoding and compression.

usage: write_pages.py FOLDER
"""

import os
import sys

import pyarrow
import pyarrow.parquet


def html(n):
    if n % 10 == 3:
        return None
    if n % 10 == 4:
        return ""
    if n % 10 == 5:
        return f"<p>{n}</p>" * 2_000
    return f"<p>page {n} é\0</p>"


def main(folder):
    rows = range(1000)
    pages = [html(n) for n in rows]
    url = pyarrow.array([f"https://example.org/{n}" for n in rows])
    number = pyarrow.array(list(rows))
    text = pyarrow.table({"url": url, "html": pyarrow.array(pages, pyarrow.string()), "n": number})
    of_bytes = pyarrow.array([page if page is None else page.encode() for page in pages], pyarrow.binary())
    binary = pyarrow.table({"url": url, "html": of_bytes, "n": number})
    schema = pyarrow.schema([pyarrow.field(name, kind, nullable=False) for name, kind in (("url", pyarrow.string()), ("html", pyarrow.string()))])
    required = pyarrow.table({"url": url, "html": pyarrow.array([page or "" for page in pages])}, schema=schema)
    layouts = {
        "plain": (text, {"use_dictionary": False}),
        "dictionary": (text, {"use_dictionary": True}),
        "v2": (text, {"use_dictionary": True, "data_page_version": "2.0"}),
        "delta": (text, {"use_dictionary": False, "column_encoding": {"html": "DELTA_LENGTH_BYTE_ARRAY", "url": "DELTA_BYTE_ARRAY"}}),
        "binary": (binary, {"use_dictionary": False}),
        "required": (required, {"use_dictionary": True}),
    }
    for codec in ("none", "snappy", "gzip", "zstd"):
        for layout, (table, options) in layouts.items():
            path = os.path.join(folder, f"{codec}-{layout}.parquet")
            # Several row groups, and data pages that are smaller than the largest value.
            pyarrow.parquet.write_table(table, path, compression=codec, row_group_size=300, data_page_size=4096, **options)
    pyarrow.parquet.write_table(text, os.path.join(folder, "brotli.parquet"), compression="brotli")
    inside = pyarrow.table({"page": [{"html": "<p>"}, {"html": None}, None], "all": [["a"], [], None]})
    pyarrow.parquet.write_table(inside, os.path.join(folder, "inside.parquet"))


if __name__ == "__main__":
    main(*sys.argv[1:])
