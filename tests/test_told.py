"""What was once told wrongly, in the words that are right now."""

from __future__ import annotations

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
