"""What is told of a movement: every order by the name that it was given, and why (CL-10b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit, UnitName
from legation.rules.explain import Reasoned, attacker_place, end_of
from legation.rules.fought import Answer, Fought
from legation.rules.intents import Refused, refusal
from legation.rules.movement import Movement
from legation.rules.reports import Fact, Fate, Outcome, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.survey import Survey

from .loads import Overloaded, stranded_by, too_many
from .orders import number
from .parts import Division, Part, other_number


class _InParts(Fought):
    """A movement of parts: each is told of by the name that it was given, and named once."""

    def __init__(self, movement: Movement, resolution: Resolution, parts: Iterable[Part]) -> None:
        super().__init__(movement, resolution)
        self.units = [part.called for part in parts]

    def rivals(self, indices: Iterable[int]) -> tuple[Unit, ...]:
        """Other parts; several that carry out one order are one."""
        return tuple(dict.fromkeys(super().rivals(indices)))


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
        self._overloaded = overloaded
        self._stranded = stranded_by(division, overloaded)
        self._standing = {unit.province: unit for unit in standing}
        self._lost = {each.unit.province: each for each in lost}
        self._at: dict[str, list[int]] = {}
        for at, part in enumerate(self.parts):
            self._at.setdefault(part.force.province, []).append(at)

    # Outcomes

    def outcomes(
        self, book: Reasoned, movement: Movement, resolution: Resolution
    ) -> tuple[Outcome, ...]:
        """One for each order and each rest; then those of orders that no part carries out."""
        fought = _InParts(movement, resolution, self.parts)
        answers = [self._answer(book, fought, at) for at in range(len(self.parts))]
        together: dict[tuple[Unit, int], list[int]] = {}
        for at, part in enumerate(self.parts):
            together.setdefault((part.force, part.index), []).append(at)
        new = {at: place for place, own in enumerate(together.values()) for at in own}
        whole: list[Outcome] = []
        for own in together.values():
            best = next((at for at in own if answers[at].reason.kind == "available"), own[0])
            causes = [cause for at in own for cause in answers[at].causes]
            causes += [by for at in own if (by := resolution.dislodged_by[at]) >= 0]
            others = dict.fromkeys(new[cause] for cause in causes if new[cause] != new[best])
            whole.append(self._outcome(fought, best, answers[best]._replace(causes=(*others,))))
        survey = self.division.survey
        return (*whole, *(_refusal(survey, refused) for refused in self.division.refused))

    def _outcome(self, fought: Fought, at: int, answer: Answer) -> Outcome:
        part, movement, resolution = self.parts[at], fought.movement, fought.resolution
        end = end_of(movement, resolution, at)
        lost = None if end else self._lost[part.force.province]
        return Outcome(
            power=part.force.power,
            unit=part.called,
            order=part.told,
            fate=answer.fate,
            at=self._standing[province_of(end)].place if end else "",
            reason=answer.reason,
            causes=answer.causes,
            dislodged=lost is not None,
            by=attacker_place(movement, resolution, at) if lost else "",
            retreats=lost.retreats if lost else (),
        )

    def _answer(self, book: Reasoned, fought: Fought, at: int) -> Answer:
        """What became of a part, and why: the trunk's answer, or one of this game's own."""
        part = self.parts[at]
        order = part.order
        if part.error is not None:
            return Answer(Fate.VOID, Report("void", part.error.clause, {"why": part.error.why}))
        fared = book.answer(fought, at)
        kind = fared.reason.kind
        if order is None:
            others = len(self._at[part.force.province]) > 1
            return self._rest(part) if kind == "holds-unordered" and others else fared
        facts: dict[str, Fact] = {"unit": part.called, "goal": order.goal}
        if part in self._overloaded:
            return fared._replace(reason=too_many(part, self._overloaded))
        if part.unit in self._stranded and fared.fate == Fate.UNMATCHED:
            return fared._replace(fate=Fate.FAILS, reason=Report("not-carried", "CL-8b", facts))
        if order.verb == "support" and fared.fate == Fate.VOID:
            return fared._replace(fate=Fate.UNMATCHED, reason=other_number(part))
        if kind == "stands-own" and (came := self._came_against(part)):
            facts["rivals"] = came
            return fared._replace(reason=Report("own-exchange", "CL-1", facts))
        if kind in ("moved-behind", "no-room"):
            return fared._replace(reason=self._met_its_own(fought, part, fared.reason))
        return fared

    def _rest(self, part: Part) -> Answer:
        """Men or ships without an order, of a force of which others had one."""
        force = UnitName(part.force.place, part.force.kind)
        facts: dict[str, Fact] = {"unit": force, "number": part.count}
        return Answer(Fate.HOLDS, Report("rest-unordered", "STD-NMR", facts))

    def _came_against(self, part: Part) -> tuple[Unit, ...]:
        """Those of its own power who came the other way, against it or who goes with it (CL-1)."""
        assert part.order is not None
        goal = province_of(part.order.goal)
        own = [each for each in self.parts if each.force.power == part.force.power]
        starts = {each.force.province for each in own if each.goes_to(goal)}
        left = [each for each in own if each.force.province == goal]
        return tuple(each.called for each in left if any(map(each.goes_to, starts)))

    def _met_its_own(self, fought: Fought, part: Part, reason: Report) -> Report:
        """Why a part joined its own force, or found no room (CL-11c-1, CL-11c-3)."""
        goal = str(reason.facts["goal"])
        here = [
            self.parts[at]
            for at in self._at.get(province_of(goal), ())
            if end_of(fought.movement, fought.resolution, at) == self.parts[at].force.place
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
            came = (self.parts[m].called for m in members if resolution.arrived[m])
            rivals = tuple(dict.fromkeys(came))
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
