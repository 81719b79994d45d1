"""How a bot is told to play: strengths, temperature, temperament; and when it is for a draw."""

import random
from dataclasses import replace

import pytest
from test_bots import AUTUMN, SEED, SPRING, chosen, owned, seen, units

from legation.board.calendar import Phase
from legation.board.position import Position
from legation.bots.arena import Arena
from legation.bots.base import OFFERED, find_bot
from legation.bots.seat import Seat
from legation.bots.seeker import SeekerBot
from legation.errors import InputError
from legation.lab.trial import Side, Trial, trial_of
from legation.table.game import Game
from legation.variants.load import load


def test_what_is_offered_is_found_by_the_very_name() -> None:
    assert [find_bot(name).name for name in OFFERED] == list(OFFERED)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (" Seeker : Beginner ", "seeker:beginner"),
        ("seeker:strong", "seeker"),
        ("steady:temperature=0.50:caution=1", "steady:caution=1:temperature=0.5"),
        ("seeker:caution=0.5", "seeker:caution=0.5"),
        ("seeker:middling:temperature=2", "seeker:middling:temperature=2"),
        ("seeker: boards = 300 :caution=1", "seeker:boards=300:caution=1"),
        ("seeker:ahead=2:caution=0", "seeker:ahead=2:caution=0"),
        ("seeker:boards=300:ahead=0", "seeker:ahead=0:boards=300"),
        ("seeker:middling:caution=1:boards=0300", "seeker:middling:boards=300:caution=1"),
    ],
)
def test_a_name_says_how_a_bot_plays(asked: str, name: str) -> None:
    assert find_bot(asked).name == find_bot(name).name == name


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("random:caution=1", "random is always the same"),
        ("seeker:middlin", "Did you mean middling"),
        ("steady:cautoin=1", "Did you mean caution"),
        ("steady:caution=much", 'from 0 to 1, not "much"'),
        ("steady:temperature=nan", "from 0 to 5"),
        ("seeker:beginner:caution=2", "from 0 to 1"),
        ("seeker:", 'no strength ""'),
        ("steady:boards=300", 'steady takes no "boards=300"'),
        ("seeker:boards=0", 'from 1 to 5000, not "0"'),
        ("seeker:boards=5001", "from 1 to 5000"),
        ("seeker:boards=many", 'not "many"'),
        ("seeker:ahead=5", 'ahead is a whole number from 0 to 4, not "5"'),
        ("seeker:ahead=-1", 'not "-1"'),
        ("steady:ahead=1", 'steady takes no "ahead=1"'),
        ("seeker:boards=", 'not ""'),
    ],
)
def test_what_says_nothing_to_a_bot_is_told(asked: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        find_bot(asked)


def test_a_budget_is_in_boards() -> None:
    """The strength and the temper stay as they were."""
    bot, usual = find_bot("seeker:middling:boards=70"), find_bot("seeker:middling")
    assert isinstance(bot, SeekerBot)
    assert isinstance(usual, SeekerBot)
    assert bot == replace(usual, name=bot.name, boards=70)


def test_seats_of_a_trial_have_bots_with_a_temper() -> None:
    bots = "steady:caution=1, FRA=seeker:middling:temperature=2, Italy = random"
    trial = trial_of(Trial((Side("standard"),), 1), bots)
    names = [trial.bot_of(power) for power in ("Turkey", "France", "Italy")]
    assert names == ["steady:caution=1", "seeker:middling:temperature=2", "random"]


def test_by_caution_the_worst_answer_counts_instead_of_the_average() -> None:
    class Known(Arena):
        def __init__(self) -> None:
            self.tried = 0

        def _after(self, sheet: object, at: int) -> float:
            del sheet
            return [1.0, 2.0, 6.0][at]

    cautions = [Known().values([()], 3, caution) for caution in (0.0, 0.5, 1.0)]
    assert cautions == [[3.0], [2.0], [1.0]]


def test_the_higher_the_temperature_the_more_openings() -> None:
    """With three units; the later years, which have a temperature of their own, do not count."""
    view = Game.new("standard", seed=SEED).view("Austria")
    found = [
        len({tuple(chosen(view, f"steady:temperature=1:opening={n}", at)) for at in range(20)})
        for n in (0, 2)
    ]
    assert found[0] < 3
    assert found[1] > 10


def test_the_first_year_is_the_opening_and_no_other() -> None:
    """A night that counts no years has its first round as one (LN-6a)."""
    sitting = [
        Seat(load("standard"), seen("France", Position(phase, (), {})), random.Random(1))
        for phase in (Phase("Autumn", 1901, "movement"), SPRING)
    ]
    game = Game.new("london_nights", seed=SEED)
    for _ in range(2):
        sitting.append(Seat(game.book, game.view("Royals"), random.Random(1)))
        game.advance()
    assert [seat.opening for seat in sitting] == [True, False, True, False]


@pytest.mark.parametrize("bot", ["steady", "seeker", "dumb"])
def test_nobody_is_for_a_draw_who_could_still_have_a_centre_for_nothing(bot: str) -> None:
    """Spain is one move from Gascony, and Portugal two; Italy is in the one, and owns the other."""
    vote, dice, book = find_bot(bot).vote, random.Random(1), load("standard")
    army = units("France", "A Gas")
    own = owned(France="Par Mar Bre", Italy="Rom Por", Germany="Bel Mun")
    assert not vote(book, seen("France", Position(SPRING, army, own)), dice)
    taken = (*army, *units("Italy", "A Spa"))
    assert vote(book, seen("France", Position(AUTUMN, taken, own)), dice)
