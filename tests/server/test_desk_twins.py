"""What a game master does at his desk: games that differ in it alone are the same to all others.

Twins in one row: every address is asked twice, and in between the secret is
exchanged for another that is as long. Who may know it must be able to tell.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import pytest
import visits
from django.test import Client
from django.utils import timezone
from leak_asking import ask, browser, forget, normal
from tables import fresh, person, started, time_is_up
from test_leaks import Record
from visits import Place, Visit

from legation.server.accounts.models import Attempt
from legation.server.archive import remarks
from legation.server.archive.models import Note
from legation.server.desk.models import Invitation, Offer
from legation.server.edition import signing
from legation.server.edition.models import Draft
from legation.server.games import create, entering, sheets
from legation.server.games.models import Game, Holding, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.standby import Standby
from legation.server.games.models.trace import Trace
from legation.server.games.offer import Offer as Offered
from legation.server.post import outbox
from legation.server.post.models import Letter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leaks_alone")]
AT, FR, TU, MASTER, WATCHER = "Austria", "France", "Turkey", "Master", "Watcher"
NOW = timezone.now()


@dataclass(frozen=True)
class Found:
    """The patterns that answer otherwise, and how many answers were compared."""

    names: set[str]
    compared: int


def answers(
    game: Game, client: Client, only: Collection[str], forms: bool
) -> Iterator[tuple[Visit, str]]:
    """Every address of a game and every form of it, or those of some patterns."""
    row = fresh(game)
    place = Place(
        slug=row.slug,
        variant=row.variant,
        serial=row.serial,
        last=row.serial,
        keys=["public"],
        powers=[AT, FR, TU],
        slow=False,
    )
    forget()
    for visit in visits.of(place):
        wanted = game.slug in visit.path and (not only or visit.name in only)
        if wanted and (forms or visit.method == "GET"):
            yield visit, normal(ask(client, visit).text)  # what a form does is taken back


def differing(
    game: Game,
    who: str,
    put: Callable[[str], Any],
    both: tuple[str, str],
    only: Collection[str] = (),
    *,
    forms: bool = True,
) -> Found:
    """The patterns that answer somebody otherwise with the one secret and the other."""
    client, found = browser(person(who)), []
    for secret in both:
        put(secret)
        with patch("django.utils.timezone.now", return_value=NOW):  # the clock is no secret
            found.append(list(answers(game, client, only, forms)))
        Attempt.objects.all().delete()
    pairs = zip(*found, strict=True)
    names = {visit.name for (visit, one), (_, two) in pairs if one != two}
    return Found(names, len(found[0]))


def played() -> Game:
    """Three players and a master, in a sealed game; one phase is over."""
    game = started(AT, FR, TU, mastered=True)
    time_is_up(game)
    return fresh(game)


@dataclass(frozen=True)
class Secret:
    """What is planted in a game, how one is exchanged for the other, and who may know it, where."""

    plant: Callable[[Game], Any]
    put: Callable[[Game, str], Any]
    both: tuple[str, str]
    insiders: dict[str, set[str]]
    outsiders: tuple[str, ...]


def _entered(game: Game) -> None:
    """The game master opens Austria's sheet, and enters orders that came by post."""
    came = entering.Came(game=game, power=AT, way="post", actor=MASTER, serial=game.serial)
    entering.open_sheet(came)
    sheets.submit(game=game, power=AT, typed="A Vie - Gal", serial=game.serial, by=MASTER)


def _moved(game: Game, power: str) -> None:
    Trace.objects.filter(game=game).update(power=power)
    Sheet.objects.filter(game=game, serial=game.serial).update(power=power)


def _ordered(game: Game, typed: str) -> None:
    Sheet.objects.filter(game=game, serial=game.serial).update(typed=typed, orders=[typed])


def _refused(game: Game) -> None:
    said, typed = "the phase was over when this came; it does not count.", "A Vie - Gal"
    entering.refused(game=game, power=AT, actor=MASTER, said=said, serial=None, typed=typed)


def _drafted(game: Game) -> None:
    signing.save(game=game, written=signing.Written("Hush", "not yet", 1, 0))


def _stood_by(game: Game) -> None:
    Standby.objects.create(game=game, address="one@example.org", made_at=NOW)


def _offered(game: Game) -> None:
    held = Holding.objects.get(seat__game=game, seat__power=AT, until=None)
    offer = {"power": AT, "address": ADDRESSES[0], "holding": held, "made_at": NOW}
    Offer.objects.create(game=game, **offer)


def _noted(game: Game) -> None:
    remarks.write(game=game, user=person(AT), number=0, text="I trust him.", publish=False)


ADDRESSES = "one@example.org", "two@example.org"
DRAFT_PAGES = {"edition:draft", "edition:draft-pdf"}
SECRETS = {
    "whose sheet was entered": Secret(
        _entered, _moved, (AT, TU), {AT: {"game", "desk:log"}, MASTER: {"desk:desk"}}, (FR, WATCHER)
    ),
    "an entered sheet": Secret(
        _entered,
        _ordered,
        ("A Vie - Gal", "A Vie - Tyr"),
        {AT: {"game"}, MASTER: {"desk:desk"}},
        (FR, WATCHER),
    ),
    "what came too late": Secret(
        _refused,
        lambda game, typed: Trace.objects.filter(game=game).update(typed=typed),
        ("A Vie - Gal", "A Vie - Tyr"),
        {MASTER: {"desk:log"}},
        (AT, FR),
    ),
    "the draft of an edition": Secret(
        _drafted,
        lambda game, text: Draft.objects.filter(game=game).update(editorial=text),
        ("not yet", "not now"),
        {MASTER: DRAFT_PAGES},
        (FR, WATCHER),
    ),
    "who stands by": Secret(
        _stood_by,
        lambda game, address: Standby.objects.filter(game=game).update(address=address),
        ADDRESSES,
        {MASTER: {"desk:desk"}},
        (FR, WATCHER),
    ),
    "to whom a seat is offered": Secret(
        _offered,
        lambda game, address: Offer.objects.filter(game=game).update(address=address),
        ADDRESSES,
        {MASTER: {"desk:desk"}},
        (AT, WATCHER),
    ),
    "a note before the end": Secret(
        _noted,
        lambda game, text: Note.objects.filter(game=game).update(text=text),
        ("I trust him.", "I doubt him."),
        {AT: {"archive:note", "archive:notes"}},
        (FR, MASTER),
    ),
}


def check(name: str, record: Record, outsiders: int, *, forms: bool) -> None:
    """Who may know it reads it where he should, and the others nowhere."""
    secret, game = SECRETS[name], played()
    secret.plant(game)

    def put(one: str) -> None:
        secret.put(game, one)

    for who, pages in secret.insiders.items():
        assert differing(game, who, put, secret.both, pages).names == pages
    compared = 0
    for who in secret.outsiders[:outsiders]:
        found = differing(game, who, put, secret.both, forms=forms)
        assert found.names == set(), who
        compared += found.compared
    what = f"twins: {name}, {' and '.join(secret.outsiders[:outsiders])}"
    record("leaks", {"what": what, "answers": 2 * compared, "pairs": compared})


@pytest.mark.evening
@pytest.mark.parametrize("name", ["whose sheet was entered", "the draft of an edition"])
def test_no_page_of_another_hangs_on(name: str, record_property: Record) -> None:
    check(name, record_property, 1, forms=False)


@pytest.mark.night
@pytest.mark.parametrize("name", SECRETS)
def test_no_answer_to_others_hangs_on(name: str, record_property: Record) -> None:
    check(name, record_property, 2, forms=True)


def test_before_the_beginning_nobody_reads_who_is_invited() -> None:
    offer = Offered(name="A game", starts="hand", mastered=True)
    game = create.create(user=person(MASTER), offer=offer)
    create.join(game=game, user=person(AT), wishes=[])
    Invitation.objects.create(game=game, address=ADDRESSES[0], made_at=NOW)

    def put(address: str) -> None:
        Invitation.objects.filter(game=game).update(address=address)

    pages = {"desk:invitations"}
    assert differing(game, MASTER, put, ADDRESSES, pages).names == pages
    assert differing(game, AT, put, ADDRESSES, forms=False).names == set()


def test_nobody_reads_whose_letter_came_back() -> None:
    """Of a seat that is offered the log does not say which, nor that it is."""
    game = played()
    _offered(game)
    offer = Offer.objects.get(game=game)
    dates = {"made_at": NOW, "due_at": NOW}
    gone = Letter.objects.create(key=f"account:seat-{offer.pk}", kind="account", **dates)

    def put(power: str) -> None:
        Offer.objects.filter(pk=offer.pk).update(power=power, address=f"{power}@example.org")
        LogEntry.objects.filter(game=game).delete()
        outbox.not_sent(gone, ValueError("no such address"))
        LogEntry.objects.filter(game=game).update(made_at=NOW)

    for who in (AT, FR):
        assert differing(game, who, put, (AT, TU), {"desk:log", "game-about"}).names == set()
    (entry,) = LogEntry.objects.filter(game=game)
    assert entry.text == "A letter of the game master came back: its address does not take it."
