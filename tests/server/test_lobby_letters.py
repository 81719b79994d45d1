"""Letters and reports: each says what its reader may know, and nothing else."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from tables import fresh, person, started, time_is_up

from legation.server.games import create, reads, records, seats, sheets, votes
from legation.server.games.models import Game
from legation.server.games.readers import reader_of
from legation.server.post import switches
from legation.server.post.models import KINDS, Letter
from legation.sight.viewer import power_viewer
from legation.table.newsletter import report
from legation.table.typeset import text

pytestmark = pytest.mark.django_db

HIDDEN, OTHER = "Theatre-Goers", "Nurses"


def night(hidden_goes: str) -> Game:
    """London, its first round over; the hidden faction's order is seen by nobody else."""
    for name in (HIDDEN, OTHER):
        person(name, mail_votes=True, mail_deadline=True, mail_press=True)
    person("Master", mail_votes=True, mail_deadline=True)
    game = started(HIDDEN, OTHER, variant="london_nights", mastered=True, name="One night")
    sheets.submit(game=game, power=HIDDEN, typed=hidden_goes, settled=True)
    sheets.submit(game=game, power=OTHER, typed="", settled=True)
    assert time_is_up(game) == "processed"
    return fresh(game)


def hidden_moves() -> tuple[str, str]:
    """Two orders of the hidden faction that nobody else is told of."""
    game = started(HIDDEN, variant="london_nights", name="To look")
    view = reads.view_for(game, reader_of(game, person(HIDDEN)))
    unit = view.position.of(HIDDEN)[0]
    neighbours = sorted(reads.book_of(game).graph.steps(unit.kind, unit.place))
    taken = {u.province for u in view.position.units}
    first, second, *_ = [place for place in neighbours if place not in taken]
    return f"U {unit.place} - {first}", f"U {unit.place} - {second}"


def bodies(game: Game, kind: str) -> dict[str, str]:
    found = Letter.objects.filter(kind=kind, key__startswith=f"{kind}:{game.pk}:")
    return {letter.user.name: letter.body for letter in found if letter.user}


def test_a_letter_is_the_same_whatever_its_reader_may_not_know() -> None:
    first, second = hidden_moves()
    one, two = night(first), night(second)
    letters, others = bodies(one, "phase"), bodies(two, "phase")
    assert set(letters) == {HIDDEN, OTHER, "Master"}

    def plain(body: str) -> str:  # addresses, dates and pledges differ between any two games
        return re.sub(r"http\S+|\d\d:\d\d, \d+ \w+ \(UTC\)|sha256:[0-9a-f]{64}", "", body)

    assert plain(letters[OTHER]) == plain(others[OTHER])
    assert plain(letters[HIDDEN]) != plain(others[HIDDEN])
    assert first.partition(" - ")[2] in letters[HIDDEN]
    for game in (one, two):
        for letter in Letter.objects.filter(key__contains=f":{game.pk}:").exclude(
            user__name__in=(HIDDEN, "Master")
        ):
            assert first not in letter.body
            assert second not in letter.body


def test_a_letter_holds_the_readers_own_report() -> None:
    first, _ = hidden_moves()
    game = night(first)
    table = records.load(game)
    for name, body in bodies(game, "phase").items():
        viewer = "gm" if name == "Master" else power_viewer(name)
        page = report(table.book, table.view(viewer, 0), table.view(viewer, 1))
        assert text([page]) in body, name


def test_a_letter_says_how_to_stop_it() -> None:
    game = night(hidden_moves()[0])
    person("Late", mail_phase=True)
    votes.propose(game=game, power=OTHER, kind="draw")
    for letter in Letter.objects.exclude(kind="account"):
        assert letter.user is not None
        kind = "phase" if letter.kind == "game" else letter.kind
        assert kind in switches.SAID
        links = re.findall(r"http\S+/mail/off/\S+", letter.body)
        assert len(links) == 1, letter.kind
        assert switches.read(links[0].rstrip("/").rpartition("/")[2]) == (letter.user_id, kind)


def test_every_kind_that_can_be_switched_has_a_switch() -> None:
    assert set(switches.SAID) == set(KINDS) - {"account", "game"}
    for kind in switches.SAID:
        assert person("Anna").wants(kind) in (True, False)


@pytest.mark.parametrize("kind", sorted(switches.SAID))
def test_the_link_stops_one_kind_without_signing_in(kind: str) -> None:
    anna = person("Anna", **{f"mail_{k}": True for k in switches.SAID})
    link = switches.link(anna.pk, kind).removeprefix(settings.SITE_URL)
    client = Client(enforce_csrf_checks=True)
    assert "Stop it" in client.get(link).content.decode()
    anna.refresh_from_db()
    assert anna.wants(kind)  # looking is not pressing: mail programs look ahead
    assert "No more mail of this kind" in client.post(link).content.decode()
    anna.refresh_from_db()
    assert [k for k in sorted(switches.SAID) if not anna.wants(k)] == [kind]
    assert client.get(f"{link[:-4]}xyz/").status_code == 404


# Reports on the site


def page(name: str, address: str, status: int = 200) -> str:
    client = Client()
    if name:
        client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    answer = client.get(address, follow=True)
    assert answer.status_code == status
    return answer.content.decode()


def test_each_reads_his_own_report() -> None:
    first, _ = hidden_moves()
    game = night(first)
    here = f"/games/{game.slug}/report/"
    assert "As told to Theatre-Goers alone" in page(HIDDEN, here)
    for name in (OTHER, ""):
        for address in (here, f"{here}0/", f"{here}0.txt", f"/games/{game.slug}/replay/"):
            assert first not in page(name, address), (name, address)
    assert first in page(HIDDEN, f"{here}0.txt")
    assert first in page(HIDDEN, f"{here}0/")
    assert page(HIDDEN, f"{here}1/", 404)
    assert page(HIDDEN, f"{here}0/?as=archive", 404)
    assert page(OTHER, f"{here}0/?as={HIDDEN}", 404)
    assert page(OTHER, f"{here}0/?holding=1", 404)


def test_the_master_reads_what_others_were_told() -> None:
    first, _ = hidden_moves()
    here = f"/games/{night(first).slug}/report/0"
    assert first in page("Master", f"{here}/")
    assert first in page("Master", f"{here}/?to={HIDDEN}")
    assert first not in page("Master", f"{here}/?to={OTHER}")
    assert first not in page("Master", f"{here}.txt?to=spectator")
    assert "As told to Nurses, for the game master" in page("Master", f"{here}/?to={OTHER}")
    assert page("Master", f"{here}/?to=nobody", 404)
    for name in (HIDDEN, OTHER, ""):
        assert page(name, f"{here}/?to={HIDDEN}", 404), name
        assert 'name="to"' not in page(name, f"{here}/")


def test_the_picture_of_a_report_is_the_readers_own() -> None:
    first, second = hidden_moves()
    one, two = night(first), night(second)
    for name, same in ((OTHER, True), ("", True), (HIDDEN, False)):
        drawn = [page(name, f"/games/{game.slug}/report/0.svg") for game in (one, two)]
        assert (drawn[0] == drawn[1]) is same, name
    assert page(OTHER, f"/games/{one.slug}/report/1.svg", 404)
    assert page(OTHER, f"/games/{one.slug}/report/0.svg?as={HIDDEN}", 404)


def test_who_left_a_seat_reads_on_as_he_knew_it() -> None:
    first, _ = hidden_moves()
    game = night(first)
    seats.give_up(game=game, user=person(HIDDEN))
    (held,) = reader_of(game, person(HIDDEN)).past
    here = f"/games/{game.slug}/report/0/"
    assert first not in page(HIDDEN, here)
    assert first in page(HIDDEN, f"{here}?holding={held.pk}")
    assert page(OTHER, f"{here}?holding={held.pk}", 404)
    assert page(HIDDEN, f"{here}?holding=x", 404)
    time_is_up(game)
    assert page(HIDDEN, f"/games/{game.slug}/report/1/?holding={held.pk}", 404)


def test_a_game_without_a_report_says_so() -> None:
    game = started("France")
    assert "No report yet" in page("", f"/games/{game.slug}/report/")
    assert "No report yet" in page("", f"/games/{game.slug}/replay/")
    forming = create.create(user=None, offer=_offer())
    assert page("", f"/games/{forming.slug}/report/", 404)


def _offer() -> Any:
    from legation.server.games.offer import Offer

    return Offer(name="Not yet")


def test_the_page_of_a_whole_game_may_do_only_what_it_says() -> None:
    game = started("France")
    time_is_up(game)
    answer = Client().get(f"/games/{game.slug}/replay/")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.replace("style-src 'unsafe-inline'", "")
    assert answer.content.count(b"<h1") == 1
    assert b"Spring 1901" in answer.content
