"""Reads what a sink wrote with a reader that others wrote, and compares it with the expected rows.

usage: read_back.py pyarrow|arrow|arrows|duckdb|sqlite3 WRITTEN EXPECTED

EXPECTED has one JSON object a line. Decimals, dates and times are compared by their texts; texts, numbers, nulls, lists
and structs by themselves.
"""

import datetime
import decimal
import json
import sqlite3
import sys


def plain(value):
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return value


def of_pyarrow(path):
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(path)
    for batch in file.iter_batches():
        yield from (plain(row) for row in batch.to_pylist())


def of_arrow(path):
    import pyarrow

    with pyarrow.ipc.open_file(path) as file:
        for at in range(file.num_record_batches):
            batch = file.get_batch(at)
            batch.validate(full=True)
            yield from (plain(row) for row in batch.to_pylist())


def of_arrow_stream(path):
    import pyarrow

    with pyarrow.ipc.open_stream(path) as stream:
        for batch in stream:
            batch.validate(full=True)
            yield from (plain(row) for row in batch.to_pylist())


def of_duckdb(path):
    import duckdb

    query = duckdb.connect().execute("SELECT * FROM read_parquet(?)", [path])
    names = [column[0] for column in query.description]
    while rows := query.fetchmany(1000):
        yield from (plain(dict(zip(names, row))) for row in rows)


def of_sqlite3(path):
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert not database.execute("PRAGMA foreign_key_check").fetchall()
    own = {"_id", "_parent", "_position"}

    def quoted(name):
        return '"' + name.replace('"', '""') + '"'

    def children(table):
        """Field -> the rows of its table by their parents."""
        found = {}
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            keys = database.execute(f"PRAGMA foreign_key_list({quoted(name)})").fetchall()
            if name not in ("_pages", "_runs") and any(key["table"] == table for key in keys):
                field = name[len(table) + 1 :]
                inner = children(name)
                by_parent = found.setdefault(field, {})
                for row in database.execute(f"SELECT * FROM {quoted(name)} ORDER BY _parent, _position"):
                    item = joined(row, inner)
                    siblings = by_parent.setdefault(row["_parent"], [])
                    assert row["_position"] == len(siblings)
                    siblings.append(item)
        return found

    def joined(row, inner):
        item = {name: row[name] for name in row.keys() if name not in own}
        for field, by_parent in inner.items():
            item[field] = by_parent.get(row["_id"], [])
        return item

    inner = children("records")
    for row in database.execute("SELECT * FROM records ORDER BY _id"):
        yield joined(row, inner)
    counts = database.execute("SELECT count(*), sum(n_records) FROM _pages").fetchone()
    runs = database.execute("SELECT n_pages, n_records FROM _runs ORDER BY id").fetchall()
    assert tuple(runs[-1]) == tuple(counts), (tuple(runs[-1]), tuple(counts))


def shown(value):
    text = json.dumps(value, sort_keys=True)
    return text if len(text) < 1500 else text[:1500] + "..."


def same(left, right):
    """Equal in type too: 1 is not 1.0, unless JSON cannot tell."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


def main(reader, written, expected):
    readers = {
        "pyarrow": of_pyarrow,
        "arrow": of_arrow,
        "arrows": of_arrow_stream,
        "duckdb": of_duckdb,
        "sqlite3": of_sqlite3,
    }
    rows = readers[reader](written)
    n_rows = 0
    with open(expected, encoding="utf-8", newline="\n") as lines:
        for n_rows, line in enumerate(lines, 1):
            wanted, found = json.loads(line), next(rows, None)
            if not same(wanted, found):
                sys.exit(f"{reader}: row {n_rows} differs\nwanted {shown(wanted)}\nfound  {shown(found)}")
    if (extra := next(rows, None)) is not None:
        sys.exit(f"{reader}: more than {n_rows} rows: {shown(extra)}")
    if n_rows == 0:
        sys.exit("nothing was compared")


if __name__ == "__main__":
    main(*sys.argv[1:])
