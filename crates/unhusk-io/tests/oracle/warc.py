"""Writes WARC archives into a folder, reads them back with FastWARC, and prints what it found: one JSON object per HTML page,
with the archive, the URL, the offset at which the record was written and the body as hexadecimal digits.

FastWARC writes and finds the records; `http.client`, `gzip` and `zlib` of Python decode the responses.

usage: warc.py FOLDER
"""

import gzip
import http.client
import io
import json
import random
import sys
import zlib
from pathlib import Path

from fastwarc import ZstdWriter
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType


def chunked(body, size):
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def responses(seed):
    """Responses of every kind: pages of several sizes and codings, files that are no pages, statuses that are no success."""
    random.seed(seed)
    for number in range(60):
        words = " ".join(str(random.randrange(10**6)) for _ in range(random.randrange(1, 4000)))
        body = f"<!doctype html><p>{number} é {words}".encode()
        fields = [b"Content-Type: text/html; charset=utf-8"]
        status = b"200 OK"
        kind = number % 6
        if kind == 1:
            body, fields = gzip.compress(body), fields + [b"Content-Encoding: gzip"]
        elif kind == 2:
            body, fields = chunked(body, 1000), fields + [b"Transfer-Encoding: chunked"]
        elif kind == 3:
            body = chunked(zlib.compress(body), 77)
            fields += [b"Content-Encoding: deflate", b"Transfer-Encoding: chunked"]
        elif kind == 4:
            status = random.choice([b"301 Moved Permanently", b"404 Not Found", b"500 Oh"])
        elif kind == 5:
            fields = [b"Content-Type: image/png"]
        head = b"HTTP/1.1 " + status + b"\r\n" + b"\r\n".join(fields) + b"\r\n\r\n"
        yield f"https://example.org/{seed}/{number}", head + body


def record(kind, uri, content_type, content):
    made = WarcRecord()
    made.init_headers(record_type=kind)
    made.headers["WARC-Target-URI"] = uri
    made.headers["Content-Type"] = content_type
    made.set_bytes_content(content)
    return made


def packed(made, packing):
    """A record as it is stored: each in a member of its own, if it is packed."""
    plain = io.BytesIO()
    made.write(plain)
    if packing == "gzip":
        return gzip.compress(plain.getvalue())
    if packing == "zstd":
        frame = io.BytesIO()
        writer = ZstdWriter(frame)
        writer.write(plain.getvalue())
        writer.close()
        return frame.getvalue()
    return plain.getvalue()


def write(path, seed, packing):
    """Returns the offsets of the responses by their URLs."""
    offsets = {}
    with open(path, "wb") as file:
        for uri, response in responses(seed):
            request = b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"
            file.write(packed(record(WarcRecordType.request, uri, "application/http; msgtype=request", request), packing))
            offsets[uri] = file.tell()
            file.write(packed(record(WarcRecordType.response, uri, "application/http; msgtype=response", response), packing))
    return offsets


class Connection(io.BytesIO):
    """What `http.client` reads a response from."""

    def makefile(self, mode):
        return self


def decoded(content):
    """The response, and its body without codings."""
    response = http.client.HTTPResponse(Connection(content))
    response.begin()
    body = response.read()
    unpack = {"gzip": gzip.decompress, "deflate": zlib.decompress}.get(response.getheader("Content-Encoding"), bytes)
    return response, unpack(body)


def pages(path, offsets):
    for found in ArchiveIterator(str(path), record_types=WarcRecordType.response, parse_http=False):
        uri = found.headers["WARC-Target-URI"]
        response, body = decoded(found.reader.read())
        if response.getheader("Content-Type").startswith("text/html") and 200 <= response.status < 300:
            yield {"archive": path.name, "uri": uri, "offset": offsets[uri], "body": body.hex()}


def main():
    folder = Path(sys.argv[1])
    for seed, (name, packing) in enumerate([("a.warc", None), ("b.warc.gz", "gzip"), ("c.warc.zst", "zstd")]):
        offsets = write(folder / name, seed, packing)
        for page in pages(folder / name, offsets):
            print(json.dumps(page))


main()
