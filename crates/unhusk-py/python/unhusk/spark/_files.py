"""Archives on any file system that Arrow knows: names with wildcards -> files, and files -> bytes."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from pyarrow import fs

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".arc.warc.gz")
WILDCARDS = frozenset("*?[")


def listed(pattern: str) -> list[str]:
    """The files that a pattern means, in order: ``*``, ``?`` and ``[...]`` within the names of folders and files.

    A folder stands for the WARC archives in and below it.
    """
    scheme, path = _split(pattern)
    system, root = _file_system(scheme, _without_wildcards(path))
    segments = path[len(_without_wildcards(path)) :].strip("/")
    found = _matching(system, root.rstrip("/"), segments.split("/") if segments else [])
    files = [file for path in found for file in _files(system, path)]
    if not files:
        raise FileNotFoundError(f"no file matches `{pattern}`")
    return [_joined(scheme, file) for file in sorted(files)]


def opened(path: str, offset: int = 0) -> Any:
    """What :func:`unhusk.read_warc` reads: the path of a local file, or an open file that stands at ``offset``."""
    scheme, name = _split(path)
    if scheme == "file":
        return name
    system, name = _file_system(scheme, name)
    # Offsets are those of the compressed file.
    if offset == 0:
        return system.open_input_stream(name, compression=None)
    file = system.open_input_file(name)
    file.seek(offset)
    return file


def lines(path: str) -> Iterator[str]:
    """The lines of a text, which may be compressed."""
    system, name = _file_system(*_split(path))
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
    scheme, path = _split(folder)
    return _joined(scheme, f"{path.rstrip('/')}/{name}")


def _split(path: str) -> tuple[str, str]:
    """The scheme and the rest of a path; local paths are absolute."""
    scheme, mark, rest = path.partition("://")
    if not mark and path.startswith("file:"):
        scheme, mark, rest = "file", ":", path.removeprefix("file:")
    if not mark or scheme == "file":
        return "file", os.path.abspath(rest if mark else path)
    return scheme, rest


def _joined(scheme: str, path: str) -> str:
    return path if scheme == "file" else f"{scheme}://{path}"


def _file_system(scheme: str, path: str) -> tuple[fs.FileSystem, str]:
    if scheme == "file":
        return fs.LocalFileSystem(), path
    return fs.FileSystem.from_uri(f"{'s3' if scheme == 's3a' else scheme}://{path}")


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
