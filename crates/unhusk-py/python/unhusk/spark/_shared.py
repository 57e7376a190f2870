"""A wrapper on its way to the executors: sent once, and loaded once per Python worker."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unhusk._library import WrapperSet
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    import os

    from pyspark.sql import SparkSession

Text = str | tuple[tuple[str, str], ...]
"""The text of a wrapper, or those of a set with their names."""


def loaded(wrapper: Wrapper | WrapperSet | str | os.PathLike[str]) -> Wrapper | WrapperSet:
    """The wrapper; of a path, the wrapper in a file or the library in a folder."""
    if isinstance(wrapper, (Wrapper, WrapperSet)):
        return wrapper
    return WrapperSet.load(wrapper) if Path(wrapper).is_dir() else Wrapper.load(wrapper)


class SharedReader:
    """A wrapper or a set of wrappers that is broadcast."""

    def __init__(self, spark: SparkSession | None, reader: Wrapper | WrapperSet) -> None:
        text = text_of(reader)
        context = _context(spark)
        self._broadcast = context.broadcast(text) if context is not None else None
        # Without a context, as with Spark Connect, it is sent with the task.
        self._text = None if context is not None else text

    def get(self) -> Wrapper | WrapperSet:
        """The reader, in an executor."""
        text: Any = self._text if self._broadcast is None else self._broadcast.value
        return loads(text)


def text_of(reader: Wrapper | WrapperSet) -> Text:
    """What is sent of a reader."""
    if isinstance(reader, Wrapper):
        return reader.dumps()
    return tuple((name, wrapper.dumps()) for name, wrapper in reader.wrappers.items())


@lru_cache(maxsize=8)
def loads(text: Text) -> Wrapper | WrapperSet:
    """The reader that was sent, made once in a Python worker."""
    if isinstance(text, str):
        return Wrapper.loads(text)
    return WrapperSet({name: Wrapper.loads(one) for name, one in text})


def _context(spark: SparkSession | None) -> Any:
    """The context of a session; ``None`` with Spark Connect."""
    try:
        return None if spark is None else spark.sparkContext
    except Exception:
        return None
