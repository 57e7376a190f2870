"""The package as a whole: what it loads, its stubs, the examples of its documentation."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest
import shop

import unhusk

DOCS = Path(__file__).resolve().parents[3] / "docs" / "python.md"

#: Modules on other libraries, with tests of their own.
OTHERS = ("scrapy", "webpoet", "spark")


def modules() -> list[str]:
    names = [module.name for module in pkgutil.iter_modules(unhusk.__path__)]
    return [f"unhusk.{name}" for name in names if name not in OTHERS]


def test_importing_loads_no_other_library() -> None:
    code = "import sys, unhusk; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    roots = {name.split(".")[0] for name in loaded}
    assert not roots & {"pyarrow", "pandas", "polars", "numpy", "pydantic", "tqdm", "scrapy", "pyspark", "web_poet"}
    assert "unhusk" in roots


def test_every_public_name_is_there_and_documented() -> None:
    assert sorted(unhusk.__all__) == unhusk.__all__
    for name in unhusk.__all__:
        assert (getattr(unhusk, name).__doc__ or "").strip(), name


def test_the_stubs_are_those_of_the_native_module() -> None:
    pytest.importorskip("mypy")
    check = [sys.executable, "-m", "mypy.stubtest", "unhusk._unhusk"]
    run = subprocess.run(check, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("name", ["unhusk", *modules()])
def test_examples_of_docstrings_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def blocks(text: str) -> list[tuple[int, str]]:
    """The Python of a document, block by block, each with its line."""
    found = re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return [(text[: match.start()].count("\n") + 2, match[1]) for match in found]


def test_the_code_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks are one program, run beside a copy of the examples."""
    for module in ["pyarrow", "pandas", "polars", "pydantic"]:
        pytest.importorskip(module)
    (tmp_path / "shop").symlink_to(shop.SHOP)
    monkeypatch.chdir(tmp_path)
    text = DOCS.read_text(encoding="utf-8")
    program = blocks(text)
    assert len(program) > 5
    module = types.ModuleType("program")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names = vars(module)
    for line, code in program:
        if ">>>" in code:
            parsed = doctest.DocTestParser().get_doctest(code, names, f"{DOCS.name}:{line}", str(DOCS), line)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(parsed, clear_globs=False)
            names.update(parsed.globs)
            assert runner.failures == 0
        else:
            exec(compile("\n" * (line - 1) + code, str(DOCS), "exec", dont_inherit=True), names)


def test_the_licence_and_version_are_those_of_the_workspace() -> None:
    from importlib.metadata import metadata

    manifest = (Path(__file__).resolve().parents[3] / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.+)"$', manifest, re.MULTILINE)
    assert version is not None and metadata("unhusk")["Version"] == version[1]


if os.environ.get("CI") == "true":

    def test_nothing_that_tests_need_is_missing() -> None:
        for module in ["pyarrow", "pandas", "polars", "duckdb", "pydantic", "tqdm", "mypy"]:
            importlib.import_module(module)
