"""Data against a declared shape: what does not fit, where, and what would do.

A shape is a class below `Shape`, whose fields are the keys that a table may
have, with their types; msgspec says whether a value fits, this module finds all
that do not. What would do is the `description` of a field's `msgspec.Meta`, or
follows from its type.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from legation.errors import meant

Step = str | int
Steps = tuple[Step, ...]
T = TypeVar("T")

_SHOWN = 40
_PLAIN: Mapping[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """A table of a document. A field without a default must be there."""

    @classmethod
    def label(cls, table: Mapping[str, Any]) -> str:
        """Which of several tables this is, for a fault in it: its ``id``, ``name`` or ``place``."""
        return next((str(table[key]) for key in ("id", "name", "place") if key in table), "")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not fit: the keys and indices that lead to it, and a sentence."""

    steps: Steps
    said: str

    def __str__(self) -> str:
        return self.said


def fit(data: object, shape: type[T], whole: bool = True) -> tuple[T | None, tuple[Fault, ...]]:
    """The data as a value of this shape, or everything that is wrong with it.

    With `whole` false a key that is missing is no fault, and no value is made:
    what a document leaves out may come from another.
    """
    try:  # at once: the keys are gone through for words about what is wrong
        found = msgspec.convert(data, shape) if whole else None
    except msgspec.ValidationError:
        found = None
    if found is not None:
        return found, ()
    faults = tuple(_faults(data, shape, (), whole))
    if faults or not whole:
        return None, faults
    return msgspec.convert(data, shape), ()


def described(wanted: Any) -> str:
    """What would do for a type, in words; empty for a table."""
    return _described(wanted)


def shape_in(wanted: Any) -> tuple[type[Shape] | None, bool]:
    """The shape of a table, or of each of a list of tables, and whether it is a list."""
    plain = _bare(wanted)
    return (plain, False) if _is_shape(plain) else (_tables_in(plain), True)


def keys_of(shape: type[Shape]) -> dict[str, tuple[str, ...]]:
    """The keys of a document by table; those of the document itself under an empty name."""
    fields = {name: _bare(field.type) for name, field in _fields(shape).items()}
    keys = {"": tuple(fields)}
    for key, wanted in fields.items():
        inner = wanted if _is_shape(wanted) else _tables_in(wanted)
        if inner is not None:
            keys[key] = keys_of(inner)[""]
    return keys


def _faults(data: object, wanted: Any, steps: Steps, whole: bool) -> Iterator[Fault]:
    """What of the data does not fit this type, in the order of the document."""
    plain = _bare(wanted)
    if _is_shape(plain):
        yield from _table(data, plain, steps, whole)
        return
    inner = _tables_in(plain)
    if inner is not None:
        if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
            yield Fault(steps, f"{steps[-1]} must be written as [[{steps[-1]}]]")
            return
        for index, item in enumerate(data):
            yield from _table(item, inner, (*steps, index), whole)
    elif _is_mapping(plain) and (not _described(wanted) or (data and isinstance(data, dict))):
        yield from _mapping(data, plain, steps, whole)
    else:
        try:
            msgspec.convert(data, wanted)
        except msgspec.ValidationError as error:
            yield Fault(steps, _sentence(data, wanted, steps, str(error)))


def _table(data: object, shape: type[Shape], steps: Steps, whole: bool) -> Iterator[Fault]:
    if not isinstance(data, dict):
        said = f"{steps[-1]} must be written as [{_named(steps)}]" if steps else "no table"
        yield Fault(steps, said)
        return
    fields = _fields(shape)
    where = f" in {_named(steps)}" if steps else ""
    label = shape.label(data)
    whose = f"{where} {label}" if label else where
    faulty = False
    for key, value in data.items():
        if key not in fields:
            faulty = True
            yield Fault((*steps, key), f'nothing reads the key "{key}"{where}.{meant(key, fields)}')
            continue
        for fault in _faults(value, fields[key].type, (*steps, key), whole):
            faulty = True
            yield fault
    if whole:
        for key, field in fields.items():
            if field.required and key not in data:
                faulty = True
                inner = _bare(field.type)
                said = f'the key "{key}" is missing{whose}'
                if not steps and _is_shape(inner):
                    needed = [f.encode_name for f in _fields(inner).values() if f.required]
                    said = f"it lacks [{key}]" + (f", with {_listed(needed)}" if needed else "")
                elif not steps and _tables_in(inner) is not None:
                    said = f"it lacks [[{key}]]"
                yield Fault(steps, said)
    if not faulty and whole:
        try:
            msgspec.convert(data, shape)
        except msgspec.ValidationError as error:  # what its keys say does not go together
            said = str(error).partition(" - at ")[0]
            yield Fault(
                steps, f"{_named(steps)}{f' {label}' if label else ''}: {said}".lstrip(": ")
            )


@lru_cache(256)  # drafts of variants come and go
def _fields(shape: type[Shape]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The fields of a shape by key; msgspec reads the hints of its class anew each time."""
    return {field.encode_name: field for field in msgspec.structs.fields(shape)}


def _mapping(data: object, plain: Any, steps: Steps, whole: bool) -> Iterator[Fault]:
    if not isinstance(data, dict):
        yield Fault(steps, f"{steps[-1]} must be written as [{_named(steps)}]")
        return
    arguments = get_args(plain)
    for key, value in data.items():
        if arguments:
            yield from _faults(value, arguments[1], (*steps, key), whole)


# Words


def _sentence(data: object, wanted: Any, steps: Steps, said: str) -> str:
    """What stands there, and what would do."""
    known = _words_of(_bare(wanted))
    if known and isinstance(data, str):
        return f"{_named(steps)} is {_shown(data)}; it can be {_listed(known, 'or')}." + meant(
            data, known
        )
    described = _described(wanted) or said.partition(" - at ")[0]
    return f"{_named(steps)} must be {described}, not {_shown(data)}"


def _shown(data: object) -> str:
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, dict):
        return "a table" if data else "an empty table"
    text = f'"{data}"' if isinstance(data, str) else str(data)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _named(steps: Steps) -> str:
    """The way to a value in words: ``frame.centre``; the number of a table is left out."""
    return ".".join(str(step) for step in steps if isinstance(step, str))


def _described(wanted: Any) -> str:
    """What would do for a type: as its field says, or as its kind is called."""
    if get_origin(wanted) is Annotated:
        for meta in wanted.__metadata__:
            if isinstance(meta, msgspec.Meta) and meta.description:
                return str(meta.description)
        return _described(get_args(wanted)[0])
    if get_origin(wanted) in (Union, types.UnionType):
        kinds = [_described(kind) for kind in get_args(wanted) if kind is not type(None)]
        return _listed(list(dict.fromkeys(kinds)), "or")
    known = _words_of(wanted)
    if known:
        return _listed([f'"{word}"' for word in known], "or")
    if get_origin(wanted) in (tuple, list, Sequence):
        inner = [kind for kind in get_args(wanted) if kind is not Ellipsis]
        return f"a list, each of it {_described(inner[0])}" if inner else "a list"
    return _PLAIN.get(wanted, "")


def _words_of(plain: Any) -> tuple[str, ...]:
    return get_args(plain) if get_origin(plain) is Literal else ()


def _listed(words: Sequence[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


# Types


def _bare(wanted: Any) -> Any:
    """A type without its annotations, and without the None that it may be instead."""
    while get_origin(wanted) is Annotated:
        wanted = get_args(wanted)[0]
    if get_origin(wanted) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(wanted) if kind is not type(None)]
        return _bare(kinds[0]) if len(kinds) == 1 else wanted
    return wanted


def _is_mapping(plain: Any) -> bool:
    return get_origin(plain) in (dict, Mapping) or plain in (dict, Mapping)


def _is_shape(plain: Any) -> bool:
    return isinstance(plain, type) and issubclass(plain, Shape)


def _tables_in(plain: Any) -> type[Shape] | None:
    """The shape of the tables of a list of tables; None for any other type."""
    if get_origin(plain) not in (tuple, list):
        return None
    inner = _bare(get_args(plain)[0])
    return inner if _is_shape(inner) else None
