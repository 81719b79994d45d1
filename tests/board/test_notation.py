"""Orders as people write them (STD-ORD), dialect by dialect, and what a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import legation
from legation.board.forms import Grammar
from legation.board.graph import ARMY, FLEET
from legation.board.mapfile import load_map
from legation.board.names import NameTable
from legation.board.notation import format_order, read_order, read_sheet
from legation.board.orders import (
    CHOICE,
    NUMBER,
    PLACE,
    POWER,
    STANDARD_TYPES,
    UNIT_FIELD,
    Field,
    OrderType,
)
from legation.errors import (
    AmbiguousOrderError,
    IllegalOrderError,
    InputError,
    NameUnknownError,
    OrderError,
    OrderSyntaxError,
)
from legation.variants.load import load

POWERS = {
    "Austria": ["Austrian", "Austria-Hungary"],
    "England": ["English", "Britain"],
    "France": ["French"],
    "Germany": ["German"],
    "Italy": ["Italian"],
    "Russia": ["Russian"],
    "Turkey": ["Turkish"],
}
MAP = Path(legation.__file__).parent / "variants/standard/map"
NAMES = NameTable(load_map(MAP), POWERS)
GRAMMAR = Grammar(NAMES, STANDARD_TYPES, (ARMY, FLEET))


def read(text: str, phase: str = "movement") -> str:
    return str(read_order(text, GRAMMAR, phase))


MOVEMENT = {
    "plain": {
        "A Par-Bur": "A Par - Bur",
        "A Paris - Burgundy": "A Par - Bur",
        "a par -> bur": "A Par - Bur",
        "a par --> bur": "A Par - Bur",
        "A Par to Bur": "A Par - Bur",
        "  A   Par \t- Bur  ": "A Par - Bur",
        "army paris moves to burgundy": "A Par - Bur",
        "army of Paris goes to Burgundy": "A Par - Bur",
        "Par - Bur": "Par - Bur",
        "A Mar H": "A Mar H",
        "A Mar hold": "A Mar H",
        "A Mar holds.": "A Mar H",
        "a mar stands": "A Mar H",
        "hold A Mar": "A Mar H",
        "A Mar S A Par-Bur": "A Mar S A Par - Bur",
        "A Mar S Par - Bur": "A Mar S Par - Bur",
        "A Mar S A Bur": "A Mar S A Bur",
        "A Mar S A Bur H": "A Mar S A Bur",
        "A Mar S A Bur holds": "A Mar S A Bur",
        "A Mar supports A Par to Bur": "A Mar S A Par - Bur",
        "F Eng C A Lon-Bre": "F ENG C A Lon - Bre",
        "F ENG convoys the army in London to Brest": "F ENG C A Lon - Bre",
        "French A Par - Bur": "France A Par - Bur",
        "France's A Par - Bur": "France A Par - Bur",
        "A Mun S French A Par - Bur": "A Mun S France A Par - Bur",
    },
    "coasts": {
        "F Mao-Spa(sc)": "F MAO - Spa/sc",
        "F MAO-Spa/sc": "F MAO - Spa/sc",
        "F MAO - Spa sc": "F MAO - Spa/sc",
        "F MAO - Spain (South Coast)": "F MAO - Spa/sc",
        "F mid atlantic - spain south coast": "F MAO - Spa/sc",
        "F MAO - SPASC": "F MAO - Spa/sc",
        "f spa/sc - lyo": "F Spa/sc - LYO",
        "F St. Petersburg (North Coast) - Barents": "F Stp/nc - BAR",
        "F Bulgaria(east) - Rum": "F Bul/ec - Rum",
        "F Por - Spa": "F Por - Spa",
        "F Par/nc - Gas": "F Par/nc - Gas",
    },
    "convoys": {
        "A Nwy - Swe via convoy": "A Nwy - Swe via convoy",
        "A Nwy-Swe by convoy": "A Nwy - Swe via convoy",
        "A NWY - SWE VIA": "A Nwy - Swe via convoy",
        "A Nwy - Swe (via convoy)": "A Nwy - Swe via convoy",
        "A LON - NTH - NWY": "A Lon - Nwy via convoy",
        "a lon - north sea - norwegian sea - nwy": "A Lon - Nwy via convoy",
        "A Lon - Nwy via NTH": "A Lon - Nwy via convoy",
        "F NTH C A Lon - NTH - Nwy": "F NTH C A Lon - Nwy",
    },
    "njudge": {
        "f nth c a lon - nwy": "F NTH C A Lon - Nwy",
        "f bre h": "F Bre H",
        "a liv - swe": "A Lvn - Swe",
        "f nrg - bar": "F NWG - BAR",
    },
    "jDip": {
        "France: A par - bur": "France A Par - Bur",
        "France: m par to bur": "France Par - Bur",
        "m par to bur": "Par - Bur",
        "Austria: F Trieste S A Budapest": "Austria F Tri S A Bud",
    },
    "DPjudge": {
        "F IRI - MAO": "F IRI - MAO",
        "f wal s mao iri": "F Wal S MAO - IRI",
        "A PAR BUR": "A Par - Bur",
        "A MUN - BUR.  (*bounce*)": "A Mun - Bur",
        "A MUN - BUR. (*cut*) (*dislodged*)": "A Mun - Bur",
        "A WAL S F LON": "A Wal S F Lon",
    },
    "webDiplomacy": {
        "The army at Paris move to Burgundy.": "A Par - Bur",
        "The army at Paris move to Burgundy. (fail)": "A Par - Bur",
        "The army at Paris move to Burgundy via convoy.": "A Par - Bur via convoy",
        "The army at Marseilles support move to Burgundy from Paris.": "A Mar S Par - Bur",
        "The fleet at English Channel convoy to Brest from London.": "F ENG C Lon - Bre",
        "The army at Munich support hold to Burgundy": "A Mun S Bur",
        "The fleet at St. Petersburg (South Coast) hold.": "F Stp/sc H",
    },
    "signs": {
        "A Par – Bur": "A Par - Bur",
        "A Par—Bur": "A Par - Bur",
        "A Par−Bur": "A Par - Bur",
        "A Par → Bur": "A Par - Bur",
        "A\u00a0Par\u202f-\u00a0Bur": "A Par - Bur",
        "Ａ Ｐａｒ－Ｂｕｒ": "A Par - Bur",
    },
    "names": {
        "F North Sea - Norw": "F NTH - Nwy",
        "F English C A Lon - Bre": "F ENG C A Lon - Bre",
        "F Black S F Rum": "F BLA S F Rum",
        "English F Lon - English": "England F Lon - ENG",
        "A Tyrol - Pied": "A Tyr - Pie",
        "F Gulf of Lyons - Tyrrhenian": "F LYO - TYS",
        "A Saint Petersburg - Fin": "A Stp - Fin",
    },
}
RETREAT = {
    "a bur - gas": "A Bur - Gas",
    "A BUR R GAS": "A Bur - Gas",
    "a bur retreats to gas": "A Bur - Gas",
    "Retreat A Bur - Gas": "A Bur - Gas",
    "F Tri - Alb": "F Tri - Alb",
    "a bur disband": "A Bur D",
    "A bur D": "A Bur D",
    "disband A bur": "A Bur D",
    "remove A bur": "A Bur D",
    "Germany: A Pru D": "Germany A Pru D",
}
ADJUSTMENT = {
    "Build A Par": "Build A Par",
    "B A par": "Build A Par",
    "A Par B": "Build A Par",
    "build army at Paris": "Build A Par",
    "Build a fleet in St Petersburg (north coast)": "Build F Stp/nc",
    "France: B A par": "Build France A Par",
    "Remove F BRE": "Remove F Bre",
    "R F bre": "Remove F Bre",
    "F BRE D": "Remove F Bre",
    "Disband F Bre": "Remove F Bre",
    "Destroy the unit at Brest": "Remove Bre",
    "Waive": "Waive",
    "WAIVE": "Waive",
    "build waived": "Waive",
    "France: Waive": "Waive",
}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        pytest.param(text, order, id=f"{dialect}: {text}")
        for dialect, table in MOVEMENT.items()
        for text, order in table.items()
    ],
)
def test_movement_orders(text: str, order: str) -> None:
    assert read(text) == order


@pytest.mark.parametrize(("text", "order"), RETREAT.items())
def test_retreat_orders(text: str, order: str) -> None:
    assert read(text, "retreat") == order


@pytest.mark.parametrize(("text", "order"), ADJUSTMENT.items())
def test_adjustment_orders(text: str, order: str) -> None:
    assert read(text, "adjustment") == order


WRONG = [
    ("movement", "A Pxr - Bur", 'A Pxr - Bur: no place is called "Pxr". Did you mean Par?'),
    ("movement", "A Par - ", "A Par - : a place to move to is missing."),
    (
        "movement",
        "A Par xyz Bur",
        'A Par xyz Bur: "xyz" is no order word; after a unit comes -, H, S or C.',
    ),
    (
        "movement",
        "A Par suports A Mar",
        'A Par suports A Mar: "suports" is no order word; after a unit comes -, H, S or C.'
        " Did you mean supports?",
    ),
    ("movement", "A Par", "A Par: an order word is missing; after a unit comes -, H, S or C."),
    (
        "movement",
        "A Par - Burgandi",
        'A Par - Burgandi: no place is called "Burgandi". Did you mean Burgundy?',
    ),
    (
        "movement",
        "F North See - Nwy",
        'F North See - Nwy: "North" may be North Africa (Naf), North Atlantic Ocean (NAO)'
        " or North Sea (NTH).",
    ),
    ("movement", "X Par H", 'X Par H: "X" is no kind of unit. Units are A (army) or F (fleet).'),
    (
        "movement",
        "Frence: A Par H",
        'Frence: A Par H: no power is called "Frence". Did you mean France?',
    ),
    (
        "movement",
        "Frence A Par H",
        'Frence A Par H: no power is called "Frence". Did you mean France?',
    ),
    (
        "movement",
        "A Par - Bur Mun",
        'A Par - Bur Mun: "Mun" is too much after the order "A Par - Bur".',
    ),
    ("movement", "A - Bur", 'A - Bur: the place of a unit is missing before "-".'),
    ("movement", "A Mar S", "A Mar S: a unit to support is missing."),
    ("movement", "F ENG C A", "F ENG C A: the place of a unit is missing."),
    ("movement", "F Spa/xc H", 'F Spa/xc H: "xc" is no coast. Coasts are nc, sc, ec or wc.'),
    (
        "movement",
        "Build A Par",
        "Build A Par: this is an order for the adjustment phase, and now is the movement phase.",
    ),
    (
        "movement",
        "if france army bur then a mun h",
        "if france army bur then a mun h: a sheet has no conditions. Write the order itself; for a"
        " phase that is still to come, a server takes conditions under Orders for later.",
    ),
    (
        "movement",
        "else: a mun h",
        "else: a mun h: a sheet has no conditions. Write the order itself; for a"
        " phase that is still to come, a server takes conditions under Orders for later.",
    ),
    (
        "movement",
        "a mun proxy to austria",
        "a mun proxy to austria: giving a unit to another power by proxy is not supported here.",
    ),
    ("movement", "", "an empty line is no order."),
    ("movement", "?", '? : a unit is missing before "?".'),
    (
        "retreat",
        "A Bur H",
        "A Bur H: this is an order for the movement phase, and now is the retreat phase.",
    ),
    ("retreat", "A Bur -", "A Bur - : a place to retreat to is missing."),
    ("adjustment", "A Par", "A Par: an order begins with Build, Remove or Waive."),
    (
        "adjustment",
        "Bulid A Par",
        'Bulid A Par: "Bulid" is no order word; an order begins with Build, Remove or Waive.'
        " Did you mean Build?",
    ),
    ("adjustment", "Build", "Build: a unit to build is missing."),
]


@pytest.mark.parametrize(("phase", "text", "message"), WRONG)
def test_a_wrong_order_gets_one_clear_line(phase: str, text: str, message: str) -> None:
    with pytest.raises(OrderError) as caught:
        read(text, phase)
    assert str(caught.value) == message


def test_the_kinds_of_error_are_told_apart() -> None:
    with pytest.raises(OrderSyntaxError) as caught:
        read("A Pxr H")
    assert isinstance(caught.value.__cause__, NameUnknownError)
    with pytest.raises(AmbiguousOrderError):
        read("F North H")
    with pytest.raises(IllegalOrderError):
        read("Waive")


def test_an_endless_order_is_refused_in_one_line() -> None:
    with pytest.raises(OrderSyntaxError, match="too long") as caught:
        read("A Par - " + "Bur " * 10_000)
    assert len(str(caught.value)) < 200


SHEET = """\
# the sheet of a judge
FRANCE:
A Par - Bur; a mar s a par - bur   // two on a line
F Bre H, A Gas H, bogus

Germany: A Mun - Ruh
Italian
A Ven H
Russian F Sev - Bla
Build A Mos
"""


def test_a_sheet_gives_orders_and_errors_with_lines_and_powers() -> None:
    orders, errors = read_sheet(SHEET, GRAMMAR, "movement")
    assert [(o.line, o.power, o.text, str(o.order)) for o in orders] == [
        (3, "France", "A Par - Bur", "A Par - Bur"),
        (3, "France", "a mar s a par - bur", "A Mar S A Par - Bur"),
        (4, "France", "F Bre H", "F Bre H"),
        (4, "France", "A Gas H", "A Gas H"),
        (6, "Germany", "A Mun - Ruh", "A Mun - Ruh"),
        (8, "Italy", "A Ven H", "A Ven H"),
        (9, "Russia", "Russian F Sev - Bla", "Russia F Sev - BLA"),
    ]
    assert [(e.line, e.power, e.text) for e in errors] == [
        (4, "France", "bogus"),
        (10, "Italy", "Build A Mos"),
    ]
    assert isinstance(errors[1].error, IllegalOrderError)


def test_orders_are_written_with_codes_or_names() -> None:
    order = read_order("f bul ec c a con - sev", GRAMMAR, "movement")
    assert format_order(order) == "F Bul/ec C A Con - Sev"
    assert (
        format_order(order, NAMES, "names")
        == "F Bulgaria (east coast) C A Constantinople - Sevastopol"
    )


# A variant's orders, by declaration alone.
VARIANT = {
    kind.verb: kind
    for kind in (
        *STANDARD_TYPES.values(),
        OrderType(
            "double", "movement", ("{unit} - {middle} - {goal}",),
            (Field("middle", PLACE), Field("goal", PLACE)),
        ),
        OrderType("elect", "movement", ("Elect {unit}",)),
        OrderType(
            "bid", "movement",
            ("DP {points}: {unit} S {target} [- {goal}]", "DP {points}: {unit} H",
             "{points} DP {unit} H"),
            (Field("points", NUMBER), Field("target", UNIT_FIELD, optional=True),
             Field("goal", PLACE, optional=True)),
        ),
        OrderType(
            "cut", "movement", ("{unit} [- {goal}] cut {power} S {supported}",),
            (Field("goal", PLACE, optional=True), Field("power", POWER),
             Field("supported", UNIT_FIELD)),
        ),
        OrderType(
            "declare", "movement", ("Declare {what}",),
            (Field("what", CHOICE, choices=("myself", "Henry VI")),),
        ),
        OrderType("pass on", "movement", ("Henry to {target}",), (Field("target", UNIT_FIELD),)),
        OrderType(
            "mountain", "start", ("if {known} is a centre: Mountain {a}-{b} [else Mountain {c}]",),
            (Field("known", PLACE), Field("a", PLACE), Field("b", PLACE), Field("c", PLACE)),
        ),
        OrderType(
            "mutate", "adjustment", ("Build {unit} for {first} [, {second}]",),
            (Field("first", UNIT_FIELD), Field("second", UNIT_FIELD, optional=True)),
        ),
    )
}  # fmt: skip
KINDS = {"A": "army", "F": "fleet", "M": "mutant", "2U": ""}
OWN = Grammar(NAMES, VARIANT, KINDS)


@pytest.mark.parametrize(
    ("phase", "text", "written"),
    [
        ("movement", "A Par - Bur - Mar", "A Par - Bur - Mar"),
        ("movement", "a par elect", "Elect A Par"),
        ("movement", "2u Mun s m bur - par", "2U Mun S M Bur - Par"),
        ("movement", "Mutant Pic to ENG", "M Pic - ENG"),
        ("movement", "dp 2: A Ser S A Bud-Tri", "DP 2: A Ser S A Bud - Tri"),
        ("movement", "3 DP F Gre hold", "DP 3: F Gre H"),
        ("movement", "F Lon - ENG cut French S F Bre", "F Lon - ENG cut France S F Bre"),
        ("movement", "F ENG/2 cut france s F bre/1", "F ENG/2 cut France S F Bre/1"),
        ("movement", "declare henry vi", "Declare Henry VI"),
        ("movement", "Henry to French A Par", "Henry to France A Par"),
        (
            "start",
            "if Paris is a centre: mountain bur-mun",
            "if Par is a centre: Mountain Bur - Mun",
        ),
        ("adjustment", "Build M Par for A Bur, A Mar", "Build M Par for A Bur, A Mar"),
    ],
)
def test_a_variants_orders_are_read_and_written_by_their_forms(
    phase: str, text: str, written: str
) -> None:
    order = read_order(text, OWN, phase)
    assert format_order(order, NAMES, "codes", VARIANT) == written
    assert read_order(written, OWN, phase) == order


def test_a_comma_inside_a_form_does_not_part_orders() -> None:
    orders, errors = read_sheet("Build M Par for A Bur, A Mar; Waive", OWN, "adjustment")
    assert [o.order.verb for o in orders] == ["mutate", "waive"]
    assert not errors


def test_a_wrong_choice_is_told_the_choices() -> None:
    with pytest.raises(OrderSyntaxError, match='"mysef" is none of myself or Henry VI'):
        read_order("Declare mysef", OWN, "movement")


@pytest.mark.parametrize("form", ["{unit} [H", "{unit} H]", "{unit} {nothing}"])
def test_a_form_that_cannot_be_read_is_refused(form: str) -> None:
    with pytest.raises(InputError, match="order type odd"):
        Grammar(NAMES, {"odd": OrderType("odd", "movement", (form,))}, (ARMY, FLEET))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Lpl", "Lvp"),
        ("romania", "Rum"),
        ("ST PETERSBURG NC", "Stp/nc"),
        ("mid-atlantic", "MAO"),
        ("midatlantic ocean", "MAO"),
        ("Tyrrhenian sea", "TYS"),
    ],
)
def test_places_are_found_by_any_spelling(text: str, place: str) -> None:
    assert NAMES.find_place(text) == place


def test_powers_are_found_by_any_spelling() -> None:
    assert [NAMES.find_power(text) for text in ("FRANCE", "french", "Fra", "austria hungary")] == [
        "France", "France", "France", "Austria",
    ]  # fmt: skip
    with pytest.raises(NameUnknownError, match="Did you mean France"):
        NAMES.find_power("Frnace")
    with pytest.raises(AmbiguousOrderError, match="North Sea"):
        NAMES.find_place("north")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Earl of Warwik", 'no power is called "Earl of Warwik". Did you mean Earl of Warwick?'),
        ("Earl of", '"Earl of" may be Earl of Warwick or Earl of Northumberland.'),
        ("Earl", '"Earl" may be Earl of Warwick or Earl of Northumberland.'),
    ],
)
def test_a_slip_in_a_name_of_several_words_is_a_slip(text: str, said: str) -> None:
    with pytest.raises(InputError) as found:
        load("warwick").names.find_power(text)
    assert str(found.value) == said
