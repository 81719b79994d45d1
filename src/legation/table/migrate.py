"""Saves of format version 1, read as what they would be today.

Version 1 kept units and orders of outcomes as text. Here they are read back as
the values that they were, and the records are chained anew. Nothing writes
version 1 any more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, KINDS, RETREAT
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName, kind_and_strength
from legation.errors import LegationError, OrderError
from legation.rules.movement import ordered
from legation.rules.reports import Fate, Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.view import Told
from legation.table.acts import State, apply
from legation.table.jsontext import Node
from legation.table.plain import digest, record_data
from legation.table.reading import FATES, Reading
from legation.table.record import Act, PhaseRecord

FIRST = 1
"""The version of the format that is read here."""

_UNIT = re.compile(
    r"(?:(?P<power>.+) )?(?P<kind>\d*[A-Z]) (?P<place>[^\s/]+(?:/[a-z]+)?)"
    r"(?: (?P<count>\d+))?(?:/(?P<number>\d+))?"
)
_DISLODGED, _DISBANDED = "dislodged", "disbanded"


class FirstReading(Reading):
    """Reads phase records of version 1."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self._survey: Survey | None = None

    def chained(self, node: Node) -> tuple[PhaseRecord, str]:
        """A phase record, and the hash by which the next one was chained to it."""
        return self.record(node), digest(node.value)

    def told(self, node: Node, number: int, truth: Truth, acts: Sequence[Act]) -> Told:
        """What was told at one moment."""
        state = State(self.book, truth)
        for act in acts:
            state, _ = apply(state, act)
        self._survey = Survey(self.book, state.truth.position)
        return super().told(node, number, truth, acts)

    def outcome(self, node: Node) -> Outcome:
        """An outcome, its unit and order as text."""
        node.record(
            *("power", "unit", "order", "result", "at", "reason"),
            *("causes", "by", "retreats", "outside"),
        )
        power, at = self.nation(node["power"]), node["at"].text()
        fate, reason = Fate(node["result"].one_of(FATES)), self.report(node["reason"])
        return Outcome(
            power,
            self._unit(node["unit"], power, fate, str(reason.facts.get("unit", ""))),
            self._order(node["order"], node["unit"].text()),
            fate,
            "" if at in ("", _DISLODGED, _DISBANDED) else self.place(node["at"]),
            reason,
            node["causes"].each(Node.number),
            at == _DISLODGED,
            at == _DISBANDED,
            self.province(node["by"]) if node["by"].text() else "",
            node["retreats"].each(self.place),
            None if node["outside"].value is None else self.outcome(node["outside"]),
        )

    def _unit(self, node: Node, power: str, fate: Fate, said: str) -> Unit | UnitName | None:
        """The unit of an outcome: ``A Par``, ``2U Hyd/1``, ``A Ven 5000/2``, ``Italy A Ven``.

        `said` is how the reason calls it, which for a build of men tells how many there are.
        """
        text = node.text()
        if not text:
            return None
        found = _UNIT.fullmatch(text)
        if found is None:
            return UnitName("", text) if text in self.book.kinds else self._place_of(node)
        kind, strength = kind_and_strength(found["kind"])
        count = found["count"] or ""
        if kind in self.book.full and not count:
            told = _UNIT.fullmatch(said)
            count = (told["count"] if told else "") or ""
        place, number = found["place"], int(found["number"] or 0)
        if kind not in self.book.kinds or place not in self.book.graph.places:
            return self._place_of(node)
        if count or fate != Fate.VOID:
            return Unit(power, kind, place, int(count or strength), number)
        name = UnitName(place, found["kind"], found["power"] or "", number)
        assert self._survey is not None
        if self._survey.position.phase.kind == ADJUSTMENT:
            return name
        return ordered(self._survey, power, Order("hold", name))

    def _place_of(self, node: Node) -> UnitName:
        try:
            return self.book.find_unit(node.text())
        except LegationError as error:
            node.fail(f"names no unit: {error}")

    def _order(self, node: Node, unit: str) -> Order | None:
        """The order of an outcome; none where the unit alone stands in its place."""
        text = node.text()
        verb, _, kind = text.partition(" ")
        if text in ("", unit):
            return None
        if verb == "Build" and kind in self.book.kinds:
            return Order("build", UnitName("", kind))
        # men whom nobody ordered were told of with a number of their own: A Ven 5000/2 H
        plain = re.sub(r"( \d+)/\d+ H$", r"\1 H", text)
        assert self._survey is not None
        here, whole = self._survey.position.phase.kind, _UNIT.fullmatch(unit)
        if here == RETREAT and whole and whole["count"]:  # all of a force go: A Ser - Tri
            force = f"{whole['kind']} {whole['place']}"
            plain = re.sub(f"^{force} (?!\\d)", f"{force} {whole['count']} ", plain)
        for phase in (here, *KINDS):
            try:
                return self.book.read(plain, phase)
            except OrderError:
                continue
        return node.fail(f'is no order: "{text[:40]}".')


def chained_anew(phases: Sequence[PhaseRecord]) -> tuple[PhaseRecord, ...]:
    """The phase records of a migrated game, each with the hash of the one before as it now is."""
    found: list[PhaseRecord] = []
    for phase in phases:
        previous = digest(record_data(found[-1])) if found else ""
        found.append(replace(phase, previous=previous))
    return tuple(found)
