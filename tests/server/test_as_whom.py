"""As whom a board is looked at, and who is asked about what: mutants have named these checks."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from tables import fresh, person, reader, started, time_is_up

from legation.atlas.legend import sampled
from legation.atlas.scene import scene_of
from legation.errors import StateError
from legation.server.board import looks, pictures, whatif
from legation.server.board.page import told_apart
from legation.server.board.pens import EVERYTHING, Sitting
from legation.server.board.signs import signs_of
from legation.server.games import change, create, seats, sheets
from legation.server.games.models import Game, Holding
from legation.server.games.offer import Offer
from legation.server.games.reads import book_of
from legation.server.site.over import OverError
from legation.sight.view import View

pytestmark = pytest.mark.django_db
FR, GE = "France", "Germany"
POWERS = ["Austria", "England", FR, GE, "Italy", "Russia", "Turkey"]


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def board(game: Game, name: str, **asked: Any) -> dict[str, Any]:
    """What stands on somebody's board page."""
    client = signed_in(name) if name else Client()
    answer = client.get(f"/games/{game.slug}/", asked)
    assert answer.status_code == 200
    wanted = ("links", "live", "news", "picture", "readers", "signs", "tables", "view", "ways")
    return {key: made(answer.context[key]) for key in wanted}


def made(found: Any) -> Any:
    """What a page makes when its template asks for it, as it was made then."""
    if isinstance(found, dict):
        return {key: made(value) for key, value in found.items()}
    return found() if callable(found) else found


def listed(game: Game, view: View) -> str:
    """The signs of a View, as a page lists them."""
    book = book_of(game)
    return render_to_string(
        "board/signs.html", {"signs": signs_of(book, sampled(book, scene_of(book, view)))}
    )


# The page


def test_the_desk_is_the_game_masters() -> None:
    game = started(FR, GE, mastered=True)
    for name, master in (("Master", True), (FR, False), ("", False)):
        page = board(game, name)
        assert ("desk" in page["links"]) == master, name
        assert page["readers"] == ([*POWERS, "spectator"] if master else []), name
        book = book_of(game)
        who = reader(game, name) if name else Sitting(game, reader(game, FR), book).reader
        assert told_apart(Sitting(game, who, book)) == page["readers"]


def test_a_report_is_read_as_the_board_is() -> None:
    game = started(FR, GE, mastered=True)
    time_is_up(game)
    report = f"/games/{game.slug}/report/0/"
    assert board(game, FR)["links"]["report"] == report
    assert board(game, "Master", to=FR)["links"]["report"] == f"{report}?to={FR}"


def test_an_earlier_phase_is_shown_as_it_was() -> None:
    game = started(FR, GE)
    for _ in range(2):
        time_is_up(game)
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    now, past = board(game, FR), board(game, FR, phase=0)
    assert (now["view"].number, now["live"], now["tables"]) == (2, True, "")
    assert (past["view"].number, past["live"], past["tables"]) == (0, False, "?phase=0")
    assert [told.number for told in past["news"]] == [0]
    sitting = Sitting(fresh(game), reader(game, FR), book_of(game))
    as_it_began = str(pictures.picture(sitting, past["view"]))
    assert past["picture"] != as_it_began, "what came of the orders is drawn as well"
    assert past["signs"] != listed(game, past["view"]), "and has its signs"
    assert now["signs"] == listed(game, now["view"])
    assert now["picture"] == str(pictures.picture(sitting, now["view"])), "as they wait"
    assert 0 not in [told.number for told in now["news"]]


def test_what_the_master_writes_is_sealed_and_a_players_sheet_is_not() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", mastered=True, variant="london_nights", options=options)
    for name, master in (("Master", True), ("Nurses", False)):
        answer = signed_in(name).get(f"/games/{game.slug}/")
        assert answer.context["master"] == master, name
        assert not answer.context["sealed"]
        typed = {"typed": "", "ready": "sure", "serial": str(fresh(game).serial)}
        signed_in(name).post(f"/games/{game.slug}/sheet", typed)
        answer = signed_in(name).get(f"/games/{game.slug}/")
        assert answer.context["settled"], name
        assert answer.context["sealed"] == master, name


def test_after_the_end_nobody_has_a_sheet() -> None:
    game = started(FR, GE)
    change.change(game=game, do=lambda table: table.abandon())
    answer = signed_in(FR).post(
        f"/games/{game.slug}/sheet", {"typed": "A Par H"}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 409
    assert answer.json()["error"] == "You have no sheet to write in this phase."


def test_the_way_that_is_gone_is_marked_and_no_other() -> None:
    game = started(FR, GE)
    seats.give_up(game=game, user=person(FR))
    held = Holding.objects.get(seat__game=game, user=person(FR))
    left = f"as {FR}, until you left"
    for asked, name in (({}, "as it is now"), ({"holding": held.pk}, left)):
        ways = board(game, FR, **asked)["ways"]
        assert [said for said, _, here in ways if here] == [name]
        assert [said for said, _, _ in ways] == ["as it is now", left]


def test_who_looks_as_another_has_no_pen() -> None:
    game = started(FR, GE)
    book, own = book_of(game), reader(game, FR)
    assert Sitting(game, own, book).pen == FR
    for other in ({"holding": 7}, {"opened": GE}, {"told_to": GE}):
        sitting = Sitting(game, own, book, **other)
        assert not sitting.seat
        assert sitting.pen == ""


def test_a_finished_game_is_opened_as_everybody_and_as_each() -> None:
    game = started(FR, GE)
    asked = [{"as": EVERYTHING}, {"as": GE}]
    for query in asked:
        assert signed_in(FR).get(f"/games/{game.slug}/", query).status_code == 404
    change.change(game=game, do=lambda table: table.abandon())
    for query in asked:
        assert signed_in(FR).get(f"/games/{game.slug}/", query).status_code == 200
    assert signed_in(FR).get(f"/games/{game.slug}/", {"as": "Nobody"}).status_code == 404


# What goes with it


def test_a_style_is_at_the_address_that_was_given_out() -> None:
    style = looks.href_of(book_of(started(FR, GE)))
    found = re.search(r'url\("([^"]+)"\)', Client().get(style).text)
    assert found is not None
    for address in (style, found[1]):
        assert Client().get(address).status_code == 200
        other = re.sub(r"\.\w{12}\.", ".0123456789ab.", address)
        assert other != address
        assert Client().get(other).status_code == 404


def test_the_picture_of_a_game_is_there_once_it_has_begun() -> None:
    game = started(FR, GE)
    assert Client().get(f"/games/{game.slug}/board.svg").status_code == 200
    waiting = create.create(user=person(FR), offer=Offer(name="Waiting"))
    assert Client().get(f"/games/{waiting.slug}/board.svg").status_code == 404


def test_one_account_does_not_use_up_what_another_may_suppose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They sit behind one address; who has no account is counted by his."""
    game = started(FR, GE)
    monkeypatch.setattr(whatif, "_OFTEN", 1)
    address, back = f"/games/{game.slug}/what-if/0", {"back": "yes"}
    strangers = [Client(REMOTE_ADDR=f"203.0.113.{number}") for number in (1, 2)]
    for first, second in ((signed_in(FR), signed_in(GE)), strangers):
        answers = [client.post(address, back).status_code for client in (first, first, second)]
        assert answers == [200, 429, 200]


def test_a_letter_for_nobody_confirms_nothing() -> None:
    for number in ("999999", "none"):
        address = reverse("confirm", args=[number, "a-token"])
        for answer in (Client().get(address), Client().post(address, {"name": "Eve"})):
            assert answer.status_code == 404
            assert "accounts/confirm.html" in [template.name for template in answer.templates]


def test_the_rules_are_there_for_everybody() -> None:
    answer = Client().get(reverse("rules-of", args=["london_nights"]))
    assert answer.status_code == 200
    assert b"LN-4a" in answer.content


# Whose games count


def test_games_of_others_wait_for_players_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create, "_MOST_FORMING", 1)
    for name in (FR, GE):
        create.create(user=person(name), offer=offer(24 * 60))
        with pytest.raises(StateError, match="wait for players already"):
            create.create(user=person(name), offer=offer(24 * 60))


def offer(minutes: int) -> Offer:
    return Offer(
        name="A game",
        fill_bot="random",
        starts="hand",
        movement=minutes,
        retreat=minutes,
        adjustment=minutes,
    )


def test_only_live_games_are_counted_as_live(settings: Any) -> None:
    settings.LIVE_GAMES = 1
    create.create(user=person(FR), offer=offer(60))
    create.create(user=person(FR), offer=offer(24 * 60))
    create.create(user=person(GE), offer=offer(60))
    with pytest.raises(OverError, match="live games of yours"):
        create.create(user=person(FR), offer=offer(60))


def test_a_game_whose_maker_has_left_is_started_by_its_master(settings: Any) -> None:
    """It is his budget of a day that it is counted against."""
    settings.GAMES_A_DAY = 3
    games = [create.create(user=None, offer=offer(24 * 60)) for _ in range(4)]
    Game.objects.update(maker=None, master=person("Master"))
    for game in games[:3]:
        create.start(game=fresh(game))
    with pytest.raises(OverError):
        create.start(game=fresh(games[3]))
