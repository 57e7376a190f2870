"""Teaching by questions."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, final

from unhusk import _unhusk
from unhusk._labels import label_text
from unhusk._learn import _listed
from unhusk._page import Page
from unhusk._unhusk import Question
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    from unhusk._types import GivenRecord, PagesLike, PathLike

__all__ = ["Question", "Session", "teach"]


@final
class Session:
    """A teaching session: it asks where the wrapper is most likely wrong, and learns from the answers.

    >>> def html(name, price, old=""):
    ...     return f"<h1>{name}</h1><p>Price: {old}<b>{price}</b></p><p>In stock</p>"
    >>> goods = [("Blue mug", "12.50"), ("Oak tray", "31.00"), ("Tea cup", "8.20"), ("Milk jug", "17.80")]
    >>> session = teach([{"name": "Blue mug", "price": "12.50"}], [html(*one) for one in goods])
    >>> for question in session:
    ...     name, price = goods[question.page]
    ...     right = name if question.field == "name" else price
    ...     session.answer(question, question.proposed[question.field] == [right] or right)
    >>> session.verdict.enough
    True
    >>> session.wrapper.extract(html("Egg cup", "4.60"))
    [{'name': 'Egg cup', 'price': '4.60'}]
    """

    __slots__ = ("_answered", "_inner", "pages")

    def __init__(self, inner: _unhusk.TeachingSession, pages: list[Page]) -> None:
        self._inner = inner
        self._answered = True
        #: The pages, by the positions that questions name.
        self.pages = pages

    def __iter__(self) -> Iterator[Question]:
        """Questions, until none is worth asking. A question that was not answered is skipped."""
        while not self.verdict.enough:
            question = self.next_question()
            if question is None:
                return
            self._answered = False
            yield question
            if not self._answered:
                self.skip(question)

    def next_question(self) -> Question | None:
        """The most valuable question; ``None`` if everything was asked."""
        return self._inner.next_question()

    def answer(
        self, question: Question, answer: bool | str | Sequence[str] | GivenRecord | None
    ) -> None:
        """Answers a question.

        ``True``: what is proposed is right; for the rest of a page, no record is missed. ``False``: it is wrong. A text,
        or a list of texts: the right value of the field. ``None``: the field has no value there. A dict: the right
        record, or a missed one.
        """
        self._answered = True
        given: bool | list[str] | str
        if isinstance(answer, bool):
            given = answer
        elif answer is None:
            given = []
        elif isinstance(answer, str):
            given = [answer]
        elif isinstance(answer, Mapping):
            given = label_text([[answer]])
        else:
            given = list(answer)
        self._inner.answer(question, given)

    def skip(self, question: Question) -> None:
        """Leaves a question unanswered, and asks another one."""
        self._answered = True
        self._inner.skip(question)

    def undo(self) -> bool:
        """Takes the last answer back; false if there is none."""
        return self._inner.undo()

    def redo(self) -> bool:
        """Gives an answer again that was taken back; false if there is none."""
        return self._inner.redo()

    @property
    def n_answers(self) -> int:
        """Answers so far."""
        return self._inner.n_answers

    @property
    def verdict(self) -> _unhusk.TeachingVerdict:
        """Whether there are enough examples."""
        return self._inner.verdict

    @property
    def wrapper(self) -> Wrapper | None:
        """The wrapper so far; ``None`` if nothing fits the labels."""
        inner = self._inner.wrapper
        return None if inner is None else Wrapper(inner)

    @property
    def labels(self) -> dict[str, Any]:
        """All labels so far, as the content of a label file."""
        labels: dict[str, Any] = json.loads(self._inner.labels)
        return labels


def teach(
    labels: Wrapper | PathLike | Mapping[str, Any] | Sequence[GivenRecord], pages: PagesLike
) -> Session:
    """Starts a teaching session on pages.

    ``labels`` are records of the first page; the content or the file of labels, whose pages are the first ones in the
    same order; or a wrapper, whose records of the first page are taken to be right.
    """
    read = [page if isinstance(page, Page) else Page(page) for page in _listed(pages)]
    if not read:
        raise _unhusk.LabelError("there are no pages to teach on")
    return Session(_unhusk.TeachingSession(_label_text(labels, read), read), read)


def _label_text(labels: Any, pages: list[Page]) -> str:
    if isinstance(labels, Wrapper):
        records = labels.extract(pages[0], spans=True)
        if not records:
            raise _unhusk.LabelError("the wrapper reads no record of the first page; give labels")
        return label_text([records], complete=len(records) == 1)
    if isinstance(labels, (str, os.PathLike)):
        with open(labels, encoding="utf-8") as file:
            labels = json.load(file)
    if isinstance(labels, Mapping):
        given = labels.get("pages", ())
        if len(given) > len(pages):
            raise _unhusk.LabelError(f"the labels speak of {len(given)} pages, and {len(pages)} were given")
        named = [{**page, "path": f"page {number}"} for number, page in enumerate(given, 1)]
        return json.dumps({**labels, "pages": named})
    return label_text([labels], complete=len(labels) == 1)
