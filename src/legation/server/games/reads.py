"""What may be read of games. Every read takes who reads.

"Not there" and "not yours" are one answer, by one way: a private game is not
found by who does not belong to it and has no key to it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from legation.errors import LegationError, StateError
from legation.rules.survey import Judged
from legation.server.games import absences, seen
from legation.server.games.entering import is_open, opened
from legation.server.games.models import (
    ANYBODY,
    BY_LINK,
    FINISHED,
    FORMING,
    OF_RECORD,
    OPEN,
    PAUSED,
    RUNNING,
    Entry,
    Game,
    Holding,
    LogEntry,
    Seat,
)
from legation.server.games.models.respite import Respite
from legation.server.games.models.sheet import Sheet
from legation.server.games.readers import Reader, reader_of
from legation.server.games.records import rows_of, sheets_of
from legation.server.games.so_far import Sight, row_of
from legation.server.site.statement import Statement
from legation.sight.view import Sheet as Written
from legation.sight.view import View
from legation.sight.viewer import ARCHIVE, SPECTATOR, find_viewer, power_viewer
from legation.variants.load import load as load_book

if TYPE_CHECKING:
    from legation.rules.rulebook import Rulebook
    from legation.server.accounts.models import User

    Somebody = User | AnonymousUser


def find_game(slug: str, user: Somebody | None, keys: Collection[str] = ()) -> tuple[Game, Reader]:
    """A game and what the user is to it; `keys` are tokens of private games that he has.

    Raises:
        Game.DoesNotExist: where there is none, or it is private and not his.
    """
    game = row_of(slug) or Game(pk=0)
    reader = reader_of(game, user)
    known = any(secrets.compare_digest(key.encode(), game.token.encode()) for key in keys)
    if game.pk and (game.access == OPEN or reader.inside or known):
        return game, reader
    raise Game.DoesNotExist


def view_for(game: Game, reader: Reader, number: int | None = None) -> View:
    """What a reader sees of a game now, or saw of a phase, as he sits.

    Raises:
        InputError: for a phase that the game has not come to.
        StateError: for a game that has not begun.
    """
    return seen.view(game, Sight(reader.viewer), number)


def view_with(game: Game, reader: Reader, sheet: Handed | None) -> View:
    """The same now, for who plays: with his own sheet as he was just given it, or without one.

    Raises:
        StateError: for who has no seat, and for a game that has not begun.
    """
    if not reader.power:
        raise StateError("who has no seat has no sheet.")
    own = {reader.power: Written(sheet.orders, sheet.settled)} if sheet else {}
    return seen.view(game, Sight(reader.viewer), sheets=own)


def view_as(game: Game, sight: Sight, number: int | None = None) -> View:
    """The same as whom he asked to look, by `sight_for`.

    Raises:
        InputError: for a phase that the game has not come to.
        StateError: for a game that has not begun, and for anybody but the game
            master where it is asked what another was told.
    """
    return seen.view(game, sight, number)


def view_as_closed(game: Game, sight: Sight, back: int) -> View:
    """The open phase as it began, before so many of the last corrections, as he saw it then."""
    return seen.as_closed(game, sight, back)


_FOR_ALL = {each.role: each for each in (ARCHIVE, SPECTATOR)}


def sight_for(
    game: Game, reader: Reader, *, told_to: str = "", holding: int | None = None, opened: str = ""
) -> Sight:
    """As whom a reader looks: as he sits, or as one of these.

    `told_to`: a power, or the spectator, of whom the game master reads what he
    was told. `holding`: a seat that he left, with what he knew until then.
    `opened`: a power, the spectator or the archive, as which everybody may see a
    finished game; what its variant keeps sealed is opened to the power itself alone.

    Raises:
        Holding.DoesNotExist: where he never held the seat, or holds it still.
        NameUnknownError: for a viewer that does not exist.
        StateError: for the archive of a game that is not over.
    """
    if told_to:
        return Sight(reader.viewer, told_to=find_viewer(book_of(game), told_to))
    if holding is not None:
        for held in reader.past:
            if held.pk == holding:
                return Sight(power_viewer(held.seat.power), holding=held)
        raise Holding.DoesNotExist
    if not opened:
        return Sight(reader.viewer)
    if game.state != FINISHED:
        raise StateError("the archive opens when the game is over.")
    viewer = _FOR_ALL.get(opened)
    if viewer is None:
        viewer = power_viewer(book_of(game).names.find_power(opened))
    return Sight(viewer, opened=viewer != reader.viewer)


def book_of(game: Game) -> Rulebook:
    """The rulebook that a game is played by: public."""
    return load_book(game.variant, game.options, recorded=True)


def rules_there(game: Game) -> Rulebook | None:
    """The same for lists of games: none where the variant is gone or cannot be read."""
    try:
        return book_of(game)
    except LegationError:
        return None


# Lists of games


def open_games(user: Somebody) -> QuerySet[Game]:
    """Games that wait for players, and are not hidden; `joined` says how many have."""
    entries = Entry.objects.filter(game=OuterRef("pk")).order_by().values("game")
    joined = Coalesce(Subquery(entries.annotate(count=Count("pk")).values("count")), 0)
    return _listed(user).filter(state=FORMING).annotate(joined=joined).order_by("-made_at")


def running_games(user: Somebody) -> QuerySet[Game]:
    """Games that are played, and are not hidden."""
    return _listed(user).filter(state__in=(RUNNING, PAUSED)).order_by("-started_at")


def finished_games(user: Somebody) -> QuerySet[Game]:
    """Games that are over, and are not hidden."""
    return _listed(user).filter(state=FINISHED).order_by("-ended_at")


def seats_wanted(user: Somebody) -> QuerySet[Seat]:
    """Seats of running games that anybody may take."""
    del user  # the list is the same for all
    seats = Seat.objects.filter(open=True, game__state__in=(RUNNING, PAUSED))
    seats = seats.filter(game__replacers=ANYBODY, game__access=OPEN, game__waits=None)
    return seats.select_related("game")


def first_listed(most: int) -> str:
    """All that is shown of the first open games and free seats, so many of each, as a text.

    For who wants to know whether it is another list than before: it is asked by
    statements that are ready. Where there are more games, also how many.
    """
    games, seats = _first_open(), _first_wanted()
    more = open_games(AnonymousUser()).count() if len(games) > most else 0
    return repr((games, seats, more))


_FIRST = 40  # rows, as many as a page of a list has and more


def _columns(before: str = "") -> list[str]:
    """The columns of a game of which a list may show something."""
    columns = (field.attname for field in Game._meta.concrete_fields)
    return [before + column for column in columns if column not in OF_RECORD]


_first_open = Statement(
    lambda: open_games(AnonymousUser()).values_list(*_columns(), "joined", "master__name")[:_FIRST]
)
_first_wanted = Statement(
    lambda: seats_wanted(AnonymousUser()).values_list("pk", "power", *_columns("game__"))[:_FIRST]
)


def own_games(user: User, *, at_hand: bool = False) -> QuerySet[Game]:
    """Games in which a user plays, waits, or is the master, what is to be done first.

    `at_hand`: not those that are over, nor those that he only made for others.
    """
    made = Game.objects.filter(maker=user)
    made = made.filter(state=FORMING) if at_hand else made
    mastered = Game.objects.filter(master=user).values("pk")
    waits = Entry.objects.filter(user=user).values("game")
    seats = Seat.objects.filter(user=user).values("game")
    mine = seats.union(waits, mastered, made.values("pk"))  # each by an index of its own
    games = Game.objects.filter(pk__in=mine).order_by("state", "due", "-made_at")
    return games.exclude(state=FINISHED) if at_hand else games


def with_own(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Games with what a user has in them.

    That is `own_power`; `own_settled`, None without a sheet; and `own_respite`, how
    long before the phase ends his sheet closes, where he alone was given more time.
    """
    seat = Seat.objects.filter(game=OuterRef("pk"), user=user).values("power")[:1]
    sheet = Sheet.objects.filter(
        game=OuterRef("pk"), serial=OuterRef("serial"), power=OuterRef("own_power")
    ).values("settled")[:1]
    given = Respite.objects.filter(
        game=OuterRef("pk"),
        serial=OuterRef("serial"),
        power=OuterRef("own_power"),
        before__lt=OuterRef("waits"),
    ).values("before")[:1]
    going_on = When(state__in=(RUNNING, PAUSED), then=0)
    first = Case(going_on, When(state=FORMING, then=1), default=2)
    ordered = games.order_by(first, F("due").asc(nulls_last=True), "-made_at")
    return ordered.annotate(
        joined=Count("entries", distinct=True), own_power=Subquery(seat)
    ).annotate(own_settled=Subquery(sheet), own_respite=Subquery(given))


def asks_own(game: Game) -> bool:
    """Is he asked for orders in the phase that is open? Of a row of `with_own`."""
    power = getattr(game, "own_power", None)
    return bool(power and game.going_on and (game.asked is None or power in game.asked))


def settled_own(game: Game) -> bool | None:
    """Is his sheet ready? None where there is none. Of a row of `with_own`."""
    return getattr(game, "own_settled", None)


def _listed(user: Somebody) -> QuerySet[Game]:
    del user  # the lists are the same for all
    return Game.objects.exclude(access=BY_LINK).select_related("master")


# One game


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as it is shown: `player` is empty where nobody may know, or nobody sits.

    `postal`: he has no account, and the game master enters his orders. `away`
    says when the player has announced to be.
    """

    power: str
    player: str
    bot: str
    open: bool
    own: bool
    postal: bool = False
    away: str = ""


def seats_for(game: Game, reader: Reader) -> list[Place]:
    """The seats of a game; in an anonymous one who sits where is told when it is over."""
    hidden = game.anonymous and game.state != FINISHED and not reader.master
    away = absences.said_of(game)
    places: list[Place] = []
    for seat in Seat.objects.filter(game=game).select_related("user").order_by("pk"):
        own = seat.user_id is not None and seat.user_id == reader.user
        sits = seat.user.name if seat.user else seat.postal
        player = sits if own or not hidden else ""
        bot = "" if hidden and not seat.open else seat.bot
        said = away.get(seat.user_id or 0, "")
        by_post = bool(player and seat.postal)
        places.append(Place(seat.power, player, bot, seat.open, own, by_post, said))
    return places


def entries_for(game: Game, reader: Reader) -> list[str]:
    """The names of those who wait for a game to start; of an anonymous one, oneself alone."""
    entries = Entry.objects.filter(game=game).select_related("user").order_by("pk")
    if game.anonymous and not reader.master:
        entries = entries.filter(user_id=reader.user or 0)
    return [entry.user.name if entry.user else f"{entry.postal} (by post)" for entry in entries]


@dataclass(frozen=True, slots=True)
class Handed:
    """A sheet as who wrote it reads it: the text as typed, and the good orders in it."""

    typed: str
    orders: tuple[str, ...]
    settled: bool
    edition: int
    saved_at: datetime


def judgements_for(game: Game, reader: Reader, view: View, power: str = "") -> Judged:
    """What was found of the orders on a sheet that the reader writes, on the board of his View.

    For who has just handed it in, so that nothing is judged twice; a page that
    is looked at judges for itself, and needs no record.
    """
    wanted = power or reader.power
    return seen.judgements(game, view, wanted) if _writes(game, reader, wanted) else {}


def _writes(game: Game, reader: Reader, power: str) -> bool:
    """Is this power's sheet the reader's to write?"""
    if power == reader.power:
        return bool(power)
    return reader.master and (power in book_of(game).master_powers or is_open(game, power))


def sheet_for(game: Game, reader: Reader, power: str = "") -> Handed | None:
    """The sheet that the reader has written for the phase that is open; None where he has none.

    It is his own. The game master writes those of the powers that the variant
    gives him, and those that he has opened to enter orders, and names which; a
    power that is not the reader's to write for has none for him.
    """
    wanted = power or reader.power
    if not _writes(game, reader, wanted):
        return None
    row = next(iter(rows_of(game, wanted)), None)
    if row is None:
        return None
    return Handed(row.typed, tuple(row.orders), row.settled, row.edition, row.saved_at)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a power has come with the phase that is open, without its orders."""

    power: str
    there: bool
    settled: bool
    open: bool
    """May the game master enter orders on it?"""
    person: bool
    """Does somebody play it who is no bot?"""


def standings_for(game: Game, reader: Reader) -> list[Standing]:
    """Who has handed in a sheet, for the game master; what is on it is asked of his View."""
    if not reader.master or not game.going_on:
        return []
    rows, open_ones = {row.power: row for row in rows_of(game)}, opened(game)
    people = {seat.power for seat in Seat.objects.filter(game=game) if seat.person}
    return [
        Standing(
            power=p.name,
            there=p.name in rows,
            settled=p.name in rows and rows[p.name].settled,
            open=p.name in open_ones,
            person=p.name in people,
        )
        for p in book_of(game).powers
    ]


def view_to_write(game: Game, reader: Reader, power: str) -> View:
    """The board as a power knows it, with its sheet, for the game master who has opened that.

    Raises:
        StateError: where he has not, and for anybody else.
    """
    if not _writes(game, reader, power) or reader.power:
        raise StateError("this sheet is not open to you.")
    sight = Sight(reader.viewer, told_to=power_viewer(power))
    return replace(seen.view(game, sight), sheets=sheets_of(rows_of(game, power)))


def log_for(game: Game, reader: Reader) -> QuerySet[LogEntry]:
    """What was done in a game beside playing it, the latest first: public."""
    del reader
    return LogEntry.objects.filter(game=game).order_by("-pk")
