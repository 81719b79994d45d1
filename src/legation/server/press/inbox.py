"""The press that somebody may read: its threads, what is new of them, and messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from legation.server.games.models import MASTER, Game
from legation.server.games.readers import Reader
from legation.server.press.members import GREY, key_of, members_of, title_of
from legation.server.press.models import Draft, Message, ReadMark, Thread
from legation.server.press.reading import FOR_ALL, Scope, scope_of

_FOUND_MOST = 60


@dataclass(frozen=True, slots=True)
class Circle:
    """A thread as one of its members sees it in the list; `note` and `muted` are his own."""

    key: str
    title: str
    last: datetime | None
    unread: int
    draft: bool
    note: str = ""
    muted: bool = False


def circles(scope: Scope) -> list[Circle]:
    """The threads that he may read, the latest first; those for all stand at the top."""
    keys = _keys(scope)
    messages = Message.objects.filter(scope.seen, thread__in=keys.values())
    last = dict(messages.values_list("thread__key").annotate(Max("made_at")))
    fresh = unread_by_key(scope, keys)
    drafts = _drafts(scope)
    listed = [key for key in FOR_ALL if scope.has(key)]
    rest = {key for key in (*last, *drafts) if key not in FOR_ALL and scope.has(key)}
    listed += sorted(rest, key=lambda key: (-last[key].timestamp() if key in last else 0, key))
    return [
        Circle(
            key,
            title_of(scope.book, key, scope.member),
            last.get(key),
            fresh.get(key, 0),
            key in drafts,
        )
        for key in listed
    ]


def _keys(scope: Scope) -> dict[str, int]:
    """The threads of a game that are there for him, by key."""
    rows = Thread.objects.filter(game=scope.game).values_list("key", "pk")
    return {key: pk for key, pk in rows if scope.has(key)}


def unread_by_key(scope: Scope, keys: dict[str, int] | None = None) -> dict[str, int]:
    """How many messages of others he has not read, by the key of the thread."""
    found = unread_of([scope], {})[scope.game.pk]
    return {key: fresh.count for key, fresh in found.items() if keys is None or key in keys}


@dataclass(frozen=True, slots=True)
class Fresh:
    """What somebody has not read of a thread: how many messages, and when the first was sent."""

    count: int
    since: datetime


def unread_of(
    scopes: Sequence[Scope], quiet: Mapping[int, Collection[str]]
) -> dict[int, dict[str, Fresh]]:
    """What one user has not read of others, by game and by thread: asked for all at once.

    `quiet` are members and threads of a game of which he is not to be told. Who
    wrote unsigned is none of them: it would be told by that.
    """
    found: dict[int, dict[str, Fresh]] = {scope.game.pk: {} for scope in scopes}
    user = next((scope.reader.user for scope in scopes), None)
    if user is None:
        return found
    of = {scope.game.pk: scope for scope in scopes}
    rows = Thread.objects.filter(game_id__in=list(of)).values_list("game_id", "key", "pk")
    threads = [pk for game, key, pk in rows if of[game].has(key)]
    wanted = Q(pk__in=())
    for scope in scopes:
        muted = quiet.get(scope.game.pk, ())
        told = scope.seen & ~Q(thread__key__in=muted)
        told &= Q(thread__key=GREY) | ~Q(sender__in=muted)
        if scope.writer:
            told &= ~Q(sender=scope.writer)
        wanted |= Q(thread__game=scope.game) & told
    mark = ReadMark.objects.filter(user_id=user, thread=OuterRef("thread")).values("number")
    messages = Message.objects.filter(wanted, thread__in=threads)
    messages = messages.filter(number__gt=Coalesce(Subquery(mark), 0))
    counted = messages.values_list("thread__game", "thread__key")
    for game, key, count, since in counted.annotate(Count("pk"), Min("made_at")):
        found[game][key] = Fresh(count, since)
    return found


def unread(game: Game, reader: Reader) -> int:
    """How many messages he has not read."""
    return sum(unread_by_key(scope_of(game, reader)).values())


def _drafts(scope: Scope) -> Collection[str]:
    if not scope.writer:
        return ()
    rows = Draft.objects.filter(game=scope.game, user_id=scope.reader.user or 0)
    return set(rows.exclude(text="").values_list("key", flat=True))


def draft_of(scope: Scope, key: str) -> Draft | None:
    """What he has begun to write there."""
    if not scope.writer:
        return None
    return Draft.objects.filter(game=scope.game, user_id=scope.reader.user or 0, key=key).first()


def messages(scope: Scope, key: str) -> QuerySet[Message]:
    """What was written in a thread, as far as he may read it, the oldest first."""
    if not scope.has(key):
        return Message.objects.none()
    rows = Message.objects.filter(scope.seen, thread__game=scope.game, thread__key=key)
    return rows.order_by("number")


def message(scope: Scope, code: str) -> Message | None:
    """A message that he may read, by its code."""
    rows = Message.objects.filter(scope.seen, thread__game=scope.game, code=code)
    there = rows.select_related("thread").first()
    return there if there is not None and scope.has(there.thread.key) else None


def search(scope: Scope, words: str) -> list[Message]:
    """Messages that he may read in which all of these words stand, the latest first."""
    messages = Message.objects.filter(scope.seen, thread__in=_keys(scope).values())
    for word in words.split()[:8]:
        messages = messages.filter(text__icontains=word)
    return list(messages.select_related("thread").order_by("-made_at", "-pk")[:_FOUND_MOST])


def signed(message: Message, key: str, scope: Scope) -> str:
    """Who wrote a message, as this reader may know it; empty where he may not."""
    if key == GREY and scope.writer != MASTER:
        return ""
    return message.sender


def others(scope: Scope) -> list[str]:
    """To whom he may write."""
    powers = [power.name for power in scope.book.powers if power.name != scope.member]
    master = scope.game.master_id is not None and scope.member != MASTER
    listed = [*powers, *([MASTER] if master else [])]
    if not scope.writer:
        return []
    return [m for m in listed if not scope.closed(key_of(scope.book, (scope.member, m)))]


def members(scope: Scope, key: str) -> tuple[str, ...]:
    """Who reads a thread; none where all do."""
    return members_of(scope.book, key)
