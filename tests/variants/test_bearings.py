"""The odd rules that bear on an order, for who writes it (`Rulebook.bearings`)."""

from __future__ import annotations

from typing import Any

import pytest

from legation.rules.survey import survey_of
from legation.rules.wording import sentence
from legation.server.board.menu import menu_data
from legation.sight.viewer import power_viewer
from legation.table.cases.views import laid_out
from legation.table.game import Game
from legation.variants.load import load

LONDON: dict[str, Any] = {
    "date": "20:00",
    "ledger": {"hidden-centres": ["Ste"]},
    "centres": {"Theatre-Goers": ["Cov"], "Nurses": ["Gra"], "Royals": ["Mal", "Pal"]},
}
LORDS: dict[str, Any] = {
    "units": {
        "Edward": ["U Roc"],
        "Norfolk": ["U ENG"],
        "Exeter": ["U Lew"],
        "Clarence": ["U Gui"],
    },
}
_OTHERS = ("Warwick", "Exeter", "Somerset", "Northumberland", "Clarence")
ALONE: dict[str, Any] = {
    **LORDS,
    "ledger": {"alignments": dict.fromkeys(_OTHERS, "neutral")},
}
BOMBED: dict[str, Any] = {
    "date": "Spring 2022",
    "units": {"France": ["A Bur", "M Gas"], "Germany": ["A Mun", "M Ruh"]},
    "ledger": {"ranges": {"Bur-Mun": "France", "Gas-Mar": "France"}},
}
CASES = [
    ("standard", {}, "France", "A Par - Bur", []),
    ("standard", {}, "France", "A Par - Bre", ["own-unit-there"]),
    ("standard", {}, "France", "A Par S F Bre", []),
    (
        "standard",
        {"units": {"France": ["A Par", "A Mar", "A Bur"]}},
        "France",
        "A Par S A Mar - Bur",
        [],
    ),
    ("locarno", {}, "Germany", "A Mun - Cze", ["minor-there"]),
    ("locarno", {}, "Germany", "A Mun - Col", ["own-unit-there"]),
    ("locarno", {}, "Germany", "DP 1: A Aus H", ["secret-bid"]),
    (
        "london_nights",
        {**LONDON, "units": {"Theatre-Goers": ["U Cov"]}},
        "Theatre-Goers",
        "U Cov - Hol",
        ["nobody-sees"],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Theatre-Goers": ["U Hol"]}},
        "Theatre-Goers",
        "U Hol - Gra",
        ["in-conflict"],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Theatre-Goers": ["U Gra"]}},
        "Theatre-Goers",
        "U Gra H",
        ["in-conflict"],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Nurses": ["U Bla", "U BLB"]}},
        "Nurses",
        "U Bla - BLB",
        ["onto-bridge"],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Nurses": ["U BLB", "U Que"]}},
        "Nurses",
        "U BLB S U Que",
        ["off-bridge"],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Nurses": ["U Pic"]}},
        "Nurses",
        "U Pic - Mal",
        ["empty-fortress"],
    ),
    ("london_nights", {**LONDON, "units": {"Royals": ["U Pic"]}}, "Royals", "U Pic - Mal", []),
    (
        "london_nights",
        {**LONDON, "units": {"Taxi Drivers": ["U Bar"]}},
        "Taxi Drivers",
        "U Bar - Smi",
        ["taxi-this-round"],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Taxi Drivers": ["U Bar"]}},
        "Taxi Drivers",
        "U Bar - Smi - Far",
        [],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Nurses": ["U BLB", "U Que"]}},
        "Nurses",
        "U BLB - Far",
        [],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Theatre-Goers": ["U Hol"], "Nurses": ["U Gra"]}},
        "Theatre-Goers",
        "U Hol S Nurses U Gra",
        ["in-conflict"],
    ),
    (
        "london_nights",
        {**LONDON, "date": "00:00", "phase": "build", "units": {"Theatre-Goers": ["U Hol"]}},
        "Theatre-Goers",
        "Build U Cov",
        [],
    ),
    (
        "london_nights",
        {**LONDON, "centres": {"Nurses": ["Mal"]}, "units": {"Nurses": ["U Pic"]}},
        "Nurses",
        "U Pic - Mal",
        [],
    ),
    (
        "london_nights",
        {
            **LONDON,
            "options": {"fortress-vacant": "royals"},
            "centres": {"Nurses": ["Mal"]},
            "units": {"Nurses": ["U Pic"]},
        },
        "Nurses",
        "U Pic - Mal",
        ["empty-fortress"],
    ),
    (
        "london_nights",
        {
            **LONDON,
            "options": {"fortress-vacant": "royals"},
            "centres": {"Nurses": ["Mal"]},
            "units": {"Royals": ["U Pic"]},
        },
        "Royals",
        "U Pic - Mal",
        [],
    ),
    (
        "london_nights",
        {**LONDON, "options": {"fortress-vacant": "none"}, "units": {"Nurses": ["U Pic"]}},
        "Nurses",
        "U Pic - Mal",
        [],
    ),
    (
        "london_nights",
        {
            **LONDON,
            "options": {"taxi-duty": "allow"},
            "units": {"Taxi Drivers": ["U Bar"]},
        },
        "Taxi Drivers",
        "U Bar - Smi",
        [],
    ),
    (
        "london_nights",
        {**LONDON, "units": {"Nurses": ["U Pic"], "Royals": ["U Mal"]}},
        "Nurses",
        "U Pic - Mal",
        [],
    ),
    ("warwick", LORDS, "Norfolk", "U ENG S U Roc", ["cut-by-guess"]),
    ("warwick", LORDS, "Exeter", "U Lew S Edward U Roc", ["not-of-faction"]),
    ("warwick", LORDS, "Clarence", "U Gui S Edward U Roc", ["neutral-gives-none"]),
    ("warwick", LORDS, "Exeter", "U Lew - Roc", []),
    ("warwick", ALONE, "Exeter", "U Lew - Roc", ["sole-claimant"]),
    ("warwick", ALONE, "Exeter", "U Lew - Can", []),
    ("warwick", {"units": {"Clarence": ["U Can"]}}, "Clarence", "U Can - ENG", ["into-sea"]),
    ("warwick", LORDS, "Edward", "Declare neutral", ["stands-now"]),
    ("warwick", LORDS, "Norfolk", "Declare neutral", ["stands-for"]),
    ("post_atomic", BOMBED, "France", "A Bur - Mun", ["range-there"]),
    ("post_atomic", BOMBED, "France", "M Gas - Mar", ["range-crossed"]),
    ("post_atomic", BOMBED, "Germany", "A Mun - Bur", []),
    # A range is crossed by who walks: not by a support, and not at sea.
    ("post_atomic", BOMBED, "France", "A Bur S A Ruh - Mun", []),
    ("post_atomic", BOMBED, "France", "A Bur - Mun via convoy", []),
    ("post_atomic", BOMBED, "France", "A Bur - Par", []),
    ("claudian", {}, "Germany", "A Mun 5000 - Ber", ["joins-there"]),
    ("claudian", {}, "Germany", "A Mun 5000 S A Ber", ["weakened-by-attack"]),
]


@pytest.mark.parametrize(
    ("variant", "start", "power", "text", "kinds"),
    CASES,
    ids=[f"{case[0]} {case[2]} {case[3]}" for case in CASES],
)
def test_it_is_said_of_the_orders_that_it_bears_on_and_of_no_others(
    variant: str, start: dict[str, Any], power: str, text: str, kinds: list[str]
) -> None:
    book = load(variant, start.get("options", {}))
    view = laid_out(book, {"variant": variant, **start})
    name, order = book.names.find_power(power), book.read(text, view.phase.kind)
    told = book.bearings(survey_of(book, view.position), view.ledger, name, order)
    assert [each.kind for each in told] == kinds
    for each in told:
        assert list(book.reports[each.kind].misfits(each)) == []
        assert each.clause == book.reports[each.kind].clause
        assert "{" not in sentence(book, each)


@pytest.mark.parametrize(
    ("power", "text", "said"),
    [
        ("Edward", "Declare neutral", "As things stand you are a claimant."),
        ("Clarence", "Declare myself", "As things stand you are neutral."),
        ("Norfolk", "Declare neutral", "As things stand you are for Edward IV."),
        (
            "Exeter",
            "U Lew S Edward U Roc",
            "Edward IV is of another faction as things stand: this support is void unless one of "
            "you declares otherwise with these orders.",
        ),
    ],
)
def test_the_court_is_told_by_name(power: str, text: str, said: str) -> None:
    """WA-3a-1, WA-3b-1: what its writer is, and of whose faction the other is not."""
    book = load("warwick")
    view = laid_out(book, {"variant": "warwick", **LORDS})
    name, order = book.names.find_power(power), book.read(text, view.phase.kind)
    told = book.bearings(survey_of(book, view.position), view.ledger, name, order)
    assert [sentence(book, each) for each in told] == [said]


def test_fleets_say_how_many_they_carry() -> None:
    """CL-8b: 20 men a ship, so 100 ships carry 2,000."""
    book = load("claudian")
    view = laid_out(book, {"variant": "claudian", "units": {"England": ["F ENG 100", "A Lon"]}})
    order = book.read("F ENG 100 C A Lon 2000 - Bre", "movement")
    [told] = book.bearings(survey_of(book, view.position), view.ledger, "England", order)
    assert (told.kind, told.facts["count"]) == ("ships-take", 2000)


def test_nobody_is_offered_to_declare_what_he_is_or_himself_by_name() -> None:
    game = Game.new("warwick", seed="1" * 32)
    offered = {
        power: {
            row[-2]
            for group in menu_data(game.book, game.view(power_viewer(power)), power)["beside"]  # type: ignore[attr-defined]
            for row in group["rows"]
            if row[-2].startswith("Declare") and "joint" not in row[-2]
        }
        for power in ("Edward IV", "Duke of Norfolk", "Duke of Clarence")
    }
    assert offered["Edward IV"] == {"Declare neutral"}, "who has claimed may be for nobody else"
    norfolk, clarence = offered["Duke of Norfolk"], offered["Duke of Clarence"]
    assert {"Declare myself", "Declare neutral", "Declare Henry VI"} <= norfolk
    assert not {"Declare Edward IV", "Declare Duke of Norfolk"} & norfolk
    assert {"Declare Edward IV", "Declare myself"} <= clarence
    assert "Declare neutral" not in clarence
