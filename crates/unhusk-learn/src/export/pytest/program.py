"""What the wrapper reads from its pages, record by record.

Written by `unhusk export --to pytest`, which writes the whole folder again.
Needs the packages pytest and unhusk; run it with: python -m pytest
"""

import json
from pathlib import Path

import pytest
import unhusk

FOLDER = Path(__file__).parent
PAGES = []


@pytest.fixture(scope="module")
def wrapper():
    return unhusk.Wrapper.load(FOLDER / "wrapper.json")


@pytest.mark.parametrize("name", PAGES)
def test_page(wrapper, name):
    # Not `read_text`, which changes the ends of lines.
    html = (FOLDER / "pages" / f"{name}.html").read_bytes().decode("utf-8")
    expected = json.loads((FOLDER / "pages" / f"{name}.json").read_bytes())
    found = list(wrapper.extract(html))
    different = differences(expected["records"], found)
    assert not different, "\n".join([f"{expected['page']} is read otherwise:", *different])


def differences(expected, found):
    """What is read otherwise, one line for each value."""
    lines = []
    if len(expected) != len(found):
        lines.append(f"{len(expected)} records expected, {len(found)} read")
    for number, (old, new) in enumerate(zip(expected, found), start=1):
        for field in {**old, **new}:
            if old.get(field) != new.get(field):
                lines.append(
                    f"record {number}: {field}: expected {old.get(field)!r}, read {new.get(field)!r}"
                )
    return lines
