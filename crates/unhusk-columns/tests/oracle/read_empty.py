"""Reads files without records, and checks that their columns are there.

usage: read_empty.py FOLDER
"""

import os
import sys

import pyarrow
import pyarrow.parquet


def main(folder):
    path = {name: os.path.join(folder, name) for name in ("parquet", "arrow", "arrows")}
    tables = [
        pyarrow.parquet.read_table(path["parquet"]),
        pyarrow.ipc.open_file(path["arrow"]).read_all(),
        pyarrow.ipc.open_stream(path["arrows"]).read_all(),
    ]
    for table in tables:
        assert table.num_rows == 0, table.num_rows
        assert table.column_names == ["_page", "id", 'na"me; --', "tags", "price", "when", "counts", "offers"], table.column_names
        assert b'"many":true' in table.schema.metadata[b"unhusk.schema"], table.schema.metadata
        assert table.schema.equals(tables[0].schema), (table.schema, tables[0].schema)


if __name__ == "__main__":
    main(*sys.argv[1:])
