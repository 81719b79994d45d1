"""Twins: games alike but for whose the respite is, until the phase ends.

Bots stand in for Austria and for Turkey. One of them is given more time and
writes when all others are closed, the other before that; what they write is the
same. To everybody else it is one game, at each step.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from unittest.mock import patch

import pytest
import visits
from django.db import transaction
from django.test import Client
from django.utils import timezone
from leak_asking import ask, browser, forget, normal, program
from leak_yard import with_browser
from tables import fresh, person, reader, seat, started
from visits import Place, Visit

from legation.errors import StateError
from legation.server.accounts.models import Attempt
from legation.server.desk import acts, handing
from legation.server.desk.models import Offer
from legation.server.devices.models import Notice
from legation.server.games import clock, more_time, process, reads, seats, sheets, standby
from legation.server.games.models import DUE, Deadline, Event, Game, Seat
from legation.server.games.models.standby import Standby
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
AT, FR, TU = "Austria", "France", "Turkey"
MASTER = "Master"
SIGN_IN = "/accounts/sign-in/"
HOUR = timedelta(hours=1)
SOON = ("the others are closed", "he has written", "the phase is over")
REST = ("given", "the other has written", "he has written again", "he is ready")
ORDERS = {AT: "A Vie - Gal", TU: "A Con - Bul"}


def played(*others: str, **offer: object) -> Game:
    """Three players; bots stand in for Austria and Turkey, and who likes may take their seats."""
    offered = {"movement": 120, "missed": "substitute", **offer}
    game = started(AT, FR, TU, *others, mastered=True, **offered)
    Seat.objects.filter(game=game, power__in=ORDERS).update(bot="random", open=True, missed=1)
    sheets.submit(game=game, power=FR, typed="A Par - Bur", settled=True, serial=0)
    return fresh(game)


class Time:
    """The time of both games, that a test moves."""

    def __init__(self, began: datetime | None = None) -> None:
        self.now = began or timezone.now()

    def __call__(self) -> datetime:
        return self.now


def work(game: Game, time: Time) -> list[str]:
    found = [d for d in process.due(time(), (DUE,)) if d.game_id == game.pk]
    return [process.process(deadline=each, worker="tests") for each in found]


def steps(game: Game, whose: str, time: Time) -> Iterator[str]:
    """A phase in which one of the two was given more time; what came last."""
    (other,) = set(ORDERS) - {whose}
    closes = fresh(game).closes
    assert closes is not None
    until = closes + 6 * HOUR
    more_time.give(game=fresh(game), power=whose, until=until, actor=MASTER, serial=0)
    yield "given"
    sheets.submit(game=game, power=other, typed=ORDERS[other], settled=True, serial=0)
    yield "the other has written"
    time.now = closes
    assert work(game, time) == [process.TOO_EARLY]
    yield "the others are closed"
    sheets.submit(game=game, power=whose, typed=f"{ORDERS[whose][:5]} H", serial=0)
    yield "he has written"
    sheets.submit(game=game, power=whose, typed=ORDERS[whose], serial=0)
    yield "he has written again"
    sheets.settle(game=game, power=whose, settled=True, serial=0)
    yield "he is ready"
    assert work(game, time) == [process.PROCESSED]
    yield "the phase is over"


def told(
    game: Game, whose: str, time: Time, readers: dict[str, Client], after: tuple[str, ...]
) -> dict[str, str]:
    """What the others are answered after these steps, and their letters; all is taken back."""
    found: dict[str, str] = {}
    place = Place(slug=game.slug, variant=game.variant, keys=["public"], powers=[FR], slow=False)
    with transaction.atomic():
        for step in steps(game, whose, time):
            if step not in after:
                continue
            forget()
            at = Place(**{**vars(place), "serial": fresh(game).serial, "last": fresh(game).serial})
            for name, client in readers.items():
                for visit in visits.of(at):
                    if visit.method == "GET" and _speaks_of(game, visit):
                        heard = normal(ask(client, visit).text)
                        found[f"{step}: {name} {visit.path} {dict(visit.data)}"] = heard
            mine = Letter.objects.filter(user__name=FR).order_by("pk")
            letters = repr(list(mine.values_list("subject", "body")))
            signed = re.compile(r"/mail/off/[\w:-]+")  # with the second in which it was written
            found[f"{step}: letters"] = signed.sub("/mail/off/", normal(letters))
            notices = Notice.objects.filter(browser__user__name=FR).order_by("pk")
            rows = notices.values_list("kind", "name", "path", "due_at")
            found[f"{step}: notices"] = repr(list(rows))
            heard_of = Event.objects.filter(game=game, audience__in=("", FR)).order_by("pk")
            events = heard_of.values_list("audience", "number", "kind", "made_at")
            found[f"{step}: events"] = repr(list(events))
        transaction.set_rollback(True)
    Attempt.objects.all().delete()
    forget()
    return found


def _speaks_of(game: Game, visit: Visit) -> bool:
    """Is it of the game or a list of games? As who sits elsewhere nobody else is answered."""
    lists = ("/", "/games/", "/api/games")
    return visit.path in lists or (game.slug in visit.path and not {*visit.data} - {"show"})


@pytest.mark.usefixtures("leaks_alone")
@pytest.mark.parametrize(
    "after",
    [
        pytest.param(SOON, marks=pytest.mark.evening),
        pytest.param(REST, marks=pytest.mark.night),
    ],
)
def test_nobody_else_learns_whose_time_it_is_until_the_phase_is_over(
    after: tuple[str, ...],
) -> None:
    game = played(movement=2880)  # of live games no notice says that a phase has closed
    for name in (AT, FR, TU):
        with_browser(person(name))
    readers = {
        "France": browser(person(FR)),
        "France's program": program(person(FR)),
        "nobody": browser(None),
    }
    for client in readers.values():
        client.get(SIGN_IN)
        assert "csrftoken" in client.cookies, "it goes into the marks of answers, and is drawn once"
    found, began = [], timezone.now()
    for whose in (AT, TU):
        time = Time(began)
        salt = patch("legation.table.proof.pledges.new_salt", return_value="0" * 32)
        with patch("django.utils.timezone.now", time), salt:
            found.append(told(game, whose, time, readers, after))
    one, two = found
    assert one.keys() == two.keys()
    assert sum("/about/" in key for key in one) >= len(after) * 2
    assert [key for key in one if one[key] != two[key]] == []
    if "the phase is over" in after:
        assert "'phase'" in one["the phase is over: notices"]


def test_a_bot_stands_in_until_the_phase_is_over_that_waits() -> None:
    game = played()
    time = Time()
    with patch("django.utils.timezone.now", time):
        for step in steps(game, TU, time):
            marks = {power: (seat(game, power).bot, seat(game, power).open) for power in ORDERS}
            standing = step != "the phase is over"
            assert marks == dict.fromkeys(ORDERS, ("random", True) if standing else ("", False))
        told = reads.view_for(fresh(game), reader(game, FR)).told
    orders = {(o.power, str(o.order)) for each in told for o in each.outcomes}
    assert {(TU, "A Con - Bul"), (AT, "A Vie - Gal")} <= orders, "theirs, and no bot's"
    assert [seat(game, power).missed for power in ORDERS] == [1, 1]


def test_who_wrote_before_it_was_given_is_back_at_once() -> None:
    game = played()
    sheets.submit(game=game, power=TU, typed="A Con - Bul", serial=0)
    assert (seat(game, TU).bot, seat(game, TU).open) == ("", False)


def stands(game: Game, power: str) -> tuple[str, bool]:
    """What all see of a seat: the bot that stands in, and whether it is open."""
    return seat(game, power).bot, seat(game, power).open


def half_written(**offer: object) -> Game:
    """Turkey was given six hours more; Austria, for whom a bot stands in, has written since."""
    game = played("England", **offer)
    closes = fresh(game).closes
    assert closes is not None
    until = closes + 6 * HOUR
    more_time.give(game=game, power=TU, until=until, actor=MASTER, serial=0)
    sheets.submit(game=game, power=AT, typed=ORDERS[AT], serial=0)
    assert stands(game, AT) == ("random", True)
    return fresh(game)


def put_off(game: Game) -> None:
    assert game.due is not None
    clock.put_off(game=game, until=game.due + HOUR, actor=MASTER)


def extended(game: Game) -> None:
    """England is late, and the extension for all is longer than the time of Turkey."""
    time = Time(game.closes)
    with patch("django.utils.timezone.now", time):
        assert work(game, time) == [process.EXTENDED]


def ended(game: Game) -> None:
    acts.abandon(game=game, actor=MASTER, serial=game.serial, sure=True)


@pytest.mark.parametrize("how", [put_off, extended, ended])
def test_who_has_written_is_back_when_no_phase_waits_any_more(how: Callable[[Game], None]) -> None:
    """Another end for all, an extension, the end of the game; else his seat could be taken."""
    game = half_written(grace=60 * 24)
    kinds = Event.objects.filter(game=game, audience="", kind="seat")
    before = kinds.count()
    how(game)
    assert fresh(game).waits is None
    assert stands(game, AT) == ("", False)
    assert stands(game, TU) == ("random", True), "he has written nothing"
    assert kinds.count() == before + 1
    with pytest.raises(StateError):
        seats.take(game=fresh(game), user=person("Ann"), power=AT)
    assert seat(game, AT).user == person(AT)


def test_who_has_written_is_back_when_another_phase_is_begun_again() -> None:
    game = played()
    sheets.submit(game=game, power=AT, typed=ORDERS[AT], settled=True, serial=0)
    sheets.submit(game=game, power=TU, typed=ORDERS[TU], settled=True, serial=0)
    time = Time(timezone.now())
    assert work(game, time) == [process.PROCESSED]
    Seat.objects.filter(game=game, power__in=ORDERS).update(bot="random", open=True)
    row = fresh(game)
    assert row.closes is not None
    until = row.closes + HOUR
    more_time.give(game=row, power=TU, until=until, actor=MASTER, serial=1)
    sheets.submit(game=game, power=AT, typed="A Gal H", serial=1)
    acts.roll_back(game=game, actor=MASTER, number=0, serial=1, sure=True)
    assert fresh(game).waits is None
    assert stands(game, AT) == ("", False)
    assert stands(game, TU) == ("random", True)


def test_no_seat_is_taken_while_a_phase_waits() -> None:
    """Whether it would be refused would tell who has written."""
    game = played()
    ann = person("Ann")
    assert reads.seats_wanted(ann).count() == 2
    time = Time()
    said = set()
    with patch("django.utils.timezone.now", time):
        for step in steps(game, TU, time):
            if step == "the phase is over":
                break
            assert reads.seats_wanted(ann).count() == 0
            for power in (AT, TU, FR):
                with pytest.raises(StateError) as refused:
                    seats.take(game=fresh(game), user=ann, power=power)
                said.add(str(refused.value))
            page = browser(ann).get(f"/games/{game.slug}/about/").content.decode()
            assert "Take Turkey" not in page
    assert said == {
        "seats are taken again when this phase is over: it waits for who was given more time."
    }


def refusals(game: Game, power: str, letter: Offer, heir: Standby) -> Iterator[str]:
    """What is answered where the seat of a power is handed on as one that is vacant."""
    ann, row, master = person("Ann"), fresh(game), person(MASTER)
    ways: list[Callable[[], object]] = [
        lambda: handing.to_standby(game=row, power=power, heir=heir, master=master, sure=False),
        lambda: handing.to_standby(game=row, power=power, heir=heir, master=master, sure=True),
        lambda: handing.accept(offer=letter, user=ann),
        lambda: handing.to_name(game=row, power=power, name="Ann", actor=MASTER, sure=True),
    ]
    gone = (
        seats.Handover(power=power, postal="Henry"),
        seats.Handover(power=power, bot="random"),
        seats.Handover(power=power, open=True),
    )
    ways += [partial(seats.give, game=row, handover=handover) for handover in gone]
    for way in ways:
        with pytest.raises(StateError) as refused:
            way()
        yield str(refused.value)
    desk = f"/games/{game.slug}/desk/"
    for to in ("person", "post", "open", "bot"):
        for sure in ("", "yes"):
            form = {"power": power, "to": to, "whom": "Ann", "postal": "Henry", "bot": "random"}
            page = browser(person(MASTER)).post(f"{desk}give/", {**form, "sure": sure})
            assert page.status_code == 422
            assert "eats are handed on again when this phase is over" in page.content.decode()


def test_no_vacant_seat_is_handed_on_while_a_phase_waits() -> None:
    """Whoever has written is back when it is over; nobody learns by an answer that he has."""
    game, ann = played(), person("Ann")
    heir = standby.add(game=game, user=ann, himself=True)
    letters = {}
    for power in ORDERS:
        handing.to_standby(game=game, power=power, heir=heir, master=person(MASTER), sure=True)
        letters[power] = Offer.objects.get(power=power)
    time, said = Time(), set()
    with patch("django.utils.timezone.now", time):
        for step in steps(game, TU, time):
            if step == "the phase is over":
                break
            for power in ORDERS:
                said |= set(refusals(game, power, letters[power], heir))
    assert said == {
        "seats are handed on again when this phase is over: it waits for who was given more time."
    }
    for power in ORDERS:
        assert (seat(game, power).user, *stands(game, power)) == (person(power), "", False)


def test_other_seats_are_handed_on_while_a_phase_waits() -> None:
    """One that no person has, one of which its player is there; and one may leave his own."""
    game = half_written()
    heir = standby.add(game=game, user=person("Ann"), himself=True)
    handing.to_standby(game=game, power="Italy", heir=heir, master=person(MASTER), sure=True)
    handing.accept(offer=Offer.objects.get(), user=person("Ann"))
    assert seat(game, "Italy").user == person("Ann")
    handing.to_name(game=game, power=FR, name=person("Bob").name, actor=MASTER, sure=True)
    assert seat(game, FR).user == person("Bob")
    seats.give_up(game=fresh(game), user=person(AT))
    assert seat(game, AT).user is None


def test_a_phase_does_not_end_before_him_though_a_bot_stands_in() -> None:
    """All others are ready before their end; he was promised his time."""
    game = played()
    sheets.submit(game=game, power=AT, typed="A Vie H", settled=True, serial=0)
    clock.hold(game=game, held=True, actor=MASTER)
    closes = fresh(game).closes
    assert closes is not None
    until = closes + HOUR
    more_time.give(game=fresh(game), power=TU, until=until, actor=MASTER, serial=0)
    clock.hold(game=game, held=False, actor=MASTER)
    assert Deadline.objects.get(game=game, kind=DUE).early == ""
    sheets.submit(game=game, power=TU, typed="A Con H", settled=True, serial=0)
    assert Deadline.objects.get(game=game, kind=DUE).early == "ready"


def test_who_has_written_beside_his_bot_is_waited_for() -> None:
    """His sheet is there and not ready; that the bot's mark still stands says nothing of that."""
    game = played()
    closes = fresh(game).closes
    assert closes is not None
    more_time.give(game=game, power=TU, until=closes + HOUR, actor=MASTER, serial=0)
    sheets.submit(game=game, power=AT, typed="A Vie H", serial=0)
    sheets.submit(game=game, power=TU, typed="A Con H", settled=True, serial=0)
    assert Deadline.objects.get(game=game, kind=DUE).early == ""
    sheets.settle(game=game, power=AT, settled=True, serial=0)
    assert Deadline.objects.get(game=game, kind=DUE).early == "ready"
