"""A wrapper that was learnt again for pages that have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, final

from unhusk._unhusk import LabelError, Value
from unhusk._wrapper import Wrapper

if TYPE_CHECKING:
    from unhusk import _unhusk
    from unhusk._types import GivenRecord

__all__ = ["Repair", "known_records"]


@final
class Repair:
    """The result of a repair.

    ``outcome`` is ``healthy`` (nothing to repair), ``repaired`` (a new wrapper that passed all tests), ``proposed`` (a
    person has to accept what is not sure) or ``refused``.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: _unhusk.Repair) -> None:
        self._inner = inner

    @property
    def outcome(self) -> str:
        """``healthy``, ``repaired``, ``proposed`` or ``refused``."""
        return self._inner.outcome

    @property
    def accepted(self) -> bool:
        """Whether :attr:`wrapper` reads the pages: it is healthy, or was repaired."""
        return self._inner.wrapper is not None

    @property
    def wrapper(self) -> Wrapper | None:
        """The wrapper that reads the pages; ``None`` if none passed all tests."""
        return None if self._inner.wrapper is None else Wrapper(self._inner.wrapper)

    @property
    def verdict(self) -> _unhusk.Verdict | None:
        """The verdict on what :attr:`wrapper` reads."""
        return self._inner.verdict

    @property
    def changes(self) -> list[str]:
        """What changed in the pages, field by field."""
        return self._inner.changes

    @property
    def evidence(self) -> list[str]:
        """The tests that the new wrapper passed."""
        return self._inner.evidence

    @property
    def reasons(self) -> list[str]:
        """Why no wrapper was accepted."""
        return self._inner.reasons

    @property
    def left(self) -> list[str]:
        """Fields that were left as they were, each with the reason."""
        return self._inner.left

    @property
    def proposals(self) -> list[_unhusk.Proposal]:
        """Fields that are proposed, each with its probability."""
        return self._inner.proposals

    @property
    def warnings(self) -> list[str]:
        """Known records that are on none of the pages."""
        return self._inner.warnings

    def accept(self, fields: Iterable[str] | None = None) -> Wrapper:
        """The wrapper with all proposed fields, or some of them; the others are read as before."""
        return Wrapper(self._inner.accept(None if fields is None else list(fields)))

    def __str__(self) -> str:
        inner = self._inner
        lines = [self.outcome, *inner.changes, *inner.reasons, *inner.left]
        for proposal in inner.proposals:
            why = proposal.evidence[0] if proposal.evidence else ""
            lines.append(f"{proposal.field}: {proposal.probability:.2f} {why}".rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<unhusk.Repair {self.outcome}>"


def known_records(
    known: Iterable[GivenRecord], names: Sequence[str]
) -> list[tuple[str | None, list[list[list[str]]]]]:
    """Records with the names of their pages -> the texts of each field, page by page."""
    pages: dict[str | None, list[list[list[str]]]] = {}
    for number, record in enumerate(known, 1):
        if not isinstance(record, Mapping):
            raise LabelError(f"known record {number}: a record is a dict, not {type(record).__name__}")
        unknown = [name for name in record if name not in names and not name.startswith("_")]
        if unknown:
            raise LabelError(
                f"known record {number}: the wrapper has no field `{unknown[0]}`; it has {', '.join(names)}"
            )
        page = record.get("_page") or record.get("_url")
        pages.setdefault(page, []).append([_texts(record.get(name)) for name in names])
    return list(pages.items())


def _texts(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, Value):
        return [value.text]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _texts(item)]
    return [str(value)]
