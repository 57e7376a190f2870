"""`unhusk export --to pytest`: the folder that the program writes is run by pytest, with this package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"


def program() -> Path:
    """The program, which `./test` has built."""
    given = os.environ.get("UNHUSK_BIN")
    path = Path(given) if given else ROOT / "target" / "debug" / "unhusk"
    if not path.is_file():
        assert os.environ.get("CI") != "true", f"CI=true, but there is no program {path}"
        pytest.skip(f"there is no program {path} (cargo build -p unhusk-cli)")
    return path


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """A test of a wrapper for the shop, in a folder."""
    unhusk = program()
    wrapper = tmp_path / "items.json"
    labels = EXAMPLES / "shop" / "items.json"
    subprocess.run([unhusk, "learn", labels, "-q", "-o", wrapper], check=True)
    folder = tmp_path / "kept"
    pages = sorted((EXAMPLES / "shop" / "items").glob("*.html"))
    subprocess.run([unhusk, "export", wrapper, *pages, "--to", "pytest", "-q", "-o", folder], check=True)
    return folder


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Plain pytest on the folder, without settings of this repository."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", folder, folder]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def test_a_wrapper_passes_its_own_test(exported: Path) -> None:
    done = run(exported)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout


def test_a_page_that_is_read_otherwise_fails_with_the_difference(exported: Path) -> None:
    [page] = (exported / "pages").glob("*tea-pot.html")
    source = page.read_bytes().replace(b"&euro;34.00", b"&euro;36.00")
    page.write_bytes(source)
    done = run(exported)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 3 passed" in done.stdout
    assert "record 1: price: expected '€34.00', read '€36.00'" in done.stdout


def test_a_record_that_is_gone_fails_with_the_count(exported: Path) -> None:
    [expected] = (exported / "pages").glob("*tea-pot.json")
    content = json.loads(expected.read_bytes())
    content["records"] *= 2
    expected.write_text(json.dumps(content), encoding="utf-8")
    done = run(exported)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "2 records expected, 1 read" in done.stdout
