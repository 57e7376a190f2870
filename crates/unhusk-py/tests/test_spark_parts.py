"""The parts of `unhusk.spark` that need no cluster: batches, files, indexes, and what a task does with an archive."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from crawls import SHOP, needed, warc_record, write_warc

needed("pyspark")
pa = needed("pyarrow")

import unhusk  # noqa: E402
from pyarrow import fs  # noqa: E402
from unhusk.spark import _batches, _files, _index, _shared, _source  # noqa: E402

LIST = (SHOP / "list" / "1.html").read_bytes()
NAMES = ["Blue mug", "Red cup", "Tea pot", "Soup bowl"]


@pytest.fixture(scope="module")
def wrapper() -> unhusk.Wrapper:
    return unhusk.learn(SHOP / "list.json")


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([4, 4, 4], [2, 1]),
        ([10, 1, 1], [1, 2]),
        ([1, 10, 1], [1, 1, 1]),
        ([None, None, 8, None], [4]),
        ([], []),
    ],
)
def test_batches_are_split_by_bytes(lengths: list[int | None], expected: list[int]) -> None:
    html = [None if length is None else b"x" * length for length in lengths]
    batch = pa.record_batch({"html": pa.array(html, pa.binary())})
    pieces = list(_batches.pieces(batch, "html", 8))
    assert [piece.num_rows for piece in pieces] == expected
    assert [one for piece in pieces for one in piece["html"].to_pylist()] == html


class Faulty:
    """Reads pages, but fails as a whole if one of them is about poison: as a lack of memory would."""

    def __init__(self, wrapper: unhusk.Wrapper) -> None:
        self.wrapper = wrapper

    def extract_batch(self, html: Any, urls: Any = None, **options: Any) -> Any:
        if any(b"poison" in page for page in html.to_pylist()):
            raise MemoryError("no memory for this page")
        return self.wrapper.extract_batch(html, urls, **options)

    def arrow_schema(self, urls: bool = False, spans: bool = False) -> Any:
        return self.wrapper.arrow_schema(urls, spans)


def test_a_failure_costs_the_page_that_is_at_fault(wrapper: unhusk.Wrapper) -> None:
    pages = pa.record_batch({"n": [7, 8, 9], "html": [LIST, b"poison", LIST], "url": ["a", "b", "c"]})
    columns = _batches.RecordColumns("html", "url", ("n",))
    rows = columns.read(Faulty(wrapper), pages).to_pylist()
    assert [row["n"] for row in rows] == [7] * 4 + [8] + [9] * 4
    assert rows[4]["_url"] == "b"
    assert rows[4]["_error"] == "MemoryError: no memory for this page"
    assert [row["name"] for row in rows[5:]] == NAMES


def test_a_set_of_wrappers_is_sent_and_made_again(wrapper: unhusk.Wrapper) -> None:
    readers = unhusk.WrapperSet({"shop": wrapper})
    loaded = _shared.loads(_shared.text_of(readers))
    assert isinstance(loaded, unhusk.WrapperSet)
    assert loaded.wrappers == {"shop": wrapper}


def touched(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_files_are_found_by_wildcards_in_order(tmp_path: Path) -> None:
    touched(tmp_path, "b/2.warc.gz", "b/1.warc.gz", "a/3.warc", "a/notes.txt")

    def listed(pattern: str) -> list[str]:
        found = _files.listed(f"{tmp_path}/{pattern}")
        return [str(Path(path).relative_to(tmp_path)) for path in found]

    assert listed("b/1.warc.gz") == ["b/1.warc.gz"]
    assert listed("b/*.warc.gz") == ["b/1.warc.gz", "b/2.warc.gz"]
    assert listed("*/[13].warc*") == ["a/3.warc", "b/1.warc.gz"]
    # A folder has archives; what else is in it is left alone.
    assert listed("") == ["a/3.warc", "b/1.warc.gz", "b/2.warc.gz"]
    assert _files.listed(f"file://{tmp_path}/a/*.warc") == [f"{tmp_path}/a/3.warc"]
    for missing in ["b/9.warc.gz", "c/*.warc", "a/*.gz"]:
        with pytest.raises(FileNotFoundError, match="no file matches"):
            listed(missing)


def test_files_of_other_systems_keep_their_options() -> None:
    location = _files.Location.of("s3a://bucket/crawl/*.warc.gz?region=eu-west-1")
    assert location == _files.Location("s3", "bucket/crawl/*.warc.gz", "?region=eu-west-1")
    assert location.at("bucket/crawl/1.warc.gz") == "s3://bucket/crawl/1.warc.gz?region=eu-west-1"
    assert _files.below("s3://bucket/crawl/", "warc/1.warc.gz") == "s3://bucket/crawl/warc/1.warc.gz"
    assert _files.below("/crawl", "https://a.example/1.warc.gz") == "https://a.example/1.warc.gz"


CDXJ = """!meta {"format": "cdxj"}
example,a)/ 20260102030405 {"url": "https://a.example/1", "mime": "text/html", "status": "200", "filename": "x.warc.gz", "offset": "10", "length": "5"}
example,a)/ 20260102030405 {"url": "https://a.example/i", "mime": "image/png", "status": "200", "filename": "x.warc.gz", "offset": "15", "length": "5"}
example,a)/ 20260102030405 {"url": "https://a.example/r", "mime": "text/html", "status": "301", "filename": "x.warc.gz", "offset": "20", "length": "5"}
example,b)/ 20260102030405 {"url": "https://b.example/?a=[1]", "mime": "text/html; charset=x", "status": 200, "filename": "w.warc.gz", "offset": 0, "length": 9}
"""
CDX = """ CDX N b a m s k r M S V g
example,a)/1 20260102030405 https://a.example/1 text/html 200 AAA - - 5 10 x.warc.gz
example,a)/i 20260102030405 https://a.example/i image/png 200 AAA - - 5 15 x.warc.gz
example,b)/ 20260102030405 https://b.example/?a=[1] text/html 200 AAA - - - 0 w.warc.gz
"""


def ranges(path: Path, pattern: str | None = None) -> list[tuple[str, int, int | None]]:
    url = _index.UrlPattern(pattern) if pattern else None
    return [(one.archive, one.offset, one.length) for one in _index.record_ranges([str(path)], url)]


def test_an_index_says_where_pages_are(tmp_path: Path) -> None:
    index = tmp_path / "crawl.cdxj"
    index.write_text(CDXJ)
    assert ranges(index) == [("w.warc.gz", 0, 9), ("x.warc.gz", 10, 5)]
    assert ranges(index, "https://a.example/*") == [("x.warc.gz", 10, 5)]
    # Only `*` is special: brackets and question marks are part of URLs.
    assert ranges(index, "*/?a=[1]") == [("w.warc.gz", 0, 9)]
    older = tmp_path / "crawl.cdx"
    older.write_text(CDX)
    assert ranges(older) == [("w.warc.gz", 0, None), ("x.warc.gz", 10, 5)]
    # In blocks of their own, as the indexes of Common Crawl are.
    packed = tmp_path / "crawl.cdxj.gz"
    packed.write_bytes(b"".join(gzip.compress(line.encode() + b"\n") for line in CDXJ.splitlines()))
    assert ranges(packed) == ranges(index)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a,b)/ 2026 {broken", "line 1: "),
        ("https://a.example/ 1 2 3\n", "line 1: neither JSON nor below"),
        ('a)/ 2026 {"url": "u", "mime": "text/html", "filename": "x"}\n', "without file name and offset"),
    ],
)
def test_a_broken_index_is_named(tmp_path: Path, text: str, why: str) -> None:
    index = tmp_path / "crawl.cdxj"
    index.write_text(text)
    with pytest.raises(ValueError, match=why):
        ranges(index)


@pytest.fixture
def archive(tmp_path: Path) -> tuple[Path, list[str]]:
    """An archive of three pages, of which the second one is damaged, and its index."""
    path = tmp_path / "crawl.warc.gz"
    urls = [f"https://clay.example/{at}" for at in range(3)]
    index = write_warc(path, [(url, warc_record(url, LIST)) for url in urls])
    damaged = bytearray(path.read_bytes())
    damaged[int(_index._parsed(index[1][index[1].index("{") :], "", 0)["offset"]) + 40] ^= 0xFF
    path.write_bytes(damaged)
    return path, index


def rows(
    wrapper: unhusk.Wrapper | None, partition: _source.WarcPartition, url: str | None = None
) -> list[dict[str, Any]]:
    task = _source.WarcTask(
        _shared.text_of(wrapper) if wrapper else None, _index.UrlPattern(url) if url else None, False
    )
    tables = [table.cast(task.columns()) for table in task.read(partition)]
    return [row for table in tables for row in table.to_pylist()]


def whole(path: Path | str) -> _source.WarcPartition:
    return _source.WarcPartition([_index.RecordRange(str(path), 0, None)], is_whole=True)


def test_a_task_reads_an_archive_and_reports_what_is_broken(
    wrapper: unhusk.Wrapper, archive: tuple[Path, list[str]]
) -> None:
    path, _ = archive
    found = rows(wrapper, whole(path))
    assert [row["name"] for row in found] == [*NAMES, None, *NAMES]
    assert f"`{path}`" in found[4]["_error"]
    assert {row["_url"] for row in found if row["_error"] is None} == {
        "https://clay.example/0",
        "https://clay.example/2",
    }
    assert {row["_archive"] for row in found} == {str(path)}
    assert found[0]["_offset"] == 0
    assert found[0]["_date"] == "2026-01-02T03:04:05Z"


def test_without_a_wrapper_rows_are_pages(archive: tuple[Path, list[str]]) -> None:
    path, _ = archive
    found = rows(None, whole(path))
    assert [row["content"] for row in found] == [LIST.decode(), None, LIST.decode()]
    assert [row["error"] is None for row in found] == [True, False, True]
    # What is broken may be any page, so that no pattern hides it.
    wanted = rows(None, whole(path), "https://clay.example/2")
    assert [row["url"] for row in wanted if row["error"] is None] == ["https://clay.example/2"]
    assert len(wanted) == 2


def test_a_task_reads_the_records_that_an_index_names(
    wrapper: unhusk.Wrapper, archive: tuple[Path, list[str]], tmp_path: Path
) -> None:
    path, lines = archive
    index = tmp_path / "index.cdxj"
    index.write_text("\n".join([lines[2], lines[0]]))
    found = _index.record_ranges([str(index)], None)
    placed = [_index.RecordRange(str(path), one.offset, one.length) for one in found]
    records = rows(wrapper, _source.WarcPartition(placed, is_whole=False))
    assert [row["name"] for row in records] == NAMES * 2
    assert [row["_offset"] for row in records[::4]] == [one.offset for one in found]
    # Without lengths, each record is read to its end.
    unknown = [_index.RecordRange(str(path), one.offset, None) for one in found]
    assert rows(wrapper, _source.WarcPartition(unknown, is_whole=False)) == records


def test_archives_of_other_systems_are_streamed(
    wrapper: unhusk.Wrapper, archive: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder stands for a bucket; what reads it is what reads a bucket."""
    path, lines = archive

    def system(location: _files.Location, name: str) -> Any:
        return fs.LocalFileSystem(), name.replace("bucket", str(path.parent))

    monkeypatch.setattr(_files.Location, "system", system)
    monkeypatch.setattr(_files.Location, "at", lambda _, name: f"s3://bucket/{Path(name).name}")
    assert _files.listed("s3://bucket/*.warc.gz") == ["s3://bucket/crawl.warc.gz"]
    found = rows(wrapper, whole("s3://bucket/crawl.warc.gz"))
    local = rows(wrapper, whole(path))
    assert [row["name"] for row in found] == [row["name"] for row in local]
    assert [row["_offset"] for row in found] == [row["_offset"] for row in local]
    assert {row["_archive"] for row in found} == {"s3://bucket/crawl.warc.gz"}
    last = _index._parsed(lines[2][lines[2].index("{") :], "", 0)
    part = _index.RecordRange("s3://bucket/crawl.warc.gz", int(last["offset"]), int(last["length"]))
    only = rows(wrapper, _source.WarcPartition([part], is_whole=False))
    assert [row["name"] for row in only] == NAMES
    assert {row["_offset"] for row in only} == {int(last["offset"])}


def test_an_archive_that_cannot_be_read_is_a_row(wrapper: unhusk.Wrapper, tmp_path: Path) -> None:
    missing = tmp_path / "gone.warc.gz"
    found = rows(wrapper, whole(missing))
    assert len(found) == 1
    assert "gone.warc.gz" in found[0]["_error"]
    assert found[0]["_archive"] == str(missing)


def test_an_archive_is_read_from_any_file_object(archive: tuple[Path, list[str]]) -> None:
    path, _ = archive
    with path.open("rb") as file:
        streamed = list(unhusk.read_warc(file, name="s3://crawl/a.warc.gz"))
    assert [page.url for page in streamed if page.page] == [
        "https://clay.example/0",
        "https://clay.example/2",
    ]
    assert [page.offset for page in streamed] == [page.offset for page in unhusk.read_warc(path)]

    class Failing:
        def read(self, n: int) -> bytes:
            raise ConnectionResetError("the server has gone")

    with pytest.raises(OSError, match="the server has gone"):
        list(unhusk.read_warc(Failing()))
    with pytest.raises(TypeError, match="an archive is a path or has a method `read`, not int"):
        unhusk.read_warc(3)


def test_the_charset_of_the_server_is_believed(tmp_path: Path) -> None:
    body = "<p>Łódź, żółw".encode("iso-8859-2")
    path = tmp_path / "a.warc.gz"
    record = warc_record("https://a.example/", body, "text/html; charset=iso-8859-2")
    write_warc(path, [("https://a.example/", record)])
    (page,) = unhusk.read_warc(path)
    assert page.page.source == "<p>Łódź, żółw"
