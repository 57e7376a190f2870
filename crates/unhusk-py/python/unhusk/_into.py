"""Records -> objects of a dataclass or of a pydantic model, with errors that name record and field."""

from __future__ import annotations

import dataclasses
import datetime
import types
import typing
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any

from unhusk._errors import RecordError

Convert = Callable[[list[dict[str, Any]], str | None], list[Any]]


def converter(into: type[Any], names: Sequence[str]) -> Convert:
    """What makes objects of a class from the records of a wrapper with these fields.

    Raises ``TypeError`` if the class is of no known kind, or needs a field that the wrapper does not have.
    """
    if hasattr(into, "model_validate") and hasattr(into, "model_fields"):
        needed = {
            (field.alias or name) for name, field in into.model_fields.items() if field.is_required()
        }
        make = _pydantic
    elif dataclasses.is_dataclass(into):
        needed = {field.name for field in dataclasses.fields(into) if field.init and _is_required(field)}
        make = _dataclass
    else:
        raise TypeError(f"`into` is a dataclass or a pydantic model, not {into!r}")
    missing = sorted(needed - set(names))
    if missing:
        raise TypeError(
            f"the wrapper has no field `{missing[0]}`, which {into.__name__} needs; it has {', '.join(names)}"
        )

    def convert(records: list[dict[str, Any]], page: str | None) -> list[Any]:
        return [make(into, record, number, page) for number, record in enumerate(records)]

    return convert


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _pydantic(into: Any, record: dict[str, Any], number: int, page: str | None) -> Any:
    from pydantic import ValidationError

    try:
        return into.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"])
        raise _failure(number, path, first.get("input"), first["msg"], page) from error


def _dataclass(into: type[Any], record: dict[str, Any], number: int, page: str | None) -> Any:
    try:
        return _object(into, record, "")
    except _Misfit as misfit:
        raise _failure(number, misfit.path, misfit.value, misfit.why, page) from None


def _failure(number: int, path: str, value: Any, why: str, page: str | None) -> RecordError:
    where = f"{page}: " if page else ""
    message = f"{where}record {number + 1}: field `{path}`: {why}; the page has {value!r}"
    return RecordError(message, record=number, field=path, page=page)


class _Misfit(Exception):
    def __init__(self, path: str, value: Any, why: str) -> None:
        self.path, self.value, self.why = path, value, why


def _object(into: type[Any], record: dict[str, Any], path: str) -> Any:
    hints = typing.get_type_hints(into)
    known = [field for field in dataclasses.fields(into) if field.init and field.name in record]
    values = {
        field.name: _value(hints[field.name], record[field.name], f"{path}{field.name}")
        for field in known
        # A default stands for what the page does not have.
        if record[field.name] is not None or _is_required(field)
    }
    return into(**values)


def _value(hint: Any, value: Any, path: str) -> Any:
    """A text, a list or a nested record as the type that is asked for."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _value(arguments[0], value, path)
    if origin in (typing.Union, types.UnionType):
        return _one_of(arguments, value, path)
    if value is None:
        if hint in (None, type(None), Any):
            return None
        raise _Misfit(path, value, "the page has no value")
    if origin in (list, tuple, set, frozenset):
        items = value if isinstance(value, list) else [value]
        inner = arguments[0] if arguments else str
        return origin(_value(inner, item, f"{path}.{at}") for at, item in enumerate(items))
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, dict):
            raise _Misfit(path, value, f"{hint.__name__} needs a nested record")
        return _object(hint, value, f"{path}.")
    return _scalar(hint, value, path)


def _one_of(hints: tuple[Any, ...], value: Any, path: str) -> Any:
    if value is None and type(None) in hints:
        return None
    misfit: _Misfit | None = None
    for hint in hints:
        if hint is type(None):
            continue
        try:
            return _value(hint, value, path)
        except _Misfit as error:
            misfit = misfit or error
    raise misfit or _Misfit(path, value, "the page has a value where none is expected")


#: How a text becomes a value.
_SCALARS: dict[Any, Callable[[str], Any]] = {
    int: int,
    float: float,
    Decimal: Decimal,
    datetime.date: datetime.date.fromisoformat,
    datetime.datetime: datetime.datetime.fromisoformat,
    datetime.time: datetime.time.fromisoformat,
}


def _scalar(hint: Any, value: Any, path: str) -> Any:
    if hint in (str, Any, object):
        if hint is str and not isinstance(value, str):
            raise _Misfit(path, value, "a text is expected, and the field is a list")
        return value
    if not isinstance(value, str):
        raise _Misfit(path, value, f"{_name(hint)} is expected, and the field is a list")
    convert = _SCALARS.get(hint)
    if convert is None and isinstance(hint, type) and issubclass(hint, Enum):
        convert = hint
    if convert is None:
        raise TypeError(f"field `{path}`: {_name(hint)} is no type that a text is made into; use a pydantic model")
    try:
        return convert(value.strip())
    except (ValueError, InvalidOperation):
        raise _Misfit(path, value, f"no {_name(hint)} can be read") from None


def _name(hint: Any) -> str:
    return getattr(hint, "__name__", str(hint))
