"""Orders that a game master seals himself: his own windows hear of them, and nobody else's do."""

import pytest
from leak_asking import browser
from tables import fresh, person, reader, started

from legation.server.games import reads, sheets
from legation.server.games.models import Event, Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    options = {"police-orders": "game-master"}
    found = started("Nurses", variant="london_nights", mastered=True, options=options)
    Event.objects.all().delete()
    return fresh(found)


def holds(game: Game) -> str:
    """An order for the first of the Police."""
    view = reads.view_for(game, reader(game, "Master"))
    return f"{view.position.of('Police')[0]} H"


def told(game: Game) -> list[tuple[str, str]]:
    """What was told, and whom, in order."""
    return list(Event.objects.filter(game=game).order_by("pk").values_list("audience", "kind"))


def test_saving_and_sealing_are_told_to_the_master_alone(game: Game) -> None:
    sheets.submit(game=game, power="Police", typed=holds(game), serial=game.serial)
    assert told(game) == [("gm", "sheet")]
    sheets.settle(game=game, power="Police", settled=True, serial=game.serial)
    assert told(game) == [("gm", "sheet")] * 2


def test_a_players_sheet_is_told_to_its_player_alone(game: Game) -> None:
    sheets.submit(game=game, power="Nurses", typed="", settled=True)
    assert told(game) == [("Nurses", "sheet")]


def test_his_board_names_the_event_by_which_it_hears_of_its_own_save(game: Game) -> None:
    form = {"serial": game.serial, "typed": holds(game)}
    head = {"Accept": "application/json"}
    answer = browser(person("Master")).post(f"/games/{game.slug}/sheet", form, headers=head)
    (event,) = Event.objects.filter(game=game)
    assert event.audience == "gm"
    assert answer.json()["told"] == event.number
