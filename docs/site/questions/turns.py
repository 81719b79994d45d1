"""Examples of what is asked while a phase is carried out and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from legation.board.calendar import ADJUSTMENT
from legation.board.orders import Order
from legation.board.position import Position
from legation.rules.fought import Answer, Fought
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Adjustment, Fate, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.work import OPEN, Done, Steps, Work, at_end
from questions.asking import Example, after, done, survey, truth

WINTER = {"date": "Winter 1901", "phase": "adjustment"}
FOUR = {**WINTER, "units": {"France": ["A Par", "A Mar", "A Pic"]}}
FOUR["centres"] = {"France": ["Par", "Mar", "Bre", "Spa"]}

FIVE = {**FOUR, "centres": {"France": ["Par", "Mar", "Bre", "Spa", "Por"]}}


def frost(work: Work) -> Work:
    """What stands in Moscow when a movement opens is lost."""
    units = tuple(unit for unit in work.position.units if unit.province != "Mos")
    return work.on(replace(work.position, units=units))


class Frost(Rulebook):
    @cached_property
    def steps(self) -> Steps:
        """Frost comes when a movement opens."""
        return at_end(super().steps, OPEN, ("frost", frost))


class EarlyPeace(Rulebook):
    def idle(self, position: Position) -> bool:
        """Before 1903 nobody adjusts."""
        early = position.phase.kind == ADJUSTMENT and position.phase.year < 1903
        return early or super().idle(position)


class Quiet(Rulebook):
    def adjust(self, survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
        """Nobody is told which builds lapse."""
        return replace(super().adjust(survey, orders), reports=())


class NoWaives(Rulebook):
    def counted(
        self, survey: Survey, power: str, orders: Sequence[Order]
    ) -> Sequence[Order | RefusedOrderError]:
        """No build is left unused by an order."""
        unused = IllegalError(self, because("nothing-due", power=power))
        marks = super().counted(survey, power, orders)
        return [unused if o.verb == "waive" else m for o, m in zip(orders, marks, strict=True)]


class NoHoldsTold(Rulebook):
    def explained(self, done: Done) -> tuple[Outcome, ...]:
        """Who holds is told of to nobody."""
        return tuple(told for told in super().explained(done) if told.fate != Fate.HOLDS)


class OwnReason(Rulebook):
    def answer(self, fought: Fought, index: int) -> Answer:
        """Who holds has a reason of this game's, `[fates.stood]`."""
        told = super().answer(fought, index)
        return told._replace(reason=Report("stood", "TID-3")) if told.fate == Fate.HOLDS else told


class OwnRetreats(Rulebook):
    def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
        """Of retreats and adjustments a power hears its own alone."""
        return tuple(
            told if told and told.power == power else None for told in super().heard(done, power)
        )


LOST = {"date": "Spring 1901", "phase": "retreat", "units": {"France": ["A Bur"]}}
LOST["dislodged"] = {"Germany": [{"unit": "A Bur", "by": "Par", "retreats": ["Mun"]}]}
HOLDING = {"France": ["A Par - Bur", "A Mar H"]}
TWO = {"units": {"France": ["A Par", "A Mar"]}}

EXAMPLES = (
    Example(
        "steps",
        "When a phase is carried out, and at the moments `close` (a turn is over, its retreats"
        " included), `count` (before adjustments) and `open` (a movement begins).",
        Frost,
        "Russia's units in Autumn 1901, when the army in Moscow has stayed there",
        lambda book: len(after(book, {}).truth.position.of("Russia")),
        4,
        3,
        (frost,),
    ),
    Example(
        "idle",
        "When a phase opens, with what was told of the last one. A phase that is idle is passed"
        " over, and nobody is told of it: let it hang on nothing that somebody may not know.",
        EarlyPeace,
        "Is Winter 1901 passed over where France has a unit to build?",
        lambda book: book.idle(truth(book, **FOUR).position),
        False,
        True,
    ),
    Example(
        "adjust",
        "When an adjustment is carried out.",
        Quiet,
        "What is told when France leaves a build unused",
        lambda book: [told.kind for told in book.adjust(survey(book, **FOUR), {}).reports],
        ["builds-lapsed"],
        [],
    ),
    Example(
        "counted",
        "For a sheet of builds or removals, when it is handed in, and for each when they are"
        " carried out.",
        NoWaives,
        "How many orders of a sheet with Build A Bre and Waive count",
        lambda book: sum(
            isinstance(mark, Order)
            for mark in book.counted(
                survey(book, **FIVE),
                "France",
                [book.read(line, "adjustment") for line in ("Build A Bre", "Waive")],
            )
        ),
        2,
        1,
    ),
    Example(
        "explained",
        "When what became of a movement's orders is first read by who knows the truth.",
        NoHoldsTold,
        "Orders told, of A Par - Bur and A Mar H",
        lambda book: len(after(book, HOLDING, **TWO).outcomes),
        2,
        1,
    ),
    Example(
        "answer",
        "For each unit's order, when it is explained.",
        OwnReason,
        "The clause of what is told of A Mar H",
        lambda book: after(book, HOLDING, **TWO).outcomes[1].reason.clause,
        "STD-ORD",
        "TID-3",
    ),
    Example(
        "heard",
        "For each power, when it reads what came of a retreat or an adjustment.",
        OwnRetreats,
        "Retreats of Germany that France hears of",
        lambda book: len(
            [
                told
                for told in book.heard(done(book, {"Germany": ["A Bur - Mun"]}, **LOST), "France")
                if told
            ]
        ),
        1,
        0,
    ),
)
