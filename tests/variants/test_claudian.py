"""Claudian: why a force cannot be built, added to or removed, and what is told of parts (CL-12)."""

from __future__ import annotations

import pytest

from legation.board.calendar import ADJUSTMENT, Phase
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules.reports import Fate
from legation.rules.survey import Survey
from legation.rules.wording import sentence
from legation.variants.claudian.sizes import legal_parts
from legation.variants.load import load
from staged import refused, stage

WINTER = Phase("Winter", 2, ADJUSTMENT)


def winter(units: dict[str, list[str]], centres: dict[str, list[str]], **options: str) -> Survey:
    """A board in Winter: forces as ``A Rom 5000``, centres by their owners."""
    book = load("claudian", {name.replace("_", "-"): value for name, value in options.items()})
    rows = [(p, *words.split()) for p, own in units.items() for words in own]
    standing = tuple(
        Unit(power, kind, place, int(count), id=at)
        for at, (power, kind, place, count) in enumerate(rows, start=1)
    )
    owners = {centre: power for power, own in centres.items() for centre in own}
    return Survey(book, Position(WINTER, standing, owners))


def told(seen: Survey, power: str, *lines: str) -> list[str]:
    """What a power is told of its orders, those that stand as ``-``."""
    orders = {power: [seen.book.read(line, ADJUSTMENT) for line in lines]}
    results = seen.book.adjust(seen, orders).results[power]
    said = [sentence(seen.book, each.reason) for each in results]
    return [
        "-" if each.reason.kind != "adjust-void" else text.partition(": ")[2]
        for each, text in zip(results, said, strict=True)
    ]


def test_what_cannot_be_built_or_added_to() -> None:
    """Italy owns three homes and a fourth centre, and has 15,000 men: two builds are due."""
    seen = winter(
        {"Italy": ["A Rom 5000", "A Ven 10000"], "France": ["A Nap 5000"]},
        {"Italy": ["Rom", "Ven", "Nap", "Tun"]},
    )
    assert seen.due("Italy") == 2
    assert told(seen, "Italy", "Build A Rom") == ["-"]
    assert told(seen, "Italy", "Build A Ven") == ["A Ven 10000 is a full force already."]
    assert told(seen, "Italy", "Build F Rom") == [
        "A Rom 5000 stands there, and only a force of its kind can be added."
    ]
    assert told(seen, "Italy", "Build A Nap") == ["French A Nap 5000 stands there."]
    assert told(seen, "Italy", "Remove A Rom 1000") == ["Italy has men to build, not to remove."]
    assert told(seen, "Italy", "Build A Rom", "Build A Rom") == ["-", "it was ordered already."]


OWNED = {"Italy": ["Rom"]}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        # 12,500 men and one centre: 2,500 are to go.
        ("Remove A Rom 2500", "-"),
        ("Remove A Ven 2500", "-"),
        ("Remove A Rom 2502", "numbers are divisible by 5; 2500 would do."),
        ("Remove A Rom 0", "numbers are divisible by 5; 2500 would do."),
        ("Remove A Rom 9000", "there are 7500 men."),
        ("Remove A Rom 7000", "500 men would be left, fewer than 1000; "),
        ("Remove A Rom 3000", "2500 men are to go, so 2500 men of A Rom 7500 would do."),
        ("Build A Rom", "Italy has men to remove, not to build."),
    ],
)
def test_how_many_may_go(line: str, why: str) -> None:
    seen = winter({"Italy": ["A Rom 7500", "A Ven 5000"]}, OWNED)
    (said,) = told(seen, "Italy", line)
    assert said.startswith(why)


def test_who_has_what_he_is_due_orders_nothing() -> None:
    seen = winter({"Italy": ["A Apu 10000"]}, OWNED)
    for line in ("Build A Rom", "Remove A Apu 1000"):
        assert told(seen, "Italy", line) == ["Italy has nothing to build or remove."]


BUILDS = ["Build A Rom", "Build A Ven", "Build A Nap"]
REMOVALS = ["Remove A Rom 5000", "Remove A Ven 5000", "Remove A Nap 5000"]


@pytest.mark.parametrize(
    ("rule", "stand"),
    [("first", [True, True, False]), ("last", [False, True, True]), ("none", [False] * 3)],
)
def test_which_of_too_many_builds_stand(rule: str, stand: list[bool]) -> None:
    """Two are due: three centres, and one full army."""
    seen = winter(
        {"Italy": ["A Tun 10000"]}, {"Italy": ["Rom", "Ven", "Nap"]}, too_many_builds=rule
    )
    assert seen.due("Italy") == 2
    assert [said == "-" for said in told(seen, "Italy", *BUILDS)] == stand
    # As many as are due stand, whatever the rule.
    assert told(seen, "Italy", *BUILDS[:2]) == ["-", "-"]


@pytest.mark.parametrize(
    ("rule", "stand"),
    [
        ("first", [True, True, False]),
        ("last", [False, True, True]),
        ("civil-disorder", [False] * 3),
    ],
)
def test_which_of_too_many_removals_stand(rule: str, stand: list[bool]) -> None:
    """20,000 men and one centre: 10,000 are to go."""
    forces = ["A Rom 7000", "A Ven 7000", "A Nap 6000"]
    seen = winter({"Italy": forces}, OWNED, too_many_removals=rule)
    assert [said == "-" for said in told(seen, "Italy", *REMOVALS)] == stand
    assert told(seen, "Italy", *REMOVALS[:2]) == ["-", "-"]


def test_who_has_been_ordered_already_is_not_there_any_more() -> None:
    """CL-10c: of 6,000 men 4,000 have an order, or none has one yet."""
    game = stage("claudian", {"Italy": ["A Ven 6000"]})
    (more,) = game.submit("Italy", ["A Ven 4000 - Apu", "A Ven 3000 - Tus"])
    assert ": there are 2000 men without an order; " in str(more.error)
    assert ": there are 6000 men; " in refused(game, "Italy", "A Ven 7000 - Tus")


def test_who_retreats_to_one_place_is_told_who_else_did() -> None:
    """An army of each of two powers, to one place: each reads of the other."""
    game = stage(
        "claudian",
        {
            "Italy": ["A Ven 3000", "A Tus 5000"],
            "France": ["A Rom 2000"],
            "Germany": ["A Tyr 4000"],
        },
    )
    game.submit("Italy", ["A Tus - Rom"])
    game.submit("Germany", ["A Tyr - Ven"])
    game.advance()
    game.submit("Italy", ["A Ven - Apu"])
    game.submit("France", ["A Rom - Apu"])
    game.advance()
    told = [moment for moment in game.view("spectator").told if moment.outcomes][-1]
    lost = "{} retreated to Apu as well as {}, and none is left."
    assert {str(o.unit): sentence(game.book, o.reason) for o in told.outcomes} == {
        "A Ven 3000": lost.format("A Rom 2000", "A Ven 3000"),
        "A Rom 2000": lost.format("A Ven 3000", "A Rom 2000"),
    }


def test_who_meets_his_own_is_told_whom() -> None:
    """CL-1: Venice and Tuscany go to Rome, and a part of Rome to Venice; nobody changes places.

    Who goes on to Naples came against nobody.
    """
    game = stage("claudian", {"Italy": ["A Ven 5000", "A Tus 2000", "A Rom 5000"]})
    lines = ["A Ven - Rom", "A Tus - Rom", "A Rom 3000 - Ven", "A Rom 2000 - Nap"]
    assert game.submit("Italy", lines) == []
    game.advance()
    (told,) = [moment for moment in game.view("spectator").told if moment.outcomes]
    met = {str(o.unit): o.reason for o in told.outcomes if o.reason.kind == "own-exchange"}
    order = "{} did not go: {} came the other way, and forces of one power do not change places."
    assert {unit: sentence(game.book, why) for unit, why in met.items()} == {
        "A Ven 5000": order.format("A Ven 5000", "A Rom 3000"),
        "A Tus 2000": order.format("A Tus 2000", "A Rom 3000"),
        "A Rom 3000": order.format("A Rom 3000", "A Ven 5000"),
    }


@pytest.mark.parametrize(
    ("kind", "left", "said"),
    [
        ("A", 1500, "1500"),
        ("A", 2000, "1000 or 2000"),
        ("A", 3000, "1000 to 2000 in steps of 5, or 3000"),
        ("F", 95, "95"),
        ("F", 100, "50 or 100"),
        ("F", 250, "50 to 200 in steps of 5, or 250"),
    ],
)
def test_what_a_force_may_be_parted_into(kind: str, left: int, said: str) -> None:
    """CL-7b, CL-8a, CL-9: no army is under 1,000 men, no fleet under 50 ships, of either part."""
    assert legal_parts(kind, left) == said


def test_the_first_part_of_a_force_stays_who_it_was() -> None:
    """CL-10b: men who leave a force are new; an undivided one is the same, wherever it goes."""
    game = stage("claudian", {"Italy": ["A Rom 5000", "A Ven 5000", "A Tun 5000"]})
    was = {unit.place: unit.id for unit in game.truth.position.units}
    lines = ["A Ven 3000 - Tyr", "A Ven 2000 - Apu", "A Rom - Nap"]
    assert game.submit("Italy", lines) == []
    game.advance()
    now = {unit.place: unit.id for unit in game.truth.position.units}
    assert (now["Tyr"], now["Nap"], now["Tun"]) == (was["Ven"], was["Rom"], was["Tun"])
    assert now["Apu"] not in was.values()


def test_ships_of_one_fleet_come_to_one_coast() -> None:
    """CL-11c-1: two fleets to two coasts of Spain, and one beside another that stays there."""
    game = stage("claudian", {"France": ["F MAO 100", "F Por 100", "F Spa/sc 100"]})
    why = "{} - {}: the other ships are at {}, and one fleet lies at one coast."
    leaving = game.submit("France", ["F Spa/sc - LYO", "F MAO - Spa/nc", "F Por - Spa/sc"])
    assert [str(each.error) for each in leaving] == [why.format("F Por", "Spa/sc", "Spa/nc")]
    (beside,) = game.submit("France", ["F MAO - Spa/nc", "F Por - Spa/sc"])
    assert str(beside.error) == why.format("F MAO", "Spa/nc", "Spa/sc")


def test_an_outcome_rests_on_the_other_orders() -> None:
    """Two equal armies meet in the Tyrol: each is why the other failed."""
    game = stage("claudian", {"Italy": ["A Ven 5000"], "Germany": ["A Mun 5000"]})
    assert game.submit("Italy", ["A Ven - Tyr"]) == game.submit("Germany", ["A Mun - Tyr"]) == []
    game.advance()
    (told,) = [moment for moment in game.view("spectator").told if moment.outcomes]
    assert [(str(each.unit), each.causes) for each in told.outcomes] == [
        ("A Mun 5000", (1,)),
        ("A Ven 5000", (0,)),
    ]


def test_an_order_for_who_is_gone_is_told_with_the_number_that_it_named() -> None:
    """The game master took both armies away after they were ordered."""
    game = stage("claudian", {"Italy": ["A Ven 5000", "A Rom 5000", "A Apu 5000"]})
    assert game.submit("Italy", ["A Ven - Tyr", "A Rom 3000 - Nap"]) == []
    for army in ("Ven", "Rom"):
        game.remove_unit(f"Italy A {army}")
    game.advance()
    (told,) = [moment for moment in game.view("spectator").told if moment.outcomes]
    assert [each.unit for each in told.outcomes if each.fate == Fate.VOID] == [
        UnitName("Ven", "A"),
        Unit("Italy", "A", "Rom", 3000),
    ]
