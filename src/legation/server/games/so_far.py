"""What of a game was told so far: all that a View is of, as whoever looks.

No View of a player, or of who watches, changes without an event for him or for
everybody (`publish.prepare`). So the counts of these events say what his View
is of, and whatever is made of it; the record need not be read for that, and
what he is not told of, such as another's vote, changes nothing. Who knows all
that anybody is told has Views of one version of the record.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Aggregate, JSONField, OuterRef, Subquery
from django.db.models.functions import JSONArray

from legation.server.games.models import EVERYBODY, Game, Holding, Line
from legation.server.site.kept import Key
from legation.server.site.statement import Statement
from legation.sight.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Sight:
    """As whom somebody looks at a game, now or at what is past.

    `told_to` is of whom who knows all reads what he was told; `holding` a seat
    that was left, with what was known in it then; `opened`: the game is over,
    and all but what stays sealed is open.
    """

    viewer: Viewer
    told_to: Viewer | None = None
    holding: Holding | None = None
    opened: bool = False

    @property
    def past(self) -> bool:
        """Is nothing new to be seen so, but by what everybody is told?"""
        return self.opened or self.holding is not None


@dataclass(frozen=True, slots=True)
class SoFar:
    """How many events each audience was told when the record was of this version."""

    game: int
    version: int
    counts: Mapping[str, int]
    views: Mapping[str, int]
    """Of these events, those with which what the audience sees may have changed."""

    def told(self, audiences: Iterable[str]) -> tuple[int, ...]:
        """How many events each of these audiences was told."""
        return tuple(self.counts.get(audience, 0) for audience in audiences)

    def key(self, sight: Sight, asked: Hashable) -> Key:
        """By what is kept that is made of a View, and of what was asked besides."""
        if sight.viewer.knows_all:
            of: Hashable = self.version
        else:
            own = () if sight.past else (sight.viewer.power,)
            of = tuple(self.views.get(each, 0) for each in dict.fromkeys((EVERYBODY, *own)))
        left = sight.holding.pk if sight.holding else 0
        return Key(self.game, of, (sight.viewer, sight.told_to, left, sight.opened), asked)

    def holds(self, row: Game) -> bool:
        """Is the row, by which records are read, of this version still?

        What was made of other Views is used, and not kept.
        """
        return row.version == self.version


class _All(Aggregate):
    """The values of all rows, as a list."""

    function = "JSON_GROUP_ARRAY"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        """The same, as it is called there."""
        return self.as_sql(compiler, connection, function="JSONB_AGG")


_lines = Line.objects.filter(game=OuterRef("pk")).values("game")
_told = Subquery(_lines.values(told=_All(JSONArray("audience", "count", "views"))))
_by_slug = Statement(lambda slug: Game.objects.filter(slug=slug).annotate(told=_told), str)
_by_game = Statement(
    lambda game: Game.objects.filter(pk=game).values_list("pk", "version", _told), int
)


def row_of(slug: str) -> Game | None:
    """The game of an address, if there is one, and how much was told of it: of one moment.

    Both before all that is asked of it later. So who is shown the counts hears
    of whatever else is newer.
    """
    for row in _by_slug(slug):
        row.so_far = _of(row.pk, row.version, row.__dict__.pop("told"))
        return row
    return None


def so_far(row: Game) -> SoFar:
    """What was told of the game of a row when it was read by its address, or else is now.

    The row is then as it was just read.
    """
    told: SoFar | None = row.so_far
    if told is None or not told.holds(row):
        told = _read(row.pk)
        while told is not None and not told.holds(row):
            row.refresh_from_db()
            told = _read(row.pk)
    return told or SoFar(row.pk, row.version, {}, {})


def _read(game: int) -> SoFar | None:
    """The counts and the version of one moment: they are asked for at once."""
    return next((_of(*row) for row in _by_game(game)), None)


def _of(game: int, version: int, told: Sequence[tuple[str, int, int]] | None) -> SoFar:
    lines = told or ()
    return SoFar(game, version, {a: n for a, n, _ in lines}, {a: n for a, _, n in lines})
