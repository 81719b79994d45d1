"""Sheets before their phase closes: a game says who reads them, and it is so."""

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
import visits
from django.test import Client
from django.utils import timezone
from leak_asking import Heard, ask, browser, forget, normal, program
from tables import fresh, person, reader, started, time_is_up, view_as
from visits import Place, Visit

from legation.errors import InputError
from legation.server.accounts.models import Attempt
from legation.server.games import later, reads, sheets
from legation.server.games.models import Game
from legation.server.games.models.later import Later
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer
from legation.server.games.promise import OPEN, OWN, SEALED, promise
from legation.server.games.waiting import uses
from legation.server.post.models import Letter

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("leaks_alone")]
FR, TU = "France", "Turkey"
NOW = timezone.now()
SECRET, OTHER = "A Par - Bur", "A Par - Gas"


def place(game: Game) -> Place:
    row = fresh(game)
    return Place(
        slug=row.slug,
        variant=row.variant,
        serial=row.serial,
        keys=["public"],
        powers=[FR, TU],
        slow=False,
    )


def asked(game: Game, client: Client) -> Iterator[tuple[Visit, Heard]]:
    """Every address of a game, and every form of it; what a form does is taken back."""
    forget()
    for visit in visits.of(place(game)):
        if game.slug in visit.path and not _opens(visit):
            yield visit, ask(client, visit)


def _opens(visit: Visit) -> bool:
    """Is the phase over after it, or the game, or does he open the sheet by it?"""
    ends = ("/desk/end-game/", "/desk/now/", "/desk/others/")
    return visit.method == "POST" and visit.path.endswith(ends) and "sure" in visit.data


def _ordered(game: Game, typed: str) -> None:
    """The row keeps its edition and its time: the orders alone differ."""
    Sheet.objects.filter(game=game, power=FR).update(typed=typed, orders=[typed])


def _ahead(game: Game, typed: str) -> None:
    """So do all texts that France has written ahead."""
    Later.objects.filter(holding__seat__game=game).update(typed=typed)


def _both(game: Game, typed: str) -> None:
    _ordered(game, typed)
    _ahead(game, typed)


def differing(game: Game, client: Client, put: Callable[[Game, str], None] = _both) -> set[str]:
    """The patterns that answer otherwise to a client where France writes another move."""
    found = []
    for typed in (SECRET, OTHER):
        put(game, typed)
        with patch("django.utils.timezone.now", return_value=NOW):  # the clock is no secret
            found.append(list(asked(game, client)))
        Attempt.objects.all().delete()
    pairs = zip(*found, strict=True)
    return {v.name for (v, one), (_, two) in pairs if normal(one.text) != normal(two.text)}


def written(sealed: bool) -> Game:
    """France has ordered, and has written for later in each way that there is."""
    game = started(FR, TU, mastered=True, sealed=sealed)
    sheets.submit(game=game, power=FR, typed=SECRET)
    writer = later.Writer(game=game, power=FR, user=person(FR).pk)
    for use in uses(reads.book_of(game)):
        later.keep(writer, use, "" if use.kind in ("retreat", "adjustment") else SECRET)
    assert Later.objects.count() == 3
    return game


@pytest.mark.parametrize("ask_as", [pytest.param(browser, marks=pytest.mark.evening), program])
def test_in_a_sealed_game_no_answer_to_its_master_hangs_on_what_is_written(
    ask_as: Callable[[object], Client],
) -> None:
    assert differing(written(sealed=True), ask_as(person("Master"))) == set()


def test_no_other_player_is_answered_by_what_is_written() -> None:
    game = written(sealed=True)
    assert differing(game, browser(person(TU))) == set()
    writer, read = browser(person(FR)), []
    for typed in (SECRET, OTHER):
        _both(game, typed)
        pages = [writer.get(f"/games/{game.slug}/{end}").content for end in ("", "later/")]
        read.append([normal(page.decode()) for page in pages])
    assert all(one != two for one, two in zip(*read, strict=True)), "its writer reads it"


@pytest.mark.evening
def test_in_an_open_game_its_master_reads_sheets_on_the_pages_that_show_them() -> None:
    game = written(sealed=False)
    # The pages with a board draw the arrows of sheets that wait; one may save the board as a file.
    told = {"game", "desk:desk", "interface:view"}
    assert told <= differing(game, browser(person("Master")), _ordered)


@pytest.mark.evening
def test_in_an_open_game_what_is_written_ahead_is_read_by_its_writer_alone() -> None:
    assert differing(written(sealed=False), browser(person("Master")), _ahead) == set()


@pytest.mark.night
@pytest.mark.parametrize("who", ["Watcher", TU])
def test_in_an_open_game_its_master_alone_reads_sheets(who: str) -> None:
    assert differing(written(sealed=False), browser(person(who))) == set()


def test_its_player_reads_his_own_in_either() -> None:
    for sealed in (True, False):
        game = started(FR, mastered=True, sealed=sealed)
        sheets.submit(game=game, power=FR, typed=SECRET)
        assert reads.view_for(fresh(game), reader(game, FR)).sheets[FR].orders == (SECRET,)


def test_the_reads_room_has_no_sheet_for_the_master_of_a_sealed_game() -> None:
    game = started(FR, TU, mastered=True)
    sheets.submit(game=game, power=FR, typed=SECRET, settled=True)
    row, master = fresh(game), reader(game, "Master")
    assert reads.view_for(row, master).sheets == {}
    assert reads.sheet_for(row, master, FR) is None
    assert view_as(row, master, told_to=FR).sheets == {}
    stand = {each.power: (each.there, each.settled) for each in reads.standings_for(row, master)}
    assert (stand[FR], stand[TU]) == ((True, True), (False, False))
    assert reads.standings_for(row, reader(game, FR)) == []
    desk = browser(person("Master")).get(f"/games/{game.slug}/desk/").content.decode()
    assert SEALED[1:] in desk
    assert "ready" in desk
    assert "Par - Bur" not in desk


def test_it_stays_sealed_when_the_game_is_ended_and_rolled_back() -> None:
    game = started(FR, TU, mastered=True)
    sheets.submit(game=game, power=FR, typed=SECRET)
    master = browser(person("Master"))
    form = {"serial": 0, "sure": "yes"}
    master.post(f"/games/{game.slug}/desk/end-game/", form)
    assert fresh(game).state == "finished"
    page = master.get(f"/games/{game.slug}/").content.decode()
    view = master.get(f"/api/games/{game.slug}/view").content.decode()
    assert "Par - Bur" not in page + view
    master.post(f"/games/{game.slug}/desk/back-to/", {**form, "number": 0})
    assert fresh(game).state == "running"
    shown = [master.get(f"/games/{game.slug}/{end}").content.decode() for end in ("", "desk/")]
    assert not any("Par - Bur" in page for page in shown)


def test_when_the_phase_has_closed_he_reads_it() -> None:
    game = started(FR, TU, mastered=True)
    sheets.submit(game=game, power=FR, typed=SECRET)
    assert not Letter.objects.filter(body__contains="Par - Bur").exists()
    time_is_up(game)
    row, master = fresh(game), reader(game, "Master")
    assert reads.view_for(row, master, 0).sheets[FR].orders == (SECRET,)


def test_the_masters_own_orders_are_his_to_read_in_a_sealed_game() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", mastered=True, options=options)
    master = reader(game, "Master")
    unit = str(reads.view_for(game, master).position.of("Police")[0])
    nurse = str(reads.view_for(game, reader(game, "Nurses")).position.of("Nurses")[0])
    sheets.submit(game=game, power="Nurses", typed=f"{nurse} H")
    sheets.submit(game=game, power="Police", typed=f"{unit} H", settled=True)
    assert set(reads.view_for(fresh(game), master).sheets) == {"Police"}
    Game.objects.filter(pk=game.pk).update(sealed=False)
    assert set(reads.view_for(fresh(game), master).sheets) == {"Police", "Nurses"}


def test_what_is_offered() -> None:
    assert Offer(name="A game").sealed
    with pytest.raises(InputError, match="without a game master"):
        started(sealed=False)
    client = browser(person("Master"))
    form = {"name": "Zine", "unit": "none", "when_ready": "on", "missed": "hold", "press": "all"}
    form |= {"access": "open", "replacers": "anybody", "starts": "hand", "zone": "UTC"}
    page = client.post("/games/new/standard/", {**form, "sheets": "open"}).content.decode()
    assert "nobody to open them to" in page
    client.post("/games/new/standard/", {**form, "sheets": "open", "master": "me"})
    client.post("/games/new/standard/", {**form, "name": "Club", "master": "me"})
    offered = dict(Game.objects.values_list("name", "sealed"))
    assert offered == {"Zine": False, "Club": True}


def pages(game: Game) -> dict[str, str]:
    """The pages that speak of who reads sheets, as those see them who are concerned."""
    base = f"/games/{game.slug}/"
    asked = {"about": (TU, "about/"), "board": (FR, ""), "desk": ("Master", "desk/")}
    asked["his board"] = ("Master", "")
    return {
        name: browser(person(who)).get(base + end).content.decode()
        for name, (who, end) in asked.items()
    }


@pytest.mark.parametrize("sealed", [True, False])
def test_every_page_says_which(sealed: bool) -> None:
    game = started(FR, TU, mastered=True, sealed=sealed)
    said, other = (SEALED, OPEN) if sealed else (OPEN, SEALED)
    assert promise(game) == said
    for name, page in pages(game).items():
        assert said[1:] in page, name
        assert other[1:] not in page, name
    letters = Letter.objects.filter(subject__contains="has begun")
    assert letters
    assert all(said in letter.body for letter in letters)
    assert browser(person(FR)).get(f"/api/games/{game.slug}").json()["sheets"] == said


def test_the_masters_own_orders_come_first_where_he_has_some() -> None:
    options = {"police-orders": "game-master"}
    game = started(variant="london_nights", mastered=True, sealed=False, options=options)
    assert promise(game) == OPEN + OWN
    assert "nobody but its player" in promise(started(FR))


def test_the_manual_says_it_in_the_same_words() -> None:
    docs = Path(__file__).parents[2] / "docs"
    for page in ("master.md", "play.md"):
        text = (docs / page).read_text("utf-8")
        assert SEALED in text, page
        assert OPEN in text, page
    about = Client().get("/about/").content.decode()
    assert SEALED in about
    assert OPEN in about
