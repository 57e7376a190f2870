"""Crawls for tests: pages with their truth, a server on the loopback, and archives with their index."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]
SHOP = ROOT / "examples" / "shop"


def needed(name: str) -> ModuleType:
    """A module without which the tests of a file cannot run; it may only be missing outside of CI."""
    if os.environ.get("CI") == "true":
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed")


@dataclass(frozen=True)
class LabelledPage:
    """A real page with what stands on it."""

    url: str
    html: bytes
    records: list[dict[str, Any]]


def labelled_pages(site: str) -> list[LabelledPage]:
    """The pages of a site of the benchmark data."""
    folder = ROOT.parent / "shared" / "data" / "swde" / site
    if not folder.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(f"the benchmark data are missing: {folder}")
        pytest.skip(f"the benchmark data are missing: {folder}")
    labels = json.loads((folder / "labels.json").read_text())
    return [
        LabelledPage(
            f"https://{folder.name}.example/{page['path']}",
            (folder / page["path"]).read_bytes(),
            page["records"],
        )
        for page in labels["pages"]
    ]


@contextmanager
def served(pages: dict[str, tuple[str, bytes]]) -> Iterator[str]:
    """Serves bodies with their content types by path; yields the URL of the server."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = pages.get(self.path, ("text/plain", b""))
            self.send_response(200 if self.path in pages else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def warc_record(url: str, body: bytes, content_type: str = "text/html") -> bytes:
    """A record with a response: ISO 28500, 6.3."""
    http = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode() + body
    head = (
        "WARC/1.1\r\nWARC-Type: response\r\n"
        f"WARC-Target-URI: {url}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def write_warc(path: Path, records: list[tuple[str, bytes]]) -> list[str]:
    """Writes one gzip member per record, and returns a line of a CDXJ index for each."""
    lines = []
    with path.open("wb") as archive:
        for url, record in records:
            offset = archive.tell()
            archive.write(gzip.compress(record, mtime=0))
            entry = {
                "url": url,
                "mime": "text/html",
                "status": "200",
                "filename": path.name,
                "offset": str(offset),
                "length": str(archive.tell() - offset),
            }
            lines.append(f"example,key)/ 20260102030405 {json.dumps(entry)}")
    return lines
