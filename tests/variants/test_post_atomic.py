"""Post-Atomic: refusals in words, and whom a known range warns (PA-1, PA-6, PA-8, PA-9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legation.board.borders import BorderName
from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP, Phase
from legation.board.orders import RANKED_RETREAT, Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.errors import IllegalOrderError
from legation.rules.dice import Dice
from legation.rules.legality import judge
from legation.rules.marks import CENTRE, DOUBLE_RANGE, RANGE
from legation.rules.reports import Fact, Report
from legation.rules.survey import Survey, survey_of
from legation.rules.turn import advance, opening
from legation.table.game import Game
from legation.variants.load import load
from legation.variants.post_atomic.builds import Building, winter
from legation.variants.post_atomic.ledger import (
    CENTRES,
    RANGES_KNOWN,
    SOMEBODY,
    Ledger,
    centres_of,
)
from staged import SEED

BOOK = load("post_atomic")


def order(text: str, kind: str) -> Order:
    return BOOK.read(text, kind)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        # PA-1a, PA-9c: France starts in Brest, Marseilles and Paris, which has no coast.
        ("Start F Par", "Paris has no coast, so an army starts there"),
        ("Start Bre", "say whether an army or a fleet starts in Brest: A Bre or F Bre"),
        ("Start A Mun", "the units of France start in Bre, Mar and Par"),
        ("Start M Par", "there are no mutants yet"),
        # PA-6b: on a border of one's own country, and not between seas.
        ("Mountain Bur-Tyr", "Bur and Tyr have no common border"),
        ("Mountain ENG-NTH", "ENG and NTH are seas, and a range lies on land or on a coast"),
        ("Mountain Mun-Tyr", "neither Mun nor Tyr is in the country of France"),
        (
            "If Bre is a centre, Mountain Bur-Tyr, else Mountain Bur-Mun",
            "Bur and Tyr have no common border",
        ),
        (
            "If Mun is a centre, Mountain Bur-Mun, else Mountain Bur-Ruh",
            "no unit of France starts in Mun",
        ),
    ],
)
def test_what_a_setup_refuses(line: str, why: str) -> None:
    survey = Survey(BOOK, Position(BOOK.calendar.first, ()))
    with pytest.raises(IllegalOrderError) as refusal:
        judge(survey, "France", order(line, SETUP))
    assert str(refusal.value).endswith(f": {why}.")


def test_what_is_refused_of_a_first_sheet_its_writer_alone_hears() -> None:
    """PA-6a: three ranges, as no sheet is taken that has them; the third is France's own affair."""
    dice = Dice(SEED, "Winter 2020")
    truth, _ = opening(BOOK, dice)
    lines = ("Mountain Bur-Mun", "Mountain Pic-ENG", "Mountain Gas-Spa")
    turn = advance(BOOK, truth, {"France": [order(line, SETUP) for line in lines]}, dice)
    heard = {power: turn.editions.of(power).outcomes for power in ("France", "Germany")}
    assert [told.order for told in heard["France"]] == [order(lines[2], SETUP)]
    assert heard["Germany"] == ()


def test_a_start_stands_in_place_of_another_of_the_same_unit() -> None:
    """In Brest there starts one unit; that of Paris is another, and a range is no start."""
    bre, fleet, par = (order(f"Start {u}", SETUP) for u in ("A Bre", "F Bre", "A Par"))
    mountain = order("Mountain Bur-Mun", SETUP)
    assert BOOK.instead_of(fleet, bre)
    assert not BOOK.instead_of(par, bre)
    assert not BOOK.instead_of(mountain, bre)
    assert not BOOK.instead_of(bre, mountain)
    assert not BOOK.instead_of(mountain, mountain)


# Warnings (PA-8c)


@pytest.fixture(scope="module")
def spring() -> Game:
    """Spring 2021; France has put a range between Burgundy and Marseilles, and knows it."""
    game = Game.new("post_atomic", {"range-nmr": "none"}, SEED)
    assert game.submit("France", ["Mountain Bur-Mar", "Start A Bre"]) == []
    game.advance()
    assert game.phase.kind == MOVEMENT
    return game


def warned(game: Game, power: str, *lines: str) -> list[str]:
    survey = survey_of(game.book, game.view(power).position)
    orders = [judge(survey, power, game.book.read(line, MOVEMENT)) for line in lines]
    return game.book.warn(survey, power, orders)


def test_who_would_cross_a_range_that_he_knows_is_told(spring: Game) -> None:
    lies = f"a mountain range lies on {BorderName('Bur', 'Mar')}."
    assert warned(spring, "France", "A Mar - Bur") == [f"A Mar - Bur: {lies}"]
    assert warned(spring, "France", "A Mar S A Par - Bur") == [f"A Mar S A Par - Bur: {lies}"]
    for line in ("A Mar H", "A Mar - Gas", "A Par - Bur", "A Par S A Bre", "A Mar S A Par - Gas"):
        assert warned(spring, "France", line) == [], line
    assert len(warned(spring, "France", "A Mar H", "A Mar - Bur", "A Par - Bur")) == 1


def test_a_sheet_that_is_handed_in_is_warned_of_as_well(spring: Game) -> None:
    assert spring.submit("France", ["A Mar - Bur", "A Par H"]) == []
    (said,) = spring.warnings("France")
    assert said == f"A Mar - Bur: a mountain range lies on {BorderName('Bur', 'Mar')}."
    assert spring.submit("France", ["A Mar H"]) == []
    assert spring.warnings("France") == spring.warnings("Italy") == []


def test_nobody_is_warned_of_a_range_that_he_does_not_know(spring: Game) -> None:
    italy = replace(
        spring.view("Italy").position, units=(Unit("Italy", "A", "Mar"), Unit("Italy", "A", "Rom"))
    )
    survey = survey_of(spring.book, italy)
    assert BOOK.warn(survey, "Italy", [order("A Mar - Bur", MOVEMENT)]) == []
    france = replace(italy, facts=spring.view("France").position.facts)
    assert len(BOOK.warn(survey_of(BOOK, france), "Italy", [order("A Mar - Bur", MOVEMENT)])) == 1


def test_who_carries_an_army_crosses_nothing() -> None:
    """PA-8c: a range between MAO and Brest is met by the fleet that goes there, or by the army."""
    units = (Unit("France", "F", "MAO"), Unit("France", "A", "Por"))
    facts = {RANGES_KNOWN: (BorderName("Bre", "MAO"),)}
    survey = survey_of(BOOK, Position(Phase("Spring", 2022, MOVEMENT), units, facts=facts))
    assert BOOK.warn(survey, "France", [order("F MAO C A Por - Bre", MOVEMENT)]) == []
    assert len(BOOK.warn(survey, "France", [order("F MAO - Bre", MOVEMENT)])) == 1


# What is known of ranges and centres (PA-8, PA-10)


def test_of_a_range_each_knows_his_own_part() -> None:
    """One that lies there, or that they are two; whose they are only of one's own."""
    here, there, far = BorderName("Bur", "Mar"), BorderName("Bur", "Mun"), BorderName("Ber", "Kie")
    kept = Ledger(
        ranges={here: ("Italy",), there: ("France", "Germany"), far: ("Germany",)},
        ranges_known={"France": (here,), "Turkey": (there,)},
        doubles_known={"France": (there,)},
    )
    assert kept.seen_by("France").ranges == {here: (SOMEBODY,), there: ("France", SOMEBODY)}
    assert kept.seen_by("Germany").ranges == {there: ("Germany",), far: ("Germany",)}
    assert kept.seen_by("Turkey").ranges == {there: (SOMEBODY,)}
    assert kept.seen_by("").ranges == {}
    board = Position(Phase("Spring", 2022, MOVEMENT), ())
    marked = {m.places: m.kind for m in BOOK.marks(board, kept.seen_by("France"))}
    assert marked == {here.sides: RANGE, there.sides: DOUBLE_RANGE}


def test_everybody_knows_the_centres_that_he_owns() -> None:
    truth = Truth(
        Position(Phase("Spring", 2022, MOVEMENT), (), {"Bre": "France", "Mun": "Germany"}),
        Ledger(centres_known={"France": ("Naf",)}),
    )
    assert centres_of(truth, "France") == {"Bre", "Naf"}
    assert centres_of(truth, "Germany") == {"Mun"}
    assert centres_of(truth, "") == set()


@pytest.mark.parametrize("rule", ["ranked", "open"])
def test_retreats_are_ranked_where_the_option_says_so(rule: str) -> None:
    book = load("post_atomic", {"retreat-list": rule})
    assert book.ranked_retreats == (rule == "ranked")
    assert (book.order_types["retreat"] == RANKED_RETREAT) == (rule == "ranked")


def test_where_the_dislodged_may_seem_to_go_where_nobody_noted_it() -> None:
    """Burgundy touches eight places: Paris is taken, Picardy contested, the Ruhr the attacker's."""
    lost = Dislodged(Unit("France", "A", "Bur"), "Ruh", ("Gas",))
    board = Position(
        Phase("Spring", 2022, RETREAT),
        (Unit("Germany", "A", "Bur"), Unit("France", "A", "Par")),
        dislodged=(lost,),
        contested=frozenset({"Pic"}),
    )
    (seen,) = BOOK.known(Truth(board, Ledger()), "Italy").dislodged
    assert seen.retreats == ("Bel", "Gas", "Mar", "Mun", "Swi")
    book = load("post_atomic", {"retreat-list": "open"})
    assert book.known(Truth(board, Ledger()), "France").dislodged == (lost,)


def test_who_is_set_by_the_master_is_seen() -> None:
    """Of two that nobody had seen one is gone, and another stands in its place."""
    ruh, sil = (Unit("Germany", "A", place, id=n) for n, place in enumerate(("Ruh", "Sil"), 1))
    spring = Phase("Spring", 2022, MOVEMENT)
    truth = Truth(Position(spring, (ruh, sil)), Ledger(built_unseen=frozenset({"Ruh", "Sil"})))
    board = Position(spring, (ruh, replace(sil, id=3)))
    assert Ledger.of(BOOK.resettle(truth, board)).built_unseen == {"Ruh"}
    assert BOOK.resettle(truth, truth.position) == truth


# What a picture shows (PA-8, PA-10)


def test_ranges_and_centres_that_one_knows_are_marked(spring: Game) -> None:
    view = spring.view("France")
    marks = spring.book.marks(view.position, view.ledger)
    assert [m.places for m in marks if m.kind != CENTRE] == [BorderName("Bur", "Mar").sides]
    assert all(m.kind == CENTRE for m in spring.book.marks(spring.view("Italy").position, Ledger()))


# Mutants (PA-9c, PA-9d)


WINTER = Position(
    Phase("Winter", 2021, ADJUSTMENT),
    tuple(
        Unit("France", kind, place, id=number)
        for number, (kind, place) in enumerate(
            (("A", "Bre"), ("F", "Mar"), ("A", "Gas"), ("A", "Ruh"))
        )
    ),
    dict.fromkeys(("Bre", "Mar", "Par", "Spa", "Por", "Bel"), "France"),
)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Build M Par for A Gas", "A Gas is in no home centre of France"),
        ("Build M Par for F Gas", "France has no such unit to give up"),
        ("Build M Par for A Bur", "France has no such unit to give up"),
        ("Build M Par for A Bre and A Bur", "France has no such units to give up"),
        (
            "Build M Par for A Bre and A Ruh",
            "A Bre and A Ruh are not one in a home centre of France and one next to it",
        ),
        ("Build M Mar for A Bre", "Marseilles is occupied"),
        ("Build M Mun for A Bre", "Munich is no home centre of France"),
    ],
)
def test_what_no_mutant_comes_of(line: str, why: str) -> None:
    """France has units in Brest, Marseilles, Gascony and the Ruhr, and three homes."""
    with pytest.raises(IllegalOrderError) as refusal:
        judge(Survey(BOOK, WINTER), "France", order(line, ADJUSTMENT))
    assert str(refusal.value).endswith(f": {why}.")


@pytest.mark.parametrize(
    "line",
    [
        "Build M Par for A Bre and A Gas",
        "Build M Bre for A Bre",
        "Build M Mar for Mar",
        "Build M Par",
    ],
)
def test_what_a_mutant_comes_of(line: str) -> None:
    """Of one in a home and one beside it, in the home of who is given up, or of two builds."""
    judge(Survey(BOOK, WINTER), "France", order(line, ADJUSTMENT))


def test_nobody_gives_up_the_unit_of_another() -> None:
    board = replace(WINTER, units=(*WINTER.units, Unit("Germany", "A", "Mun", id=9)))
    with pytest.raises(IllegalOrderError, match="France has no such unit to give up"):
        judge(Survey(BOOK, board), "France", order("Build M Par for A Mun", ADJUSTMENT))


def test_who_is_given_up_for_a_mutant_is_not_removed_as_well() -> None:
    """The unit in Brest is the mutant's price; the one in the Ruhr is none."""
    lines = ("Build M Par for A Bre", "Remove A Bre", "Remove A Ruh")
    done = winter(Survey(BOOK, WINTER), "France", [order(line, ADJUSTMENT) for line in lines])
    reasons = [each.reason.facts.get("why") for each in done.outcomes]
    assert [why.kind for why in reasons if isinstance(why, Report)] == ["given-up", "builds-due"]
    assert sorted(str(unit) for unit in done.units) == ["A Gas", "A Ruh", "F Mar", "M Par"]


@pytest.mark.parametrize(
    ("rule", "measure"),
    [("owned-centre", "a centre it owns"), ("home-centre", "a home centre that it knows")],
)
def test_who_goes_unasked_and_by_what_it_is_measured(rule: str, measure: str) -> None:
    """Both are a move from Brest: the fleet goes before the army (STD-NMR), whatever its name."""
    book = load("post_atomic", {"civil-disorder": rule})
    units = (Unit("France", "A", "Gas"), Unit("France", "F", "MAO"))
    board = Position(
        Phase("Winter", 2022, ADJUSTMENT), units, {"Bre": "France"}, facts={CENTRES: ("Bre",)}
    )
    assert isinstance(book, Building)
    going = list(book.going(Survey(book, board), "France", units))
    assert [unit.place for unit, _ in going] == ["MAO", "Gas"]
    for unit, report in going:
        facts: dict[str, Fact] = {"power": "France", "unit": unit, "measure": measure}
        facts["distance"] = 1
        assert report == Report("removed-automatically", "STD-NMR", facts)


@pytest.mark.parametrize(
    ("rule", "places", "moves"),
    [("owned-centre", ["Gas", "Ruh"], [2, 1]), ("home-centre", ["Ruh", "Gas"], [3, 1])],
)
def test_how_far_is_measured_by_the_option(rule: str, places: list[str], moves: list[int]) -> None:
    """Munich is owned, and two moves from Gascony, one from the Ruhr; Brest is at home, and known.

    From there it is one move to Gascony, and three to the Ruhr, by Paris and Burgundy.
    """
    book = load("post_atomic", {"civil-disorder": rule})
    units = (Unit("France", "A", "Gas"), Unit("France", "A", "Ruh"))
    board = Position(
        Phase("Winter", 2022, ADJUSTMENT), units, {"Mun": "France"}, facts={CENTRES: ("Bre",)}
    )
    assert isinstance(book, Building)
    going = list(book.going(Survey(book, board), "France", units))
    assert [unit.place for unit, _ in going] == places
    assert [report.facts["distance"] for _, report in going] == moves


@pytest.mark.parametrize(("own", "possible"), [("Par", 1), ("Gas", 0)])
def test_a_unit_at_home_makes_room_for_a_mutant(own: str, possible: int) -> None:
    """Two builds are due, and no home centre is vacant; a mutant may take the place of Paris."""
    book = load("post_atomic")
    units = (
        Unit("France", "A", own),
        *(Unit("England", "A", place) for place in ("Bre", "Mar", "Par") if place != own),
    )
    owners = dict.fromkeys(("Bre", "Mar", "Par"), "France")
    board = Position(
        Phase("Winter", 2022, ADJUSTMENT), units, owners, facts={CENTRES: ("Bre", "Mar", "Par")}
    )
    assert isinstance(book, Building)
    survey = Survey(book, board)
    assert book.due(survey, "France") == 2
    assert book.builds_possible(survey, "France") == possible
