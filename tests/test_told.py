"""What was once told wrongly, in the words that are right now."""

from __future__ import annotations

import pytest

from legation.errors import InputError
from legation.table.game import Game

SEED = "0123456789abcdef0123456789abcdef"
Units = dict[str, list[str]]


def stage(variant: str, units: Units, **options: str) -> Game:
    """A game in its first movement with these units alone, ``A Ven`` or ``A Ven 2000``."""
    game = Game.new(variant, options, SEED)
    for unit in game.view("gm").position.units:
        game.remove_unit(f"{unit.power} {unit.kind} {unit.place}")
    for power, own in units.items():
        for unit in own:
            kind, _, place = unit.partition(" ")
            game.set_unit(power, kind, place)
    return game


def told(game: Game, orders: Units) -> dict[str, tuple[str, str]]:
    """Unit → the reason that everybody reads, and its clause."""
    for power, lines in orders.items():
        assert game.submit(power, lines) == []
    number = game.number
    game.advance()
    return {
        outcome.unit: (game.book.why(outcome), outcome.reason.clause)
        for moment in game.view("spectator").told
        for outcome in moment.outcomes
        if moment.number == number
    }


def refused(game: Game, power: str, line: str) -> str:
    """The one line with which an order is refused."""
    (found,) = [error for error in game.submit(power, [line]) if error.line == 1]
    return str(found.error)


# Who held, and why


def test_a_hold_that_ones_own_army_saves_is_no_standoff_of_attacks() -> None:
    """STD-SELF: Venice, 1, falls to 2 but for the Romans, who come with 2 as well."""
    game = stage("standard", {"Italy": ["A Ven", "A Rom", "A Apu"], "Germany": ["A Tyr", "A Pie"]})
    why = told(
        game,
        {
            "Italy": ["A Rom - Ven", "A Apu S A Rom - Ven"],
            "Germany": ["A Tyr - Ven", "A Pie S A Tyr - Ven"],
        },
    )
    assert why["A Ven"] == (
        "A Ven held Ven: Italian A Rom, on the way there too, kept out German A Tyr,"
        " with 2 against attack 2.",
        "STD-SELF",
    )


def test_men_who_join_a_stand_keep_the_attack_out() -> None:
    """CL-11c-2: 6,000 exceed the 2,000 that stand, and not the 7,000 that come."""
    game = stage("claudian", {"Italy": ["A Ven 2000", "A Rom 7000"], "Germany": ["A Tyr 6000"]})
    why = told(game, {"Italy": ["A Rom - Ven"], "Germany": ["A Tyr - Ven"]})
    assert why["A Ven 2000"] == (
        "A Ven 2000 held Ven: Italian A Rom 7000, on the way there too, kept out"
        " German A Tyr 6000, with 7000 against attack 6000.",
        "CL-11c-2",
    )


def test_attacks_of_two_powers_still_keep_each_other_out() -> None:
    game = stage(
        "standard",
        {"Italy": ["A Ven"], "Germany": ["A Tyr", "A Pie"], "France": ["A Tri", "F ADR"]},
    )
    why = told(
        game,
        {
            "Germany": ["A Tyr - Ven", "A Pie S A Tyr - Ven"],
            "France": ["A Tri - Ven", "F ADR S A Tri - Ven"],
        },
    )
    assert why["A Ven"] == (
        "A Ven held Ven: the attacks of French A Tri and German A Tyr kept each other out.",
        "STD-BOUNCE",
    )


# One, or several


@pytest.mark.parametrize(
    ("power", "line", "said"),
    [
        ("Taxi Drivers", "U Hol - Lin", "U Hol - Lin: there is no unit of Taxi Drivers in Hol."),
        ("Nurses", "Elect U Hol", "Elect U Hol: there is no unit of Nurses in Hol."),
        (
            "Nurses",
            "U Kin S East Enders U Gra",
            "U Kin S East Enders U Gra: there is no unit of East Enders in Gra.",
        ),
    ],
)
def test_powers_with_a_name_of_many(power: str, line: str, said: str) -> None:
    assert refused(Game.new("london_nights", {}, SEED), power, line) == said


def test_several_of_ones_own_stand_there() -> None:
    """CL-11c-3: in Venice 5,000 stay and 4,000 fail to leave, so 2,000 find no room."""
    game = stage(
        "claudian",
        {"Italy": ["A Ven 9000", "F ADR 100"], "Germany": ["A Tri 10000", "A Tyr 10000"]},
    )
    why = told(
        game,
        {"Italy": ["A Ven 4000 - Tri", "F ADR - Ven"]},
    )
    assert why["F ADR 100"] == (
        "In Ven still stood A Ven 4000 and A Ven 5000, of the same power;"
        " a power does not dislodge its own.",
        "CL-11c-1",
    )


def test_those_that_retreat_to_one_place() -> None:
    """STD-RET: however many meet, two or three, none is left."""
    game = stage(
        "standard",
        {
            "France": ["A Bur"],
            "Italy": ["A Pie"],
            "Germany": ["A Mun", "A Ruh", "A Tyr", "A Ven"],
        },
    )
    attacks = ["A Mun - Bur", "A Ruh S A Mun - Bur", "A Tyr - Pie", "A Ven S A Tyr - Pie"]
    assert game.submit("Germany", attacks) == []
    game.advance()
    for power, line in (("France", "A Bur - Mar"), ("Italy", "A Pie - Mar")):
        assert game.submit(power, [line]) == []
    number = game.number
    game.advance()
    words = [
        game.book.why(outcome)
        for moment in game.view("spectator").told
        for outcome in moment.outcomes
        if moment.number == number
    ]
    assert words == [
        "A Pie retreated to Mar as well as A Bur, and none is left.",
        "A Bur retreated to Mar as well as A Pie, and none is left.",
    ]


# Numbers as they were ordered


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "A Lvp 6000 - Bre via convoy",
            "A Lvp 6000 - Bre via convoy: no fleets on the board could carry A Lvp 6000 to Bre.",
        ),
        (
            "A Lvp 6000 - Bre",
            "A Lvp 6000 - Bre: Bre is not next to Lvp, and no fleets could carry A Lvp 6000 there.",
        ),
        (
            "A Lvp - Bre via convoy",
            "A Lvp - Bre via convoy: no fleets on the board could carry A Lvp 10000 to Bre.",
        ),
    ],
)
def test_some_of_an_army_are_called_by_their_number(line: str, said: str) -> None:
    """CL-10a."""
    assert refused(stage("claudian", {"England": ["A Lvp 10000"]}), "England", line) == said


# Places that a variant took off the board


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("A Sil - War", "Warsaw"),
        ("A Sil - warsaw", "Warsaw"),
        ("A Sil S A War", "Warsaw"),
        ("A Sil - St Petersburg", "St Petersburg"),
    ],
)
def test_a_place_off_the_board_is_named(line: str, name: str) -> None:
    """CL-4: it is no slip of the pen, so nothing is guessed."""
    game = stage("claudian", {"Germany": ["A Sil 10000"]})
    assert refused(game, "Germany", line) == (
        f"{line}: {name} is off the board in this game (CL-4)."
    )
    with pytest.raises(InputError, match=r"^Warsaw is off the board in this game \(CL-4\)\.$"):
        game.set_unit("Germany", "A", "War 5000")


def test_a_place_of_another_board_is_as_unknown_as_ever() -> None:
    """Only what a variant says that it took off is known to it."""
    said = refused(stage("warwick", {"Edward IV": ["U Lon"]}), "Edward IV", "U Lon - Warsaw")
    assert said.startswith('U Lon - Warsaw: no place is called "Warsaw".')
