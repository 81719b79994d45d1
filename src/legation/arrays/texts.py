"""Orders as texts to numbers and back: texts as the program writes them are looked up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from legation.arrays.checks import games_in
from legation.arrays.standard import board, book, lexicon
from legation.board.calendar import ADJUSTMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit
from legation.errors import IllegalOrderError, InputError, OrderSyntaxError
from legation.kernel.codes import UNORDERED
from legation.kernel.games import MOVEMENT, NOBODY, Games
from legation.kernel.layout import Int32s
from legation.kernel.translate import position_of
from legation.rules.naming import in_full, own_name
from legation.rules.survey import survey_of

Texts = Iterable[str] | Mapping[str, Iterable[str]]
"""Orders of one position: texts, or texts by power."""

Given = list[tuple[str, list[object]]]
"""Each power with its texts, as they were handed in."""

Units = memoryview | list[int]
"""Numbers by province: of an array's row, or a list."""

WAIVE = "waive"


def orders_of(games: Games, orders: Sequence[Texts]) -> Int32s:
    """The orders of each game as numbers: int32 (B, P), by the province of the unit, -1 for none.

    `orders` has those of each game, as texts or by power. Texts as this program
    writes them (``A Par - Bur``) are looked up; others (``army paris to
    burgundy``) are read, and what they leave out is found on the board.
    ``Waive`` says nothing: a build that is not ordered is waived.

    Raises:
        InputError: for another number of games than there are.
        OrderError: for a text that is not understood, or is of no unit there, of
            another power's, of one that has an order already, or can never be legal.
    """
    checked = games_in(games)
    listed = isinstance(orders, Sequence) and not isinstance(orders, str)
    if not listed or len(orders) != len(checked.year):
        many = f"those of {len(orders)}" if listed else type(orders).__name__
        if isinstance(orders, str | Mapping):
            many = "those of one" if isinstance(orders, Mapping) else "a text"
        raise InputError(
            f"orders are a list with those of each of the {len(checked.year)} games, not {many}."
        )
    numbers = np.full((len(checked.year), board().provinces), UNORDERED, np.int32)
    for game, texts in enumerate(orders):
        given, row = by_power(texts), [UNORDERED] * board().provinces
        units = [array[game].tolist() for array in (checked.power, checked.kind, checked.place)]
        if checked.phase[game] == MOVEMENT and look_up(units, given, row):
            numbers[game] = row
            continue
        position = position_of(board(), checked, game)
        for province, number in read_all(position, given).items():
            numbers[game, province] = number
    return numbers


def texts_of(orders: Int32s) -> list[str]:
    """The texts of orders, in any shape, without those that are -1.

    Raises:
        InputError: for what is no array of whole numbers, or a number that no order has.
    """
    texts = lexicon().texts
    if not isinstance(orders, np.ndarray) or orders.dtype.kind != "i":
        raise InputError("orders are an array of int32, as legal_orders and draw return them.")
    if orders.size and orders.max() >= len(texts):
        raise InputError(f"there is no order {orders.max()}: there are {len(texts)}, from 0.")
    return [texts[number] for number in orders.ravel().tolist() if number >= 0]


def by_power(texts: Texts) -> Given:
    """The texts of each power; of a power without a name, where none was named.

    Raises:
        NameUnknownError: for a power that does not exist.
        InputError: for one text, where a list is wanted.
    """
    if isinstance(texts, Mapping):
        find = book().names.find_power
        return [(find(power), _listed(its)) for power, its in texts.items()]
    return [("", _listed(texts))]


def _listed(texts: object) -> list[object]:
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise InputError(
            f"orders are a list of texts, or of each power, not {type(texts).__name__}."
        )
    return list(texts)


@cache
def _ordered() -> list[tuple[int, int, int]]:
    """Number of an order → kind, place and province of its unit."""
    codes, province = lexicon().codes, board().tables.province
    rows = zip(codes.kind.tolist(), codes.place.tolist(), strict=True)
    return [(kind, place, int(province[place])) for kind, place in rows]


def look_up(units: Sequence[Units], given: Given, numbers: Units) -> bool:
    """Write the numbers of texts, by province; False where one must be read, or is wrong.

    `units` are whose, of which kind and in which place those of a movement are.
    """
    known, ordered, powers = lexicon().number, _ordered(), board().power_number
    power, kind, place = units
    for name, texts in given:
        owner = powers.get(name, NOBODY)
        for text in texts:
            number = known.get(text) if isinstance(text, str) else None
            if number is None:
                return False
            its_kind, its_place, at = ordered[number]
            if kind[at] != its_kind or place[at] != its_place or numbers[at] != UNORDERED:
                return False
            if power[at] == NOBODY or (owner != NOBODY and power[at] != owner):
                return False
            numbers[at] = number
    return True


def read_all(position: Position, given: Given) -> dict[int, int]:
    """The number of the order in each province that has one."""
    found: dict[int, int] = {}
    for power, its in given:
        for text in its:
            number, owner = read_one(position, text, power)
            if number == UNORDERED:
                continue
            if power and owner != power:
                raise IllegalOrderError(f"{text}: that unit is not of {power}.")
            province = int(board().tables.province[lexicon().codes.place[number]])
            if province in found:
                first = lexicon().texts[found[province]]
                raise IllegalOrderError(f"{text}: that unit has an order already, {first}.")
            found[province] = number
    return found


def read_one(position: Position, text: object, power: str = "") -> tuple[int, str]:
    """The number of an order, and whose it is; UNORDERED for a waived build."""
    words = lexicon()
    if not isinstance(text, str):
        raise OrderSyntaxError(f"an order is a text, not {type(text).__name__}.")
    number = words.number.get(text)
    if number is None:
        if text.strip().casefold() == WAIVE:
            return UNORDERED, power
        number = read_freely(position, text, power)
    kind = board().places[words.codes.place[number]]
    return number, _owner(position, kind, words.texts[number])


def read_freely(position: Position, text: str, power: str = "") -> int:
    """The number of an order that is written as people write, on this board.

    Raises:
        OrderError: where it is not understood, or can never be legal.
    """
    rules, phase = book(), position.phase.kind
    order = rules.read(text, phase)
    number = lexicon().number.get(str(_in_full(position, order, power)))
    if number is None:
        raise IllegalOrderError(f"{text}: nobody can ever do that on this map.")
    return number


def _in_full(position: Position, order: Order, power: str) -> Order:
    if order.unit is None or order.verb == "build":
        return order
    unit = _unit(position, order.unit.province)
    if unit is None or (power and unit.power != power):
        raise IllegalOrderError(f"{order}: {_nobody(position, order.unit.province, power)}")
    if order.unit.kind not in ("", unit.kind):
        raise IllegalOrderError(f"{order}: the unit in {unit.province} is {unit}.")
    if position.phase.kind == ADJUSTMENT:
        return replace(order, unit=own_name(unit))
    return in_full(survey_of(book(), position), unit, order)


def _owner(position: Position, place: str, text: str) -> str:
    """Whose unit stands, or may be built, where an order is for."""
    province = province_of(place)
    unit = _unit(position, province)
    if unit is not None:
        return unit.power
    homes = (power for power, codes in book().graph.homes.items() if province in codes)
    owner = next(homes, "") if position.phase.kind == ADJUSTMENT else ""
    if not owner:
        raise IllegalOrderError(f"{text}: {_nobody(position, province, '')}")
    return owner


def _unit(position: Position, province: str) -> Unit | None:
    if position.phase.kind == RETREAT:
        lost = (d.unit for d in position.dislodged if d.unit.province == province)
        return next(lost, None)
    return position.by_province.get(province)


def _nobody(position: Position, province: str, power: str) -> str:
    whose = f" of {power}" if power else ""
    must = " that must retreat" if position.phase.kind == RETREAT else ""
    return f"there is no unit{whose} in {province}{must}."
