"""Laws of notation: what is written is read back, and nothing that is typed breaks it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import legation
from legation.board.forms import Grammar
from legation.board.graph import ARMY, FLEET
from legation.board.mapfile import load_map
from legation.board.names import NameTable
from legation.board.notation import format_order, read_order, read_sheet
from legation.board.orders import STANDARD_TYPES, Order
from legation.board.units import UnitName
from legation.errors import OrderError

POWERS = {
    "Austria": ["Austrian"], "England": ["English"], "France": ["French"],
    "Germany": ["German"], "Italy": ["Italian"], "Russia": ["Russian"], "Turkey": ["Turkish"],
}  # fmt: skip
GRAPH = load_map(Path(legation.__file__).parent / "variants/standard/map")
NAMES = NameTable(GRAPH, POWERS)
GRAMMAR = Grammar(NAMES, STANDARD_TYPES, (ARMY, FLEET))
PHASES = ("movement", "retreat", "adjustment")

provinces = st.sampled_from(sorted(GRAPH.provinces))
coasts = st.sampled_from(["", "", "/nc", "/sc", "/ec", "/wc"])
places = st.builds("{}{}".format, provinces, coasts)
units = st.builds(
    UnitName,
    places,
    st.sampled_from(["A", "F", ""]),
    st.sampled_from(["", "", *POWERS]),
    st.integers(0, 12),
)


@st.composite
def orders(draw: st.DrawFn) -> Order:
    verb = draw(st.sampled_from(sorted(STANDARD_TYPES)))
    fields = {field.name for field in STANDARD_TYPES[verb].fields}
    order = Order(verb, None if verb == "waive" else draw(units))
    if "target" in fields:
        order = replace(order, target=draw(units))
    if "goal" in fields and (verb != "support" or draw(st.booleans())):
        order = replace(order, goal=draw(places))
    if "via" in fields:
        order = replace(order, via=draw(st.booleans()))
    return order


@given(orders(), st.sampled_from(["codes", "names"]), st.sampled_from(["", "lower", "upper"]))
def test_what_is_written_is_read_back(order: Order, style: str, case: str) -> None:
    text = format_order(order, NAMES, style)
    text = getattr(text, case)() if case else text
    phase = STANDARD_TYPES[order.verb].phase
    assert read_order(text, GRAMMAR, phase) == order


@given(orders())
def test_codes_are_the_orders_own_text(order: Order) -> None:
    assert format_order(order) == str(order)


def assert_order_or_one_line(text: str, phase: str) -> None:
    try:
        read_order(text, GRAMMAR, phase)
    except OrderError as error:
        message = str(error)
    else:
        message = ""
    assert message.isprintable()
    assert len(message) < 400


@given(st.text(max_size=500), st.sampled_from(PHASES))
def test_any_text_is_an_order_or_gets_one_line(text: str, phase: str) -> None:
    assert_order_or_one_line(text, phase)


BITS = (
    "A F a army unit the at Par bur MAO north sea St. Petersburg /nc (sc) ( ) / - -> to -- : , ' . "
    "S C H D R B m from via convoy hold support build waive if proxy France german 2 99999999999 * "
    "move north the xyz _ ² ß İ \u00a0 – → (*cut*) (fail)"
)


@given(
    st.lists(st.sampled_from(BITS.split(" ")), max_size=14),
    st.sampled_from(["", " "]),
    st.sampled_from(PHASES),
)
def test_any_words_are_an_order_or_get_one_line(bits: list[str], between: str, phase: str) -> None:
    assert_order_or_one_line(between.join(bits), phase)


@given(orders(), st.data(), st.sampled_from(PHASES))
def test_a_garbled_order_is_an_order_or_gets_one_line(
    order: Order, data: st.DataObject, phase: str
) -> None:
    letters = list(format_order(order, NAMES, data.draw(st.sampled_from(["codes", "names"]))))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(letters)))
        letters[at : at + data.draw(st.integers(0, 3))] = data.draw(st.text(max_size=2))
    assert_order_or_one_line("".join(letters), phase)


@given(st.text(alphabet=st.sampled_from("AFParBu -SH;,:#/\n"), max_size=200))
def test_any_sheet_is_read_to_its_end(text: str) -> None:
    good, bad = read_sheet(text, GRAMMAR, "movement")
    lines = len(text.splitlines())
    assert all(1 <= line <= lines for line in [*(o.line for o in good), *(e.line for e in bad)])
