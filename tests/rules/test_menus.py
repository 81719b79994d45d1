"""What is listed to a power in each kind of phase, worked by hand from the map and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import pytest

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from legation.board.orders import NUMBER, PLACE, UNIT_SLOT, Field, OrderType
from legation.board.position import Position
from legation.board.units import Dislodged, Unit
from legation.rules.criteria import CRITERIA, why_no_move
from legation.rules.menus import builds_menu, legal_orders, menu, orderable
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Criterion, Survey
from legation.variants.load import load


def units(text: str) -> tuple[Unit, ...]:
    """``France A Par, F Bre`` as units, in order."""
    power, _, rest = text.partition(" ")
    pairs = (words.split() for words in rest.split(", "))
    return tuple(Unit(power, kind, place) for kind, place in pairs)


def board(kind: str, *texts: str, owners: dict[str, str] | None = None, **more: str) -> Survey:
    """A board with these units; `more` are options."""
    book = load("standard", {name.replace("_", "-"): value for name, value in more.items()})
    season = {MOVEMENT: "Spring", RETREAT: "Spring", ADJUSTMENT: "Winter"}[kind]
    standing = tuple(unit for text in texts for unit in units(text))
    return Survey(book, Position(Phase(season, 1902, kind), standing, owners or {}))


def listed(seen: Survey, place: str) -> set[str]:
    unit = seen.position.by_province[place]
    found = {str(order) for choices in menu(seen, unit) for order in choices.orders()}
    assert {str(order) for order in legal_orders(seen, unit)} == found
    return found


# Whom a power may order


def test_in_a_movement_each_of_its_units() -> None:
    seen = board(MOVEMENT, "France A Par, F Bre", "Italy A Rom")
    assert list(map(str, orderable(seen, "France"))) == ["A Par", "F Bre"]
    assert orderable(seen, "Turkey") == []


def test_after_a_battle_only_its_dislodged() -> None:
    (bur,), (mun,) = units("France A Bur"), units("Germany A Mun")
    lost = (Dislodged(bur, "Ruh", ("Gas", "Par")), Dislodged(mun, "Tyr", ("Ber",)))
    stands = units("France A Pic") + units("Italy A Bur, A Mun")
    seen = Survey(load(), Position(Phase("Spring", 1902, RETREAT), stands, {}, lost))
    assert orderable(seen, "France") == [bur]
    assert orderable(seen, "Germany") == [mun]
    assert orderable(seen, "Italy") == []
    assert builds_menu(seen, "Italy") == []
    # Who stands is not asked, not even where somebody has to leave.
    for unit in stands:
        assert menu(seen, unit) == []


OWNED = {"Mos": "Russia", "War": "Russia", "Mun": "Germany", "Ber": "Germany", "Kie": "Germany"}


def test_in_winter_who_has_too_many_units_orders_them_and_nobody_else() -> None:
    """Russia has two centres and three units, Germany three and two, France neither."""
    seen = board(ADJUSTMENT, "Russia A Mos, A Ukr, A Gal", "Germany A Mun, A Ruh", owners=OWNED)
    assert list(map(str, orderable(seen, "Russia"))) == ["A Mos", "A Ukr", "A Gal"]
    assert orderable(seen, "Germany") == []
    assert builds_menu(seen, "Russia") == []
    assert [str(order) for c in builds_menu(seen, "Germany") for order in c.orders()] == [
        "Build A Ber",
        "Build F Ber",
        "Build A Kie",
        "Build F Kie",
        "Waive",
    ]
    assert builds_menu(seen, "France") == []


def test_a_build_that_is_due_and_fits_nowhere_is_not_left_unused() -> None:
    """All homes that it owns are occupied: there is nothing to build, and nothing to waive."""
    owners = {**OWNED, "Vie": "Germany"}
    seen = board(ADJUSTMENT, "Germany A Mun, F Ber, F Kie", owners=owners)
    assert seen.due("Germany") == 1
    assert builds_menu(seen, "Germany") == []


# Supports of a fleet, by the option support-coast (STD-SUP 4.B.4)

NEAR_SPAIN = ("France A Mar, F MAO", "Italy F WES")
OWN = {"A Mar S F MAO - Gas", "A Mar S F MAO - Spa"}
OTHERS = {"A Mar S F WES - Spa"}
COASTS = {"A Mar S F MAO - Gas", "A Mar S F MAO - Spa/nc", "A Mar S F MAO - Spa/sc"}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("optional", OWN | OTHERS),
        ("ignored", OWN | OTHERS),
        ("own-only", OWN | {"A Mar S F WES - Spa/sc"}),
        ("required", COASTS | {"A Mar S F WES - Spa/sc"}),
    ],
)
def test_which_coast_a_support_names(rule: str, expected: set[str]) -> None:
    """Marseilles touches Gascony and Spain; MAO both coasts of Spain, WES the southern."""
    seen = board(MOVEMENT, *NEAR_SPAIN, support_coast=rule)
    assert {order for order in listed(seen, "Mar") if " S " in order} == expected


@pytest.mark.parametrize("rule", ["optional", "required"])
def test_no_coast_is_named_where_the_supporter_cannot_go(rule: str) -> None:
    """From the Irish Sea only ENG, NAO and MAO itself are in reach of what MAO does."""
    seen = board(MOVEMENT, "France F MAO", "England F IRI", support_coast=rule)
    assert {order for order in listed(seen, "IRI") if " S " in order} == {
        "F IRI S F MAO",
        "F IRI S F MAO - ENG",
        "F IRI S F MAO - NAO",
    }


@pytest.mark.parametrize("rule", ["optional", "required"])
def test_an_army_that_is_supported_names_no_coast(rule: str) -> None:
    seen = board(MOVEMENT, "France A Gas, F MAO", support_coast=rule)
    supports = {order for order in listed(seen, "MAO") if " S " in order}
    assert supports == {"F MAO S A Gas", "F MAO S A Gas - Bre", "F MAO S A Gas - Spa"}


# Other types of order beside the standard ones


def test_a_type_that_a_variant_adds_is_listed_with_the_others() -> None:
    """Paris may march to its neighbours: Brest, Burgundy, Gascony and Picardy."""
    march = OrderType(
        "march",
        MOVEMENT,
        ("{unit} march {pace} - {goal}",),
        (Field("pace", NUMBER, minimum=2, maximum=8, step=2), Field("goal", PLACE, "move goal")),
        clause="STD-MOVE",
    )
    standard = load()
    for powers, found in (((), True), (("France",), True), (("Italy",), False)):
        types = {**standard.order_types, "march": replace(march, powers=powers)}
        book = Rulebook(replace(standard.definition, order_types=types), standard.options)
        (unit,) = units("France A Par")
        seen = Survey(book, Position(Phase("Spring", 1902, MOVEMENT), (unit,), {}))
        near = ("Bre", "Bur", "Gas", "Pic")
        orders = legal_orders(seen, unit)
        assert {o.goal for o in orders if o.verb == "move"} == set(near)
        marches = [(o.goal, o.extra) for o in orders if o.verb == "march"]
        assert marches == [(goal, (("pace", 2),)) for goal in near if found]
        assert march.slot == UNIT_SLOT


# Convoys


def test_of_a_convoy_only_what_is_on_a_route_is_listed() -> None:
    """From London over NTH to Norway; the fleet in ENG is no link to there.

    ENG alone takes the army to Belgium, Brest, Picardy and Wales, NTH alone to
    its own shores. A fleet in harbour carries nobody.
    """
    seen = board(MOVEMENT, "England A Lon, F ENG, F NTH, F Bre")
    by_nth = {"Bel", "Den", "Edi", "Hol", "Nwy", "Yor"}
    by_eng = {"Bel", "Bre", "Pic", "Wal"}
    convoys = {
        place: {o.rpartition(" ")[2] for o in listed(seen, place) if " C " in o}
        for place in ("ENG", "NTH", "Bre")
    }
    assert convoys["Bre"] == set()
    assert by_eng <= convoys["ENG"]
    assert by_nth <= convoys["NTH"]
    assert "Lon" not in convoys["ENG"] | convoys["NTH"]
    by_sea = {o for o in listed(seen, "Lon") if "via" in o}
    assert by_sea == {f"A Lon - {goal} via convoy" for goal in by_nth | by_eng}


# When the tables of the map may be asked


class Bent(Rulebook):
    """A variant with criteria of its own."""

    bent: ClassVar[dict[str, Criterion]] = {}

    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """The standard ones, and its own in their place."""
        return {**CRITERIA, **self.bent}


class Narrow(Rulebook):
    """A variant in which units go nowhere."""

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Nowhere."""
        del survey, unit, steps
        return frozenset()


def nothing(*_: object) -> frozenset[str]:
    """No value at all."""
    return frozenset()


def bent(**criteria: Criterion) -> Rulebook:
    standard = load()
    kind = type("Own", (Bent,), {"bent": {n.replace("_", " "): c for n, c in criteria.items()}})
    book = kind(standard.definition, standard.options)
    assert isinstance(book, Rulebook)
    return book


def test_the_tables_list_orders_while_nothing_is_bent() -> None:
    standard = load()
    assert standard.tables_list
    assert bent().tables_list
    # Another reason, or a criterion of a type that no table has, bends nothing.
    assert bent(move_goal=replace(CRITERIA["move goal"], clause="X-1")).tables_list
    assert bent(tide=Criterion("X-1", nothing, why_no_move)).tables_list
    assert bent(retreat_goal=replace(CRITERIA["retreat goal"], values=nothing)).tables_list


@pytest.mark.parametrize(
    "domain", ["move goal", "supported unit", "supported goal", "convoyed army", "convoy goal"]
)
def test_they_do_not_where_a_criterion_of_theirs_has_other_values(domain: str) -> None:
    own = replace(CRITERIA[domain], values=nothing)
    assert not bent(**{domain.replace(" ", "_"): own}).tables_list


def test_nor_where_units_go_otherwise_or_types_are_others() -> None:
    standard = load()
    definition, options = standard.definition, standard.options
    assert not Narrow(definition, options).tables_list
    types = dict(standard.order_types)
    march = replace(types["move"], forms=(*types["move"].forms, "{unit} march {goal}"))
    other = {**types, "move": march}
    assert not Rulebook(replace(definition, order_types=other), options).tables_list
    turned = {"move": types["move"], **types}
    assert not Rulebook(replace(definition, order_types=turned), options).tables_list
    for rule, serves in (
        ("optional", True),
        ("ignored", True),
        ("own-only", False),
        ("required", False),
    ):
        assert load("standard", {"support-coast": rule}).tables_list == serves


def test_what_a_variant_bends_is_listed_as_it_is_bent() -> None:
    """Who may go nowhere holds, and supports what it could have gone to: nothing."""
    standard = load()
    (par,), (bur,) = units("France A Par"), units("France A Bur")
    seen = Survey(
        Narrow(standard.definition, standard.options),
        Position(Phase("Spring", 1902, MOVEMENT), (par, bur), {}),
    )
    assert {str(o) for o in legal_orders(seen, par)} == {"A Par H"}
    seen = Survey(
        bent(supported_unit=replace(CRITERIA["supported unit"], values=nothing)),
        Position(Phase("Spring", 1902, MOVEMENT), (par, bur), {}),
    )
    assert {o.verb for o in legal_orders(seen, par)} == {"hold", "move"}
