"""The game master's letter to who has handed in nothing, and what others learn of it."""

import pytest
from tables import fresh, person, reader, started

from legation.errors import StateError
from legation.server.games import clock, reads, remind, sheets
from legation.server.games.models import Game
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Three players, of whom France alone has handed in a sheet; it is not ready."""
    found = started("Austria", "England", "France", mastered=True)
    sheets.submit(game=found, power="France", typed="A Par H", serial=found.serial)
    Letter.objects.all().delete()
    return fresh(found)


def written() -> set[str]:
    return {letter.user.name for letter in Letter.objects.all() if letter.user is not None}


def log_of(game: Game) -> list[str]:
    return [entry.text for entry in reads.log_for(game, reader(game, "France"))]


def test_who_has_sent_nothing_gets_a_letter_of_his_own(game: Game) -> None:
    elsewhere = started("Austria", name="another")
    sheets.submit(game=elsewhere, power="Austria", typed="")
    Letter.objects.all().delete()
    remind.chase(game=game, actor="Master")
    assert written() == {"Austria", "England"}
    for letter in Letter.objects.all():
        assert letter.user is not None
        others = {"Austria", "England", "France"} - {letter.user.name}
        assert f"of {letter.user.name} there is no sheet yet for Spring 1901" in letter.body
        assert not [name for name in others if name in letter.body + letter.subject]


def test_who_wants_no_letters_of_games_gets_none(game: Game) -> None:
    england = person("England")
    england.mail_phase = False
    england.save()
    remind.chase(game=game, actor="Master")
    assert written() == {"Austria"}


def test_the_log_says_the_same_whoever_is_late(game: Game) -> None:
    remind.chase(game=game, actor="Master")
    assert log_of(game)[0] == remind.CHASED
    for power in ("Austria", "England"):
        sheets.submit(game=game, power=power, typed="", serial=game.serial)
    Letter.objects.all().delete()
    remind.chase(game=game, actor="Master")
    assert written() == set()
    assert log_of(game)[:2] == [remind.CHASED, remind.CHASED]
    assert not [name for name in ("Austria", "England") if name in remind.CHASED]


def test_nobody_is_written_to_without_end(game: Game) -> None:
    for _ in range(4):
        remind.chase(game=game, actor="Master")
    count = Letter.objects.count()
    with pytest.raises(StateError, match="often today"):
        remind.chase(game=game, actor="Master")
    assert Letter.objects.count() == count
    clock.pause(game=game, actor="Master")
    with pytest.raises(StateError, match="not running"):
        remind.chase(game=game, actor="Master")
