"""Why each order fared so, in words, and by whose orders (STD-MOVE, STD-BAT, STD-SUP, STD-CON).

Every situation is a small board with its orders. What is said of the units
that are named, the clause, and the orders that it rests on are worked by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from legation.rules.wording import why
from staged import stage


class Said(NamedTuple):
    """What is read of one order: the sentence, its clause, and the units whose orders caused it."""

    words: str
    clause: str
    causes: str = ""


@dataclass(frozen=True)
class Situation:
    """Orders, whose units stand where their lines begin, and what is read of some of them."""

    name: str
    orders: dict[str, list[str]]
    said: dict[str, Said]
    options: dict[str, str] = field(default_factory=dict)


def unit_of(line: str) -> str:
    """``A Par - Bur`` is an order of A Par."""
    return " ".join(line.split()[:2])


def read(orders: dict[str, list[str]], options: dict[str, str]) -> dict[str, Said]:
    """Plays one Spring and reads it as a spectator."""
    units = {p: [unit_of(line) for line in lines] for p, lines in orders.items()}
    game = stage("standard", units, **options)
    for power, lines in orders.items():
        assert game.submit(power, lines) == []
    number = game.number
    game.advance()
    told = game.view("spectator").told
    (outcomes,) = (m.outcomes for m in told if m.number == number and m.outcomes)
    return {
        str(each.unit): Said(
            why(game.book, each),
            each.reason.clause,
            ", ".join(sorted(str(outcomes[index].unit) for index in each.causes)),
        )
        for each in outcomes
    }


SITUATIONS = [
    Situation(
        "a convoy that carries",
        {"England": ["A Lon - Bel", "F NTH C A Lon - Bel"]},
        {
            "A Lon": Said("A Lon was carried to Bel.", "STD-CON", "F NTH"),
            "F NTH": Said("F NTH carried A Lon to Bel.", "STD-CON", "A Lon"),
        },
    ),
    Situation(
        "of two fleets one is lost, and the other carries",
        {
            "England": ["A Lon - Bel", "F NTH C A Lon - Bel", "F ENG C A Lon - Bel"],
            "France": ["F Bre - ENG", "F MAO S F Bre - ENG"],
        },
        {
            "A Lon": Said("A Lon was carried to Bel.", "STD-CON", "F NTH"),
            "F ENG": Said("F ENG was dislodged, so it could not carry A Lon.", "STD-CON", "F Bre"),
            "F Bre": Said(
                "F Bre took ENG: attack 2 against hold 1 of English F ENG.",
                "STD-DIS",
                "F ENG, F MAO",
            ),
        },
    ),
    Situation(
        "a convoy that is lost, and no paradox",
        {
            "England": ["A Lon - Bel", "F NTH C A Lon - Bel"],
            "Germany": ["F Hol - NTH", "F HEL S F Hol - NTH"],
        },
        {
            "A Lon": Said("The convoy was lost: English F NTH did not stand.", "STD-CON", "F NTH"),
            "F NTH": Said("F NTH was dislodged, so it could not carry A Lon.", "STD-CON", "F Hol"),
        },
    ),
    Situation(
        "a convoy that stood, and the army bounced",
        {"England": ["A Lon - Bel", "F NTH C A Lon - Bel"], "Germany": ["A Ruh - Bel"]},
        {
            "A Lon": Said(
                "Bounced. Attack 1 against 1: German A Ruh went for Bel as well.",
                "STD-BOUNCE",
                "A Ruh",
            ),
            "F NTH": Said(
                "F NTH stood ready to carry A Lon to Bel; the army did not arrive.",
                "STD-CON",
                "A Lon",
            ),
        },
    ),
    Situation(
        "a paradox in which the fleet is lost",
        {
            "England": ["F Lon S F Wal - ENG", "F Wal - ENG"],
            "France": ["A Bre - Lon", "F ENG C A Bre - Lon"],
        },
        {
            "A Bre": Said(
                "The convoy took part in a paradox and did not run.", "STD-PARA", "F ENG"
            ),
            "F ENG": Said("F ENG was dislodged, so it could not carry A Bre.", "STD-CON", "F Wal"),
            "F Lon": Said("F Lon supported F Wal.", "STD-SUP", "F Wal"),
        },
    ),
    Situation(
        "a paradox in which it stands, two against two",
        {
            "England": ["F Lon S F Wal - ENG", "F Wal - ENG"],
            "France": ["A Bre - Lon", "F ENG C A Bre - Lon"],
            "Germany": ["F NTH S F Bel - ENG", "F Bel - ENG"],
        },
        {
            "A Bre": Said(
                "The convoy took part in a paradox and did not run.", "STD-PARA", "F ENG"
            ),
            "F ENG": Said(
                "The convoy took part in a paradox, so F ENG counts as not convoying.",
                "STD-PARA",
                "A Bre",
            ),
            "F Wal": Said(
                "Bounced. Attack 2 against 2: German F Bel went for ENG as well.",
                "STD-BOUNCE",
                "F Bel, F Lon, F NTH",
            ),
        },
    ),
    Situation(
        "a support that is cut",
        {
            "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"],
            "France": ["A Bur H", "A Bel - Ruh"],
        },
        {
            "A Ruh": Said("The support was cut by the attack of French A Bel.", "STD-CUT", "A Bel"),
            "A Mun": Said(
                "Beaten back. Attack 1 against hold 1 of French A Bur in Bur.",
                "STD-SUP",
                "A Bur, A Ruh",
            ),
            "A Bur": Said(
                "A Bur held Bur: hold 1 against attack 1 by German A Mun.", "STD-SUP", "A Mun"
            ),
        },
    ),
    Situation(
        "a support that is lost to the place that it is aimed at",
        {
            "Germany": ["A Ruh - Bur", "A Mun S A Ruh - Bur"],
            "France": ["A Bur - Mun", "A Tyr S A Bur - Mun"],
        },
        {
            "A Mun": Said(
                "The support was lost: A Mun was dislodged by French A Bur.", "STD-CUT", "A Bur"
            ),
            "A Bur": Said(
                "A Bur took Mun: attack 2 against hold 1 of German A Mun.",
                "STD-DIS",
                "A Mun, A Tyr",
            ),
            "A Ruh": Said("A Ruh went to Bur, which French A Bur had left.", "STD-MOVE", "A Bur"),
        },
    ),
    Situation(
        "a support that is cut by one and lost to another",
        {
            "Germany": ["A Ruh - Bur", "A Mun S A Ruh - Bur"],
            "France": ["A Bur - Mun", "A Tyr S A Bur - Mun"],
            "Russia": ["A Sil - Mun"],
        },
        {
            "A Mun": Said(
                "The support was cut by the attack of Russian A Sil.", "STD-CUT", "A Bur, A Sil"
            ),
            "A Sil": Said(
                "Outdone. Attack 1 against 2: French A Bur took Mun.", "STD-MOVE", "A Bur, A Tyr"
            ),
        },
    ),
    Situation(
        "supports for what did not happen",
        {
            "Germany": ["A Mun - Bur", "A Ruh S A Mun", "A Sil S A Ber - Pru", "A Ber H"],
        },
        {
            "A Ruh": Said(
                "A Mun was ordered to move, so it could not be supported in place.",
                "STD-SUP",
                "A Mun",
            ),
            "A Sil": Said(
                "A Ber did not move to Pru, so there was nothing to support.", "STD-SUP", "A Ber"
            ),
            "A Mun": Said("A Mun went to Bur; nobody stood in its way.", "STD-MOVE"),
        },
    ),
    Situation(
        "head to head",
        {
            "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"],
            "France": ["A Bur - Mun"],
        },
        {
            "A Mun": Said(
                "A Mun won head to head against French A Bur: attack 2 against 1.",
                "STD-H2H",
                "A Bur, A Ruh",
            ),
            "A Bur": Said(
                "Beaten head to head. Attack 1 against 2 of German A Mun, coming from Mun.",
                "STD-H2H",
                "A Mun, A Ruh",
            ),
        },
    ),
    Situation(
        "head to head, one against one",
        {"Germany": ["A Mun - Bur"], "France": ["A Bur - Mun"]},
        {
            "A Mun": Said(
                "Beaten head to head. Attack 1 against 1 of French A Bur, coming from Bur.",
                "STD-H2H",
                "A Bur",
            ),
        },
    ),
    Situation(
        "stronger than who comes the other way, and kept out by a third",
        {
            "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"],
            "France": ["A Bur - Mun"],
            "Italy": ["A Mar - Bur", "A Gas S A Mar - Bur"],
        },
        {
            "A Mun": Said(
                "Bounced. Attack 2 against 2: Italian A Mar went for Bur as well.",
                "STD-BOUNCE",
                "A Gas, A Mar, A Ruh",
            ),
            "A Bur": Said(
                "Beaten head to head. Attack 1 against 2 of German A Mun, coming from Mun.",
                "STD-H2H",
                "A Mun, A Ruh",
            ),
        },
    ),
    Situation(
        "a convoy for an army that stays",
        {"England": ["A Lon H", "F NTH C A Lon - Bel"]},
        {
            "F NTH": Said(
                "A Lon did not move to Bel, so there was nothing to carry.", "STD-CON", "A Lon"
            ),
            "A Lon": Said("A Lon held Lon.", "STD-ORD"),
        },
    ),
    Situation(
        "the stronger of two gets in",
        {
            "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"],
            "France": ["A Mar - Bur"],
        },
        {
            "A Mun": Said(
                "A Mun went to Bur: attack 2 against 1 by French A Mar.",
                "STD-MOVE",
                "A Mar, A Ruh",
            ),
            "A Mar": Said(
                "Outdone. Attack 1 against 2: German A Mun took Bur.", "STD-MOVE", "A Mun, A Ruh"
            ),
        },
    ),
    Situation(
        "a power does not dislodge its own",
        {"France": ["A Par - Bur", "A Gas S A Par - Bur", "A Bur H"]},
        {
            "A Par": Said(
                "In Bur still stood French A Bur, of the same power;"
                " a power does not dislodge its own.",
                "STD-SELF",
                "A Bur",
            ),
            "A Bur": Said("A Bur held Bur.", "STD-ORD"),
            "A Gas": Said("A Gas supported A Par.", "STD-SUP", "A Par"),
        },
    ),
    Situation(
        "one's own support against one's own does not count",
        {"France": ["A Par S A Mun - Bur", "A Bur H"], "Germany": ["A Mun - Bur"]},
        {
            "A Mun": Said(
                "Beaten back. Attack 1 against hold 1 of French A Bur in Bur.",
                "STD-SUP",
                "A Bur, A Par",
            ),
            "A Bur": Said(
                "A Bur held Bur: hold 1 against attack 1 by German A Mun.",
                "STD-SUP",
                "A Mun, A Par",
            ),
        },
    ),
    Situation(
        "two attacks that keep each other out",
        {
            "Germany": ["A Mun - Bur", "A Ruh S A Mun - Bur"],
            "Italy": ["A Mar - Bur", "A Gas S A Mar - Bur"],
            "France": ["A Bur H"],
        },
        {
            "A Bur": Said(
                "A Bur held Bur: the attacks of German A Mun and Italian A Mar kept each other"
                " out.",
                "STD-BOUNCE",
                "A Gas, A Mar, A Mun, A Ruh",
            ),
            "A Mun": Said(
                "Bounced. Attack 2 against 2: Italian A Mar went for Bur as well.",
                "STD-BOUNCE",
                "A Gas, A Mar, A Ruh",
            ),
        },
    ),
    Situation(
        "a ring",
        {"Germany": ["A Mun - Ruh", "A Ruh - Bur"], "France": ["A Bur - Mun"]},
        {
            "A Mun": Said(
                "A Mun went to Ruh: a ring of moves succeeds together.",
                "STD-RING",
                "A Bur, A Ruh",
            ),
        },
    ),
    Situation(
        "a taken place and an attack that comes to nothing behind",
        {"Germany": ["A Mun - Bur"], "France": ["A Bur - Mar", "A Mar H"]},
        {
            "A Bur": Said(
                "In Mar still stood French A Mar, of the same power;"
                " a power does not dislodge its own.",
                "STD-SELF",
                "A Mar",
            ),
            "A Mun": Said(
                "Beaten back. Attack 1 against hold 1 of French A Bur in Bur.", "STD-SUP", "A Bur"
            ),
            "A Mar": Said("A Mar held Mar.", "STD-ORD"),
        },
    ),
    Situation(
        "an army that goes by land when its fleet is lost",
        {
            "England": ["A Nwy - Swe via convoy", "F SKA C A Nwy - Swe"],
            "Germany": ["F Den - SKA", "F NTH S F Den - SKA"],
        },
        {
            "A Nwy": Said("A Nwy went to Swe; nobody stood in its way.", "STD-MOVE"),
            "F SKA": Said("F SKA was dislodged, so it could not carry A Nwy.", "STD-CON", "F Den"),
        },
        {"land-fallback": "yes"},
    ),
    Situation(
        # By the rule of 2000 the landing spares the support that dooms its fleet, so no convoy
        # runs; then the army comes by land and cuts it, and the fleet stands, 1 against 1.
        "an army that goes by land and saves the fleet that did not carry it",
        {
            "England": ["A Nwy - Swe via convoy", "F SKA C A Nwy - Swe"],
            "Germany": ["F Den - SKA", "F Swe S F Den - SKA"],
        },
        {
            "A Nwy": Said(
                "Beaten back. Attack 1 against hold 1 of German F Swe in Swe.", "STD-SUP", "F Swe"
            ),
            "F SKA": Said(
                "The convoy took part in a paradox, so F SKA counts as not convoying.",
                "STD-PARA",
                "A Nwy",
            ),
            "F Swe": Said(
                "The support was cut by the attack of English A Nwy.", "STD-CUT", "A Nwy"
            ),
            "F Den": Said(
                "Beaten back. Attack 1 against hold 1 of English F SKA in SKA.",
                "STD-SUP",
                "F SKA, F Swe",
            ),
        },
        {"land-fallback": "yes", "paradox": "2000"},
    ),
    Situation(
        # Where all in a paradox hold nobody is dislodged, and the army sets out again by land.
        "an army that goes by land out of a paradox in which all hold",
        {
            "England": ["A Nwy - Swe via convoy", "F SKA C A Nwy - Swe"],
            "Germany": ["F Den - SKA", "F Swe S F Den - SKA"],
        },
        {
            "F SKA": Said(
                "The convoy took part in a paradox, so F SKA counts as not convoying.",
                "STD-PARA",
                "A Nwy",
            ),
            "F Swe": Said(
                "The support was cut by the attack of English A Nwy.", "STD-CUT", "A Nwy"
            ),
        },
        {"land-fallback": "yes", "paradox": "all-hold"},
    ),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_what_is_read(situation: Situation) -> None:
    found = read(situation.orders, situation.options)
    assert {unit: found[unit] for unit in situation.said} == situation.said
