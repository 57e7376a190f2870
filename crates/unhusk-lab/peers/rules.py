"""Seconds of processor time that a Python library takes to read files, apply CSS rules and write JSON Lines.

Arguments: the library (selectolax or parsel), a file with rules as JSON ({field: [selector, attribute or null]}), a file
with one path per line, and the output file.
"""

import json
import sys
import time

library, rules_path, list_path, output_path = sys.argv[1:]
rules = json.load(open(rules_path, encoding="utf-8"))
paths = open(list_path, encoding="utf-8").read().split("\n")[:-1]


def with_selectolax(path):
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(open(path, "rb").read())
    record = {}
    for field, (selector, attribute) in rules.items():
        node = tree.css_first(selector)
        if node is None:
            record[field] = None
        else:
            record[field] = node.attributes.get(attribute) if attribute else node.text(strip=True)
    return record


def with_parsel(path):
    from parsel import Selector

    page = Selector(body=open(path, "rb").read())
    record = {}
    for field, (selector, attribute) in rules.items():
        suffix = f"::attr({attribute})" if attribute else "::text"
        record[field] = page.css(selector + suffix).get()
    return record


read = {"selectolax": with_selectolax, "parsel": with_parsel}[library]
read(paths[0])
start = time.process_time()
with open(output_path, "w", encoding="utf-8") as output:
    for path in paths:
        output.write(json.dumps({"_page": path, **read(path)}) + "\n")
print(time.process_time() - start)
