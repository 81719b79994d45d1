"""Saves of format version 1, read as what they would be today.

Version 1 kept units, orders and facts as text, and what a variant keeps without
the types of its fields. Here they are read back as the values that they were,
and each reader's edition is what he was shown of them. Nothing writes version 1
any more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from legation.board.calendar import ADJUSTMENT, KINDS, RETREAT
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName, a_kind, kind_and_strength
from legation.documents.json import Node
from legation.errors import LegationError
from legation.rules.editions import Editions
from legation.rules.intents import ordered
from legation.rules.kinds import Sort
from legation.rules.reports import Fact, Fate, One, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.moment import Moment
from legation.table.acts import State, apply
from legation.table.canonical import digest
from legation.table.kept import TRUTH
from legation.table.ledgers import border_of, first_ledger_of
from legation.table.record import Act, PhaseRecord
from legation.table.saving.reading import Reading
from legation.table.saving.tellings import FATES

FIRST = 1
"""The version of the format that is read here."""

Versions = tuple[tuple[frozenset[str] | None, Outcome], ...]
"""An outcome with its audience, and what the others were told in its place."""

_UNIT = re.compile(
    r"(?:(?P<power>.+) )?(?P<kind>\d*[A-Z]) (?P<place>[^\s/]+(?:/[a-z]+)?)"
    r"(?: (?P<count>\d+))?(?:/(?P<number>\d+))?"
)
_REST = re.compile(r"(?P<force>.+)'s other (?P<count>\d+)")
_STEPS = re.compile(r"([0-9]{1,9})(?: steps?)?")
_DISLODGED, _DISBANDED = "dislodged", "disbanded"
_LISTS = {("retreat-clash", "rivals"), ("cut-hit", "rivals")}
"""Facts that were several values joined by commas."""


class FirstReading(Reading):
    """Reads phase records of version 1."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self._survey: Survey | None = None
        self._power = ""

    @property
    def survey(self) -> Survey:
        """The board of the phase that is read, after the acts that were done in it."""
        assert self._survey is not None
        return self._survey

    def told(self, node: Node, number: int, truth: Truth, acts: Sequence[Act]) -> Moment:
        """What was told at one moment: to each reader what he was then shown of it."""
        state = State(self.book, truth)
        for act in acts:
            state, _ = apply(state, act)
        self._survey = Survey(self.book, state.truth.position)
        node.record("reports", "outcomes")
        versions = node["outcomes"].each(self.versions)
        for at, each in enumerate(versions):
            causes = (cause for _, outcome in each for cause in outcome.causes)
            if any(cause >= len(versions) for cause in causes):
                node["outcomes"][at].fail("has a cause that is no outcome.")
        told = {reader: _edition(versions, reader) for reader in ("", *sorted(self.players))}
        whole = tuple(_said(each[0][1]) for each in versions)
        reports = node["reports"].each(self.report)
        editions = Editions.kept(whole, told)
        return Moment(number, truth.position.phase, reports, editions)

    def hash_of(self, node: Node, truth: Truth) -> str:
        """The hash of a truth as it was written."""
        del truth
        return digest(node.value)

    def ledger(self, node: Node) -> Ledger:
        """What the variant keeps."""
        return first_ledger_of(self.book, node)

    # Outcomes

    def versions(self, node: Node) -> Versions:
        """An outcome, and what those are told instead who may not hear its reason."""
        node.record(
            *("power", "unit", "order", "result", "at", "reason"),
            *("causes", "by", "retreats", "outside"),
        )
        power, at = self.nation(node["power"]), node["at"].text()
        fate = Fate(node["result"].one_of(FATES))
        self._power = power
        reason = self.report(node["reason"])
        self._power = ""
        outcome = Outcome(
            power,
            self._unit(node["unit"], power, fate, reason),
            self._order(node["order"], node["unit"].text()),
            fate,
            "" if at in ("", _DISLODGED, _DISBANDED) else self.place(node["at"]),
            reason,
            node["causes"].each(Node.number),
            at == _DISLODGED,
            at == _DISBANDED,
            self.province(node["by"]) if node["by"].text() else "",
            node["retreats"].each(self.place),
        )
        outside = node["outside"]
        others = () if outside.value is None else self.versions(outside)
        return ((reason.audience, outcome), *others)

    def _unit(self, node: Node, power: str, fate: Fate, reason: Report) -> Unit | UnitName | None:
        """The unit of an outcome: ``A Par``, ``2U Hyd/1``, ``A Ven 5000/2``, ``Italy A Ven``."""
        text = node.text()
        if not text:
            return None
        matched = _UNIT.fullmatch(text)
        if matched is None:
            return UnitName("", text) if text in self.book.kinds else self._name(node, text)
        kind, strength = kind_and_strength(matched["kind"])
        place, number = matched["place"], int(matched["number"] or 0)
        if kind not in self.book.kinds or place not in self.book.graph.places:
            return self._name(node, text)
        count = int(matched["count"] or 0)
        built = reason.facts.get("unit")
        if kind in self.book.full and not count and isinstance(built, Unit):
            count = built.strength  # a build named none
        if count or fate != Fate.VOID:
            return Unit(power, kind, place, count or strength, number)
        name = UnitName(place, matched["kind"], matched["power"] or "", number)
        if self.survey.position.phase.kind == ADJUSTMENT:
            return name
        return ordered(self.survey, power, Order("hold", name))

    def _name(self, node: Node, text: str) -> UnitName:
        try:
            return self.book.find_unit(text)
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
        whole = _UNIT.fullmatch(unit)
        if self.survey.position.phase.kind == RETREAT and whole and whole["count"]:
            force = f"{whole['kind']} {whole['place']}"  # all of it goes: A Ser - Tri
            rest = plain.removeprefix(f"{force} ")
            if rest != plain and not rest[:1].isdecimal():
                plain = f"{force} {whole['count']} {rest}"
        return self._read(node, plain)

    def _read(self, node: Node, text: str) -> Order:
        for phase in (self.survey.position.phase.kind, *KINDS):
            try:
                return self.book.read(text, phase)
            except LegationError:
                continue
        return node.fail(f'is no order: "{text[:40]}".')

    # Reports

    def report(self, node: Node) -> Report:
        """A report, its facts as text."""
        node.record("kind", "clause", "facts", "audience")
        kind, facts = node["kind"].text(), dict(node["facts"].items())
        audience = None
        if node["audience"].value is not None:
            audience = frozenset(node["audience"].each(self.nation))
        before = self._power
        if not before and "power" in facts:
            self._power = facts["power"].text()
        elif not before and audience is not None and len(audience) == 1:
            (self._power,) = audience
        typed: dict[str, Fact] = {}
        for name, value in facts.items():
            rest = _REST.fullmatch(value.text()) if isinstance(value.value, str) else None
            if kind == "holds-unordered" and name == "unit" and rest:
                kind = "rest-unordered"
                typed = {"unit": self._name(value, rest["force"]), "number": int(rest["count"])}
            elif value.value != "":
                typed[name] = self._fact_of(kind, name, value)
        self._power = before
        return Report(kind, node["clause"].text(), typed, audience)

    def _fact_of(self, kind: str, name: str, node: Node) -> Fact:
        declared = self.book.reports.get(kind)
        sort = declared.facts.get(name) if declared is not None else None
        if sort is None:
            return self._fact(node)
        if (kind, name) in _LISTS:
            return tuple(self._value(node, sort, name, text) for text in node.text().split(", "))
        if isinstance(node.value, list):
            return node.each(lambda one: self._value(one, sort, name, one.text()))
        if isinstance(node.value, int):
            return node.number(-(1 << 53))
        return self._value(node, sort, name, node.text())

    def _value(self, node: Node, sort: Sort, name: str, text: str) -> One:
        match sort:
            case Sort.UNIT | Sort.OWNED:
                return self._unit_told(node, name, text)
            case Sort.NAMED:
                return self._name(node, text)
            case Sort.NUMBER:
                steps = _STEPS.fullmatch(text)
                return int(steps[1]) if steps else _none(node, "number")
            case Sort.ORDER:
                return self._read(node, text)
            case Sort.PHASE:
                here = self.survey.position.phase
                return here if text == str(here) else _none(node, "phase of this record")
            case Sort.KIND:
                kinds = (kind for kind in self.book.kinds if a_kind(kind) == text)
                return next(kinds, None) or _none(node, "kind of unit")
            case Sort.BORDER:
                return border_of(text) or _none(node, "border")
        return text

    def _unit_told(self, node: Node, name: str, text: str) -> Unit:
        """A unit that a report names; the owner is the one who is meant where none is named."""
        matched = _UNIT.fullmatch(text)
        if matched is None or matched["place"] not in self.book.graph.places:
            node.fail(f'is no unit: "{text[:40]}".')
        kind, strength = kind_and_strength(matched["kind"])
        place, number = matched["place"], int(matched["number"] or 0)
        position = self.survey.position
        here = [
            unit
            for unit in (*(d.unit for d in position.dislodged), *position.units)
            if (unit.place, unit.kind) == (place, kind)
        ]
        power = self._power
        if matched["power"]:
            try:
                power = self.book.names.find_nation(matched["power"])
            except LegationError as error:
                node.fail(f"names no power: {error}")
        elif here and (name != "unit" or not power):
            same = [unit for unit in here if unit.number == number] or here
            power = same[0].power
        if matched["count"] is None:
            exact = [
                unit for unit in here if unit.power == power and unit.written == matched["kind"]
            ]
            strength = exact[0].strength if exact and kind in self.book.full else strength
        return Unit(power, kind, place, int(matched["count"] or strength), number)


def _none(node: Node, what: str) -> NoReturn:
    node.fail(f"is no {what}.")


def _edition(versions: Sequence[Versions], reader: str) -> tuple[Outcome, ...]:
    """What a reader was shown: the first version of each outcome, or what came in its place."""
    shown: dict[int, Outcome] = {}
    for index, each in enumerate(versions):
        audience, outcome = each[0]
        if audience is None or reader in audience:
            shown[index] = outcome
        elif len(each) > 1:
            shown[index] = each[1][1]
    place = {index: at for at, index in enumerate(shown)}
    return tuple(
        replace(_said(outcome), causes=tuple(place[c] for c in outcome.causes if c in place))
        for outcome in shown.values()
    )


def _said(outcome: Outcome) -> Outcome:
    return replace(outcome, reason=replace(outcome.reason, audience=None))


def hashed_anew(phases: Sequence[PhaseRecord]) -> tuple[PhaseRecord, ...]:
    """The phase records of a migrated game, with the hashes of what they are now."""
    return tuple(replace(phase, sha256=digest(TRUTH.write(phase.truth))) for phase in phases)
