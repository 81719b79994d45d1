"""Drafts of every kind, as wrong as a designer can make them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from legation.board.provincechecks import FEATURES
from legation.studio.document import Document, read

TEXTS = st.text(
    st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="=+@-"), max_size=12
).filter(str.isprintable)
CODES = st.text("ABCabc|", max_size=4)
COASTS = st.sampled_from(("", "nc", "ec", "sc", "wc"))
DEGREES = st.tuples(st.floats(-90, 90), st.floats(-180, 180))
LONG = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.just("\n"))
FRAME = {"centre": [50, 0.25], "x": [-100, 100.5], "y": [-90, 90]}


def rows(**columns: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """A few rows of a section."""
    return st.lists(st.fixed_dictionaries({}, optional=columns), max_size=4)


PLACES = st.lists(
    st.fixed_dictionaries(
        {"code": CODES, "points": st.lists(DEGREES, min_size=1, max_size=3)},
        optional={
            "name": TEXTS,
            "terrain": st.sampled_from(("inland", "coast", "sea", "bridge", "impassable")),
            "centre": st.booleans(),
            "home": TEXTS,
            "region": TEXTS,
            "coasts": st.lists(COASTS.filter(bool), max_size=2),
            "features": st.lists(st.sampled_from(sorted(FEATURES)), max_size=2),
            "aliases": st.lists(TEXTS.filter(str.strip), max_size=2),
        },
    ),
    max_size=4,
    unique_by=lambda place: place["code"],
)
DECLARED = st.fixed_dictionaries(
    {},
    optional={
        "length": TEXTS.filter(str.strip),
        "victory": st.fixed_dictionaries({"centres": st.integers(0, 99)}),
        "builds": st.just({"where": "owned", "clause": "X-1"}),
        "kinds": st.just([{"letter": "W", "noun": "wing", "goes": "everywhere"}]),
        "options": st.dictionaries(TEXTS.filter(str.strip), TEXTS, max_size=2),
        "calendar": st.just(
            {"first-year": -40, "years": 3, "phases": [["Spring", "movement"]], "aliases": {}}
        ),
    },
)
WORDS = st.dictionaries(
    TEXTS.filter(str.strip).filter(lambda key: key not in ("lore", "signs")),
    st.dictionaries(TEXTS.filter(str.strip), st.fixed_dictionaries({"text": LONG.filter(bool)})),
    max_size=2,
)
DRAFTS: st.SearchStrategy[Document] = st.fixed_dictionaries(
    {},
    optional={
        "title": TEXTS,
        "blurb": TEXTS,
        "parent": st.sampled_from(("standard", "hundred")),
        "places": PLACES,
        "borders": rows(
            a=CODES,
            b=CODES,
            army=st.booleans(),
            fleet=st.booleans(),
            a_coast=COASTS,
            b_coast=COASTS,
        ),
        "extra": st.fixed_dictionaries(
            {},
            optional={
                "frame": st.just(FRAME),
                "graticule": st.just({"step": 2.5}),
                "exceptions": rows(a=st.just("A"), b=st.just("B")).map(
                    lambda each: [{"a": "A", "b": "B", "how": "apart", "reason": "x"} for _ in each]
                ),
            },
        ),
        "powers": rows(name=TEXTS, short=st.text("XY", max_size=2), adjective=TEXTS),
        "setup": rows(
            power=TEXTS, kind=st.sampled_from(("army", "F", "wing", "")), place=CODES, coast=COASTS
        ),
        "declared": DECLARED,
        "rules": LONG,
        "words": WORDS,
    },
).map(read)
