"""What may be read of press. A power reads what was written to it, and nobody reads for it.

Who has left a seat reads what was written while he held it. Who has taken one
over reads what was written before as well, unless the game says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from legation.rules.rulebook import Rulebook
from legation.server.games import reads
from legation.server.games.models import Game, Holding
from legation.server.games.readers import Reader
from legation.server.press.members import GREY, PUBLIC
from legation.server.press.models import Block, Custom
from legation.server.press.permits import closed, exists, writer_of

Window = tuple[datetime, datetime | None]
FOR_ALL = (PUBLIC, GREY)


@dataclass(frozen=True)
class Scope:
    """What a reader may read of a game's press: as which member, and from when to when.

    `windows` is None where the time is open. `writer` is empty for who reads only.
    `blocked` are powers that he does not read, each with the user who plays it.
    """

    game: Game
    book: Rulebook
    reader: Reader
    member: str
    windows: tuple[Window, ...] | None
    writer: str
    blocked: tuple[tuple[str, int | None], ...] = ()

    def has(self, key: str) -> bool:
        """Is there such a thread for him?"""
        return exists(self.game, self.book, key, self.member)

    def closed(self, key: str) -> str:
        """Why he cannot write there now; empty where he can."""
        return closed(self.game, self.book, key, self.writer)

    @property
    def seen(self) -> Q:
        """The messages that he may read."""
        return self._open & self.welcome

    @property
    def welcome(self) -> Q:
        """The messages of those whom he has not blocked; of unsigned ones nobody knows whose."""
        kept = Q()
        for member, author in self.blocked:
            by = Q(author__isnull=True) | Q(author_id=author)
            kept &= Q(thread__key=GREY) | ~(Q(sender=member) & by)
        return kept

    @property
    def _open(self) -> Q:
        shown = Q(thread__key=PUBLIC)
        if self.has(GREY):
            shown |= Q(thread__key=GREY)
        if not self.member:
            return shown
        own = ~Q(thread__key__in=FOR_ALL)
        if self.windows is not None:
            within = Q(pk__in=())
            for since, until in self.windows:
                piece = Q(made_at__gte=since)
                within |= piece & Q(made_at__lte=until) if until else piece
            own &= within
        return shown | own


def scope_of(game: Game, reader: Reader) -> Scope:
    """What somebody may read and write of a game's press."""
    return scopes_of([game], {game.pk: reader})[0]


def scopes_of(games: Sequence[Game], readers: Mapping[int, Reader]) -> list[Scope]:
    """What one and the same user may read and write of the press of some games: asked at once."""
    seated = [pk for pk, reader in readers.items() if reader.power]
    short: set[int] = set()
    if seated:
        fixed = Custom.objects.filter(game_id__in=seated, heirs_read=False)
        short = set(fixed.values_list("game_id", flat=True))
    user = next((reader.user for reader in readers.values()), None)
    held: dict[tuple[int, str], list[Holding]] = {}
    if short:
        rows = Holding.objects.filter(seat__game_id__in=short, user_id=user or 0)
        for each in rows.select_related("seat"):
            held.setdefault((each.seat.game_id, each.seat.power), []).append(each)
    blocked: dict[int, list[tuple[str, int | None]]] = {}
    if user is not None:
        blocks = Block.objects.filter(game_id__in=list(readers), user_id=user)
        for pk, member, author in blocks.values_list("game_id", "member", "author_id"):
            blocked.setdefault(pk, []).append((member, author))
    found = []
    for game in games:
        reader = readers[game.pk]
        member = writer = writer_of(reader)
        windows: tuple[Window, ...] | None = None
        if game.pk in short:
            windows = _windows(held.get((game.pk, reader.power), ()))
        elif not reader.power and reader.past and not reader.master:
            member = reader.past[-1].seat.power  # nobody plays two powers of one game
            windows = _windows(reader.past)
        not_read, book = tuple(blocked.get(game.pk, ())), reads.book_of(game)
        found.append(Scope(game, book, reader, member, windows, writer, not_read))
    return found


def _windows(holdings: Iterable[Holding]) -> tuple[Window, ...]:
    return tuple((held.since, held.until) for held in holdings)
