"""A draft of a variant: one JSON document, its shape and its bounds.

Read strictly where a bound would be passed, and leniently otherwise: a draft is
half done most of the time, and what is wrong with it is told by `checking`.
`extra`, `declared` and `words` are kept in the keys of ``picture.toml``,
``variant.toml`` and ``words.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from legation.documents.shape import Fault, Shape, Steps, fit
from legation.errors import InputError
from legation.studio.bounds import MOST_BYTES, POINTS, too_many
from legation.studio.declared import declared_faults, extra_faults, words_faults
from legation.studio.powers import marks
from legation.studio.shelf import parents
from legation.studio.tidy import SHOWN, tidy

STANDARD = "standard"
AS_PARENT = "# The rules\nEverything that is not here is as in `{parent}`.\n"
"""What ``rules.md`` begins with."""

Name = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=r"^(?![=+@-])",
        description="a text of at most 60 letters that begins with none of = + - @",
    ),
]
Code = Annotated[str, Meta(max_length=8, description="a code of at most 8 letters")]
Lat = Annotated[float, Meta(ge=-90, le=90)]
Lon = Annotated[float, Meta(ge=-180, le=180)]
LatLon = Annotated[
    tuple[Lat, Lon], Meta(description="[latitude, longitude], within -90 to 90 and -180 to 180")
]
CoastName = Literal["nc", "ec", "sc", "wc"]
Feature = Literal[
    "canal",
    "land-in-sea",
    "two-parts",
    "island",
    "fortified",
    "garrison",
    "port",
    "police",
    "northbank",
    "southbank",
    "minor",
    "colony",
    "claimed",
]


class Place(Shape, frozen=True, kw_only=True):
    """A row of ``provinces.csv``; the first point is where it lies."""

    code: Code = ""
    name: Name = ""
    terrain: Literal["inland", "coast", "sea", "bridge", "impassable"] = "inland"
    centre: bool = False
    home: Name = ""
    points: Annotated[
        tuple[LatLon, ...],
        Meta(
            min_length=1, max_length=POINTS, description=f"a list of 1 to {POINTS} pairs of degrees"
        ),
    ]
    coasts: tuple[CoastName, ...] = ()
    region: Name = ""
    features: tuple[Feature, ...] = ()
    aliases: tuple[Name, ...] = ()


class Border(Shape, frozen=True):
    """A row of ``borders.csv``."""

    a: Code = ""
    b: Code = ""
    army: bool = False
    fleet: bool = False
    kind: Literal["", "strait", "landbridge", "four-way", "bridge", "canal", "edge"] = ""
    a_coast: Literal["", "nc", "ec", "sc", "wc"] = field(default="", name="a_coast")
    b_coast: Literal["", "nc", "ec", "sc", "wc"] = field(default="", name="b_coast")


class Power(Shape, frozen=True):
    """A power; `short` is its mark of two letters, an empty adjective is its name."""

    name: Name = ""
    short: Annotated[str, Meta(max_length=2, description="a mark of two letters")] = ""
    colour: Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$", description="a colour, #rrggbb")] = (
        "#8a8578"
    )
    adjective: Name = ""
    aliases: tuple[Name, ...] = ()


class Start(Shape, frozen=True):
    """A unit at the start; `kind` is its noun."""

    power: Name = ""
    kind: Name = "army"
    place: Code = ""
    coast: Literal["", "nc", "ec", "sc", "wc"] = ""


class Document(Shape, frozen=True):
    """A draft."""

    title: Name = ""
    blurb: Annotated[str, Meta(max_length=300, description="at most 300 letters")] = ""
    parent: Name = STANDARD
    places: tuple[Place, ...] = ()
    borders: tuple[Border, ...] = ()
    extra: dict[str, Any] = {}  # noqa: RUF012  msgspec copies it
    powers: tuple[Power, ...] = ()
    setup: tuple[Start, ...] = ()
    declared: dict[str, Any] = {}  # noqa: RUF012  msgspec copies it
    rules: str = ""
    words: dict[str, Any] = {}  # noqa: RUF012  msgspec copies it


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a draft: a sentence, the row that it is about, the places, a point.

    `where` has the keys section, row (from 0) and key, as far as they are known;
    `kind` is the picture's (`legation.atlas.making.check`), by which a page can mend it.
    """

    text: str
    where: dict[str, Any] = {}
    places: tuple[str, ...] = ()
    at: tuple[float, float] | None = None
    kind: str = ""


class DraftError(InputError):
    """A draft that is none, or too large; `problems` has each fault with its row."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems[0].text)
        self.problems = problems


def empty() -> Document:
    """A draft to begin with."""
    return Document(title="A new game", rules=AS_PARENT.format(parent=STANDARD))


ROWS: Mapping[str, type[Shape]] = {
    "places": Place,
    "borders": Border,
    "powers": Power,
    "setup": Start,
}
"""The sections that are tables."""


def kept(data: bytes) -> Document:
    """The draft that was read before: its game to begin from may be gone since."""
    return msgspec.json.decode(data, type=Document)


def read(data: bytes | Mapping[str, Any] | Document) -> Document:
    """The draft that JSON says, or data that was JSON.

    Texts are stripped, and what is null or empty in `extra` and `declared` is left out.

    Raises:
        DraftError: for what is no draft, or passes a bound; with its first fault.
    """
    if isinstance(data, Document):
        data = as_data(data)
    try:
        clean = tidy(_decoded(data) if isinstance(data, bytes) else data)
    except InputError as error:
        raise DraftError((Problem(str(error)),)) from None
    for fault in _faults(clean):
        raise DraftError((Problem(f"{_row(fault, clean)}{fault.said}", where(fault.steps)),))
    document = _canonical(msgspec.convert(clean, Document))
    if len(packed(document)) > MOST_BYTES:
        raise DraftError((Problem(f"the draft is larger than {MOST_BYTES // 1024} kB"),))
    return document


def _faults(data: dict[str, Any]) -> Iterator[Fault]:
    """What does not fit; a row at a time, for the first is enough."""
    yield from too_many(data)
    for section, shape in ROWS.items():
        for row, cells in enumerate(data.get(section, ())):
            for fault in fit(cells, shape)[1]:
                yield Fault((section, row, *fault.steps), fault.said)
    yield from fit({key: value for key, value in data.items() if key not in ROWS}, Document)[1]
    parent = data.get("parent") or STANDARD
    if parent not in parents():
        known = ", ".join(parents())
        yield Fault(("parent",), f'"{parent}" is no game to begin from; there are {known}')
    for section, check in (
        ("extra", extra_faults),
        ("declared", declared_faults),
        ("words", words_faults),
    ):
        data[section] = {k: v for k, v in data.get(section, {}).items() if v not in ({}, [])}
        yield from check(data[section])


def as_data(document: Document) -> dict[str, Any]:
    """The draft as JSON has it."""
    data: dict[str, Any] = msgspec.json.decode(packed(document))
    return data


def packed(document: Document) -> bytes:
    """The draft as bytes of JSON."""
    return msgspec.json.encode(document)


def as_row(problem: Problem) -> dict[str, Any]:
    """A problem as JSON has it."""
    data: dict[str, Any] = msgspec.to_builtins(problem)
    return {**data, "places": list(problem.places), "at": list(problem.at) if problem.at else None}


def where(steps: Steps) -> dict[str, Any]:
    """The row of a draft that these steps lead to: section, row and key."""
    found: dict[str, Any] = {"section": steps[0]} if steps else {}
    for step in steps[1:3]:
        found["row" if isinstance(step, int) else "key"] = step
    return found


def nouns_of(declared: Mapping[str, Any]) -> dict[str, str]:
    """Letter → noun of the kinds of units that a draft can set up."""
    kinds = {
        e["letter"]: e["noun"] for e in declared.get("kinds", ()) if {"letter", "noun"} <= {*e}
    }
    return {"A": "army", "F": "fleet", **kinds}


def _canonical(document: Document) -> Document:
    """The draft with nouns where letters of units stood, and with a mark for every power."""
    nouns = nouns_of(document.declared)
    given = [power.short for power in document.powers]
    short = marks([power.name for power in document.powers], given)
    return replace(
        document,
        parent=document.parent or STANDARD,
        setup=tuple(replace(u, kind=nouns.get(u.kind, u.kind)) for u in document.setup),
        powers=tuple(
            replace(p, short=mark, adjective="" if p.adjective == p.name else p.adjective)
            for p, mark in zip(document.powers, short, strict=True)
        ),
    )


def _decoded(data: bytes) -> object:
    if len(data) > MOST_BYTES:
        raise DraftError((Problem(f"the draft is larger than {MOST_BYTES // 1024} kB"),))
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise DraftError((Problem("the draft is no JSON"),)) from None
    except RecursionError:
        raise DraftError((Problem("the draft is nested too deeply"),)) from None


def _row(fault: Fault, data: Any) -> str:
    """The row that a fault is in: ``places, row 4 (Bel): ``."""
    if len(fault.steps) < 2 or not isinstance(fault.steps[1], int):
        return ""
    section, row = str(fault.steps[0]), fault.steps[1]
    cells = data[section][row]
    called = next((cells[key] for key in ("code", "name", "a", "place") if cells.get(key)), "")
    named = f" ({called[:SHOWN]})" if isinstance(called, str) and called else ""
    return f"{section}, row {row + 1}{named}: "
