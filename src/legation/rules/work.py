"""A phase while it is carried out, and the steps that carry it out.

A moment of the game is a tuple of named steps, each a function of a `Work`. A
variant inserts its own, or replaces one: see `before`, `after`, `instead`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from legation.board.calendar import KINDS, Phase
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged
from legation.errors import FileError
from legation.rules.dice import Dice
from legation.rules.explain import Reasoned
from legation.rules.ground import LEVEL, Ground
from legation.rules.movement import Movement
from legation.rules.published import Published
from legation.rules.reports import Outcome, Report
from legation.rules.resolve import Resolution
from legation.rules.survey import Survey, survey_of

CLOSE, COUNT, OPEN = "close", "count", "open"
MOMENTS = (*KINDS, CLOSE, COUNT, OPEN)
"""The kinds of phase; a turn is over, its retreats included; centres change
owner; a new movement phase opens."""

Sheets = Mapping[str, Sequence[Order]]
Note = TypeVar("Note")
Found = TypeVar("Found")


class Played(Reasoned):
    """What a rulebook is asked while a phase is carried out; `Rulebook` has the answers."""

    @property
    @abstractmethod
    def steps(self) -> Steps:
        """Moment of the game → the named steps that are taken at it."""

    @abstractmethod
    def orders_shown(self, done: Done, power: str) -> Published | None:
        """Whose orders of a movement a power is shown, and how; None where it reads the truth."""

    @abstractmethod
    def ground_known(self, done: Done, power: str, survey: Survey, orders: Sheets) -> Ground:
        """What was settled before a battle, as a power knows it with this phase's report."""

    @abstractmethod
    def explained(self, done: Done) -> tuple[Outcome, ...]:
        """All that became of the orders of a movement."""

    @abstractmethod
    def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
        """What a power hears of each outcome of a phase without a battle."""


class Work(Struct, frozen=True):
    """Where the carrying out of a phase stands.

    `orders` are those still to be carried out. `ground` is for the battle;
    `movement` and `resolution` are what it came to, `lost` all units dislodged in
    it, those too that have nowhere to go. `outcomes` are those of phases without
    a battle: what became of orders in one is explained when it is read. `notes`
    are what a step of a variant leaves to a later one of the same turn, by their
    class: see `note`; `terms` are what it lets hold for orders while they are
    carried out, a value of its own class: see `on_terms`.
    """

    book: Played
    truth: Truth
    orders: Sheets
    dice: Dice
    outcomes: tuple[Outcome, ...] = ()
    reports: tuple[Report, ...] = ()
    ground: Ground = LEVEL
    movement: Movement | None = None
    resolution: Resolution | None = None
    lost: tuple[Dislodged, ...] = ()
    surveyed: Survey | None = None
    notes: Mapping[type[object], object] = {}
    terms: object | None = None

    def survey(self) -> Survey:
        """The board looked up; what was handed in with the turn, while the board is the same."""
        made, position = self.surveyed, self.truth.position
        if made is not None and made.position is position and self.terms is None:
            return made
        return survey_of(self.book, position, self.terms)

    @property
    def position(self) -> Position:
        """The board, all of it."""
        return self.truth.position

    @property
    def phase(self) -> Phase:
        """The phase that is carried out, or that has just ended."""
        return self.truth.position.phase

    def tell(self, *reports: Report) -> Work:
        """With these reports too."""
        return replace(self, reports=(*self.reports, *reports)) if reports else self

    def telling(self, reports: Iterable[Report]) -> Work:
        """With these reports instead of its others."""
        return replace(self, reports=tuple(reports))

    def adding(self, *outcomes: Outcome) -> Work:
        """With these outcomes too."""
        return replace(self, outcomes=(*self.outcomes, *outcomes))

    def resulting(self, outcomes: Iterable[Outcome]) -> Work:
        """With these outcomes instead of its others."""
        return replace(self, outcomes=tuple(outcomes))

    def at(self, truth: Truth) -> Work:
        """With this truth."""
        return replace(self, truth=truth)

    def on(self, position: Position) -> Work:
        """With this board."""
        return replace(self, truth=self.truth.on(position))

    def keep(self, ledger: Ledger) -> Work:
        """With this ledger."""
        return replace(self, truth=self.truth.keeping(ledger))

    def losing(self, lost: Iterable[Dislodged]) -> Work:
        """With these units dislodged, instead of those that the battle dislodged."""
        return replace(self, lost=tuple(lost))

    def note(self, note: object) -> Work:
        """With this note for later steps, in place of one of its class."""
        return replace(self, notes={**self.notes, type(note): note})

    def noted(self, kind: type[Note]) -> Note | None:
        """The note of this class, if a step of this turn left one."""
        note = self.notes.get(kind)
        return note if isinstance(note, kind) else None

    def on_terms(self, terms: object | None) -> Work:
        """With these terms for judging orders; None for those on which they are written."""
        return replace(self, terms=terms)

    def using(self, ground: Ground) -> Work:
        """With this ground for the battle."""
        return replace(self, ground=ground)

    def fought(
        self,
        movement: Movement,
        resolution: Resolution,
        position: Position,
        lost: Iterable[Dislodged],
    ) -> Work:
        """With this battle, the board after it, and the units dislodged in it."""
        truth = self.truth.on(position)
        return replace(
            self, truth=truth, movement=movement, resolution=resolution, lost=tuple(lost)
        )

    def given(self, orders: Sheets) -> Work:
        """With these orders of everybody."""
        return replace(self, orders=orders)

    def ordering(self, power: str, orders: Iterable[Order]) -> Work:
        """With these orders of a power instead of its others."""
        return replace(self, orders={**self.orders, power: tuple(orders)})


class Done(Struct, frozen=True):
    """A phase that was carried out: for who explains all of it, and who settles what is shown.

    `start` is the truth when it began, `sheets` what was then ordered, `work`
    what it came to, before anything of the next phase.
    """

    start: Truth
    sheets: Sheets
    work: Work
    known: dict[object, Any] = field(default_factory=dict)

    def once(self, work_out: Callable[[Done], Found]) -> Found:
        """What is worked out of it for several readers, by a function of a module; then kept."""
        if work_out not in self.known:
            self.known[work_out] = work_out(self)
        found: Found = self.known[work_out]
        return found

    @property
    def movement(self) -> Movement:
        """The movement that was fought."""
        assert self.work.movement is not None
        return self.work.movement

    @property
    def resolution(self) -> Resolution:
        """What it came to."""
        assert self.work.resolution is not None
        return self.work.resolution


Step = Callable[[Work], Work]
Named = tuple[str, Step]
Steps = Mapping[str, tuple[Named, ...]]


def carry_out(work: Work, moment: str) -> Work:
    """Take all steps of a moment, in order.

    Raises:
        FileError: for a step that returns no Work.
    """
    for name, step in work.book.steps.get(moment, ()):
        then = step(work)
        if then.__class__ is not Work:
            raise no_work(name, step, then)
        work = then
    return work


def no_work(name: str, step: Step, then: object) -> FileError:
    """The error of a step that returned something else: where it stands, and what it returned."""
    code = getattr(step, "__code__", None)
    path = Path(code.co_filename) if code else Path("hooks.py")
    said = "None" if then is None else f"a {type(then).__name__}"
    wrong = f'the step "{name}" returned {said}; it must return a Work'
    return FileError(f"{path.parent.name}/{path.name}", wrong, code.co_firstlineno if code else 0)


def before(steps: Steps, moment: str, name: str, *new: Named) -> Steps:
    """The steps with new ones before the one of this name."""
    return _spliced(steps, moment, name, lambda old: (*new, old))


def after(steps: Steps, moment: str, name: str, *new: Named) -> Steps:
    """The steps with new ones after the one of this name."""
    return _spliced(steps, moment, name, lambda old: (old, *new))


def instead(steps: Steps, moment: str, name: str, *new: Named) -> Steps:
    """The steps with new ones, or none, in place of the one of this name."""
    return _spliced(steps, moment, name, lambda _: new)


def at_end(steps: Steps, moment: str, *new: Named) -> Steps:
    """The steps with new ones at the end of a moment."""
    return {**steps, moment: (*steps.get(moment, ()), *new)}


def _spliced(
    steps: Steps, moment: str, name: str, splice: Callable[[Named], tuple[Named, ...]]
) -> Steps:
    old = steps.get(moment, ())
    if name not in [known for known, _ in old]:
        there = ", ".join(known for known, _ in old) or "none"
        raise ValueError(f'there is no step "{name}" at "{moment}"; there are {there}')
    spliced = (new for step in old for new in (splice(step) if step[0] == name else (step,)))
    return {**steps, moment: tuple(spliced)}
