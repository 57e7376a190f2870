"""Verification, repair and teaching."""

from __future__ import annotations

from typing import Any

import pytest
import shop

import unhusk

GOODS = [
    ("Blue mug", "12.50", ""),
    ("Oak tray", "31.00", ""),
    ("Tea cup", "8.20", "9.90"),
    ("Milk jug", "17.80", ""),
    ("Soup pot", "44.10", "52.00"),
    ("Egg cup", "4.60", ""),
]


def old_pages() -> list[str]:
    return [shop.goods(*one) for one in GOODS]


def new_pages() -> list[str]:
    """The same products after a redesign: other elements, other captions, another order."""
    return [
        f"<html><body><div class=card><span class=cost>{price}</span><h2>{name}</h2>"
        f"<em>{old}</em></div><footer>Shop 2</footer></body></html>"
        for name, price, old in GOODS
    ]


@pytest.fixture(scope="module")
def wrapper() -> unhusk.Wrapper:
    labelled = GOODS[:2]
    return unhusk.learn(
        pages=[shop.goods(*one) for one in labelled],
        records=[[{"name": name, "price": price}] for name, price, _ in labelled],
        complete=True,
        unlabelled=old_pages(),
    ).with_baseline(old_pages())


def test_unchanged_pages_are_healthy(wrapper: unhusk.Wrapper) -> None:
    verdict = wrapper.verify(old_pages())
    assert verdict.healthy and verdict.problems == []
    assert (verdict.pages, verdict.records) == (6, 6)
    assert str(verdict) == "healthy: 6 records on 6 pages"
    assert [field.field for field in verdict.fields] == ["name", "price"]


def test_a_redesign_is_noticed_and_named(wrapper: unhusk.Wrapper) -> None:
    verdict = wrapper.verify(new_pages())
    assert not verdict.healthy
    assert {problem.field for problem in verdict.problems} >= {"price"}
    price = next(problem for problem in verdict.problems if problem.field == "price")
    assert price.reason and price.score > 0.5 and price.reasons[0] == price.reason
    assert "not read as before" in str(verdict)


def test_pages_that_cannot_be_read_are_named(wrapper: unhusk.Wrapper) -> None:
    with pytest.raises(ValueError, match="there are no pages to verify"):
        wrapper.verify([])
    with pytest.raises(ValueError, match="page 2: there is no page: the value is null"):
        wrapper.verify([old_pages()[0], None])
    with pytest.raises(ValueError, match="https://x/2: there is no page"):
        wrapper.verify([old_pages()[0], None], urls=["https://x/1", "https://x/2"])


def test_a_healthy_wrapper_needs_no_repair(wrapper: unhusk.Wrapper) -> None:
    repair = wrapper.repair(old_pages())
    assert (repair.outcome, repair.accepted, repair.wrapper) == ("healthy", True, wrapper)
    with pytest.raises(ValueError, match="nothing is proposed: the repair is healthy"):
        repair.accept()


def test_a_redesigned_site_is_repaired_with_known_records(wrapper: unhusk.Wrapper) -> None:
    known = [{"name": name, "price": price} for name, price, _ in GOODS]
    repair = wrapper.repair(new_pages(), known=known)
    assert repair.outcome == "repaired", str(repair)
    assert repair.wrapper is not None and repair.evidence and repair.changes
    for (name, price, _), page in zip(GOODS, new_pages(), strict=True):
        assert repair.wrapper.extract(page) == [{"name": name, "price": price}]


def test_known_records_of_wrong_shape_are_refused(wrapper: unhusk.Wrapper) -> None:
    with pytest.raises(unhusk.LabelError, match="known record 1: the wrapper has no field `prize`; it has name, price"):
        wrapper.repair(new_pages(), known=[{"prize": "1"}])
    with pytest.raises(unhusk.LabelError, match="known record 1: a record is a dict, not str"):
        wrapper.repair(new_pages(), known=["Mug"])  # type: ignore[list-item]


def test_pages_of_another_site_are_refused(wrapper: unhusk.Wrapper) -> None:
    repair = wrapper.repair([f"<p>Nothing to buy here, number {n}</p>" for n in range(6)])
    assert repair.outcome == "refused" and not repair.accepted
    assert repair.wrapper is None and repair.reasons
    assert str(repair).startswith("refused")


def right_answer(session: unhusk.Session, question: unhusk.Question) -> bool | str:
    name, price, _ = GOODS[question.page]
    right = name if question.field == "name" else price
    assert question.field is not None and question.kind == "field"
    return question.proposed[question.field] == [right] or right


def test_questions_are_asked_until_none_is_worth_asking() -> None:
    session = unhusk.teach([{"name": "Blue mug", "price": "12.50"}], old_pages())
    for question in session:
        session.answer(question, right_answer(session, question))
    assert session.verdict.enough and str(session.verdict) == session.verdict.text
    assert session.n_answers > 0
    wrapper = session.wrapper
    assert wrapper is not None
    for (name, price, _), page in zip(GOODS, old_pages(), strict=True):
        assert wrapper.extract(page) == [{"name": name, "price": price}]
    assert wrapper.verify(old_pages()).healthy
    numbers = [int(page["path"].removeprefix("page ")) for page in session.labels["pages"]]
    pages = [session.pages[number - 1] for number in numbers]
    learnt = unhusk.learn(session.labels, pages=pages)
    assert learnt.extract(old_pages()[5]) == [{"name": "Egg cup", "price": "4.60"}]


def test_answers_can_be_taken_back() -> None:
    session = unhusk.teach([{"name": "Blue mug", "price": "12.50"}], old_pages())
    assert not session.undo()
    question = session.next_question()
    assert question is not None
    session.answer(question, right_answer(session, question))
    assert session.n_answers == 1 and session.undo()
    assert session.n_answers == 0 and session.redo() and session.n_answers == 1


def test_a_question_that_is_not_answered_is_skipped() -> None:
    session = unhusk.teach([{"name": "Blue mug", "price": "12.50"}], old_pages())
    asked = [(question.page, question.field) for question, _ in zip(session, range(3))]
    assert len(set(asked)) == len(asked)


def test_a_session_starts_from_labels_or_a_wrapper(wrapper: unhusk.Wrapper) -> None:
    content = {
        "unhusk": "labels/1",
        "pages": [{"path": "any.html", "records": [{"name": "Blue mug", "price": "12.50"}]}],
    }
    starts: list[Any] = [content, wrapper]
    for start in starts:
        session = unhusk.teach(start, old_pages())
        assert session.wrapper is not None
        assert session.wrapper.extract(old_pages()[0]) == [{"name": "Blue mug", "price": "12.50"}]


def test_answers_that_cannot_be_are_refused() -> None:
    session = unhusk.teach([{"name": "Blue mug", "price": "12.50"}], old_pages())
    question = session.next_question()
    assert question is not None
    with pytest.raises(unhusk.LabelError, match="not on the page"):
        session.answer(question, "a text that nobody sees")
    with pytest.raises(unhusk.LabelError, match="there are no pages"):
        unhusk.teach([{"name": "Blue mug"}], [])
    with pytest.raises(TypeError, match="a page is bytes, str"):
        unhusk.teach([{"name": "Blue mug"}], [old_pages()[0], 7])  # type: ignore[list-item]
