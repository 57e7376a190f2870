#!/usr/bin/env python3
"""Writes names.rs from Python's copy of the WHATWG list of named character references.

Run in this folder: python3 names.py > names.rs
The list is closed ("will not be expanded or changed in the future"), so this is run only when the shape of
the tables changes.
"""
from html.entities import html5


def rust_char(char):
    return {"'": r"'\''", "\\": r"'\\'"}.get(char) or (
        f"'{char}'" if " " < char <= "~" else f"'\\u{{{ord(char):x}}}'"
    )


def row(name, text):
    first, *rest = map(rust_char, text)
    second = f"Some({rest[0]})" if rest else "None"
    return f'    ("{name}", {first}, {second}),'


full = sorted((name[:-1], text) for name, text in html5.items() if name.endswith(";"))
legacy = sorted((name, text) for name, text in html5.items() if not name.endswith(";"))

print("//! The named character references of HTML; written by names.py.")
print()
print("/// Every name, without its semicolon, in byte order; a few names have two characters.")
print("#[rustfmt::skip]")
print(f"pub(super) static NAMES: [(&str, char, Option<char>); {len(full)}] = [")
print("\n".join(row(name, text) for name, text in full))
print("];")
print()
print("/// The names that are known without a semicolon too, in byte order.")
print("#[rustfmt::skip]")
print(f"pub(super) static LEGACY_NAMES: [(&str, char); {len(legacy)}] = [")
print("\n".join(f'    ("{name}", {rust_char(text)}),' for name, text in legacy))
print("];")
