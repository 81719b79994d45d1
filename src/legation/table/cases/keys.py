"""Which keys a case file has, and what stands under each (``docs/cases.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from legation.documents.yaml import Form, Spot, Table, keyed, list_of, table_of, text

_BY_POWER = table_of(list_of(text))
_FATE = keyed({**dict.fromkeys(("result", "at", "by", "to"), text), "retreats": list_of(text)})
BUILDS = ("results", "automatic", "units")


def _expected(value: Any, spot: Spot) -> None:
    """A form: what is expected, a fate of every unit, or the keys of an adjustment phase."""
    table_of(lambda *_: None)(value, spot)
    for key, item in value.items():
        form = _BY_POWER if key in BUILDS else _FATE
        form(item, spot.inside(key, value.lines.get(key, 0)))


def _report(value: Any, spot: Spot) -> None:
    """A form: a report that is told."""
    table_of(text)(value, spot)
    if "kind" not in value:
        spot.fail('needs the key "kind"')


def _reports(value: Any, spot: Spot) -> None:
    list_of(_report)(value, spot)
    if not value:
        spot.fail("is a list without a report")


def _texts(value: Any, spot: Spot) -> None:
    """A form: a text, or several."""
    (list_of(text) if isinstance(value, list) else text)(value, spot)


def _entry(value: Any, spot: Spot) -> None:
    """A form: what stands in the ledger, of whatever type the key is."""
    (table_of(text) if isinstance(value, Table) else _texts)(value, spot)


_LEDGER = table_of(_entry)


def _change(value: Any, spot: Spot) -> None:
    """A form: what is otherwise in the game from which this one may not look different."""
    keyed({"orders": _BY_POWER, "units": _BY_POWER, "ledger": _LEDGER})(value, spot)
    if not value:
        spot.fail("changes nothing")


def _changes(value: Any, spot: Spot) -> None:
    list_of(_change)(value, spot)
    if not value:
        spot.fail("is a list without a change")


def _read(value: Any, spot: Spot) -> None:
    """A form: what a viewer reads of an order, or that he reads nothing."""
    (_READ if isinstance(value, Table) else text)(value, spot)
    if isinstance(value, str) and value != NOTHING:
        spot.fail(f'is what he reads, or the word "{NOTHING}"')


NOTHING = "nothing"
_READ = keyed(
    {**dict.fromkeys(("result", "at", "by", "reason", "clause"), text), "retreats": list_of(text)}
)

EXAMPLES: Mapping[str, str] = {
    "id": "id: STD-CUT.1",
    "options": "options: {edition: '1971'}",
    "seen": "seen: Italy",
    "follows": "follows: {paradox: szykman}",
    "units": "units: {France: [A Par, F Bre]}",
    "centres": "centres: {France: [Par, Bre]}",
    "dislodged": "dislodged: {France: [{unit: A Bur, by: Mun, retreats: [Par, Gas]}]}",
    "contested": "contested: [Bur, Ruh]",
    "disorder": "disorder: [Italy]",
    "orders": "orders: {France: [A Par - Bur]}",
    "expect": "expect: {A Par: {result: succeeds, at: Bur}}, "
    "or in an adjustment phase expect: {results: {France: [succeeds]}}",
    "told": "told: {France: [{kind: solo, power: Germany}]}",
    "untold": 'untold: {Italy: [{orders: {Germany: ["A Mun H"]}}]}',
    "reads": "reads: {Italy: {A Par: {result: fails, reason: unexplained}, A Mar: nothing}}",
    "refused": "refused: {France: {A Par - Lon: STD-MOVE}}",
    "ledger": "ledger: {hidden-centres: [Hyd, May]}",
    "then": "then: {orders: {France: [A Bur - Par]}, expect: {A Bur: {at: Par}}}",
    "turns": "turns: [{orders: {France: [A Par - Bur]}, expect: {A Par: {at: Bur}}}]",
    "end": "end: {units: {France: [A Par]}, centres: {France: [Par]}, winner: [France]}",
    "alternatives": "alternatives: {paradox=all-hold: {expect: {A Par: {at: Par}}}}",
    "gm": "gm: [set A Bur of Germany, remove Mun]",
}
PLAYED: Mapping[str, Form] = {
    "orders": _BY_POWER,
    "expect": _expected,
    "told": table_of(_reports),
    "untold": table_of(_changes),
    "reads": table_of(table_of(_read)),
    "refused": table_of(table_of(text)),
}
_VIEW = keyed({"units": _BY_POWER, "centres": _BY_POWER, "knows": table_of(_texts)})
_END = keyed(
    {
        **dict.fromkeys(("units", "centres"), _BY_POWER),
        "winner": _texts,
        "phase": text,
        "ledger": _LEDGER,
        "view": table_of(_VIEW),
    }
)
_TURN_FORM = keyed(
    {
        **PLAYED,
        "phase": text,
        "contested": list_of(text),
        "gm": list_of(text),
        "why": text,
    },
    examples=EXAMPLES,
)
CASE_FORM = keyed(
    {
        # what a case says, then what is said about it
        **dict.fromkeys(("id", "title", "variant", "seed", "date", "phase", "seen"), text),
        **dict.fromkeys(("options", "follows"), table_of(text)),
        **PLAYED,
        **dict.fromkeys(("units", "centres"), _BY_POWER),
        "ledger": _LEDGER,
        "facts": table_of(list_of(text)),
        "disorder": list_of(text),
        "dislodged": table_of(
            list_of(
                keyed({"unit": text, "by": text, "retreats": list_of(text)}, ("unit", "retreats"))
            )
        ),
        "contested": list_of(text),
        "then": keyed({"orders": _BY_POWER, "expect": _expected}),
        "turns": list_of(_TURN_FORM),
        "end": _END,
        "alternatives": table_of(
            keyed({"expect": _expected, "then": _expected, **dict.fromkeys(BUILDS, _BY_POWER)})
        ),
        **dict.fromkeys(("source", "issue", "note", "why"), text),
        "datc": table_of(text),
    },
    examples=EXAMPLES,
)
