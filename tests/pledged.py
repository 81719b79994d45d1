"""A game that is committed to as it is played, as the server does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from legation.table.game import Game
from legation.table.proof.bound import rules_of
from legation.table.proof.cuts import cuts_between
from legation.table.proof.papers import OPENED, RECEIPTS, Opening, Paper
from legation.table.proof.parts import AT_ONCE, Cut, parts_of, power_of, stays_closed
from legation.table.proof.pledges import Made, Pledge, make

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@dataclass
class Pledged:
    """A game, its pledges, and what was committed to in each."""

    game: Game
    made: list[Made] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    texts: list[Mapping[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._pledge(None)

    def do(self, act: Callable[[Game], object]) -> None:
        """Does something to the game, and commits to what came of it."""
        before = Game(self.game.record)
        act(self.game)
        self._pledge(before)

    def _pledge(self, before: Game | None) -> None:
        for cut in cuts_between(before, self.game):
            record = self.game.record
            texts = parts_of(self.game.book, record, cut)
            last = self.made[-1].pledge if self.made else None
            made = make(
                game="example",
                before=last,
                kind=cut.kind,
                serial=cut.index,
                phase=str(record.phases[cut.index].truth.position.phase),
                at=NOON,
                parts=texts,
                rules=rules_of(record),
            )
            self.made.append(made)
            self.cuts.append(cut)
            self.texts.append(texts)

    @property
    def pledges(self) -> tuple[Pledge, ...]:
        return tuple(made.pledge for made in self.made)

    def opened(self, record_of: Game | None = None) -> Paper:
        """All that may be opened, its texts read from the record of this game, or of another."""
        table = record_of or self.game
        texts = [parts_of(table.book, table.record, cut) for cut in self.cuts]
        return self.paper(OPENED, "", lambda part: not stays_closed(part), texts)

    def receipts(self, power: str = "") -> Paper:
        """What a power has been told until now."""
        return self.paper(
            RECEIPTS, power, lambda part: part in AT_ONCE or (power and power_of(part) == power)
        )

    def paper(
        self,
        form: str,
        power: str,
        shown: Callable[[str], object],
        texts: list[dict[str, str]] | None = None,
    ) -> Paper:
        openings = tuple(
            Opening(number, part, self.made[number].salts[part], text)
            for number, each in enumerate(texts or self.texts)
            for part, text in each.items()
            if shown(part)
        )
        head = self.pledges[-1].sha256
        return Paper(form, "example", "A game", power, head, self.pledges, openings)
