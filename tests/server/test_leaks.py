"""Nobody is shown on any page what he may not know: by canary, and by law.

By canary: a token that stands nowhere else is planted in each hidden fact, and
every address is asked as everybody, at every stage. By law: games that differ
only in what somebody was never told give him the same answers to the byte.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest
import visits
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from interference import LAWS, OF_VARIANT
from tables import SEED, fresh, person, reader, started, time_is_up
from twins import Pair, really_differs
from visits import Heard, Place, Visit

from legation.server.accounts.models import Attempt, User
from legation.server.desk import rulings
from legation.server.desk.models import Ruling
from legation.server.games import change, keeping, reads, seats, sheets
from legation.server.games.models import (
    FINISHED,
    MASTER,
    RUNNING,
    Game,
    Holding,
    LogEntry,
    Seat,
    Sheet,
)
from legation.server.games.publish import standing
from legation.server.post.models import Letter
from legation.server.press import services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.table.game import Game as Table

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
ALL = "everybody"
BEGAN = timezone.now()


@pytest.fixture(autouse=True)
def _plain(settings: Any) -> Iterator[None]:
    cache.clear()
    settings.LOGGING_CONFIG = None
    yield
    visits.forget()


def browser(user: User | None) -> Client:
    client = Client(raise_request_exception=True)
    if user is not None:
        client.force_login(user, BACKEND)
    return client


def test_every_pattern_is_visited() -> None:
    names = {name for _, name in visits.patterns()}
    assert names - set(visits.HOW) == set(), "say in visits.py how it is visited"
    assert set(visits.HOW) - names == set(), "there is no such pattern"


# By canary


@dataclass
class Yard:
    """A game with canaries: who may hear each of them."""

    game: Game
    powers: tuple[str, str, str]
    people: dict[str, User]
    may: dict[str, set[str]] = field(default_factory=dict)
    heard: Counter[str] = field(default_factory=Counter)
    keys: list[str] = field(default_factory=list)

    def plant(self, what: str, *may: str) -> str:
        """A token that nobody but these may be shown."""
        token = f"canary{what}x{len(self.may)}"
        self.may[token] = set(may)
        return token

    def write(self, who: str, key: str, what: str, *may: str) -> None:
        """Press with a canary in it."""
        text = f"hear: {self.plant(what, *may)}"
        services.send(game=self.game, user=self.people[who], key=key, text=text, token=text)

    def key(self, *members: str) -> str:
        """The key of a thread."""
        return key_of(reads.book_of(self.game), members)

    def place(self) -> Place:
        """Where it is, as it stands."""
        row = fresh(self.game)
        view = reads.view_for(row, reader(row, self.people["gm"].name))
        ruling = Ruling.objects.filter(game=row).first()
        return Place(
            slug=row.slug,
            variant=row.variant,
            serial=row.serial,
            last=view.number,
            keys=self.keys,
            holdings=list(Holding.objects.filter(seat__game=row).values_list("pk", flat=True)),
            code=ruling.code if ruling else "void",
            powers=[p.name for p in reads.book_of(row).powers],
            finished=row.state == FINISHED,
            slow=False,
        )


def yard(variant: str, powers: tuple[str, str, str], **offer: Any) -> Yard:
    """A game of three players, one who has left his seat, a game master, and bots."""
    one, two, three = powers
    for name in (*powers, "Master"):
        person(name)
    game = started(*powers, variant=variant, mastered=True, anonymous=True, grey=True, **offer)
    people: dict[str, User] = {}
    # Names are canaries as well: whose are told is told.
    for who in (one, two, three):
        people[who] = User.objects.get(name=who)
    people["gm"] = User.objects.get(name="Master")
    people["watcher"] = person("Watcher")
    found = Yard(game, powers, people)
    for at, who in enumerate(powers):
        name = found.plant(f"name{at}", who, "gm")
        User.objects.filter(pk=people[who].pk).update(name=name, mail_press=True)
        people[who].refresh_from_db()
        address = found.plant(f"mail{at}", who)
        User.objects.filter(pk=people[who].pk).update(email=f"{address}@example.org")
        people[who].refresh_from_db()
    User.objects.filter(pk=people["gm"].pk).update(mail_press=True)
    found.may[SEED] = set()
    found.may[game.token] = set()
    pair, group = found.key(one, two), found.key(one, two, three)
    found.keys += [PUBLIC, GREY, pair, found.key(two, three), group, found.key(one, MASTER)]
    found.keys += [found.key(two, MASTER), "99-100"]
    found.write(one, pair, "early", one, two, "ex")
    # The player of the first power leaves, and another takes it over.
    people["ex"] = people[one]
    seats.give_up(game=fresh(game), user=people["ex"])
    heir = person("canaryheir")
    User.objects.filter(pk=heir.pk).update(mail_press=True)
    seats.give(game=fresh(game), power=one, user=heir, actor="Master")
    people[one] = heir
    found.may["canaryheir"] = {one, "gm"}
    found.may = {
        token: (may - {one} | {"ex"} if token.startswith(("canaryname0", "canarymail0")) else may)
        for token, may in found.may.items()
    }
    return found


def sow(found: Yard) -> None:
    """Plants press, drafts, sheets and questions of the phase that is open."""
    one, two, three = found.powers
    game = fresh(found.game)
    found.write(two, found.key(one, two), "pair", one, two)
    found.write(three, found.key(two, three), "far", two, three)
    found.write(one, found.key(one, two, three), "group", one, two, three)
    found.write(one, PUBLIC, "public", ALL)
    found.write(two, GREY, "grey", ALL)
    found.write(one, found.key(one, MASTER), "letter", one, "gm")
    for who in found.powers:
        text = found.plant("draft", who)
        services.save_draft(
            game=game, user=found.people[who], key=PUBLIC, text=text, token=f"draft-{text}"
        )
        typed = f"{found.plant('typed', who)} is no order"
        sheets.submit(game=game, power=who, typed=typed, serial=game.serial)
    question = found.plant("question", one, "gm")
    rulings.ask(game=game, user=found.people[one], question=question, token=question)
    code = Ruling.objects.filter(game=game).latest("pk").code
    answer = found.plant("answer", one, "gm")
    rulings.answer(game=game, code=code, text=answer, told="", actor="Master")


def look(found: Yard, stage: str, count: Counter[str]) -> list[str]:
    """Asks everything as everybody; what was shown to whom it may not be."""
    at, leaks = found.place(), []
    who = {"anonymous": None, **found.people}
    for viewer, user in who.items():
        client = browser(user)
        for visit in visits.of(at):
            if _ends(visit) or (count["stages"] and not _about(visit, at)):
                continue  # the rest is the same at every stage
            heard = visits.ask(client, visit)
            count["answers"] += 1
            assert heard.status != 500, visit
            leaks += _told(found, heard.text, viewer, f"{stage}: {visit}")
        Attempt.objects.all().delete()
    for letter in Letter.objects.exclude(user=None).select_related("user"):
        viewer = next((n for n, u in found.people.items() if u == letter.user), "watcher")
        count["letters"] += 1
        leaks += _told(found, f"{letter.subject}\n{letter.body}", viewer, f"mail {letter.kind}")
    count["viewers"] = len(who)
    count["stages"] += 1
    return leaks


def _about(visit: Visit, at: Place) -> bool:
    """Is this game on the page, or any; is it a form that a closed phase answers otherwise?"""
    lists = ("front", "lobby", "export", "interface:games")
    forms = ("board-sheet", "interface:submit", "press:send", "what-if")
    if visit.method != "GET" and visit.name not in forms:
        return False
    return at.slug in visit.path or visit.name in lists


def _ends(visit: Visit) -> bool:
    """Would it end the session, or change the password? These are asked last, elsewhere."""
    return visit.name in ("sign-out", "play-alone") and visit.method != "GET"


def _told(found: Yard, text: str, viewer: str, where: str) -> list[str]:
    leaks = []
    for token, may in found.may.items():
        if token in text:
            found.heard[token] += 1
            if viewer not in may and ALL not in may:
                at = text.index(token)
                leaks.append(f"{viewer} is shown {token} by {where}: {text[at - 80 : at + 60]!r}")
    return leaks


YARDS: dict[str, Callable[[], Yard]] = {
    "standard": lambda: yard("standard", ("Austria", "France", "Turkey")),
    "a police of the master": lambda: yard(
        "london_nights",
        ("Nurses", "Theatre-Goers", "Royals"),
        options={"police-orders": "game-master"},
    ),
}


def _when(each_time: bool) -> list[pytest.MarkDecorator]:
    """Whether a parameter is for every `make test` or for the night only."""
    return [] if each_time else [pytest.mark.night]


@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=_when(k != "standard")) for k in sorted(YARDS)]
)
def test_canaries(kind: str) -> None:
    found, count = YARDS[kind](), Counter[str]()
    sow(found)
    leaks = look(found, "written", count)
    masters = reads.book_of(found.game).master_powers
    for power in masters:
        found.plant("none")
        unit = reads.view_for(
            fresh(found.game), reader(found.game, found.people["gm"].name)
        ).position.of(power)[0]
        sheets.submit(game=found.game, power=power, typed=f"{unit} H", settled=True, serial=0)
        assert Sheet.objects.get(game=found.game, power=power).settled
        leaks += look(found, "sealed", count)
    late = found.powers[2]
    time_is_up(found.game)
    sheets.submit(game=found.game, power=late, typed=found.plant("late", late), serial=0)
    sow(found)
    leaks += look(found, "the next phase", count)
    change.change(game=fresh(found.game), do=lambda table: table.abandon())
    for token in found.may:  # who sat where, and the dice, are told when it is over
        if token.startswith(("canaryname", "canaryheir")) or token == SEED:
            found.may[token] |= {ALL}
    leaks += look(found, "over", count)
    print(
        f"{kind}: {len(visits.patterns())} patterns x {count['viewers']} viewers"
        f" x {count['stages']} stages, {count['answers']} answers,"
        f" {count['letters']} letters, {len(found.may)} canaries, {len(leaks)} leaks"
    )
    assert leaks == []
    silent = {t for t, may in found.may.items() if may and not found.heard[t]}
    assert silent == set(), "each is shown to somebody, or the test looks nowhere"


# By law: not there, not yours


def test_not_there_and_not_yours_are_one_answer() -> None:
    game = started("Austria", "France", access="link", mastered=True)
    there, nowhere = Place(game.slug, "standard"), Place("aaaaaaaaaa", "standard")
    stranger, compared = person("Stranger"), 0
    for user in (None, stranger):
        client = browser(user)
        for one, two in zip(visits.of(there), visits.of(nowhere), strict=True):
            if game.slug not in one.path:
                continue
            Attempt.objects.all().delete()  # that it is counted is no answer
            first = visits.ask(client, one)
            Attempt.objects.all().delete()
            second = visits.ask(client, two)
            assert _same(first, game.slug) == _same(second, "aaaaaaaaaa"), one
            assert first.queries == second.queries, one
            compared += 1
    print(f"not there, not yours: {compared} pairs of answers alike, queries counted")


def _same(heard: Heard, slug: str) -> str:
    return visits.normal(heard.text).replace(slug, "SLUG")


# By law: twins


def laid(pair: Pair) -> Game:
    """A row for twins: everybody has a player of his own, and nothing depends on the clock."""
    book = pair.one.book
    master = person("Master")
    row = Game.objects.create(
        name="Twins",
        variant=pair.one.record.variant,
        options=dict(pair.one.record.options),
        state=RUNNING,
        started_at=BEGAN,
        master=master,
        version=1,
        slug="twinstwins",
    )
    for power in book.powers:
        user = person(power.name)
        seat = Seat.objects.create(game=row, power=power.name, user=user)
        Holding.objects.create(seat=seat, user=user)
    LogEntry.objects.create(game=row, made_at=BEGAN, actor="", text="The game begins.")
    return row


def lay(row: Game, table: Table) -> Place:
    """Puts one of the twins into the row."""
    here = table.record.phases[-1]
    Sheet.objects.filter(game=row).delete()
    for power, sheet in here.sheets.items():
        Sheet.objects.create(
            game=row,
            serial=keeping.serial_of(table),
            power=power,
            typed="\n".join(sheet.orders),
            orders=list(sheet.orders),
            settled=sheet.settled,
            edition=1,
            saved_at=BEGAN,
        )
    values = standing(table)
    over = {"state": FINISHED, "ended_at": BEGAN} if table.over else {"state": RUNNING}
    Game.objects.filter(pk=row.pk).update(
        record=keeping.text_of(table), version=row.version + 1, **values, **over
    )
    row.refresh_from_db()
    visits.forget()
    return Place(
        slug=row.slug,
        variant=row.variant,
        serial=row.serial,
        last=table.number,
        keys=[PUBLIC, "1-2"],
        powers=[p.name for p in table.book.powers],
        finished=table.over,
        slow=False,
    )


def answers(
    row: Game, table: Table, viewer: str, only: Collection[str] = ()
) -> list[tuple[Visit, Heard]]:
    """Every answer that a viewer gets in one of the twins, or those of some patterns."""
    place = lay(row, table)
    user = {"gm": person("Master"), "spectator": None}.get(viewer) or (
        person(viewer) if viewer not in ("spectator", "archive") else None
    )
    client = browser(user)
    wanted = [v for v in visits.of(place) if row.slug in v.path and (not only or v.name in only)]
    if viewer == MASTER:
        wanted = [v for v in wanted if not _opens(v)]
    with patch("django.utils.timezone.now", return_value=BEGAN):  # the clock is no secret
        found = [(visit, visits.ask(client, visit)) for visit in wanted]
    Attempt.objects.all().delete()
    return found


def _variant_of(law: str) -> str:
    return next((v for v, laws in OF_VARIANT.items() if law in laws), "")


def _pair(law: str, kind: str) -> Pair:
    """The first pair of a family that differs in a secret, of this kind where one is named."""
    for seed in range(12):
        for pair in islice(LAWS[law](seed), 12):
            fits = kind in ("", pair.secret) and pair.one.record != pair.two.record
            if fits and really_differs(pair):
                return pair
    raise AssertionError(f"no pair of {law} differs")


# Beside the first pair of each family: the master before his seal, and votes.
MORE = [("night sheets", "unsealed"), ("sheets", "vote")]


# Asked by every `make test`; the other families wait for the night.
EACH_TIME = ("archive", "dealt", "henry", "locarno sheets")
PAIRS = [
    *(pytest.param(law, "", marks=_when(law in EACH_TIME)) for law in sorted(LAWS)),
    *MORE,
]


@pytest.mark.parametrize(("law", "kind"), PAIRS)
def test_twins_give_the_same_answers(law: str, kind: str) -> None:
    pair = _pair(law, kind)
    row, compared = laid(pair), 0
    for viewer in _outsiders(pair):
        one, two = answers(row, pair.one, viewer), answers(row, pair.two, viewer)
        for (visit, first), (_, second) in zip(one, two, strict=True):
            assert not _differ(first, second), (law, viewer, visit, _where(first, second))
            if visit.name != "events":  # which looks as often as there is time
                assert first.queries == second.queries, (law, viewer, visit)
            compared += 1
    insider = next((i for i in pair.insiders if i != "archive"), "")
    told = 0
    if insider:
        shown = ("game", "interface:view", "interface:sheet", "desk:desk")
        one = answers(row, pair.one, insider, shown)
        two = answers(row, pair.two, insider, shown)
        told = sum(_differ(a, b) for (_, a), (_, b) in zip(one, two, strict=True))
        assert told, "who knows the secret is shown it"
    print(
        f"{law} ({pair.secret}, {_variant_of(law)}): {compared} pairs of answers alike"
        f" for {' and '.join(_outsiders(pair))}; {told} tell them apart for {insider or '-'}"
    )


def _opens(visit: Visit) -> bool:
    """Does the master seal his orders by this, or end the game? Then the sheets are open to him."""
    ends = visit.path.endswith(("/desk/seal/", "/desk/end-game/"))
    return visit.method == "POST" and (ends or "ready" in visit.data)


def _differ(one: Heard, two: Heard) -> bool:
    return visits.normal(one.text) != visits.normal(two.text)


def _where(one: Heard, two: Heard) -> str:
    """Where two answers part."""
    first, second = visits.normal(one.text), visits.normal(two.text)
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    return f"{first[max(0, at - 100) : at + 100]!r} / {second[max(0, at - 100) : at + 100]!r}"


def _outsiders(pair: Pair) -> list[str]:
    """Two of those who must not be able to tell: who watches, where he is one, and a player."""
    players = [o for o in pair.outsiders if o in pair.one.book.players]
    rest = [o for o in pair.outsiders if o not in players and o != "archive"]
    return [*rest[-1:], *players[:1]]
