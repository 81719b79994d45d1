"""A game with canaries: words that stand nowhere else, each planted in something hidden."""

import random
import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import visits
from django.test import Client
from leak_asking import ask, browser, program
from random_play import random_orders
from tables import SEED, fresh, person, reader, started, time_is_up
from visits import Place, Visit

from legation.server.accounts.models import Attempt, User
from legation.server.archive import remarks
from legation.server.desk import rulings
from legation.server.desk.models import Ruling
from legation.server.devices.models import Browser, Notice
from legation.server.devices.notices import text_of
from legation.server.edition import signing
from legation.server.games import entering, later, reads, records, seats, sheets
from legation.server.games.models import FINISHED, MASTER, Game, Holding
from legation.server.games.waiting import Use
from legation.server.post.models import Letter
from legation.server.press import asides, services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.server.press.models import Message
from legation.table.game import Game as Table

ALL = "everybody"
ANONYMOUS = "anonymous"
_CANARY = re.compile(r"canary[a-z]+[0-9]+z")
_REPLACED = (
    "canarydraft",
    "canarytyped",
    "canaryheading",
    "canaryeditorial",
    "canaryahead",
    "canarylater",
    "canaryaside",
)  # by those of the next phase
_MOST_PHASES = 60


@dataclass
class Yard:
    """A game with canaries: who may hear each of them, and what came of the search."""

    game: Game
    powers: tuple[str, str, str]
    people: dict[str, User]
    may: dict[str, set[str]] = field(default_factory=dict)
    heard: Counter[str] = field(default_factory=Counter)
    awaited: set[str] = field(default_factory=set)
    bygone: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def plant(self, what: str, *may: str) -> str:
        """A token that nobody but these may be shown."""
        token = f"canary{what}{len(self.may)}z"
        self.may[token] = set(may)
        return token

    def write(self, who: str, key: str, what: str, *may: str) -> None:
        """Press with a canary in it."""
        text = f"hear: {self.plant(what, *may)}"
        services.send(game=self.game, user=self.people[who], key=key, text=text, token=text)

    def key(self, *members: str) -> str:
        """The key of a thread."""
        return key_of(reads.book_of(self.game), members)

    def table(self) -> Table:
        """All of the game, secrets included."""
        return records.load(fresh(self.game))

    def place(self, slow: bool) -> Place:
        """Where it is, as it stands."""
        row = fresh(self.game)
        view = reads.view_for(row, reader(row, self.people["gm"].name))
        ruling = Ruling.objects.filter(game=row).first()
        letter = Message.objects.filter(thread__game=row, thread__key=self.keys[2]).first()
        held = Holding.objects.filter(seat__game=row).values_list("pk", flat=True)
        return Place(
            slug=row.slug,
            variant=row.variant,
            serial=row.serial,
            last=view.number,
            keys=self.keys,
            holdings=[*held.filter(until=None)[:1], *held.exclude(until=None)],
            code=ruling.code if ruling else "void",
            message=letter.code if letter else "void",
            powers=[p.name for p in reads.book_of(row).powers],
            finished=row.state == FINISHED,
            slow=slow,
        )


def yard(variant: str, powers: tuple[str, str, str], **offer: Any) -> Yard:
    """A game of three players, one who has left his seat, a game master, and bots."""
    one, two, three = powers
    for name in (*powers, "Master"):
        person(name)
    game = started(*powers, variant=variant, mastered=True, anonymous=True, grey=True, **offer)
    people = {who: User.objects.get(name=who) for who in powers}
    people |= {"gm": User.objects.get(name="Master"), "watcher": person("Watcher")}
    found = Yard(game, powers, people)
    for who in powers:
        sitter = "ex" if who == one else who  # he is about to leave
        people[who].name = found.plant("name", sitter, "gm")
        people[who].email = f"{found.plant('mail', sitter)}@example.org"
    for user in (*people.values(),):
        user.mail_press = True
        user.save()
        with_browser(user)
    number = signing.next_number(game)
    first = signing.Written("The first edition", found.plant("signed", ALL), number, 0)
    signing.sign(game=fresh(game), written=first, user=people["gm"])
    found.may |= {SEED: set(), game.token: set()}
    pair, group = found.key(one, two), found.key(one, two, three)
    found.keys += [PUBLIC, GREY, pair, found.key(two, three), group, found.key(one, MASTER)]
    found.keys += [found.key(two, MASTER), "99-100"]
    found.write(one, pair, "early", one, two, "ex")
    # The player of the first power leaves, and another takes it over.
    people["ex"] = people[one]
    seats.give_up(game=fresh(game), user=people["ex"])
    people[one] = heir = person(found.plant("heir", one, "gm"), mail_press=True)
    with_browser(heir)
    seats.give(game=fresh(game), handover=seats.Handover(power=one, user=heir, actor="Master"))
    return found


def with_browser(user: User) -> Browser:
    """A browser of his that is told of what happens; nothing is sent in these tests."""
    at = f"https://push.example.org/{user.pk}"
    return Browser.objects.create(user=user, endpoint=at, p256dh="p", auth="a", name="A browser")


def sow(found: Yard) -> None:
    """Plants press, drafts, notes, sheets and questions of the phase that is open."""
    found.bygone |= {token for token in found.may if token.startswith(_REPLACED)}
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
        writer = later.Writer(game=game, power=who, user=found.people[who].pk)
        later.keep(writer, Use("draft"), found.plant("ahead", who))
        later.keep(writer, Use("next", "movement"), f"# {found.plant('later', who)}")
    number = reads.view_for(game, reader(game, found.people["gm"].name)).number
    for who in (*found.powers, "gm"):
        noted = found.plant("note", who)
        user = found.people[who]
        remarks.write(game=game, user=user, number=number, text=noted, publish=False)
        other = next(power for power in found.powers if power != who)
        asides.write(game=game, user=user, about=other, note=found.plant("aside", who), muted=True)
    said, kept = found.plant("refusal", one, "gm"), found.plant("entered", "gm")
    entering.refused(game=game, power=one, actor="Master", said=said, serial=None, typed=kept)
    question = found.plant("question", one, "gm")
    rulings.ask(game=game, user=found.people[one], question=question, token=question)
    code = Ruling.objects.filter(game=game).latest("pk").code
    written = signing.draft_of(game)
    heading, editorial = (found.plant(what, "gm") for what in ("heading", "editorial"))
    number = signing.next_number(game)
    begun = signing.Written(heading, editorial, number, written.saves)
    signing.save(game=game, written=begun)
    answer = found.plant("answer", one, "gm")
    rulings.answer(game=game, code=code, text=answer, told="", actor="Master")


def play_to(found: Yard, kind: str) -> str:
    """Plays on to a phase of this kind in which one of the players decides; his power."""
    dice = random.Random(f"{found.game.variant} {kind}")
    for _ in range(_MOST_PHASES):
        table = found.table()
        for power in table.waiting:
            if power in (*found.powers, *table.book.master_powers):
                typed = "\n".join(random_orders(table, power, dice))
                settled = power in table.book.master_powers
                sheets.submit(game=found.game, power=power, typed=typed, settled=settled)
        time_is_up(found.game)
        table = found.table()
        deciding = [power for power in found.powers if power in table.waiting]
        if table.phase.kind == kind and deciding:
            return deciding[0]
    raise AssertionError(f"no {kind} in which a player decides within {_MOST_PHASES} phases")


def everything(visit: Visit, at: Place) -> bool:
    """Every address, and every form."""
    del visit, at
    return True


def about(visit: Visit, at: Place) -> bool:
    """What differs from stage to stage: what shows games, and the forms of a phase."""
    forms = ("board-sheet", "interface:submit", "press:send", "what-if")
    return (visit.method == "GET" or visit.name in forms) and _of_games(visit, at)


def pages(visit: Visit, at: Place) -> bool:
    """Of these what is only read."""
    return visit.method == "GET" and _of_games(visit, at)


def replays(visit: Visit, at: Place) -> bool:
    """Whole games on one page, which take seconds to draw."""
    del at
    return visit.name == "game-replay"


def _of_games(visit: Visit, at: Place) -> bool:
    lists = ("front", "lobby", "export", "interface:games")
    return at.slug in visit.path or visit.name in lists


def look(
    found: Yard,
    stage: str,
    asked: Callable[[Visit, Place], bool],
    only: Collection[str] = (),
    *,
    slow: bool = False,
) -> None:
    """Asks addresses as everybody, or as `only` some; notes what somebody may not be shown.

    `slow`: whole games are drawn as well.
    """
    at = found.place(slow)
    who: dict[str, User | None] = {ANONYMOUS: None, **found.people}
    who = {viewer: user for viewer, user in who.items() if not only or viewer in only}
    for viewer, user in who.items():
        wanted = [v for v in visits.of(at) if not _ends(v) and asked(v, at)]
        _search(found, browser(user), wanted, viewer, stage)
        if user is not None:
            wanted = [v for v in wanted if v.name.startswith("interface:")]
            _search(found, program(user), wanted, viewer, f"{stage}, by token")
        Attempt.objects.all().delete()
    wanted_by = {token for token, may in found.may.items() if may & {ALL, *who}}
    found.awaited |= wanted_by - found.bygone
    for letter in Letter.objects.exclude(user=None).select_related("user"):
        viewer = next((n for n, u in found.people.items() if u == letter.user), "watcher")
        _told(found, f"{letter.subject}\n{letter.body}", viewer, f"mail {letter.kind}")
    found.counts["letters"] = Letter.objects.exclude(user=None).count()
    for notice in Notice.objects.select_related("browser__user"):
        user = notice.browser.user
        viewer = next((n for n, u in found.people.items() if u == user), "watcher")
        _told(found, text_of(notice), viewer, f"notice {notice.kind}")
    found.counts["notices"] = Notice.objects.count()
    found.counts["viewers"] = max(found.counts["viewers"], len(who))
    found.counts["stages"] += 1


def _search(found: Yard, client: Client, wanted: list[Visit], viewer: str, stage: str) -> None:
    for visit in wanted:
        heard = ask(client, visit)
        assert heard.status != 500, visit
        found.counts["answers"] += 1
        if visit.name == "events":
            found.counts["events"] += heard.body.count("event: ")
        _told(found, heard.text, viewer, f"{stage}: {visit}")


def _ends(visit: Visit) -> bool:
    """Would it end the session, or change the password? These are asked last, elsewhere."""
    return visit.name in ("sign-out", "play-alone") and visit.method != "GET"


def _told(found: Yard, text: str, viewer: str, where: str) -> None:
    shown = {*_CANARY.findall(text), *(t for t in (SEED, found.game.token) if t in text)}
    for token in shown & found.may.keys():
        found.heard[token] += 1
        if viewer not in found.may[token] and ALL not in found.may[token]:
            at = text.index(token)
            near = text[max(0, at - 80) : at + 60]
            found.leaks.append(f"{viewer} is shown {token} by {where}: {near!r}")
