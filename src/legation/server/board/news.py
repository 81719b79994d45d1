"""What a reader heard since he last had units to move: phase by phase, and of his own orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from legation.board.calendar import MOVEMENT
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence
from legation.server.board.fates import Result, results_of
from legation.server.board.labels import first_three
from legation.server.board.pens import Sitting
from legation.server.games import reads
from legation.server.site.kept import Kept
from legation.sight.view import View
from legation.table.changes import Change, Corrected, since_closed, stands_otherwise
from legation.table.knowing import proviso
from legation.table.newsletter import Page, Section, report
from legation.table.record import TAKEN_OVER
from legation.table.sheets import orders_of

_OF_BOARD = frozenset({"Centres", "Men and ships"})
"""Parts of a report that say what the board shows, where nothing has come of anything yet."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was told of a phase: orders with what came of them, power by power, and the rest.

    `otherwise` is what corrections changed of it (STD-GM), while that is news, and
    `noted` why the earlier ones were made.
    `far` says that the reasons hold as far as the reader knows, where they do (STD-WHY).
    """

    number: int
    phase: str
    results: list[tuple[str, list[Result]]]
    far: str
    sections: tuple[Section, ...]
    after: str
    otherwise: Sequence[Change] = ()
    noted: Sequence[str] = ()
    written: frozenset[str] = frozenset()
    """Where the reader had units with an order, as his sheet says."""

    @property
    def silent(self) -> bool:
        """Was nothing told of it?"""
        return not self.results and not self.sections


@dataclass(frozen=True, slots=True)
class Own:
    """What came of somebody's own orders in a phase."""

    phase: str
    rows: list[Result]
    far: str
    written: frozenset[str]

    @property
    def said(self) -> str:
        """How many of them did what they say, and which did not, with what came of them."""
        given = [row for row in self.rows if row.ordered and row.place in self.written]
        failed = [f"{row.order} ({row.fate})" for row in given if row.bad]
        count, done = len(given), len(given) - len(failed)
        if not count:
            return f"{self.phase}: you gave no orders{self._by_default}."
        but = f": {first_three(failed)}" if failed else ""
        if count == 1:
            return f"{self.phase}: your order was {'not ' if failed else ''}carried out{but}."
        some = {0: "none", count: "all"}.get(done, str(done))
        were = "was" if done == 1 else "were"
        but = f"; {first_three(failed)} failed" if done and failed else but
        return f"{self.phase}: {some} of your {count} orders {were} carried out{but}."

    @property
    def _by_default(self) -> str:
        """What was lost, or done by the rules, for who gave no orders."""
        lost = [f"{r.order} ({r.fate})" for r in self.rows if r.lost or "disbanded" in r.fate]
        return f"; by the rules: {first_three(lost)}" if lost else ""


_kept: Kept[list[Heard]] = Kept(room=4_000_000, size=lambda news: len(repr(news)))


def news_of(sitting: Sitting, now: View) -> list[Heard]:
    """The phases since the last movement, it among them: one that passes by itself hides nothing.

    A phase in which nobody had anything to do is left out, unless it is all there is. They
    are kept as the View is: a sheet that is saved is no news.
    """
    key = sitting.told.key(sitting.sight, (now.number, sitting.base))
    news = _kept.find(key)
    if news is None:
        news = _made(sitting, now)
        if sitting.told.holds(sitting.game):
            _kept.keep(key, news)
    return news


def _made(sitting: Sitting, now: View) -> list[Heard]:
    if is_taken_over(now):
        said = report(sitting.book, now, now)
        return [Heard(0, str(now.phase), [], "", beside(said), said.after)]
    if not now.number:
        return _at_first(sitting.book, now)
    first = now.number
    while first:
        first -= 1
        if sitting.view(first).phase.kind == MOVEMENT:
            break
    news = [heard(sitting, number, now) for number in range(first, now.number)]
    return [each for each in news if not each.silent] or news[-1:]


def _at_first(book: Rulebook, now: View) -> list[Heard]:
    """What was told before any phase has ended, as a secret that was dealt to somebody."""
    said = report(book, now, now)
    told = tuple(section for section in said.sections if section.title not in _OF_BOARD)
    return [Heard(0, str(now.phase), [], "", told, said.after)] if told else []


def is_taken_over(view: View) -> bool:
    """Is a game seen that was begun elsewhere, in the phase in which it goes on here?"""
    kinds = {r.kind for told in view.told for r in told.reports} if not view.number else set()
    return TAKEN_OVER in kinds


def heard(sitting: Sitting, number: int, now: View) -> Heard:
    """What was told of one phase that has ended."""
    book, before = sitting.book, sitting.view(number)
    after = now if number + 1 == now.number else sitting.view(number + 1)
    said, results = report(book, before, after), results_of(book, before, now)
    far = proviso(book, before.phase, now.viewer) if results else ""
    news = since_closed(book, now) if number + 1 == now.number else Corrected()
    return Heard(
        number,
        str(before.phase),
        results,
        far,
        beside(said),
        said.after,
        [*news.changes, *_on_board(sitting, news.times)],
        [sentence(book, note) for note in news.notes],
        _written(book, before),
    )


def _on_board(sitting: Sitting, times: int) -> Sequence[Change]:
    """What stands otherwise on his board than when the phase was first over: as letters tell it."""
    if not times:
        return []
    then, now = (reads.view_as_closed(sitting.game, sitting.sight, each) for each in (times, 0))
    return list(stands_otherwise(sitting.book, then.position, now.position))


def _written(book: Rulebook, view: View) -> frozenset[str]:
    """The provinces of the units that the reader ordered in a phase."""
    orders = orders_of(book, view.phase.kind, view.sheets).get(view.viewer.power, [])
    return frozenset(order.unit.province for order in orders if order.unit is not None)


def own_of(news: Sequence[Heard], power: str) -> list[Own]:
    """What came of a power's own orders, phase by phase."""
    own = []
    for each in news:
        rows = next((rows for whose, rows in each.results if whose == power), [])
        if power and rows:
            own.append(Own(each.phase, rows, each.far, each.written))
    return own


def beside(said: Page) -> tuple[Section, ...]:
    """A report without its orders, which stand with their fates."""
    orders = said.sections[:1] if said.sections and said.sections[0].title != "News" else ()
    return said.sections[len(orders) :]
