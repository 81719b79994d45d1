"""What is told of a movement: every order by the name that it was given, and why (CL-10b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit, UnitName
from legation.rules.intents import Refused, refusal
from legation.rules.movement import Movement
from legation.rules.reports import Fact, Fate, One, Outcome, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.survey import Survey

from .loads import Overloaded, stranded_by
from .orders import number
from .parts import Division, Part
from .sizes import CARRIES


class Telling:
    """What became of the parts of a turn, and of the forces that they were and are.

    `standing` are the forces when all is over, `lost` those that were dislodged.
    """

    def __init__(
        self,
        division: Division,
        overloaded: Overloaded,
        standing: Iterable[Unit],
        lost: Iterable[Dislodged],
    ) -> None:
        self.division = division
        self.parts = division.parts
        self.told: Sequence[Outcome] = ()
        self._overloaded = overloaded
        self._stranded = stranded_by(division, overloaded)
        self._standing = {unit.province: unit for unit in standing}
        self._lost = {each.unit.province: each for each in lost}
        self._at: dict[str, list[int]] = {}
        for at, part in enumerate(self.parts):
            self._at.setdefault(part.force.province, []).append(at)
        self._called = {shown(part.unit): part.called for part in self.parts}

    # Names

    def _named(self, value: Fact) -> Fact:
        """A fact with its units called as they were ordered; each once, where there are several."""
        if isinstance(value, tuple):
            return tuple(dict.fromkeys(self._named_unit(one) for one in value))
        return self._named_unit(value)

    def _named_unit(self, value: One) -> One:
        return self._called.get(value, value) if isinstance(value, Unit) else value

    # Outcomes

    def outcomes(self, told: Sequence[Outcome]) -> tuple[Outcome, ...]:
        """One for each order and each rest; then those of orders that no part carries out.

        `told` are the outcomes of the parts, in their order.
        """
        self.told = told
        together: dict[tuple[Unit, int], list[int]] = {}
        for at, part in enumerate(self.parts):
            together.setdefault((part.force, part.index), []).append(at)
        new = {at: place for place, own in enumerate(together.values()) for at in own}
        whole: list[Outcome] = []
        for own in together.values():
            best = next((at for at in own if self.told[at].reason.kind == "available"), own[0])
            causes = dict.fromkeys(new[cause] for at in own for cause in self.told[at].causes)
            causes.pop(new[best], None)
            whole.append(replace(self._outcome(best), causes=tuple(causes)))
        survey = self.division.survey
        return (*whole, *(_refusal(survey, refused) for refused in self.division.refused))

    def _outcome(self, at: int) -> Outcome:
        part, outcome = self.parts[at], self._reworded(at)
        facts = {name: self._named(value) for name, value in outcome.reason.facts.items()}
        place, retreats = "", tuple[str, ...]()
        if outcome.dislodged:
            retreats = self._lost[part.force.province].retreats
        else:
            place = self._standing[province_of(outcome.at)].place
        return replace(
            outcome,
            unit=part.called,
            order=part.told,
            at=place,
            retreats=retreats,
            reason=replace(outcome.reason, facts=facts),
        )

    def _reworded(self, at: int) -> Outcome:
        """An outcome, where its result or reason is one of this game's own."""
        part, outcome = self.parts[at], self.told[at]
        order, kind = part.order, outcome.reason.kind
        if part.error is not None:
            report = Report("void", part.error.clause, {"why": str(part.error)})
            return replace(outcome, fate=Fate.VOID, reason=report)
        if order is None:
            return self._of_the_rest(at)
        facts: dict[str, Fact] = {"unit": part.called, "goal": order.goal}
        if part in self._overloaded:
            men, ships = self._overloaded[part]
            facts |= {"men": men, "ships": ships, "most": CARRIES * ships}
            return replace(outcome, reason=Report("overloaded", "CL-8b", facts))
        if part.unit in self._stranded and outcome.fate == Fate.UNMATCHED:
            report = Report("not-carried", "CL-8b", facts)
            return replace(outcome, fate=Fate.FAILS, reason=report)
        if order.verb == "support" and outcome.fate == Fate.VOID:
            report = Report("other-number", "CL-11b-2", facts)
            return replace(outcome, fate=Fate.UNMATCHED, reason=report)
        if kind == "stands-own" and (came := self._came_against(part)):
            return replace(
                outcome, reason=Report("own-exchange", "CL-1", {**facts, "rivals": came})
            )
        if kind in ("moved-behind", "no-room"):
            return replace(outcome, reason=self._met_its_own(part, outcome.reason))
        return outcome

    def _of_the_rest(self, at: int) -> Outcome:
        """An outcome of men or ships without an order, of a force of which others had one."""
        part, outcome = self.parts[at], self.told[at]
        if outcome.reason.kind != "holds-unordered" or len(self._at[part.force.province]) < 2:
            return outcome
        force = UnitName(part.force.place, part.force.kind)
        facts: dict[str, Fact] = {"unit": force, "number": part.count}
        return replace(outcome, reason=Report("rest-unordered", "STD-NMR", facts))

    def _came_against(self, part: Part) -> tuple[Unit, ...]:
        """Those of its own power who came the other way, against it or who goes with it (CL-1)."""
        assert part.order is not None
        goal = province_of(part.order.goal)
        own = [each for each in self.parts if each.force.power == part.force.power]
        starts = {each.force.province for each in own if each.goes_to(goal)}
        left = [each for each in own if each.force.province == goal]
        return tuple(each.called for each in left if any(map(each.goes_to, starts)))

    def _met_its_own(self, part: Part, reason: Report) -> Report:
        """Why a part joined its own force, or found no room (CL-11c-1, CL-11c-3)."""
        goal = str(reason.facts["goal"])
        here = [
            self.parts[at]
            for at in self._at.get(province_of(goal), ())
            if self.told[at].at == self.parts[at].force.place
        ]
        facts: dict[str, Fact] = {"unit": part.called, "goal": goal}
        facts["rivals"] = tuple(each.called for each in here)
        if not here:
            return reason
        if reason.kind == "moved-behind":
            return Report("moved-joined", "CL-11c-3", facts)
        if here[0].force.kind != part.force.kind:
            return Report("stands-own", "CL-11c-1", facts)
        return Report("no-room-left", "CL-11c-3", facts)

    # Losses

    def losses(self, movement: Movement, resolution: Resolution) -> Iterator[Report]:
        """What is told of the forces that lost their place (STD-DIS, CL-13b)."""
        book, reckoning = self.division.survey.book, resolution.reckoning
        for place, each in self._lost.items():
            victor = next(
                by
                for index, by in enumerate(resolution.dislodged_by)
                if by >= 0 and movement.intents[index].unit.province == place
            )
            members = reckoning.assaults[reckoning.assault_of[victor]].members
            came = [shown(movement.intents[m].unit) for m in members if resolution.arrived[m]]
            rivals = tuple(dict.fromkeys(self._called[unit] for unit in came))
            facts: dict[str, Fact] = {"unit": shown(each.unit), "place": place}
            facts["rivals"] = rivals if len(rivals) > 1 else rivals[0]
            if each.unit.power not in book.players:
                yield Report("standing-army-gone", "CL-13b", facts)
            else:
                yield Report("dislodged" if each.retreats else "destroyed", "STD-DIS", facts)


def _refusal(survey: Survey, refused: Refused) -> Outcome:
    """The outcome of an order that no part carries out, with the number that it named."""
    outcome = refusal(survey, refused)
    count, name = number(refused.order), refused.order.unit
    if not count or name is None or not name.kind:
        return outcome
    return replace(outcome, unit=Unit(refused.power, name.kind, name.place, count))
