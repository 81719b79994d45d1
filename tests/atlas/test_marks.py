"""What a picture may show beside units and owners: to whom, and to nobody else."""

from __future__ import annotations

from functools import lru_cache

from golden_game import play
from legation.atlas.scene import scene_of
from legation.rules.marks import BEARER, CENTRE, DOUBLE_RANGE, LAST_SEEN, RANGE, SIDE, Mark
from legation.table.game import Game

_game = lru_cache(maxsize=1)(play)


def _marks(game: Game, viewer: str, number: int) -> dict[str, list[Mark]]:
    view = game.view(viewer, number)
    found: dict[str, list[Mark]] = {}
    for mark in game.book.marks(view.position, view.ledger):
        found.setdefault(mark.kind, []).append(mark)
    return found


def _places(marks: dict[str, list[Mark]], kind: str) -> list[str]:
    return ["-".join(mark.places) for mark in marks.get(kind, ())]


def test_a_unit_that_slipped_away_is_where_it_was_last_seen() -> None:
    # 19:30: Cov goes quietly to Lin. 20:00: Rus, built in between, goes quietly to Hol.
    marks = _marks(_game("london_nights"), "Royals", 3)
    seen = {mark.places[0]: (mark.text, mark.power) for mark in marks[LAST_SEEN]}
    assert seen["Cov"] == ("19:30", "Theatre-Goers")
    assert seen["Rus"] == ("20:00", "Theatre-Goers")


def test_a_hidden_centre_is_marked_for_who_knows_it() -> None:
    # Trg is told to City Boys at the start; East Enders find it later (golden script).
    game = _game("london_nights")
    assert "Trg" in _places(_marks(game, "City Boys", 1), CENTRE)
    assert "Trg" not in _places(_marks(game, "Royals", 1), CENTRE)
    assert "Trg" not in _places(_marks(game, "spectator", 1), CENTRE)


def test_ranges_are_marked_for_who_met_them() -> None:
    game = _game("post_atomic")
    last = game.number
    france = _marks(game, "France", last)
    assert "Bur-Mun" in _places(france, RANGE)
    assert _places(france, DOUBLE_RANGE) == ["Pic-ENG"]
    spectator = _marks(game, "spectator", last - 1)
    assert not spectator.get(RANGE)
    assert not spectator.get(DOUBLE_RANGE)
    assert not spectator.get(CENTRE)


def test_the_game_master_sees_all_that_anybody_sees() -> None:
    for name in ("london_nights", "post_atomic", "warwick"):
        game = _game(name)
        for number in range(game.number + 1):
            known = {(m.kind, m.places) for ms in _marks(game, "gm", number).values() for m in ms}
            for power in game.book.players:
                seen = {
                    (mark.kind, mark.places)
                    for marks in _marks(game, power, number).values()
                    for mark in marks
                }
                # of two ranges on a border a power may have met one
                single = {(RANGE, p) for k, p in known if k == DOUBLE_RANGE}
                assert seen <= known | single, (name, number, power)


def test_only_his_holder_sees_where_the_king_is() -> None:
    game = _game("warwick")
    known = 0
    for number in range(game.number + 1):
        holders = [p for p in game.book.players if _marks(game, p, number).get(BEARER)]
        assert len(holders) <= 1
        known += len(holders)
        assert not _marks(game, "spectator", number).get(BEARER)
    assert known


def test_everybody_sees_for_whom_a_unit_is() -> None:
    # WA-3a-1: at the start Norfolk is for Edward, who claims, Exeter for Henry, Clarence neutral.
    game = _game("warwick")
    sides = {mark.power: mark.text for mark in _marks(game, "spectator", 0)[SIDE]}
    assert sides["Edward IV"] == sides["Duke of Norfolk"] == "Edward IV"
    assert sides["Duke of Exeter"] == "Henry VI"
    assert "Duke of Clarence" not in sides
    pieces = {p.unit.power: p for p in scene_of(game.book, game.view("spectator", 0)).pieces}
    endings = {power: piece.side for power, piece in pieces.items()}
    assert (endings["Duke of Norfolk"], endings["Duke of Exeter"]) == ("ed", "none")
    assert endings["Duke of Clarence"] == ""
    assert pieces["Duke of Exeter"].said.endswith(", for Henry VI")
