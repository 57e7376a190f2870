"""Seconds that lexbor takes to parse the files named on standard input, reading them not included."""

import sys
import time

from selectolax.lexbor import LexborHTMLParser

# The parser is given text, as unhusk and html5ever are, so that decoding is not measured.
pages = [open(line.rstrip("\n"), encoding="utf-8", errors="replace").read() for line in sys.stdin]
start = time.perf_counter()
for page in pages:
    LexborHTMLParser(page)
print(time.perf_counter() - start)
