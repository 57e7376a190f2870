"""Labels and pages -> a wrapper."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, cast, final

from unhusk import _unhusk
from unhusk._errors import LabelWarning
from unhusk._labels import label_text
from unhusk._page import Page
from unhusk._records import Records
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    from unhusk._types import GivenRecord, PageLike, PagesLike, PathLike

__all__ = ["Learned", "Learner", "learn", "like"]


@final
class Learned:
    """A wrapper, and how well it fits its labels."""

    __slots__ = ("chosen_places", "n_pages", "n_pages_right", "reason", "warnings", "wrapper")

    def __init__(self, found: _unhusk.LearnedWrapper) -> None:
        #: The wrapper.
        self.wrapper = Wrapper(found.wrapper)
        #: What did not stop learning, but may be wrong.
        self.warnings = found.warnings
        #: Labelled pages.
        self.n_pages = found.n_pages
        #: Labelled pages that are read as they are labelled.
        self.n_pages_right = found.n_pages_right
        #: Why this class of wrappers was taken, if there was a choice.
        self.reason = found.reason
        #: The place that was taken for each labelled text that occurs at several.
        self.chosen_places = found.chosen_places

    def __repr__(self) -> str:
        return f"<unhusk.Learned {self.wrapper!r}: {self.n_pages_right} of {self.n_pages} pages as labelled>"


@final
class Learner:
    """Learns wrappers from examples. Each method returns a new learner, so that calls can be chained.

    ``method`` is ``auto``, or one of :func:`unhusk.methods`.

    >>> page = "<B>Congo</B> <I>242</I><BR><B>Egypt</B> <I>20</I><BR><B>Spain</B> <I>34</I><BR>"
    >>> records = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
    >>> learned = Learner().example(page, records).learn()
    >>> learned.n_pages_right, learned.wrapper.extract(page)[2]
    (1, {'country': 'Spain', 'code': '34'})
    """

    __slots__ = ("_labels", "_single", "_strictness", "_unlabelled", "method")

    def __init__(self, method: str = "auto") -> None:
        self.method = method
        self._labels: tuple[Any, ...] = ()
        self._unlabelled: tuple[Any, ...] = ()
        self._single: tuple[str, ...] = ()
        self._strictness: str | None = None

    def example(self, page: PageLike, records: Sequence[GivenRecord]) -> Learner:
        """Adds some records of a page, as a reader sees them; the page may have more.

        A value is a text, a list of texts, or ``None`` if the record is known to lack the field. Fields that are left
        out are unknown. Every text must be on the page.
        """
        return self._with(label_text([records]), [page], is_typed=True)

    def complete_example(self, page: PageLike, records: Sequence[GivenRecord]) -> Learner:
        """Adds all records of a page: what is not among them is known to be no record."""
        return self._with(label_text([records], complete=True), [page], is_typed=True)

    def labels(
        self, labels: PathLike | Mapping[str, Any], pages: PagesLike | None = None
    ) -> Learner:
        """Adds a label file, which names its pages; or the content of one, with its pages in that order."""
        if isinstance(labels, Mapping):
            if pages is None:
                raise TypeError("labels that are in no file need their pages: labels(content, pages)")
            return self._with(json.dumps(labels), _listed(pages), is_typed=False)
        if pages is not None:
            raise TypeError("a label file names its pages itself: leave `pages` out")
        return self._changed(_labels=(*self._labels, os.fspath(labels)))

    def unlabelled(self, pages: PagesLike) -> Learner:
        """Adds pages of the same site without labels, to choose among rules that fit the labels alike."""
        return self._changed(_unlabelled=(*self._unlabelled, *_listed(pages)))

    def single(self, *fields: str) -> Learner:
        """Limits fields to one value for each record, even if pages without labels seem to have several."""
        return self._changed(_single=(*self._single, *fields))

    def strict(self) -> Learner:
        """Makes a text that is not on its page an error, in label files too, and so a field that cannot be learnt."""
        return self._changed(_strictness="strict")

    def lenient(self) -> Learner:
        """Makes a text that is not on its page a warning, in examples too: the other fields are learnt."""
        return self._changed(_strictness="lenient")

    def learn(self) -> Learned:
        """Learns a wrapper from all that was added.

        Raises :class:`unhusk.LabelError` if the labels contradict each other or their pages, and
        :class:`unhusk.LearnError` if no wrapper fits them; its notes say what would help.
        """
        found = _unhusk.learn(
            list(self._labels),
            method=self.method,
            unlabelled=self._unlabelled or None,
            single=list(self._single),
            strict=self._strictness == "strict",
            lenient=self._strictness == "lenient",
        )
        return Learned(found)

    def _changed(self, **changes: Any) -> Learner:
        other = copy(self)
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    def _with(self, text: str, pages: list[PageLike], *, is_typed: bool) -> Learner:
        return self._changed(_labels=(*self._labels, (text, pages, is_typed)))


def learn(
    labels: PathLike | Mapping[str, Any] | Iterable[PathLike] | None = None,
    *,
    pages: PagesLike | None = None,
    records: Sequence[Sequence[GivenRecord]] | None = None,
    complete: bool = False,
    method: str = "auto",
    unlabelled: PagesLike = (),
    single: Iterable[str] = (),
    strict: bool = False,
) -> Wrapper:
    """Learns a wrapper from label files, or from pages and one list of records for each of them.

    ``complete`` says that all records of each page are given. What did not stop learning is warned of as
    :class:`unhusk.LabelWarning`.

    >>> pages = ["<p>Mug: <b>12</b></p>", "<p>Tray: <b>30</b></p>"]
    >>> wrapper = learn(pages=pages, records=[[{"price": "12"}], [{"price": "30"}]])
    >>> wrapper.extract("<p>Cup: <b>7</b></p>")
    [{'price': '7'}]
    """
    learner = Learner(method).unlabelled(unlabelled).single(*single)
    if strict:
        learner = learner.strict()
    if records is not None:
        if labels is not None or pages is None:
            raise TypeError("give either labels, or pages with records")
        learner = _with_records(learner, pages, records, complete)
    elif labels is None:
        raise TypeError("there is nothing to learn from: give labels, or pages with records")
    elif isinstance(labels, Mapping):
        learner = learner.labels(cast("Mapping[str, Any]", labels), pages)
    elif isinstance(labels, (str, os.PathLike)):
        learner = learner.labels(labels, pages)
    else:
        for one in labels:
            learner = learner.labels(one)
    learned = learner.learn()
    _warn(learned.warnings)
    return learned.wrapper


def like(
    html: PageLike, records: Sequence[GivenRecord] | None = None, /, **values: Any
) -> Records:
    """Finds the records of a page that are like the one given, by the names of its fields, or like several.

    ``@NAME`` is the value of that attribute at the element nearest to the other values. The wrapper is that of the
    result: ``records.wrapper.save("wrapper.json")``.

    >>> page = "<p><b>Congo</b> 242<p><b>Egypt</b> 20<p><b>Spain</b> 34"
    >>> like(page, country="Congo", code="242")
    [{'country': 'Congo', 'code': '242'}, {'country': 'Egypt', 'code': '20'}, {'country': 'Spain', 'code': '34'}]
    """
    page = html if isinstance(html, Page) else Page(html)
    if records is None:
        records = [values]
    elif values:
        raise TypeError("give either records or the values of one, not both")
    records = [{name: _asked(page, value) for name, value in one.items()} for one in records]
    given = (label_text([records], urls=[page.url]), [page], False)
    found = _unhusk.learn([given], account=False)
    _warn(found.warnings)
    return Wrapper(found.wrapper).extract(page)


def _with_records(
    learner: Learner,
    pages: PagesLike,
    records: Sequence[Sequence[GivenRecord]],
    complete: bool,
) -> Learner:
    if isinstance(pages, (str, bytes, Page)):
        raise TypeError("`pages` is a list of pages, also for one: pages=[html], records=[[{...}]]")
    given = _listed(pages)
    if len(given) != len(records):
        raise _unhusk.LabelError(
            f"{len(given)} pages and {len(records)} lists of records were given: one list for each page"
        )
    text = label_text(records, complete=complete)
    return learner._with(text, given, is_typed=True)


def _listed(pages: Any) -> list[Any]:
    """Pages as a list; a column of Arrow that is no iterable is one through pyarrow."""
    if hasattr(pages, "to_pylist"):
        return list(pages.to_pylist())
    if hasattr(pages, "__iter__"):
        return list(pages)
    import pyarrow

    return list(pyarrow.chunked_array(pages).to_pylist())


def _asked(page: Page, value: Any) -> Any:
    """``@href`` as the attribute that it asks for, unless the page has that very text."""
    if isinstance(value, str) and re.fullmatch(r"@[A-Za-z][\w:-]*", value) and value not in page.source:
        return {"attribute": value[1:].lower()}
    return value


def _warn(texts: Iterable[str]) -> None:
    for text in texts:
        warnings.warn(text, LabelWarning, stacklevel=3)
