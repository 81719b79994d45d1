"""What one viewer sees: an allow-list, closed by default.

Nothing stands in a View that `sight.see` did not put there by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from legation.board.calendar import Phase
from legation.board.ledger import Ledger
from legation.board.position import Position
from legation.rules.editions import Edition, failed, toward, where
from legation.rules.reports import Fact, Outcome, Report
from legation.sight.viewer import Viewer

_ROLLED_BACK = "rolled-back"


@dataclass(frozen=True, slots=True)
class Told:
    """What one viewer was told at one moment: in phase number `number`, called `phase`.

    The result of a phase belongs to that phase, not to the next. `causes` in
    the outcomes are indices into `outcomes`, which are made when they are
    first read. `public` is the edition that everybody may read.
    """

    number: int
    phase: Phase
    reports: tuple[Report, ...] = ()
    outcomes: Sequence[Outcome] = ()
    public: Sequence[Outcome] = ()

    def stood(self, power: str) -> frozenset[str]:
        """The provinces in which `outcomes` have units of a power, before or after.

        Of what was not read yet no reason is made to answer it.
        """
        edition = self.outcomes
        return edition.stood(power) if isinstance(edition, Edition) else where(edition, power)

    def missed(self) -> Mapping[str, frozenset[str]]:
        """Province → the powers whose moves there failed by `outcomes`, and maybe a few more.

        Of what was not read yet no reason is made to answer it.
        """
        edition = self.outcomes
        return edition.missed() if isinstance(edition, Edition) else failed(edition)

    def toward(self, places: Collection[str]) -> Sequence[Outcome]:
        """The outcomes of orders with a goal in these provinces; refused ones may be left out.

        Of what was not read yet no other reason is made.
        """
        edition = self.outcomes
        if isinstance(edition, Edition):
            return edition.toward(places)
        return toward(edition, places)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The orders that a power has written for a phase (STD-ORD).

    `settled`: the power says that it will not change them.
    """

    orders: tuple[str, ...] = ()
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """An ending put to the vote (STD-END): a ``draw`` of, or ``concession`` to, `powers`."""

    id: int
    ending: str
    powers: tuple[str, ...]
    by: str


@dataclass(frozen=True)
class View:
    """A game as one viewer knows it, in the phase of this `number` (from 0).

    `position` is the board that he knows, with acts of the game master carried
    out; private identities of units are not in it. `ledger` is what the variant
    keeps, as far as he may know it, `lore` what it makes of that for people.
    `sheets` are his own sheet of that phase, all of them for the game master
    and the archive. `told` is all that he was told until that phase ended, in the order of telling.
    `proposals` are open to the vote, `voted` the ids of those that he himself
    accepted. `disorder` are powers in civil disorder (STD-NMR). `press` says
    whether players may write to each other in this phase. `seeds` is
    empty until the game is over, `seed_hashes` is not.
    """

    viewer: Viewer
    name: str
    variant: str
    options: Mapping[str, str]
    number: int
    position: Position
    ledger: Ledger
    lore: Mapping[str, Fact]
    sheets: Mapping[str, Sheet]
    told: tuple[Told, ...]
    proposals: tuple[Proposal, ...]
    voted: frozenset[int]
    disorder: tuple[str, ...]
    press: bool
    ending: str
    winners: tuple[str, ...]
    seed_hashes: tuple[str, ...]
    seeds: tuple[str, ...]

    @property
    def phase(self) -> Phase:
        """The phase that is seen."""
        return self.position.phase

    @property
    def over(self) -> bool:
        """Had the game ended?"""
        return bool(self.ending)


def standing(told: Iterable[Told]) -> list[Told]:
    """What was told, without what a rollback took back since."""
    counting: list[Told] = []
    for moment in told:
        for report in moment.reports:
            if report.kind == _ROLLED_BACK:
                counting = [earlier for earlier in counting if earlier.number < moment.number]
                break
        counting.append(moment)
    return counting
