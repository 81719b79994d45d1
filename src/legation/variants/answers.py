"""What the class of a variant answers, compared with what was asked as it comes.

Whether a method gives an answer on each of its ways cannot be seen before it is
asked. Without this, None in place of a board would be met in the middle of the
engine. Only classes of folders that do not come with Legation are watched.
"""

from __future__ import annotations

import collections.abc
import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property, wraps
from pathlib import Path
from types import FunctionType
from typing import Any

from legation.errors import FileError
from legation.rules.reports import Report
from legation.rules.survey import Criterion
from legation.variants.faults import is_hook

_EITHER: Mapping[object, Any] = {
    list: (list, tuple),
    tuple: (list, tuple),
    frozenset: collections.abc.Set,
}
"""Where one will do for the other."""


def watched(name: str, value: Any, asked: FunctionType) -> Any:
    """A member of a class, whose every answer is compared with what a question is to return."""
    if isinstance(value, classmethod):
        return classmethod(_checking(value.__func__, name, asked))
    if isinstance(value, property):
        return property(_checking(value.fget, name, asked))
    if isinstance(value, cached_property):
        made = cached_property(_checking(value.func, name, asked))
        made.__set_name__(type(value), name)
        return made
    return _checking(value, name, asked)


def amiss(value: object, wanted: Any) -> str:
    """What a value is instead of what is wanted; empty where it is that."""
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        return "" if any(not amiss(value, each) for each in inner) else called(value)
    kind = origin or (type(None) if wanted is None else wanted)
    if kind is collections.abc.Callable:
        return "" if callable(value) else called(value)
    if not isinstance(kind, type) or kind is object:
        return ""
    if not isinstance(value, _EITHER.get(kind, kind)) or (
        isinstance(value, str) and kind is not str
    ):
        return called(value)
    return next((f"{called(value)} with {wrong} in it" for wrong in _within(value, inner)), "")


def called(value: object) -> str:
    """What somebody is told of a value: of which kind it is."""
    return "None" if value is None else f"a {type(value).__name__}"


def _within(value: Any, inner: tuple[Any, ...]) -> typing.Iterator[str]:
    """What is amiss of what a value holds."""
    if not inner or not isinstance(value, Collection):
        return
    if isinstance(value, Mapping):
        pairs = [(each, inner[at]) for item in value.items() for at, each in enumerate(item)]
    elif len(inner) == 1 or inner[-1] is ...:
        pairs = [(each, inner[0]) for each in value]
    elif len(value) == len(inner):
        pairs = list(zip(value, inner, strict=True))
    else:
        yield f"{len(value)} in place of {len(inner)} parts"
        return
    yield from filter(None, (amiss(each, wanted) for each, wanted in pairs))


def _checking(function: Any, name: str, asked: FunctionType) -> Any:
    wanted = typing.get_type_hints(asked).get("return", Any)
    must = str(asked.__annotations__.get("return"))
    return _watching(function, name, wanted, must, _criteria if name == "criteria" else None)


def _watching(
    function: Any, what: str, wanted: Any, must: str, then: Callable[[Any], Any] | None = None
) -> Any:
    """The same function, whose answers are looked at; one that is looked at already stays."""
    if not isinstance(function, FunctionType) or hasattr(function, _WATCHED):
        return function

    @wraps(function)
    def watching(*given: Any, **named: Any) -> Any:
        answer = function(*given, **named)
        if wrong := amiss(answer, wanted):
            path, line = Path(function.__code__.co_filename), function.__code__.co_firstlineno
            told = f"{what} returned {wrong}; it must return {must}"
            raise FileError(f"{path.parent.name}/{path.name}", told, line)
        return then(answer) if then else answer

    setattr(watching, _WATCHED, True)
    return watching


_WATCHED = "answers_are_watched"


def _criteria(there: Mapping[str, Criterion]) -> Mapping[str, Criterion]:
    """Criteria, of which those whose functions stand in a folder are watched as well."""
    return {
        domain: replace(
            each,
            values=_of_folder(each.values, domain, Collection[object], "a Collection"),
            why=_of_folder(each.why, domain, Report, "a Report"),
        )
        for domain, each in there.items()
    }


def _of_folder(function: Any, domain: str, wanted: Any, must: str) -> Any:
    code = getattr(function, "__code__", None)
    if code is None or not is_hook(Path(code.co_filename)):
        return function
    return _watching(function, f'of the criterion "{domain}" {function.__name__}', wanted, must)
