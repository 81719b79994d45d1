"""Warwick: refusals in words, who knows of Henry, what a picture shows (WA-3e, WA-4)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from legation.board.calendar import MOVEMENT
from legation.rules.dice import Dice
from legation.rules.marks import BEARER, LEADER, SIDE, Mark
from legation.rules.turn import advance
from legation.table.game import Game
from legation.table.record import Record
from legation.variants.warwick.cast import CLAIMANT, HENRY, NEUTRAL, Ledger
from legation.variants.warwick.factions import Court
from staged import Units, refused, stage

EARL, SOMERSET = "Earl of Warwick", "Duke of Somerset"
UNITS = {
    "Edward IV": ["U Lon", "U Rea"],
    EARL: ["U War", "U Sta"],
    SOMERSET: ["U Wor", "U Roc"],
    "Duke of Norfolk": ["U ENG", "U WAS", "U Yor"],
    "Duke of Clarence": ["U Can"],
}


def second(units: Units = UNITS) -> Game:
    """The second movement, after one in which all stood: Henry is with the unit in Warwick."""
    return Game(_second(tuple((power, tuple(own)) for power, own in units.items())))


@cache  # half a second, for thirty tests
def _second(units: tuple[tuple[str, tuple[str, ...]], ...]) -> Record:
    game = stage("warwick", {power: list(own) for power, own in units})
    game.advance()
    while game.phase.kind != MOVEMENT:
        game.advance()
    return game.record


@pytest.mark.parametrize(
    ("power", "line", "why"),
    [
        # WA-4a-1: Rochester and Lynn are coasts, and no ports; York is inland.
        (SOMERSET, "U Roc - ENG", "Rochester is no port, so U Roc cannot go to ENG"),
        ("Duke of Norfolk", "U WAS - Lyn", "Lynn is no port, so U WAS cannot go to Lyn"),
        ("Duke of Norfolk", "U Yor - NTH", "a unit cannot go from Yor to NTH in one move"),
        # WA-4b: from a sea into its coasts, from land into what is next to it.
        (
            "Duke of Norfolk",
            "U ENG S U Yor - Don",
            "Don is no coast of ENG, so U ENG cannot support there",
        ),
        (
            "Edward IV",
            "U Lon S U Rea - Oxf",
            "Oxf is not next to Lon, so U Lon cannot support there",
        ),
        ("Edward IV", "U Lon S U Rea - Lon", "U Lon cannot support into its own province"),
        (
            "Edward IV",
            "U Lon S U Can - ENG",
            "nobody fights in ENG, so there is nothing to support",
        ),
        # WA-4c: who cuts says where, and by a move that it could make.
        ("Duke of Clarence", "U Can cut Norfolk S U Roc", "say into which sea U Can goes"),
        (
            "Duke of Clarence",
            "U Can - Roc cut Norfolk S U Roc",
            "only supports given at sea are cut so, and Roc is no sea",
        ),
        (
            "Duke of Clarence",
            "U Can - IRI cut Norfolk S U Roc",
            "U Can cannot go from Can to IRI in one move",
        ),
        # WA-2b
        (EARL, "Joint win with Warwick", "it takes two to win jointly"),
        (EARL, "Joint win with Exeter", "Duke of Exeter is out of the game"),
        # WA-3e
        (SOMERSET, "Henry to U Wor", "Duke of Somerset does not hold Henry VI"),
        (SOMERSET, "Kill Henry", "Duke of Somerset does not hold Henry VI"),
        (EARL, "Henry to U War", "U War holds Henry VI already"),
        (EARL, "Henry starts with U Sta", "Henry VI is assigned before the first turn"),
    ],
)
def test_what_is_refused(power: str, line: str, why: str) -> None:
    units = {**UNITS, "Duke of Exeter": list[str]()}
    game = second(units)
    for centre, owner in sorted(game.view("gm").position.owners.items()):
        if owner == "Duke of Exeter":
            game.set_owner(centre, None)
    assert refused(game, power, line).endswith(f": {why}.")


def test_who_cannot_be_beside_the_holder_is_refused() -> None:
    """One move from Warwick is Worcester; York is five from it, and its neighbours three."""
    game = second()
    assert refused(game, EARL, "Henry to Norfolk U Yor").endswith(
        "cannot be beside the unit that holds Henry VI after this movement."
    )
    assert game.submit(EARL, ["Henry to Somerset U Wor"]) == []


def test_two_who_may_come_to_be_side_by_side_are_near_enough() -> None:
    """One move each, from Warwick to Oxford and from London to Reading; nowhere do both come."""
    game = second({EARL: ["U War"], "Edward IV": ["U Lon"]})
    assert game.submit(EARL, ["Henry to Edward U Lon"]) == []


def test_his_first_holder_may_be_any_unit_of_his_own_and_no_later_one() -> None:
    """WA-3e-1, WA-3e-2: Canterbury is far from Warwick."""
    units = {EARL: ["U War", "U Can"], "Edward IV": ["U Yor"]}
    assert stage("warwick", units).submit(EARL, ["Henry to U Can"]) == []
    assert refused(second(units), EARL, "Henry to U Can").endswith(
        "U Can cannot be beside the unit that holds Henry VI after this movement."
    )


@pytest.mark.parametrize(
    ("holder", "lines", "stands"),
    [
        # WA-3e-3: not at sea, and not where it is ordered to sea.
        ("U ENG", ["Abandon Henry"], False),
        ("U ENG", ["Abandon Henry", "U ENG - LIZ"], False),
        ("U ENG", ["Abandon Henry", "U ENG - Chi"], True),
        ("U ENG", ["Abandon Henry", "U ENG S U Lew - Roc"], False),
        ("U ENG", ["Abandon Henry", "U Lew - Roc"], False),
        ("U Exe", ["Abandon Henry"], True),
        ("U Exe", ["Abandon Henry", "U Exe - ENG"], False),
        ("U Exe", ["Abandon Henry", "U Can - ENG"], True),
    ],
)
def test_where_he_can_be_left_behind(holder: str, lines: list[str], stands: bool) -> None:
    game = stage("warwick", {EARL: ["U ENG", "U Exe", "U Lew", "U Can"]})
    assert game.submit(EARL, [f"Henry starts with {holder}"]) == []
    game.advance()
    while game.phase.kind != MOVEMENT:
        game.advance()
    refusals = [str(error.error) for error in game.submit(EARL, lines)]
    if stands:
        assert refusals == []
    else:
        (refusal,) = refusals
        assert refusal.endswith("the unit of Earl of Warwick that holds him is at sea.")


# What is known of Henry (WA-3e-1)


def knows(game: Game, viewer: str) -> dict[str, object]:
    facts = game.view(viewer).lore
    return {name: facts[name] for name in facts if name.startswith("henry")}


def test_his_holder_knows_with_whom_he_is_and_the_game_master_who_holds_him() -> None:
    game = second()
    assert knows(game, EARL) == {"henry-unit": "War"}
    assert knows(game, "gm") == {"henry-unit": "War", "henry-holder": EARL}
    assert knows(game, SOMERSET) == knows(game, "spectator") == {}


def test_who_has_left_him_behind_knows_nothing_and_the_game_master_where_he_lies() -> None:
    game = second()
    assert game.submit(EARL, ["Abandon Henry", "U War - Cov"]) == []
    game.advance()
    assert knows(game, EARL) == {}
    assert knows(game, "gm") == {
        "henry-place": "Cov",
        "henry-left-by": EARL,
        "henry-left-unit": "Cov",
    }


def test_everybody_knows_that_he_is_dead() -> None:
    game = second()
    assert game.submit(EARL, ["Kill Henry"]) == []
    game.advance()
    for viewer in (EARL, SOMERSET, "gm", "spectator"):
        assert knows(game, viewer) == {"henry-dead": "yes"}


@pytest.mark.parametrize(("king", "sole"), [("", ""), ("Edward IV", ""), ("Edward IV", EARL)])
def test_who_is_king_and_who_alone_claims_to_be_everybody_knows(king: str, sole: str) -> None:
    game = second()
    truth = game.record.phases[-1].truth
    assert isinstance(truth.ledger, Ledger)
    court = truth.keeping(replace(truth.ledger, king=king, sole=sole))
    for viewer in (SOMERSET, "", None):
        lore = game.book.lore(court, viewer)
        assert (lore.get("king"), lore.get("sole")) == (king or None, sole or None)


def test_where_the_master_takes_his_holder_away_he_is_left_behind() -> None:
    """WA-3e-5: nobody else is in Warwick, and nobody comes."""
    game = second()
    game.remove_unit(f"{EARL} U War")
    game.advance()
    assert knows(game, "gm") == {"henry-place": "War"}


@pytest.mark.parametrize(("place", "wrong"), [("Oxf", []), ("Oxo", ['there is no place "Oxo".'])])
def test_who_takes_a_game_over_says_where_he_lies(place: str, wrong: list[str]) -> None:
    game = second()
    truth = game.record.phases[-1].truth
    assert isinstance(truth.ledger, Ledger)
    lies = replace(truth.ledger, henry_holder="", henry_unit="", henry_place=place)
    found = [each.why for each in game.book.amiss(truth.keeping(lies))]
    assert [why[: len(said)] for why, said in zip(found, wrong, strict=True)] == wrong


# Cuts


def test_a_cut_is_told_with_what_it_cut_and_a_second_order_as_it_was_written() -> None:
    """WA-4c-3; the first order of a unit counts (STD-ORD)."""
    norfolk = "Duke of Norfolk"
    game = second(
        {EARL: ["U War"], "Edward IV": ["U Gui"], norfolk: ["U ENG"], SOMERSET: ["U LIZ"]}
    )
    sheets = {
        "Edward IV": ["U Gui - Roc"],
        norfolk: ["U ENG S U Gui - Roc"],
        SOMERSET: ["U LIZ - ENG cut Norfolk S U Gui", "U LIZ H"],
    }
    book, truth = game.book, game.record.phases[-1].truth
    orders = {p: [book.read(line, MOVEMENT) for line in sheet] for p, sheet in sheets.items()}
    outcomes = advance(book, truth, orders, Dice("0", "first")).outcomes
    (cut,) = (told for told in outcomes if told.reason.kind == "cut-hit")
    assert [outcomes[cause].reason.kind for cause in cut.causes] == ["precut"]
    second_one = orders[SOMERSET][1]
    assert [told.unit for told in outcomes if told.order == second_one] == [cut.unit]


# What a picture shows


def shown(game: Game, viewer: str) -> list[tuple[tuple[str, ...], int]]:
    """Where marks of Henry stand, and with the unit of which number."""
    view = game.view(viewer)
    marks: tuple[Mark, ...] = game.book.marks(view.position, view.ledger)
    return [(mark.places, mark.number) for mark in marks if mark.kind == BEARER]


def test_a_picture_shows_him_to_who_knows_where_he_is() -> None:
    game = second()
    assert shown(game, EARL) == shown(game, "gm") == [(("War",), 0)]
    assert shown(game, SOMERSET) == []


@pytest.mark.parametrize(
    ("kept", "places"),
    [
        ({"henry_holder": EARL, "henry_unit": "Sta"}, [(("Sta",), 0)]),
        ({"henry_holder": "", "henry_place": "Oxf"}, [(("Oxf",), 0)]),
        ({"henry_dead": True}, []),
        ({"henry_holder": "", "henry_unit": ""}, []),
    ],
)
def test_he_is_with_a_unit_or_lies_in_a_place_or_is_dead(
    kept: dict[str, object], places: list[tuple[tuple[str, ...], int]]
) -> None:
    game = second()
    book, position = game.book, game.view("gm").position
    ledger = replace(Ledger(), **kept)  # type: ignore[arg-type]
    marks = book.marks(position, ledger)
    assert [(mark.places, mark.number) for mark in marks if mark.kind == BEARER] == places


def test_the_kings_own_units_are_crowned_and_those_of_his_faction_are_not() -> None:
    game = second()
    position = game.view("gm").position
    marks = game.book.marks(position, replace(Ledger(), king="Edward IV"))
    crowned = {mark.power for mark in marks if mark.kind == LEADER}
    assert crowned == {"Edward IV"}
    followers = {m.power for m in marks if m.kind == SIDE and m.text == "Edward IV"}
    assert followers == {"Duke of Norfolk"}  # of his own, who alone has a unit here


@pytest.mark.parametrize(
    ("power", "king", "wants", "left"),
    [
        ("Edward IV", "", HENRY, True),
        ("Edward IV", "", CLAIMANT, False),  # he claims once more
        (EARL, EARL, HENRY, True),  # he was made King without a claim
        (EARL, "", HENRY, False),  # he has neither claimed nor was he King
    ],
)
def test_who_renounces_leaves_those_who_were_for_him_neutral(
    power: str, king: str, wants: str, left: bool
) -> None:
    """WA-3a-2: a claimant, or the King; whom others are for has nothing to renounce else."""
    stands = {"Edward IV": CLAIMANT, EARL: NEUTRAL, SOMERSET: power, "Duke of Clarence": HENRY}
    court = Court(stands, frozenset(), king, "", True).declared({power: wants})
    follows = NEUTRAL if left else power
    assert court.alignments == {**stands, power: wants, SOMERSET: follows}
    assert court.king == ""
