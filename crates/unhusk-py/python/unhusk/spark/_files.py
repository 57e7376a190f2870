"""Archives on any file system that Arrow knows: names with wildcards -> files, and files -> bytes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from pyarrow import fs

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDINGS = (".warc", ".warc.gz", ".warc.zst")
WILDCARDS = frozenset("*?[")


@dataclass(frozen=True)
class Location:
    """A path on a file system, and the options of the file system: ``s3://bucket/a.warc.gz?region=eu-west-1``."""

    scheme: str
    path: str
    options: str = ""

    @classmethod
    def of(cls, text: str) -> Location:
        """The location that a text means; local paths are made absolute."""
        scheme, mark, rest = text.partition("://")
        if not mark or scheme == "file":
            return cls("file", os.path.abspath(rest if mark else text.removeprefix("file:")))
        path, question, options = rest.partition("?")
        return cls("s3" if scheme == "s3a" else scheme, path, question + options)

    def at(self, path: str) -> str:
        """The text of another path on the file system."""
        return path if self.scheme == "file" else f"{self.scheme}://{path}{self.options}"

    def system(self, path: str) -> tuple[fs.FileSystem, str]:
        """The file system, and what it calls a path."""
        if self.scheme == "file":
            return fs.LocalFileSystem(), path
        system, name = fs.FileSystem.from_uri(self.at(path))
        return system, name


def listed(pattern: str) -> list[str]:
    """The files that a pattern means, in order: ``*``, ``?`` and ``[...]`` within the names of folders and files.

    A folder stands for the WARC archives in and below it. In a URL, what follows ``?`` are options, no wildcard.
    """
    location = Location.of(pattern)
    plain = _without_wildcards(location.path)
    system, root = location.system(plain)
    segments = location.path[len(plain) :].strip("/")
    found = _matching(system, root.rstrip("/"), segments.split("/") if segments else [])
    files = sorted(file for path in found for file in _files(system, path))
    if not files:
        raise FileNotFoundError(f"no file matches `{pattern}`")
    return [location.at(file) for file in files]


def opened(path: str, offset: int = 0) -> Any:
    """What :func:`unhusk.read_warc` reads: the path of a local file, or an open file that stands at ``offset``."""
    location = Location.of(path)
    if location.scheme == "file":
        return location.path
    system, name = location.system(location.path)
    # Offsets are those of the compressed file.
    if offset == 0:
        return system.open_input_stream(name, compression=None)
    file = system.open_input_file(name)
    file.seek(offset)
    return file


def lines(path: str) -> Iterator[str]:
    """The lines of a text, which may be compressed."""
    location = Location.of(path)
    system, name = location.system(location.path)
    rest = b""
    with system.open_input_stream(name, compression="detect") as file:
        while block := file.read(1 << 20):
            *whole, rest = (rest + block).split(b"\n")
            yield from (line.decode("utf-8", "replace") for line in whole)
    if rest:
        yield rest.decode("utf-8", "replace")


def below(folder: str, name: str) -> str:
    """The file that an index calls ``name``, relative to ``folder``."""
    if "://" in name or os.path.isabs(name):
        return name
    location = Location.of(folder)
    return location.at(f"{location.path.rstrip('/')}/{name}")


def _without_wildcards(path: str) -> str:
    """The leading folders that have no wildcards."""
    segments = path.split("/")
    n_plain = next((at for at, one in enumerate(segments) if WILDCARDS & set(one)), len(segments))
    return "/".join(segments[:n_plain])


def _matching(system: fs.FileSystem, folder: str, segments: list[str]) -> Iterator[str]:
    if not segments:
        yield folder
        return
    first, *rest = segments
    if not WILDCARDS & set(first):
        yield from _matching(system, f"{folder}/{first}", rest)
        return
    for info in system.get_file_info(fs.FileSelector(folder or "/", allow_not_found=True)):
        if fnmatchcase(info.base_name, first):
            yield from _matching(system, info.path, rest)


def _files(system: fs.FileSystem, path: str) -> Iterator[str]:
    info = system.get_file_info(path or "/")
    if info.type == fs.FileType.File:
        yield path
    elif info.type == fs.FileType.Directory:
        for below in system.get_file_info(fs.FileSelector(path, recursive=True)):
            if below.type == fs.FileType.File and below.path.endswith(ENDINGS):
                yield below.path
