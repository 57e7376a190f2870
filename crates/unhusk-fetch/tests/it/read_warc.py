"""Prints the records of a WARC file as FastWARC reads them: type, URL, status, whether the digest is right, body."""

import sys

from fastwarc.warc import ArchiveIterator

with open(sys.argv[1], "rb") as file:
    for record in ArchiveIterator(file, parse_http=False):
        record.freeze()
        block_digest = "WARC-Block-Digest" not in record.headers or record.verify_block_digest()
        is_http = record.is_http
        status = body = None
        if is_http:
            record.parse_http()
            status = record.http_headers.status_code
            payload = "WARC-Payload-Digest" not in record.headers or record.verify_payload_digest()
            body = record.reader.read().decode()
        else:
            payload = True
        print(record.headers["WARC-Type"], record.headers.get("WARC-Target-URI"), status, block_digest and payload, body)
