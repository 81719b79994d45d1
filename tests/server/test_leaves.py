"""Records grow by what a phase adds: what is closed is never written again."""

import gzip
import json
from importlib import import_module
from pathlib import Path

import pytest
from stored import stored
from tables import fresh, parted, started, time_is_up

from legation.server.games import change, records, sheets, votes
from legation.server.games.models import Game
from legation.server.games.models.leaf import Leaf
from legation.server.games.records import DamagedError
from legation.server.site import kept
from legation.table.saving import save

pytestmark = pytest.mark.django_db
KEPT = Path(__file__).parents[1] / "kept" / "2026-11"
MARK = " "
"""A blank at the end of a line of JSON: it says nothing, and is gone when the line is rewritten."""


def _game() -> Game:
    found = started("France", mastered=True)
    for _ in range(2):
        time_is_up(found)
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def _marked(game: Game) -> None:
    for leaf in Leaf.objects.filter(game=game):
        leaf.text += MARK
        leaf.save()


def _untouched(game: Game) -> list[int]:
    leaves = Leaf.objects.filter(game=game).order_by("index")
    return [leaf.index for leaf in leaves if leaf.text.endswith(MARK)]


def _is_whole(game: Game) -> None:
    """What is stored is the saved game that its process knows, and is read as that."""
    kept.forget()
    text = records.text_of(game)
    assert text.replace(f"}}{MARK}", "}") == save.dump(records.load(fresh(game)))
    assert len(parted(text)[1]) == fresh(game).serial + 1


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_phase_writes_itself_and_the_next(game: Game, forgotten: bool) -> None:
    _marked(game)
    if forgotten:
        kept.forget()
    time_is_up(game)
    assert (game.serial, fresh(game).serial, _untouched(game)) == (2, 3, [0, 1])
    _is_whole(game)


def test_what_is_done_in_a_phase_writes_that_alone(game: Game) -> None:
    _marked(game)
    votes.propose(game=game, power="France", kind="draw")
    assert _untouched(game) == [0, 1]
    _is_whole(game)


def test_a_rollback_adds_a_phase_and_takes_none_away(game: Game) -> None:
    _marked(game)
    change.change(game=game, do=lambda table: table.rollback(0))
    assert (fresh(game).serial, _untouched(game)) == (3, [0, 1])
    _is_whole(game)


def test_a_sheet_writes_no_leaf(game: Game) -> None:
    _marked(game)
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    assert _untouched(game) == [0, 1, 2]


def test_a_leaf_that_is_lost_is_not_passed_over(game: Game) -> None:
    for index in (0, 1, 2):
        lost = Leaf.objects.get(game=game, index=index)
        lost.delete()
        kept.forget()
        with pytest.raises(DamagedError):
            records.load(fresh(game))
        lost.save()
    _is_whole(game)
    Leaf.objects.filter(game=game).delete()
    kept.forget()
    with pytest.raises(DamagedError):
        records.load(fresh(game))


def test_a_record_in_an_older_form_is_written_anew_at_the_next_change(game: Game) -> None:
    old = _older()
    head, leaves = parted(old)
    Leaf.objects.filter(game=game).delete()
    Leaf.objects.bulk_create(Leaf(game=game, index=i, text=t) for i, t in enumerate(leaves))
    count = len(leaves) - 1
    Game.objects.filter(pk=game.pk).update(head=head, serial=count, version=40)
    kept.forget()
    change.change(game=fresh(game), do=lambda table: table.rollback(0))
    assert save.is_present(fresh(game).head)
    text = records.text_of(game)
    assert len(parted(text)[1]) == count + 2
    assert save.read(text).record.phases[0].truth == save.read(old).record.phases[0].truth


def _older() -> str:
    """A saved game of Standard in the first form."""
    for file in sorted((KEPT / "saves").rglob("*")):
        if file.is_file():
            raw = file.read_bytes()
            text = (gzip.decompress(raw) if file.suffix == ".gz" else raw).decode()
            if '"version": 1,' in text and '"variant": "standard"' in text:
                return text
    pytest.fail("none of the kept games is in the first form")


def test_a_game_that_has_not_begun_has_no_record() -> None:
    row = Game.objects.create(name="An offer", variant="standard")
    assert records.text_of(row) == ""
    with pytest.raises(ValueError, match="has not begun"):
        records.load(row)


def test_the_change_of_the_tables_parts_what_can_be_read_and_leaves_the_rest(game: Game) -> None:
    part = import_module("legation.server.games.migrations.0005_leaves").parted
    text = records.text_of(game)
    assert part(text) == parted(text)
    assert save.joined(*part(text)) == text
    for damaged in (
        text[:-200],
        "",
        "[]",
        json.dumps(json.loads(text)),
        text.replace("\n]\n", "]"),
    ):
        assert part(damaged) == (damaged, [])
