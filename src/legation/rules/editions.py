"""What each reader is told of the orders of a phase: made when it is first read, then kept.

`advance` explains nothing. A phase that was carried out keeps what explaining
needs, and an edition of its outcomes is made for a reader when he opens it;
readers with the same world share one (STD-WHY). What is kept in a record is
read from there and never made anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Self, overload

from legation.board.graph import province_of
from legation.rules.reports import Fate, Outcome
from legation.rules.showing import shown_to
from legation.rules.shown import Shown
from legation.rules.work import Done
from legation.rules.world import Telling

Toward = Callable[[Collection[str]], tuple[Outcome, ...]]
"""Makes the outcomes of orders with a goal in some provinces."""


class Edition(Sequence[Outcome]):
    """The outcomes of a phase as one reader is told them; made when they are first read.

    `causes` in them are indices into this edition. `make` must hold nothing
    that the reader may not know. `some` says whether there are any, where that
    is known without making them, and so does `shown` where units were; `toward`
    makes some of them alone.
    """

    def __init__(
        self,
        make: Callable[[], Iterable[Outcome]],
        some: bool | None = None,
        shown: Shown | None = None,
        toward: Toward | None = None,
    ) -> None:
        self._make: Callable[[], Iterable[Outcome]] | None = make
        self._made: tuple[Outcome, ...] = ()
        self._some = some
        self._shown = shown
        self._toward = toward
        self._stood: dict[str, frozenset[str]] = {}
        self._missed: Mapping[str, frozenset[str]] | None = None

    def stood(self, power: str) -> frozenset[str]:
        """The provinces in which the outcomes of a power's orders have its units, first or last."""
        stood = self._stood.get(power)
        if stood is None:
            stood = self._shown.stood(power) if self._shown is not None else None
            stood = self._stood[power] = where(self.outcomes, power) if stood is None else stood
        return stood

    def missed(self) -> Mapping[str, frozenset[str]]:
        """Province → the powers whose moves there failed, and maybe others that ordered some."""
        if self._missed is None:
            shown = self._shown
            self._missed = failed(self.outcomes) if shown is None else shown.missed()
        return self._missed

    def toward(self, places: Collection[str]) -> tuple[Outcome, ...]:
        """The outcomes of orders with a goal in these provinces; refused ones may be left out."""
        some = self._toward
        return toward(self.outcomes, places) if some is None else some(places)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All of it."""
        if self._make is not None:
            self._made, self._make, self._toward = tuple(self._make()), None, None
        return self._made

    @overload
    def __getitem__(self, index: int) -> Outcome: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Outcome, ...]: ...
    def __getitem__(self, index: int | slice) -> Outcome | tuple[Outcome, ...]:
        return self.outcomes[index]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __bool__(self) -> bool:
        return bool(self.outcomes) if self._some is None else self._some

    def __len__(self) -> int:
        return len(self.outcomes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Edition | tuple):
            return NotImplemented
        return self.outcomes == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.outcomes)


def where(outcomes: Iterable[Outcome], power: str) -> frozenset[str]:
    """The provinces in which outcomes of a power's orders have its units, before or after."""
    own = [outcome for outcome in outcomes if outcome.power == power]
    return frozenset([o.province for o in own] + [province_of(o.at) for o in own]) - {""}


def failed(outcomes: Iterable[Outcome]) -> dict[str, frozenset[str]]:
    """Province → the powers whose moves there failed."""
    powers: dict[str, set[str]] = defaultdict(set)
    for outcome in outcomes:
        order = outcome.order
        if order is not None and order.verb == "move" and outcome.fate is Fate.FAILS:
            powers[province_of(order.goal)].add(outcome.power)
    return {goal: frozenset(each) for goal, each in powers.items()}


def toward(outcomes: Iterable[Outcome], places: Collection[str]) -> tuple[Outcome, ...]:
    """The outcomes of orders with a goal in these provinces."""
    return tuple(o for o in outcomes if o.order and province_of(o.order.goal) in places)


class Editions:
    """What each reader is told of the orders of a phase; closed to a reader without an edition.

    Readers are powers by their names; ``""`` is whoever is none; None stands
    for who reads the truth.
    """

    def __init__(self, readers: Iterable[str], make: Callable[[str | None], Edition]) -> None:
        self.readers = tuple(readers)
        self._make = make
        self._made: dict[str | None, Edition] = {}

    @classmethod
    def of_phase(cls, done: Done) -> Self:
        """Those of a phase that was carried out."""
        return cls(done.work.book.readers, _Maker(done))

    @classmethod
    def kept(cls, truth: Iterable[Outcome], told: Mapping[str, Iterable[Outcome]]) -> Self:
        """Those that a record keeps; whoever has none of his own reads that of ``""``."""
        editions = {reader: Edition(partial(tuple, own)) for reader, own in told.items()}
        whole, nothing = Edition(partial(tuple, truth)), Edition(tuple)

        def make(reader: str | None) -> Edition:
            if reader is None:
                return whole
            return editions.get(reader, editions.get("", nothing))

        return cls(told, make)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Editions):
            return NotImplemented
        if self is other:
            return True
        readers = (None, "", *self.readers, *other.readers)
        return all(self.of(reader) == other.of(reader) for reader in readers)

    __hash__ = None  # type: ignore[assignment]

    def of(self, reader: str | None) -> Edition:
        """What a reader is told."""
        edition = self._made.get(reader)
        if edition is None:
            edition = self._made[reader] = self._make(reader)
        return edition


NOTHING = Editions.kept((), {})
"""What is told of orders where there were none."""


class _Maker:
    """Makes the editions of a phase; readers who were shown the same share one."""

    def __init__(self, done: Done) -> None:
        self.done = done

    @cached_property
    def _truth(self) -> Edition:
        work = self.done.work
        some = bool(work.movement.intents) if work.movement else bool(work.outcomes)
        return Edition(partial(_truth, self.done), some or None)

    @cached_property
    def _worlds(self) -> list[tuple[Shown, Edition]]:
        return []

    def __call__(self, reader: str | None) -> Edition:
        if reader is None:
            return self._truth
        if self.done.work.movement is None:
            return Edition(partial(tuple, _heard(self.done, reader)))
        book = self.done.work.book
        published = book.orders_shown(self.done, reader) if book.hides_battles else None
        if published is None:
            return self._truth
        shown = shown_to(self.done, reader, published)
        for other, edition in self._worlds:
            if other == shown:
                return edition
        some = len(shown.board.units) > len(shown.silent)
        telling = Telling(book, shown)
        edition = Edition(telling.all, some or None, shown, telling.toward)
        self._worlds.append((shown, edition))
        return edition


def _truth(done: Done) -> tuple[Outcome, ...]:
    """All that became of the orders of a phase."""
    work = done.work
    if work.movement is None:
        return work.outcomes
    return work.book.explained(done)


def _heard(done: Done, reader: str) -> tuple[Outcome, ...]:
    """What a reader hears of a phase without a battle; causes name only what he hears of."""
    heard = done.work.book.heard(done, reader)
    place = {
        index: at for at, index in enumerate(i for i, told in enumerate(heard) if told is not None)
    }
    return tuple(_placed(told, place) for told in heard if told is not None)


def _placed(told: Outcome, place: Mapping[int, int]) -> Outcome:
    """An outcome whose causes are named by their place among those that are heard."""
    if not told.causes:
        return told
    return replace(told, causes=tuple(place[c] for c in told.causes if c in place))
