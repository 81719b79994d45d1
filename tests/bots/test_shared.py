"""What all who know a board look up together: once for them, and as the board has it."""

import random
from gc import get_referents
from types import FunctionType, ModuleType

from legation.board.ledger import Ledger
from legation.board.truth import Truth
from legation.bots.base import find_bot
from legation.bots.seat import Seat
from legation.bots.shared import Shared
from legation.rules.editions import Edition
from legation.rules.reports import Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.view import Told
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


def test_nothing_that_one_power_alone_was_told_hangs_on_a_board_that_others_hold() -> None:
    """Ledgers and outcomes are each power's own: from a board, nobody's can be reached.

    The City Boys' ledger has hidden centres (LN-1G); in Spring all share their board.
    """
    game = Game.new("london_nights", seed=SEED)
    bot, secret = find_bot("steady"), (Ledger, Told, Edition, Outcome, Truth)
    for _ in range(3):
        views = {power: game.view(power) for power in game.waiting}
        for power, view in views.items():
            assert not game.submit(power, bot.choose(game.book, view, random.Random(1)))
        for view in views.values():
            reached = reached_from(view.position)
            assert any(isinstance(each, Survey) for each in reached)
            assert any(isinstance(each, Shared) for each in reached)
            assert not [each for each in reached if isinstance(each, secret)]
        game.advance()


def reached_from(start: object) -> list[object]:
    """All that hangs on an object, but for what belongs to the rulebook or to the program."""
    found, waiting = {id(start): start}, [start]
    while waiting:
        each = waiting.pop()
        inside = each.__closure__ or () if isinstance(each, FunctionType) else get_referents(each)
        for one in inside:
            if not isinstance(one, (type, ModuleType, Rulebook)) and id(one) not in found:
                found[id(one)] = one
                waiting.append(one)
    return list(found.values())
