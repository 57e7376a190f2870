# The native half of the package; `tests/test_stubs.py` compares this file with the module.
from collections.abc import Callable, Sequence
from typing import Any, Self, final

from typing_extensions import disjoint_base

from unhusk._types import PageLike, PagesLike, PathLike, UrlsLike

__all__ = [
    "Batch",
    "BatchSchema",
    "Evidence",
    "Field",
    "FieldVerdict",
    "InducedSets",
    "LabelError",
    "LearnError",
    "LearnedWrapper",
    "LoadError",
    "Node",
    "Page",
    "Proposal",
    "Question",
    "Repair",
    "TeachingSession",
    "TeachingVerdict",
    "Value",
    "Verdict",
    "WarcPage",
    "WarcReader",
    "Wrapper",
    "WrapperSet",
    "export",
    "induce",
    "learn",
    "methods",
    "next_page",
    "repair",
    "verify",
]

class LoadError(ValueError):
    """A file is no wrapper that can be run."""

class LabelError(ValueError):
    """Labels contradict each other or their pages."""

class LearnError(ValueError):
    """No wrapper fits the labels."""

@disjoint_base
class Page:
    def __new__(
        cls, html: PageLike, *, encoding: str | None = None, url: str | None = None
    ) -> Self: ...
    @property
    def source(self) -> str:
        """The decoded source; every place is a range of its bytes in UTF-8."""
    @property
    def url(self) -> str | None:
        """The URL, if it is known."""
    @property
    def encoding(self) -> str:
        """The encoding of the bytes that the page was read from."""
    @property
    def warnings(self) -> list[str]:
        """What was replaced or cut while the page was read."""
    def text(self, span: tuple[int, int] | None = None) -> str:
        """The text of the page, or at a place in it, as a reader sees it."""
    def slice(self, start: int, end: int) -> str | None:
        """The source from one byte to another; ``None`` outside of the page or inside of a character."""
    def nodes(self) -> list[Node]:
        """All nodes, in document order."""
    def css(self, selector: str) -> list[Node]:
        """The elements that a CSS selector selects."""
    def xpath(self, path: str) -> list[Node]:
        """The nodes and attributes that an XPath selects."""

@final
class Node:
    """An element, a text, a comment or an attribute of a page."""

    @property
    def kind(self) -> str:
        """``element``, ``text``, ``comment``, ``attribute`` or ``doctype``."""
    @property
    def name(self) -> str:
        """The name of the element or of the attribute; empty for a text."""
    @property
    def text(self) -> str:
        """The text as a reader sees it; the value of an attribute."""
    @property
    def span(self) -> tuple[int, int] | None:
        """Where it is in the source; ``None`` for a node that the page implies."""
    @property
    def html(self) -> str:
        """Its source."""
    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of an element."""
    @property
    def parent(self) -> Node | None:
        """The element around it; ``None`` for the outermost."""
    @property
    def children(self) -> list[Node]:
        """The nodes in an element, one level deep."""

@final
class Value:
    """A text with its place in the page's source, in bytes of UTF-8, and with the confidence in it."""

    def __new__(
        cls, text: str, span: tuple[int, int], confidence: float | None = None
    ) -> Self: ...
    @property
    def text(self) -> str:
        """The text, as a reader sees it."""
    @property
    def span(self) -> tuple[int, int]:
        """First byte, and one past the last byte."""
    @property
    def confidence(self) -> float | None:
        """Estimated probability that the value is right, if the wrapper can estimate it."""
    def __getnewargs__(self) -> tuple[str, tuple[int, int], float | None]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Field:
    """A field of a wrapper."""

    @property
    def name(self) -> str:
        """Its key in a record."""
    @property
    def many(self) -> bool:
        """Whether its value is a list."""
    @property
    def optional(self) -> bool:
        """Whether a record may lack it."""
    @property
    def type(self) -> str | None:
        """The datatype of its values, or the class of its nested records."""
    @property
    def fields(self) -> list[Field]:
        """The fields of its nested records."""

@final
class Wrapper:
    @staticmethod
    def load(path: PathLike) -> Wrapper: ...
    @staticmethod
    def loads(text: str) -> Wrapper: ...
    def save(self, path: PathLike) -> None: ...
    def dumps(self) -> str: ...
    @property
    def wrapper_class(self) -> str: ...
    @property
    def url_pattern(self) -> str | None: ...
    @property
    def schema(self) -> list[Field]: ...
    @property
    def learnt_from(self) -> tuple[str, list[tuple[str, int]]]: ...
    def extract(
        self,
        html: PageLike,
        *,
        url: str | None = None,
        spans: bool = False,
        absolute: bool = False,
    ) -> tuple[list[dict[str, Any]], list[str]]: ...
    def extract_batch(
        self,
        html: PagesLike,
        urls: UrlsLike | None = None,
        *,
        threads: int | None = None,
        spans: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> Batch: ...
    def arrow_schema(self, urls: bool = False, spans: bool = False) -> BatchSchema: ...
    def with_baseline(self, pages: PagesLike) -> Wrapper: ...
    def explain(self, whole: bool = False) -> list[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Batch:
    @property
    def n_pages(self) -> int: ...
    @property
    def n_failed(self) -> int: ...
    @property
    def n_warnings(self) -> int: ...
    @property
    def warnings(self) -> list[tuple[int, str]]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class BatchSchema:
    """The columns of a batch."""

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
    def __arrow_c_schema__(self) -> object: ...

@final
class LearnedWrapper:
    @property
    def wrapper(self) -> Wrapper: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def n_pages(self) -> int: ...
    @property
    def n_pages_right(self) -> int: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def chosen_places(self) -> list[str]: ...

@final
class InducedSets:
    @property
    def wrappers(self) -> list[Wrapper]: ...
    @property
    def misfits(self) -> list[int]: ...
    @property
    def strangers(self) -> list[int]: ...
    @property
    def warnings(self) -> list[str]: ...

@final
class Verdict:
    """Whether records are still read as on the pages that the wrapper was learnt from."""

    @property
    def healthy(self) -> bool:
        """Whether all fields are read as before."""
    @property
    def score(self) -> float:
        """The probability that the worst field is read wrongly."""
    @property
    def pages(self) -> int:
        """The number of pages."""
    @property
    def records(self) -> int:
        """The number of records on these pages."""
    @property
    def fields(self) -> list[FieldVerdict]:
        """All fields."""
    @property
    def problems(self) -> list[FieldVerdict]:
        """The fields that are not read as before."""
    @property
    def notes(self) -> list[str]:
        """Remarks on the pages as a whole."""

@final
class FieldVerdict:
    """The verdict on one field."""

    @property
    def field(self) -> str:
        """Its name; ``a.b`` for a nested field."""
    @property
    def healthy(self) -> bool:
        """Whether it is read as before."""
    @property
    def score(self) -> float:
        """The probability that it is read wrongly."""
    @property
    def reason(self) -> str:
        """The most important reason."""
    @property
    def reasons(self) -> list[str]:
        """The reasons, the most important first."""
    @property
    def example(self) -> str | None:
        """A value that is unlike the others, if there is one."""
    @property
    def page(self) -> str | None:
        """The page of the example: its URL, else ``page N``."""

@final
class Repair:
    @property
    def outcome(self) -> str: ...
    @property
    def wrapper(self) -> Wrapper | None: ...
    @property
    def verdict(self) -> Verdict | None: ...
    @property
    def changes(self) -> list[str]: ...
    @property
    def evidence(self) -> list[str]: ...
    @property
    def reasons(self) -> list[str]: ...
    @property
    def left(self) -> list[str]: ...
    @property
    def proposals(self) -> list[Proposal]: ...
    @property
    def warnings(self) -> list[str]: ...
    def accept(self, fields: Sequence[str] | None = None) -> Wrapper: ...

@final
class Proposal:
    """What a repair proposes for one field, for a person to accept."""

    @property
    def field(self) -> str:
        """The name of the field."""
    @property
    def probability(self) -> float:
        """The probability that the proposed values are those of the field."""
    @property
    def evidence(self) -> list[str]:
        """Why these values were chosen, the most important reason first."""
    @property
    def sure(self) -> bool:
        """Whether the field is proposed with certainty."""

@final
class TeachingSession:
    def __new__(cls, labels: str, pages: PagesLike) -> Self: ...
    def next_question(self) -> Question | None: ...
    def answer(self, question: Question, answer: bool | Sequence[str] | str) -> None: ...
    def skip(self, question: Question) -> None: ...
    def undo(self) -> bool: ...
    def redo(self) -> bool: ...
    @property
    def n_answers(self) -> int: ...
    @property
    def verdict(self) -> TeachingVerdict: ...
    @property
    def wrapper(self) -> Wrapper | None: ...
    @property
    def labels(self) -> str: ...

@final
class TeachingVerdict:
    """How far teaching has come; ``str`` says it as a sentence."""

    @property
    def enough(self) -> bool:
        """Whether no question is worth asking."""
    @property
    def n_doubtful(self) -> int:
        """Pages with a doubtful reading."""
    @property
    def text(self) -> str:
        """The verdict as a sentence."""

@final
class Question:
    """A question of a teaching session: is this reading right?"""

    @property
    def page(self) -> int:
        """The position of the page."""
    @property
    def kind(self) -> str:
        """``field``, ``record``, or ``rest``: is a record of the page missed?"""
    @property
    def field(self) -> str | None:
        """The name of the field that a question of kind ``field`` is about."""
    @property
    def doubt(self) -> float:
        """The estimated probability that the wrapper is wrong there."""
    @property
    def reasons(self) -> list[str]:
        """The reasons for doubt."""
    @property
    def proposed(self) -> dict[str, list[str]]:
        """What is read there: the texts of each field."""
    @property
    def rivals(self) -> list[tuple[str, dict[str, list[str]]]]:
        """What other learners read there: the method, and the texts of each field."""

def learn(
    labels: Sequence[str | tuple[str, PagesLike, bool]],
    *,
    method: str = "auto",
    unlabelled: PagesLike | None = None,
    single: Sequence[str] | None = None,
    strict: bool = False,
    lenient: bool = False,
    account: bool = True,
) -> LearnedWrapper: ...
def methods() -> list[tuple[str, str]]:
    """The methods that wrappers are learnt by: name and summary."""

def induce(
    pages: PagesLike,
    *,
    columns: bool = False,
    whole_pages: bool = False,
    links: bool = True,
    max_pages: int = 100,
) -> InducedSets: ...
def verify(wrapper: Wrapper, pages: PagesLike, urls: UrlsLike | None = None) -> Verdict: ...
def repair(
    wrapper: Wrapper,
    pages: PagesLike,
    urls: UrlsLike | None = None,
    *,
    known: Sequence[tuple[str | None, list[list[list[str]]]]] | None = None,
    partial: bool = False,
) -> Repair: ...
def export(
    wrapper: Wrapper, to: str, pages: PagesLike | None = None
) -> tuple[str, list[str]]: ...

@final
class Evidence:
    """What a verdict on pages rests on."""

    @staticmethod
    def of(
        wrapper: Wrapper,
        html: PagesLike,
        urls: UrlsLike | None = None,
        *,
        threads: int | None = None,
    ) -> Evidence: ...
    @staticmethod
    def loads(text: str, n_failed: int) -> Evidence: ...
    def dumps(self) -> str: ...
    @property
    def n_pages(self) -> int:
        """Pages that were read."""
    @property
    def n_failed(self) -> int:
        """Pages that were not read."""
    def merge(self, after: Evidence) -> Evidence: ...
    def verdict(self, wrapper: Wrapper) -> Verdict: ...

@final
class WrapperSet:
    """Wrappers with names, and the columns that all their records have in common."""

    def __new__(cls, named: Sequence[tuple[str, Wrapper]]) -> Self: ...
    @staticmethod
    def load(folder: PathLike) -> WrapperSet: ...
    @property
    def wrappers(self) -> list[tuple[str, Wrapper]]:
        """The wrappers with their names."""
    def extract_batch(
        self,
        html: PagesLike,
        urls: UrlsLike | None = None,
        *,
        threads: int | None = None,
        spans: bool = False,
    ) -> Batch: ...
    def arrow_schema(self, urls: bool = False, spans: bool = False) -> BatchSchema: ...

@final
class WarcPage:
    """A page of an archive, or what is wrong in its place."""

    @property
    def url(self) -> str | None:
        """The URL that was captured."""
    @property
    def page(self) -> Page | None:
        """The page; ``None`` if it cannot be read."""
    @property
    def date(self) -> str | None:
        """When it was captured."""
    @property
    def offset(self) -> int | None:
        """The position of its record in the archive."""
    @property
    def error(self) -> str | None:
        """Why there is no page."""
    @property
    def notes(self) -> list[str]:
        """What the archive tells of the page: that it is not complete, for example."""
    @property
    def n_bytes(self) -> int:
        """Bytes of the source of the page."""

@final
class WarcReader:
    """Reads the pages of a WARC archive, one after the other."""

    def __new__(
        cls,
        archive: Any,
        offset: int = 0,
        length: int | None = None,
        name: str | None = None,
    ) -> Self: ...
    def __iter__(self) -> WarcReader: ...
    def __next__(self) -> WarcPage: ...
    @property
    def skipped(self) -> dict[str, int]:
        """Records so far that are no pages, by reason."""

def next_page(html: PageLike, url: str) -> str | None: ...
