"""The bots: their interface, and what the steady one makes of positions worked by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from legation.board.calendar import Phase
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, kind_and_strength
from legation.bots.advice import Advice, advice_for
from legation.bots.base import BOTS, find_bot
from legation.errors import InputError, NameUnknownError
from legation.rules.survey import Survey
from legation.sight.view import View
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load
from legation.variants.post_atomic import ledger
from legation.variants.warwick import cast

SEED = "0123456789abcdef0123456789abcdef"
SPRING, AUTUMN = Phase("Spring", 1902, "movement"), Phase("Autumn", 1902, "movement")
RETREATS, WINTER = Phase("Autumn", 1902, "retreat"), Phase("Winter", 1902, "adjustment")


def units(power: str, *texts: str) -> tuple[Unit, ...]:
    """``A Par``, or ``A Ven 5000`` where men are counted."""
    found = []
    for text in texts:
        word, place, *count = text.split()
        kind, strength = kind_and_strength(word)
        found.append(Unit(power, kind, place, int(count[0]) if count else strength))
    return tuple(found)


def owned(**centres: str) -> dict[str, str]:
    return {c: power.replace("_", " ") for power, own in centres.items() for c in own.split()}


def seen(
    power: str,
    position: Position,
    variant: str = "standard",
    kept: Ledger | None = None,
) -> View:
    view = Game.new(variant, seed=SEED).view(power)
    return replace(view, position=position, ledger=kept or view.ledger)


def chosen(view: View, name: str = "steady", seed: int = 0) -> list[str]:
    book = load(view.variant, view.options)
    return find_bot(name).choose(book, view, random.Random(seed))


# The interface


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_found_by_its_name(name: str) -> None:
    assert find_bot(f" {name.upper()} ").name == name


def test_a_bot_that_does_not_exist() -> None:
    with pytest.raises(NameUnknownError, match=r'"stedy"\. Did you mean steady\?'):
        find_bot("stedy")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_a_power_and_nobody_else(name: str) -> None:
    with pytest.raises(InputError, match="a bot plays a power, and game master is none"):
        chosen(Game.new(seed=SEED).view("gm"), name)


@pytest.mark.parametrize("name", BOTS)
def test_nothing_is_ordered_where_nothing_counts(name: str) -> None:
    view = Game.new(seed=SEED).view("France")
    assert chosen(replace(view, disorder=("France",)), name) == []
    assert chosen(replace(view, ending="draw"), name) == []


def test_who_leads_far_enough_is_against_a_draw() -> None:
    book, steady = load("standard"), find_bot("steady")
    nine = owned(France="Par Mar Bre Spa Por Bel Hol Lon Lvp", Turkey="Con Ank Smy")
    winning = seen("France", Position(SPRING, (), nine))
    assert not steady.vote(book, winning, random.Random(1))  # nine are half of 18
    assert steady.vote(book, seen("Turkey", Position(SPRING, (), nine)), random.Random(1))
    del nine["Lvp"]
    assert steady.vote(book, seen("France", Position(SPRING, (), nine)), random.Random(1))


# The steady bot in the standard game


@pytest.mark.parametrize("seed", range(5))
def test_an_empty_centre_is_taken(seed: int) -> None:
    position = Position(AUTUMN, units("France", "A Mar"), owned(France="Mar"))
    assert chosen(seen("France", position), seed=seed) == ["A Mar - Spa"]


@pytest.mark.parametrize("seed", range(5))
def test_a_held_centre_is_attacked_with_support(seed: int) -> None:
    both = (*units("France", "A Gas", "A Mar"), *units("Italy", "A Spa"))
    position = Position(AUTUMN, both, owned(France="Mar Par Bre", Italy="Spa"))
    one = ["A Gas - Spa", "A Mar S A Gas - Spa"]
    other = ["A Gas S A Mar - Spa", "A Mar - Spa"]
    assert chosen(seen("France", position), seed=seed) in (one, other)


def test_a_dislodged_unit_goes_where_a_centre_is() -> None:
    lost = Dislodged(units("France", "A Bur")[0], "Mun", ("Bel", "Gas", "Pic", "Ruh"))
    position = Position(RETREATS, (), owned(France="Par"), (lost,))
    assert chosen(seen("France", position)) == ["A Bur - Bel"]


def test_two_do_not_retreat_to_one_place() -> None:
    one, two = units("France", "A Bur", "A Ruh")
    lost = (Dislodged(one, "Mun", ("Bel",)), Dislodged(two, "Kie", ("Bel",)))
    orders = chosen(seen("France", Position(RETREATS, (), owned(France="Par"), lost)))
    assert orders == ["A Bur - Bel", "A Ruh D"]


def test_all_that_is_due_is_built_and_no_more() -> None:
    own = owned(France="Par Mar Bre Spa")
    orders = chosen(seen("France", Position(WINTER, units("France", "A Spa"), own)))
    assert sorted(order.split()[2].partition("/")[0] for order in orders) == ["Bre", "Mar", "Par"]
    two = units("France", "A Spa", "A Gas")
    assert len(chosen(seen("France", Position(WINTER, two, own)))) == 2


def test_all_that_is_due_is_removed_and_no_more() -> None:
    three = units("France", "A Spa", "A Gas", "F MAO")
    orders = chosen(seen("France", Position(WINTER, three, owned(France="Par Mar"))))
    assert len(orders) == 1
    assert orders[0].startswith("Remove ")


# What variants say of their own games

Values = Mapping[str, float]


def advised(
    power: str,
    position: Position,
    variant: str,
    planned: Sequence[str],
    values: Values | None = None,
    kept: Ledger | None = None,
    seed: int = 0,
) -> list[str]:
    """What the advice makes of a plan, as texts."""
    book = load(variant)
    phase = position.phase.kind
    orders = [book.read(text, phase) for text in planned]

    def value(_: Unit, place: str) -> float:
        return (values or {}).get(place, 0.0)

    advice = advice_for(book).sheet
    dice = random.Random(seed)
    found: Sequence[Order] = advice(
        Survey(book, position), kept or book.ledger(), power, orders, value, dice
    )
    return [book.write(order) for order in found]


def test_a_variant_without_advice_is_played_by_the_standard_one() -> None:
    assert advice_for(load("standard")) == Advice()


@pytest.mark.parametrize("variant", [name for name in folders() if name != "standard"])
def test_advice_is_no_rule(variant: str) -> None:
    assert advice_for(load(variant)) != Advice()


def test_all_diplomacy_points_are_bid() -> None:  # LO-DP-1a: three centres, three points
    game = Game.new("locarno", seed=SEED)
    for power in sorted(game.book.players):
        read = [game.book.read(text, "movement") for text in chosen(game.view(power))]
        bids = [order.field("points") for order in read if order.verb == "bid"]
        assert sum(int(str(points)) for points in bids) == 3


def test_the_third_point_is_for_the_help_that_is_worth_more() -> None:
    position = Game.new("locarno", seed=SEED).view("Italy").position
    moves = ["A Mil - Ven", "F Tri - Yug"]
    helps = ["A Aus S A Mil - Ven", "A Hun S F Tri - Yug"]
    orders = advised("Italy", position, "locarno", [*moves, *helps], {"Yug": 5.0, "Ven": 1.0})
    bids = ["DP 2: A Hun S F Tri - Yug", "DP 1: A Aus S A Mil - Ven"]
    assert orders == [*moves, *bids]


def test_one_taxi_drives_twice_and_one_nurse_is_elected() -> None:  # LN-1F-a, LN-1D
    game = Game.new("london_nights", seed=SEED)
    for power, verb in (("Taxi Drivers", "double"), ("Nurses", "elect")):
        read = [game.book.read(text, "movement") for text in chosen(game.view(power))]
        assert [order.verb for order in read].count(verb) == 1


def test_the_first_winter_of_everybody() -> None:  # PA-1a, PA-6a
    game = Game.new("post_atomic", seed=SEED)
    for power in sorted(game.book.players):
        orders = chosen(game.view(power))
        ranges = [text for text in orders if "Mountain" in text]
        starts = [text for text in orders if text.startswith("Start")]
        assert len(ranges) in (1, 2)
        assert len(starts) == (4 if power == "Russia" else 3)
        if power == "England":
            assert any(text.startswith("Start F") for text in starts)


def test_a_build_without_room_makes_a_mutant() -> None:  # PA-9c
    # Two builds, one vacant home: the second one is for the army at home.
    kept = ledger.Ledger(centres_known={"France": ("Par", "Mar", "Spa", "Por")})
    own = owned(France="Par Mar Spa Por")
    phase = Phase("Winter", 2022, "adjustment")
    position = Position(phase, units("France", "A Par", "A Spa"), own)
    orders = advised("France", position, "post_atomic", ["Build A Mar"], {"Mar": 1.0}, kept)
    assert orders == ["Build A Mar", "Build M Par for A Par"]


def test_as_many_go_by_sea_as_the_ships_carry() -> None:  # CL-8b: 250 ships, 5,000 soldiers
    own = units("England", "A Yor 10000", "F NTH 250")
    planned = ["A Yor - Bel", "F NTH C A Yor - Bel"]
    position = Position(Phase("Autumn AD", 2, "movement"), own, owned(England="Lon"))
    orders = advised("England", position, "claudian", planned)
    assert orders == ["A Yor 5000 - Bel", "F NTH C A Yor - Bel"]


def test_a_force_beside_two_empty_centres_takes_both() -> None:  # CL-10b, CL-7b
    own = owned(Germany="Mun", France="Par Mar")
    position = Position(Phase("Autumn AD", 2, "movement"), units("Germany", "A Bur 10000"), own)
    worth = {"Par": 3.0, "Mar": 2.0}
    orders = advised("Germany", position, "claudian", ["A Bur - Par"], worth)
    assert orders == ["A Bur 9000 - Par", "A Bur 1000 - Mar"]


def test_as_many_men_are_removed_as_are_too_many() -> None:  # CL-12c: 23,000 for two centres
    own = units("England", "A Lon 10000", "A Lvp 10000", "A Edi 3000")
    position = Position(Phase("Winter AD", 2, "adjustment"), own, owned(England="Lon Lvp"))
    assert advised("England", position, "claudian", ["Remove A Lon"]) == ["Remove A Lon 3000"]


# Warwick's court

YEAR = Phase("Autumn", 1472, "movement")
TEN = "Lon WRi Rea Yor Don Che Der Lei"


def court(
    king: str = "", sole: str = "", henry: tuple[str, str] = ("", ""), **stands: str
) -> cast.Ledger:
    """A court where all are neutral but these; `henry` is who holds him, and where."""
    found = dict.fromkeys(sorted(load("warwick").players), "neutral")
    for name, stand in stands.items():
        found[name.replace("_", " ")] = stand
    claimed = frozenset(name for name, stand in found.items() if stand == "claimant")
    return cast.Ledger(found, claimed, king, sole, *henry)


@pytest.mark.parametrize("kind", ["movement", "adjustment"])
def test_king_and_fellow_wish_to_win_together(kind: str) -> None:  # WA-2b: 14, London among them
    gloucester = "Richard of Gloucester"
    kept = court("Edward IV", Edward_IV="claimant", Richard_of_Gloucester="Edward IV")
    own = owned(Edward_IV=TEN, Richard_of_Gloucester="Bos Bed Col GtY New Dur")
    armies = (*units("Edward IV", "U Lon"), *units(gloucester, "U Bos"))
    season = "Autumn" if kind == "movement" else "Winter"
    position = Position(Phase(season, 1472, kind), armies, own)
    for power, other in (("Edward IV", gloucester), (gloucester, "Edward IV")):
        orders = advised(power, position, "warwick", [], kept=kept)
        assert orders == [f"Declare joint win with {other}"]
    without = {c: p for c, p in own.items() if c != "Lon"}
    orders = advised("Edward IV", replace(position, owners=without), "warwick", [], kept=kept)
    assert not any("joint" in text for text in orders)


def test_the_last_rival_of_a_claimant_dies() -> None:  # WA-3e-4, WA-3g
    kept = court(henry=("Edward IV", "Lon"), Edward_IV="claimant", Earl_of_Warwick="Henry VI")
    own = owned(Edward_IV="Lon Rea", Earl_of_Warwick="War")
    armies = (*units("Edward IV", "U Lon"), *units("Earl of Warwick", "U War"))
    orders = advised("Edward IV", Position(YEAR, armies, own), "warwick", ["U Lon H"], kept=kept)
    assert orders == ["U Lon H", "Kill Henry"]


def test_henry_is_left_in_a_quiet_place() -> None:  # WA-3e-3
    # Nobody is near Caernarvon, and its unit is wanted in Chester.
    kept = court(
        henry=("Earl of Warwick", "Cae"), Earl_of_Warwick="Henry VI", Duke_of_Exeter="Henry VI"
    )
    own = owned(Earl_of_Warwick="Cae Cdg", Duke_of_Exeter="Exe")
    armies = (*units("Earl of Warwick", "U Cae"), *units("Duke of Exeter", "U Exe"))
    position = Position(YEAR, armies, own)
    left = [
        advised("Earl of Warwick", position, "warwick", ["U Cae H"], {"Den": 9.0}, kept, seed)
        for seed in range(20)
    ]
    assert ["U Cae H", "Abandon Henry"] in left
    assert ["U Cae H"] in left


def test_the_peace_of_a_sole_claimant_is_ended_by_who_is_not_for_him() -> None:  # WA-3h
    kept = court(sole="Edward IV", Edward_IV="claimant", Lord_Hastings="Edward IV")
    own = owned(Edward_IV="Lon Rea", Lord_Hastings="Bos", Earl_of_Warwick="War")
    armies = (
        *units("Edward IV", "U Lon"),
        *units("Lord Hastings", "U Bos"),
        *units("Earl of Warwick", "U War"),
    )
    position = Position(YEAR, armies, own)
    assert advised("Earl of Warwick", position, "warwick", [], kept=kept) == ["Declare Henry VI"]
    assert advised("Lord Hastings", position, "warwick", [], kept=kept) == []
    survey, advice = Survey(load("warwick"), position), advice_for(load("warwick"))
    assert advice.spared(survey, kept, "Earl of Warwick") == frozenset()
    assert advice.spared(survey, kept, "Lord Hastings") == {"Edward IV"}


def test_an_idle_unit_at_sea_guesses_whom_the_defender_is_supported_by() -> None:  # WA-4c
    # Norfolk in ENG attacks nothing itself; Clarence's ship there may support Canterbury.
    kept = court()
    armies = (
        *units("Duke of Norfolk", "U NAZ", "U Roc"),
        *units("Duke of Clarence", "U ENG", "U Can"),
    )
    own = owned(Duke_of_Norfolk="Col GtY", Duke_of_Clarence="Can Cae")
    planned = ["U NAZ H", "U Roc - Can"]
    orders = advised(
        "Duke of Norfolk", Position(YEAR, armies, own), "warwick", planned, {"Can": 5.0}, kept
    )
    assert orders == ["U NAZ - ENG cut Duke of Clarence S U Can", "U Roc - Can"]
