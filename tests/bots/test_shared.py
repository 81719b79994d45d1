"""What all who know a board look up together: once for them, and as the board has it."""

import random

from legation.bots.seat import Seat
from legation.table.game import Game

SEED = "5eed" * 8


def seat(game: Game, power: str) -> Seat:
    return Seat(game.book, game.view(power), random.Random(0))


def test_who_could_come_and_who_is_to_be_feared() -> None:
    """At the start: Vienna, Venice and Munich lie beside Tyrolia; four centres are 16 + 16 + 16."""
    shared = seat(Game.new("standard", seed=SEED), "Austria").shared
    assert shared.comers("Tyr") == {"Austria": 1.0, "Germany": 1.0, "Italy": 1.0}
    assert shared.near("Tyr") == {"Austria", "Germany", "Italy"}
    assert shared.comers("Tri") == {"Austria": 2.0, "Italy": 1.0}  # Vienna, Budapest, Venice
    assert shared.comers("Por") == {}
    assert (shared.sizes["Russia"], shared.sizes["Austria"]) == (48.0, 37.0)


def test_it_is_shared_by_those_who_know_the_same_board_and_by_nobody_else() -> None:
    """In London all but the Theatre-Goers see the same; they alone know of their own (LN-1A)."""
    game = Game.new("london_nights", seed=SEED)
    game.advance()  # the start is public; after a movement nobody sees the Theatre-Goers
    known = {power: seat(game, power).shared for power in sorted(game.book.players)}
    theatre = known.pop("Theatre-Goers")
    assert len({id(shared) for shared in known.values()}) == 1
    assert all(shared is not theatre for shared in known.values())


def test_centres_are_marked_for_who_knows_of_them_and_for_nobody_else() -> None:
    """Five hidden ones the City Boys are told of (LN-1G); all share the board of the start."""
    game = Game.new("london_nights", seed=SEED)
    city, royals = seat(game, "City Boys"), seat(game, "Royals")
    assert city.shared is royals.shared
    told = city.shared.centres(city.view.ledger)
    assert len(set(told)) == 5
    assert all(game.book.graph.provinces[place].centre == "?" for place in told)
    assert royals.shared.centres(royals.view.ledger) == ()
    assert city.shared.centres(city.view.ledger) == told
