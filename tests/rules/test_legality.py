"""Legality: refusals in words, numbers in open places, and the listing."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import pytest

from legation.board.calendar import Phase
from legation.board.orders import CHOICE, NUMBER, PLACE, Field, OrderType
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, UnitName
from legation.errors import AmbiguousOrderError, IllegalOrderError
from legation.rules.choices import Range
from legation.rules.legality import judge
from legation.rules.menus import menu
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.variants.load import load

SPRING = Phase("Spring", 1901, "movement")


def survey(units: dict[str, str], phase: Phase = SPRING, **more: str) -> Survey:
    """A position from power → units, comma-separated; `more` are options."""
    book = load("standard", {name.replace("_", "-"): value for name, value in more.items()})
    found = [
        Unit(power, text.split()[0], text.split()[1], id=index)
        for index, (power, text) in enumerate(
            (power, text.strip()) for power, texts in units.items() for text in texts.split(",")
        )
    ]
    return Survey(book, Position(phase, tuple(found), {}))


def ask(seen: Survey, power: str, text: str) -> str:
    order = seen.book.read(text, seen.position.phase.kind)
    return str(judge(seen, power, order))


BOARD = {
    "England": "F NTH, A Lon, F ENG",
    "France": "A Par, F Spa/sc, A Mar",
    "Turkey": "F Con, A Bul",
}


class Gunners(Rulebook):
    """A variant in which Italy's units support into Berlin from anywhere, and go nowhere."""

    @cached_property
    def free_powers(self) -> frozenset[str]:
        """All but Italy."""
        return frozenset(self.nations) - {"Italy"}

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Nowhere."""
        del survey, unit, steps
        return frozenset()

    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """Into Berlin."""
        del survey, unit
        return frozenset({"Ber"})


def test_neither_ways_nor_supports_are_asked_of_powers_that_are_free() -> None:
    """Four places lie beside Paris, and Berlin beside neither Paris nor Rome."""
    board = {"France": "A Par", "Italy": "A Rom", "Germany": "A Mun, A Kie"}
    standard = survey(board)
    book = Gunners(standard.book.definition, standard.book.options)
    seen = Survey(book, standard.position)
    french, italian = standard.position.units[:2]
    assert seen.steps(french) == seen.support_reach(french) == {"Bre", "Bur", "Gas", "Pic"}
    assert not seen.steps(italian)
    assert seen.support_reach(italian) == {"Ber"}
    assert ask(seen, "Italy", "A Rom S A Kie - Ber") == "A Rom S A Kie - Ber"
    with pytest.raises(IllegalOrderError):
        ask(seen, "France", "A Par S A Kie - Ber")


@pytest.mark.parametrize("verb", ["hold", "move", "support", "convoy"])
def test_a_type_that_a_book_does_not_have_is_in_no_table(verb: str) -> None:
    """Read by another book, an order comes to one that knows no such orders."""
    board = {"England": "F ENG", "France": "A Bre, A Par, A Mar"}
    whole = survey(board)
    types = {name: kind for name, kind in whole.book.order_types.items() if name != verb}
    book = Rulebook(replace(whole.book.definition, order_types=types), whole.book.options)
    line = {
        "hold": "A Par H",
        "move": "A Par - Bur",
        "support": "A Par S A Mar - Bur",
        "convoy": "F ENG C A Bre - Lon",
    }[verb]
    order, power = whole.book.read(line, "movement"), "England" if verb == "convoy" else "France"
    assert judge(whole, power, order) == order
    with pytest.raises(IllegalOrderError):
        judge(Survey(book, whole.position), power, order)


REFUSED = [
    ("England", "A Par - Bur", "there is no unit of England in Par", "STD-ORD"),
    ("England", "A Nwy - Swe", "there is no unit of England in Nwy", "STD-ORD"),
    (
        "France",
        "F Par - Bur",
        "a fleet cannot be in Paris, which is inland. Did you mean A Par?",
        "STD-ORD",
    ),
    ("France", "F Mar - Bur", "the unit in Mar is an army. Did you mean A Mar?", "STD-ORD"),
    ("France", "A Par - Mun", "an army cannot go from Par to Mun in one move", "STD-MOVE"),
    ("France", "A Par - Par", "A Par is there already", "STD-MOVE"),
    ("France", "A Mar - LYO", "an army cannot be at sea", "STD-MOVE"),
    ("England", "F NTH - Mun", "a fleet cannot be in Munich", "STD-MOVE"),
    (
        "France",
        "A Par - Bur via convoy",
        "no fleets on the board could carry A Par to Bur",
        "STD-MOVE",
    ),
    ("Turkey", "F Con - Bul", "name the coast: Bul/ec or Bul/sc", "STD-MOVE"),
    ("France", "A Par S A Mun - Bur", "there is no unit in Mun", "STD-ORD"),
    ("France", "A Par S A Mar - Par", "A Par cannot support into its own province", "STD-SUP"),
    (
        "France",
        "A Par S A Lon - Wal",
        "A Par could not go to Wal itself, so it cannot support there",
        "STD-SUP",
    ),
    (
        "England",
        "F ENG S A Lon - Bre",
        "A Lon could reach Bre only with F ENG as its carrier",
        "STD-SUP",
    ),
    (
        "France",
        "F Spa/sc C A Mar - Tus",
        "F Spa/sc is in a coastal province; only a fleet at sea can convoy",
        "STD-CON",
    ),
    ("England", "F ENG S A Par - Wal", "A Par cannot go to Wal", "STD-SUP"),
    ("England", "F ENG S A Lon - Lon", "A Lon cannot go to Lon", "STD-SUP"),
    (
        "England",
        "F NTH S F Con",
        "F NTH could not go to Con itself, so it cannot support there",
        "STD-SUP",
    ),
    (
        "England",
        "F ENG C F Con - Bre",
        "F Con is a fleet; only an army can be convoyed",
        "STD-CON",
    ),
    (
        "England",
        "F ENG C A Mar - Lon",
        "F ENG lies on no route of fleets for A Mar to Lon",
        "STD-CON",
    ),
    (
        "France",
        "A Par C A Mar - Lon",
        "A Par is an army; only a fleet at sea can convoy",
        "STD-CON",
    ),
]


COASTS = [
    # Gascony touches the northern coast of Spain alone, MAO both, the Gulf of Lyon the southern.
    ({}, "F Gas - Spa/sc", "F Gas cannot reach that coast; it can reach Spa/nc."),
    ({"coast_wrong": "correct"}, "F Gas - Spa/sc", "F Gas - Spa/nc"),
    ({"coast_wrong": "correct"}, "F Gas - Spa/nc", "F Gas - Spa/nc"),
    ({}, "F Gas - Spa", "F Gas - Spa/nc"),
    ({"coast_single": "void"}, "F Gas - Spa", "name the coast: Spa/nc."),
    ({}, "F MAO - Spa", "name the coast: Spa/nc or Spa/sc."),
    ({"coast_omitted": "default"}, "F MAO - Spa", "F MAO - Spa/nc"),
    ({"coast_omitted": "default"}, "F MAO - Spa/sc", "F MAO - Spa/sc"),
    ({"coast_omitted": "default"}, "F Lon - Spa", "a fleet cannot go from Lon to Spa in one move."),
    ({"coast_omitted": "default"}, "F Lon - Bel/nc", "Belgium has no coasts to choose from"),
    ({}, "A Mar - Spa/nc", "A Mar - Spa"),
    ({"coast_irrelevant": "void"}, "A Mar - Spa/nc", "an army needs no coast; write Spa."),
    ({"coast_irrelevant": "void"}, "A Mar - Spa", "A Mar - Spa"),
    ({"coast_needless": "void"}, "F Bul/ec - Con", "the fleet is in Bul/sc."),
    ({"coast_needless": "void"}, "F Bul/sc - Con", "F Bul/sc - Con"),
    ({"coast_needless": "void"}, "F Bul - Con", "F Bul/sc - Con"),
    ({}, "F Bul/ec - Con", "F Bul/sc - Con"),
    ({}, "A Mar S F MAO - Spa/sc", "A Mar S F MAO - Spa/sc"),
    ({"support_coast": "ignored"}, "A Mar S F MAO - Spa/sc", "A Mar S F MAO - Spa"),
    ({"support_coast": "required"}, "A Mar S F MAO - Spa", "name the coast of Spa, as the move"),
    ({"support_coast": "required"}, "A Mar S F MAO - Gas", "A Mar S F MAO - Gas"),
    # Lyon reaches the southern one only, and its move names it all the same.
    ({"support_coast": "required"}, "A Mar S F LYO - Spa", "name the coast of Spa, as the move"),
]


@pytest.mark.parametrize(("options", "text", "said"), COASTS)
def test_coasts_are_settled_by_the_options(options: dict[str, str], text: str, said: str) -> None:
    """STD-ORD 4.B.1 to 4.B.6: either the order as it stands, or the end of the refusal."""
    units = {"France": "F Gas, F MAO, A Mar, F Lon, F LYO, F Bul/sc"}
    try:
        found = ask(survey(units, SPRING, **options), "France", text)
    except IllegalOrderError as error:
        found = str(error)
        assert said in found
        assert found.startswith(text.partition(" - ")[0])
    else:
        assert found == said


@pytest.mark.parametrize(("power", "text", "why", "clause"), REFUSED)
def test_refusals_say_what_is_wrong(power: str, text: str, why: str, clause: str) -> None:
    with pytest.raises(IllegalOrderError) as refusal:
        ask(survey(BOARD), power, text)
    order = load().read(text, "movement")
    stop = "" if why.endswith("?") else "."
    assert str(refusal.value) == f"{order}: {why}{stop}"
    assert refusal.value.clause == clause


def test_what_is_left_out_is_settled() -> None:
    seen = survey({"France": "F Gas, F Spa/nc", "Italy": "A Rom"})
    assert ask(seen, "France", "Gas - Bre") == "F Gas - Bre"
    assert ask(seen, "France", "F Spa/sc H") == "F Spa/nc H"
    assert ask(survey({"France": "F Gas"}), "France", "F Gas - Spa") == "F Gas - Spa/nc"
    assert ask(seen, "France", "F Gas S F Spa") == "F Gas S F Spa/nc"


def test_not_there_and_not_yours_read_alike() -> None:
    """A refusal must not tell whether another power stands in the place."""
    texts = []
    for units in ({"France": "A Par"}, {"France": "A Par", "Germany": "A Mun"}):
        with pytest.raises(IllegalOrderError) as refusal:
            ask(survey(units), "France", "A Mun - Bur")
        texts.append(str(refusal.value))
    assert texts[0] == texts[1]


def test_units_in_one_place_have_numbers() -> None:
    """STD-UNIT: an order that fits several units is refused with the list."""
    book = load()
    units = tuple(Unit("France", "A", "Par", number=n, id=n) for n in (1, 2))
    seen = Survey(book, Position(SPRING, units))
    with pytest.raises(AmbiguousOrderError) as refusal:
        ask(seen, "France", "A Par - Bur")
    assert "A Par/1 and A Par/2" in str(refusal.value)
    assert refusal.value.clause == "STD-UNIT"
    order = book.read("A Par - Bur", "movement")
    assert order.unit is not None
    numbered = UnitName("Par", "A", "", 2)
    settled = judge(seen, "France", type(order)("move", numbered, None, "Bur"))
    assert str(settled) == "A Par/2 - Bur"


def orders_of(seen: Survey, place: str) -> set[str]:
    unit = seen.position.by_province[place]
    return {str(order) for choices in menu(seen, unit) for order in choices.orders()}


def test_the_listing_of_an_army() -> None:
    seen = survey({"Italy": "A Ven, A Rom", "Austria": "F Tri"})
    assert orders_of(seen, "Ven") == {
        "A Ven H",
        *(f"A Ven - {goal}" for goal in ("Apu", "Pie", "Rom", "Tri", "Tus", "Tyr")),
        "A Ven S A Rom",
        "A Ven S A Rom - Apu",
        "A Ven S A Rom - Tus",
        "A Ven S F Tri",
    }


def test_the_listing_of_a_convoy() -> None:
    """ENG touches Bel, Bre, Lon, Pic, Wal; the army in London may be carried to the others."""
    seen = survey({"England": "A Lon, F ENG"})
    goals = ("Bel", "Bre", "Pic", "Wal")
    assert {o for o in orders_of(seen, "ENG") if " C " in o} == {
        f"F ENG C A Lon - {goal}" for goal in goals
    }
    assert {o for o in orders_of(seen, "Lon") if "via" in o} == {
        f"A Lon - {goal} via convoy" for goal in goals
    }


def test_retreats_and_removals_are_listed() -> None:
    autumn = Phase("Autumn", 1901, "retreat")
    lost = Dislodged(Unit("France", "A", "Bur"), "Mun", ("Gas", "Par"))
    seen = Survey(load(), Position(autumn, (), {}, (lost,)))
    found = {str(o) for choices in menu(seen, lost.unit) for o in choices.orders()}
    assert found == {"A Bur D", "A Bur - Gas", "A Bur - Par"}
    winter = Phase("Winter", 1901, "adjustment")
    position = Position(winter, (Unit("Russia", "A", "Mos"),), {"Stp": "Russia", "Mos": "Russia"})
    seen = Survey(load(), position)
    assert orders_of(seen, "Mos") == {"Remove A Mos"}
    built = [str(name) for name in seen.book.build_choices(seen, "Russia")]
    assert built == ["A Stp", "F Stp/nc", "F Stp/sc"]


BUILDS = [
    ("Build F Mos", "a fleet cannot be in Moscow, which is inland"),
    ("Build A Sev", "Sevastopol belongs to nobody"),
    ("Build A War", "Warsaw is occupied"),
    ("Build A Ber", "Berlin is no home centre of Russia"),
    ("Build F Stp", "name the coast: Stp/nc or Stp/sc"),
    ("Build Stp", "say what to build: an army or a fleet"),
]


BUILT = [
    ({}, "Build Mos", "Build A Mos"),
    ({}, "Build F Stp/nc", "Build F Stp/nc"),
    ({}, "Build F Stp/sc", "Build F Stp/sc"),
    ({}, "Build A Stp/sc", "Build A Stp"),
    ({"coast-build": "default"}, "Build F Stp", "Build F Stp/nc"),
    ({"coast-build": "default"}, "Build F Stp/sc", "Build F Stp/sc"),
    ({"fleet-inland": "army"}, "Build F Mos", "Build A Mos"),
    ({"fleet-inland": "army"}, "Build F Stp/sc", "Build F Stp/sc"),
]


@pytest.mark.parametrize(("options", "text", "built"), BUILT)
def test_what_a_build_leaves_out(options: dict[str, str], text: str, built: str) -> None:
    """STD-ADJ 4.B.7 and 4.C.4: in Moscow there can be an army only; a fleet in Stp has a coast."""
    winter = Phase("Winter", 1901, "adjustment")
    owners = {"Stp": "Russia", "Mos": "Russia"}
    assert ask(Survey(load("standard", options), Position(winter, (), owners)), "Russia", text) == (
        built
    )


@pytest.mark.parametrize(("text", "why"), BUILDS)
def test_builds_are_refused_with_the_reason(text: str, why: str) -> None:
    owners = {"Stp": "Russia", "Mos": "Russia", "War": "Russia"}
    units = (Unit("Russia", "A", "War"),)
    winter = Phase("Winter", 1901, "adjustment")
    seen = Survey(load(), Position(winter, units, owners))
    with pytest.raises(IllegalOrderError) as refusal:
        ask(seen, "Russia", text)
    assert why in str(refusal.value)


def test_a_declared_type_is_listed_and_refused_by_its_declaration() -> None:
    """Numbers are listed as a range, never one by one, and refused by the same range."""
    detach = OrderType(
        "detach",
        "movement",
        ("{unit} detach {men} - {goal}",),
        (
            Field("men", NUMBER, minimum=1000, maximum=10000, step=5),
            Field("goal", PLACE, "move goal"),
            Field("pace", CHOICE, choices=("slow", "fast"), optional=True),
        ),
        clause="STD-UNIT",
    )
    standard = load()
    types = {**standard.order_types, "detach": detach}
    book = Rulebook(replace(standard.definition, order_types=types), standard.options)
    unit = Unit("France", "A", "Bre")
    seen = Survey(book, Position(SPRING, (unit,)))
    (listed,) = [choices for choices in menu(seen, unit) if choices.verb == "detach"]
    assert listed.ranges == (Range("men", 1000, 10000, 5),)
    assert listed.words == (("pace", ("slow", "fast")),)
    assert listed.goals == ("Gas", "Par", "Pic")
    order = book.read("A Bre detach 2500 - Gas", "movement")
    assert judge(seen, "France", order).extra == (("men", 2500),)
    for men in (900, 10005, 1003):
        with pytest.raises(IllegalOrderError, match="from 1000 to 10000 in steps of 5") as refusal:
            judge(seen, "France", replace(order, extra=(("men", men),)))
        assert refusal.value.clause == "STD-UNIT"
    with pytest.raises(IllegalOrderError, match="pace must be slow or fast"):
        judge(seen, "France", replace(order, extra=(("men", 1000), ("pace", "lame"))))
