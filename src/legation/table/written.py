"""Values of a game as plain data: written, described and read by the fields of their classes.

A field is written by its type. So a field that somebody adds to a class that
is kept is kept as well; one of a type without a form here is refused when this
is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from legation.documents.json import Node

T = TypeVar("T")
Data = dict[str, Any]
Read = Callable[[Node], Any]


def _itself(value: object) -> object:
    return value


@dataclass(frozen=True)
class Form:
    """How values of one type are written: their JSON schema, and a writer where one is needed.

    `read` is missing where reading asks for more than the type.
    """

    schema: Data
    write: Callable[[Any], Any] = _itself
    read: Read | None = None


Forms = Mapping[Any, Form]
"""Types and how each is written."""

TEXT = Form({"type": "string"}, _itself, Node.text)
COUNT = Form({"type": "integer", "minimum": 0}, _itself, Node.number)
FLAG = Form({"type": "boolean"}, _itself, Node.flag)
NUMBER = Form({"type": "integer"})
PLAIN: Forms = {str: TEXT, int: COUNT, bool: FLAG}


def one_of(*words: str) -> Form:
    """One of these words."""
    return Form({"enum": list(words)}, _itself, lambda node: node.one_of(words))


def matching(pattern: str) -> Form:
    """A text of this pattern."""
    return Form({"type": "string", "pattern": pattern})


def several(one: Form) -> Form:
    """A list."""
    write, read = one.write, one.read
    return Form(
        {"type": "array", "items": one.schema},
        list if write is _itself else lambda value: list(map(write, value)),
        None if read is None else lambda node: node.each(read),
    )


def by_key(one: Form) -> Form:
    """An object with keys that are not known before."""
    write, read = one.write, one.read
    return Form(
        {"type": "object", "additionalProperties": one.schema},
        dict if write is _itself else lambda value: {k: write(item) for k, item in value.items()},
        None if read is None else lambda node: {key: read(item) for key, item in node.items()},
    )


def sorted_by_key(one: Form) -> Form:
    """The same, in the order of its keys."""
    table = by_key(one)
    write, plain = table.write, one.write is _itself
    return Form(
        table.schema,
        lambda value: dict(sorted(value.items())) if plain else write(dict(sorted(value.items()))),
        table.read,
    )


def either(forms: Mapping[type, Form]) -> Form:
    """A value of one of several classes."""
    schemas: list[Data] = []
    for form in forms.values():
        if form.schema not in schemas:
            schemas.append(form.schema)
    writers = {cls: form.write for cls, form in forms.items()}
    return Form({"anyOf": schemas}, lambda value: writers[type(value)](value))


def or_nothing(one: Form) -> Form:
    """A value, or null."""
    write, read = one.write, one.read
    return Form(
        {"anyOf": [{"type": "null"}, one.schema]},
        lambda value: None if value is None else write(value),
        None if read is None else lambda node: None if node.value is None else read(node),
    )


def form_of(hint: object, known: Forms) -> Form:
    """How values of a type are written. Raises TypeError where nothing says it."""
    if hint in known:
        return known[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple and len(args) == 2 and args[1] is ...:
        return several(form_of(args[0], known))
    if origin is frozenset and form_of(args[0], known).write is _itself:
        inner = several(form_of(args[0], known))
        return Form(inner.schema, sorted, _as_set(inner.read))
    if isinstance(origin, type) and issubclass(origin, Mapping) and args[0] is str:
        return sorted_by_key(form_of(args[1], known))
    if origin in (Union, UnionType):
        rest = [arg for arg in args if arg is not NoneType]
        one = form_of(rest[0], known) if len(rest) == 1 else None
        one = one or either({get_origin(arg) or arg: form_of(arg, known) for arg in rest})
        return or_nothing(one) if NoneType in args else one
    if isinstance(hint, type) and issubclass(hint, Enum):
        words = [each.value for each in hint]
        return Form({"enum": words}, lambda value: value.value, lambda n: hint(n.one_of((*words,))))
    raise TypeError(f"nothing says how {hint} is written")


class Written(Generic[T]):
    """How a class is written: an object with a key for each of its fields.

    `own` are forms of fields that are not written by their type alone, and of
    keys that a writer adds. `without` are fields that are not written;
    `at_need` those that are left out where they are empty.
    """

    def __init__(
        self,
        cls: type[T],
        known: Forms,
        *,
        without: tuple[str, ...] = (),
        at_need: tuple[str, ...] = (),
        **own: Form,
    ) -> None:
        hints = get_type_hints(cls)
        there = {f.name: f for f in fields(cls) if f.init and f.name not in without}  # type: ignore[arg-type]
        strangers = {*own, *at_need} - {*there}
        if strangers:
            raise TypeError(f"{cls.__name__} has no field {', '.join(sorted(strangers))}")
        self.cls = cls
        self.forms = {name: own.get(name) or form_of(hints[name], known) for name in there}
        self.at_need = at_need
        self._must = tuple(name for name in self.forms if name not in at_need)
        self._rest = [(name, self.forms[name].write) for name in there if name in at_need]
        self._always = _maker({n: f.write for n, f in self.forms.items() if n not in at_need})

    def write(self, value: T) -> Data:
        """A value as plain data."""
        data = self._always(value)
        for name, write in self._rest:
            held = getattr(value, name)
            if held:
                data[name] = write(held)
        return data

    def keys(self, node: Node, *more: str) -> Node:
        """The node, which must be an object with just these keys, and those that a writer adds."""
        return node.record(*self._must, *more, optional=self.at_need)

    def reader(self, *more: str, **checks: Read) -> Callable[..., T]:
        """Reads such values, each field by its check, or else by its form.

        `more` are keys that a writer adds. What it returns takes a node, and by
        their names the fields that are not written. Raises TypeError for a
        field that has neither check nor form, or a check of no field.
        """
        found = {name: checks.get(name) or form.read for name, form in self.forms.items()}
        readers = {name: one for name, one in found.items() if one is not None}
        unread = [name for name in found if name not in readers]
        if unread or {*checks} - {*self.forms}:
            wrong = unread or sorted({*checks} - {*self.forms})
            raise TypeError(f"nothing reads {self.cls.__name__} {', '.join(wrong)}")

        always = [(name, readers[name]) for name in self._must]
        seldom = [(name, readers[name]) for name in self.at_need]
        whole = frozenset((*self._must, *more))

        def read(node: Node, **given: Any) -> T:
            held = node.value
            if not isinstance(held, dict) or held.keys() != whole:
                held = self.keys(node, *more).value  # which says what is wrong, if anything is
                assert isinstance(held, dict)
            for name, one in always:
                given[name] = one(Node(held[name], node, name))
            for name, one in seldom:
                if name in held:
                    given[name] = one(Node(held[name], node, name))
            return self.cls(**given)

        return read

    def schema(self, **more: Form) -> Data:
        """The JSON schema of such values, with keys that a writer adds."""
        forms = {**self.forms, **more}
        return {
            "type": "object",
            "properties": {name: form.schema for name, form in forms.items()},
            "required": [name for name in forms if name not in self.at_need],
            "additionalProperties": False,
        }

    def form(self, name: str, read: Read | None = None) -> Form:
        """Such values as a field of others, under this name in the schema."""
        write = self.write if self.at_need else self._always
        return Form({"$ref": f"#/$defs/{name}"}, write, read)


def _maker(writers: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Data]:
    """Makes an object of these attributes of a value.

    Compiled, as dataclasses compile theirs: each turn writes all units.
    """
    named = {f"_{name}": write for name, write in writers.items()}
    parts = (
        f"{name!r}: value.{name}" if write is _itself else f"{name!r}: _{name}(value.{name})"
        for name, write in writers.items()
    )
    made: Callable[[Any], Data] = eval(f"lambda value: {{{', '.join(parts)}}}", named)
    return made


def _as_set(read: Read | None) -> Read | None:
    return None if read is None else lambda node: frozenset(read(node))
