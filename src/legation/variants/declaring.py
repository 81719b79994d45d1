"""What a variant's file declares instead of code, made part of its definition, and checked.

What a hook answers in its own way nobody would ask the file: that is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP
from legation.board.dialects import ORDER_WORDS
from legation.board.graph import KIND_NAMES
from legation.board.orders import STANDARD_TYPES
from legation.board.units import a_kind
from legation.documents.shape import Fault
from legation.errors import OptionError, meant, nearest
from legation.rules.declared import SITES
from legation.rules.definition import Definition
from legation.rules.options import choose
from legation.rules.rulebook import Rulebook
from legation.variants.file import Own, Victory, Years, document_of


class Asked(NamedTuple):
    """A key of the file, and the method whose standard answer reads it."""

    table: str
    key: str
    method: str


ASKED = (
    Asked("builds", "where", "build_choices"),
    Asked("builds", "where", "why_no_build"),
    *(Asked("visibility", "sees", name) for name in ("known", "orders_shown", "heard", "marks")),
    *(Asked("visibility", "orders", name) for name in ("orders_shown", "heard")),
    Asked("victory", "hold", "victory"),
    Asked("victory", "after-last-year", "run_out"),
)


def declare(definition: Definition, line: Sequence[Own]) -> Definition:
    """The definition with what the file of a variant, or the nearest above it, declares."""
    own = tuple(definition.graph.kinds)
    definition = replace(
        definition,
        kinds=(*definition.kinds, *own),
        written_kinds=(*definition.written_kinds, *own),
    )
    builds = next((own.builds for own in line if own.builds is not None), None)
    if builds is not None:
        kind = STANDARD_TYPES["build"]
        said = f"Put a new unit into {SITES[builds.where]}."
        types = {**definition.order_types, "build": replace(kind, help=said, clause=builds.clause)}
        definition = replace(definition, builds=builds.builds(), order_types=types)
    seen = next((own.visibility for own in line if own.visibility is not None), None)
    if seen is not None:
        hides = definition.hides_battles or seen.sight().hides
        definition = replace(definition, sight=seen.sight(), hides_battles=hides)
    victory = next((own.victory for own in line if own.victory is not None), None)
    return replace(definition, aims=victory.aims()) if victory is not None else definition


def check_declared(name: str, own: Own, definition: Definition, rules: type[Rulebook]) -> None:
    """Says what a variant's file declares in vain, or cannot be.

    Raises:
        FileError: with the line of each.
    """
    document = document_of(name)
    faults = [*_kinds(own), *_victory(own.victory, definition)]
    faults += _calendar(own.calendar, plain=rules is Rulebook)
    faults += [*_powers(own), *_chosen(own, definition), *_neutrals(own, definition, rules)]
    unasked = [*_unasked(document.data, rules)]
    document.refuse((*faults, *(unasked or _told(own, rules))))


def _kinds(own: Own) -> Iterator[Fault]:
    """Letters and nouns that another kind of unit has already."""
    taken = dict(KIND_NAMES)
    for index, sort in enumerate(own.kinds or ()):
        if sort.letter in taken:
            said = f"kinds.letter {sort.letter} is that of {a_kind(sort.letter, taken)}"
            yield Fault(("kinds", index, "letter"), said)
        if sort.noun in taken.values():
            yield Fault(("kinds", index, "noun"), f"another kind is called {sort.noun}")
        if sort.noun in ORDER_WORDS:
            yield Fault(("kinds", index, "noun"), f"{sort.noun} is a word of orders")
        taken[sort.letter] = sort.noun


def _victory(victory: Victory | None, definition: Definition) -> Iterator[Fault]:
    """Places that are to be held, and are no centres; aims without a clause."""
    if victory is None:
        return
    centres = definition.graph.centres
    for index, place in enumerate(victory.hold):
        if place not in centres:
            said = f'victory.hold has "{place}", and there is no centre of this code'
            yield Fault(("victory", "hold", index), f"{said}.{meant(place, centres)}")
    most = len([place for place in definition.graph.provinces.values() if place.centre != "0"])
    if victory.centres > most:
        said = f"victory.centres is {victory.centres}, and the map has {most} centres"
        yield Fault(("victory", "centres"), said)
    if not (victory.centres or victory.hold or victory.aims().leader):
        yield Fault(("victory",), "nothing wins: say centres, hold or after-last-year in victory")
    if victory.clause == Victory().clause and (victory.hold or victory.aims().leader):
        said = 'the key "clause" is missing in victory: the clause of rules.md that says it'
        yield Fault(("victory",), said)


def _powers(own: Own) -> Iterator[Fault]:
    """Names and colours that two powers have."""
    for key in ("name", "colour"):
        taken: dict[str, str] = {}
        for index, nation in enumerate(own.powers or ()):
            value = getattr(nation, key)
            if value.casefold() in taken:
                said = f'powers.{key} "{value}" is that of {taken[value.casefold()]}'
                yield Fault(("powers", index, key), f"{said} already")
            taken.setdefault(value.casefold(), nation.name)


def _chosen(own: Own, definition: Definition) -> Iterator[Fault]:
    """Options and values of defaults and editions that there are not."""
    tables: list[tuple[tuple[str, ...], dict[str, str]]] = [(("defaults",), own.defaults or {})]
    tables += [(("editions", name), chosen) for name, chosen in (own.editions or {}).items()]
    for steps, chosen in tables:
        for option, value in chosen.items():
            try:
                choose(definition.option_specs, definition.editions, {option: value})
            except OptionError as error:
                yield Fault((*steps, option), str(error))


def _neutrals(own: Own, definition: Definition, rules: type[Rulebook]) -> Iterator[Fault]:
    """Powers without a player that are misspelt ones, and adjectives of such as there are not."""
    adjectives = own.neutrals.adjectives if own.neutrals is not None else {}
    players = [power.name for power in definition.powers]
    known = [power.name for power in definition.neutrals]
    for name in known:
        if name not in adjectives and (near := nearest(name, players, 1)):
            said = f'setup.csv has units of "{name}", which is none of [[powers]]. Did you mean'
            told = f"{said} {near[0]}? If not, say its adjective in [neutrals.adjectives]"
            yield Fault(("neutrals",), told)
    if rules.define.__func__ is Rulebook.define.__func__:  # type: ignore[attr-defined]
        for name in adjectives:
            if name not in known:
                there = meant(name, known)
                said = f'neutrals.adjectives has "{name}", and setup.csv no unit of it.{there}'
                yield Fault(("neutrals", "adjectives", name), said)


def _calendar(years: Years | None, plain: bool) -> Iterator[Fault]:
    """Phases that come twice or leave something out, and words for seasons that there are not.

    `plain`: there is no code that could ask for orders in a set-up.
    """
    if years is None:
        return
    phases = years.phases
    for table, moments, after in (
        ("prelude", years.prelude, phases[0]),
        ("phases", phases, phases[0]),
    ):
        for index, (season, kind) in enumerate(moments):
            following = (*moments[1:], after)[index]
            if kind == MOVEMENT and following[1] != RETREAT:
                said = f'nobody could retreat after {season}; add ["{season}", "retreat"]'
                yield Fault(("calendar", table, index), said)
            if kind == SETUP and plain:
                said = f"there are no orders for {season}, {kind}, and all would be waited for"
                yield Fault(("calendar", table, index), said)
    seasons = dict.fromkeys(season for season, _ in (*years.prelude, *phases))
    for table, moments in (("prelude", years.prelude), ("phases", phases)):
        for index, (season, kind) in enumerate(moments):
            if (season, kind) in moments[:index]:
                said = f"{season}, {kind} comes twice in a round; let seasons differ"
                yield Fault(("calendar", table, index), said)
    if all(kind != ADJUSTMENT for _, kind in phases):
        yield Fault(("calendar", "phases"), "no phase is an adjustment, so no centre changes owner")
    for alias, season in years.aliases.items():
        if season not in seasons:
            said = f'"{alias}" stands for {season}, which is no season.{meant(season, seasons)}'
            yield Fault(("calendar", "aliases"), said)
    before = 0
    for season in years.later:
        if season not in seasons:
            said = f'"{season}" is no season.{meant(season, seasons)}'
            yield Fault(("calendar", "later"), said)
    for season in dict.fromkeys(season for season, _ in phases):
        at = years.later.get(season, 0)
        if not before <= at < years.step:
            said = f"{season} lies {at} years into a round of {years.step}; write {before} to"
            yield Fault(("calendar", "later"), f"{said} {years.step - 1}")
        before = max(before, at)


def _told(own: Own, rules: type[Rulebook]) -> Iterator[Fault]:
    """A fog over a game whose own code tells things to everybody, of which no declaration knows."""
    if own.visibility is None or not own.visibility.sight().hides:
        return
    coded = next((each for each in rules.__mro__ if each not in Rulebook.__mro__), None)
    if coded is not None:
        said = f"{coded.__module__} tells what happens in its own way, and fog could not hide that"
        yield Fault(("visibility",), f"{said}; declare it for a game without hooks")


def _unasked(data: Mapping[str, object], rules: type[Rulebook]) -> Iterator[Fault]:
    """Keys that a class of the rules answers itself, without asking the standard answer."""
    for asked in ASKED:
        table = data.get(asked.table)
        if not isinstance(table, dict) or asked.key not in table:
            continue
        for each in rules.__mro__:
            method = vars(each).get(asked.method)
            if method is None or each in Rulebook.__mro__:
                continue
            if "super" not in method.__code__.co_names:
                where = f"{each.__module__}.{each.__qualname__}"
                said = f"nothing reads it: {asked.method} of {where} answers that in its own way"
                yield Fault((asked.table, asked.key), said)
                return
