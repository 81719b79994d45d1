"""Boards: which games there are, a position laid out by hand, what may be ordered on one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from legation.board.orders import Order
from legation.errors import InputError, meant
from legation.rules.choices import Choices
from legation.rules.menus import beside_menu, builds_menu, orderable
from legation.rules.menus import legal_orders as orders_of_unit
from legation.rules.naming import own_name
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey, survey_of
from legation.sight.view import View
from legation.sight.viewer import POWER_ROLE
from legation.table.cases.views import laid_out
from legation.table.keeping import Keeping
from legation.table.sheets import read_sheet
from legation.variants.find import folders
from legation.variants.load import load

Option = str | bool
"""The value of an option: its word, or True and False for ``yes`` and ``no``."""


def variant_names() -> list[str]:
    """The names of the variants that are found without naming a folder, sorted."""
    return list(folders(maps=True))


def options_of(keywords: Mapping[str, Option], known: Iterable[str] = ()) -> dict[str, str]:
    """Options by their ids, from keywords: ``multi_route="every"`` is ``multi-route``.

    `known` are other keywords of the same call, one of which may have been meant.

    Raises:
        InputError: for a value that can be none.
    """
    words = {True: "yes", False: "no"}
    options = {}
    for name, value in keywords.items():
        if not isinstance(value, bool | str):
            raise InputError(
                f'nothing is called "{name}" here, and an option is a text, True or False,'
                f" not {_said(value)}.{meant(name, known)}"
            )
        options[name.replace("_", "-")] = words[value] if isinstance(value, bool) else value
    return options


def book_of(view: View) -> Rulebook:
    """The rulebook of a View, under its options.

    Raises:
        InputError: for what is no View; a game in its place is the likeliest slip.
    """
    if isinstance(view, Keeping):
        raise InputError(
            'this takes a View, not the game: game.view("spectator") is what everybody knows'
            " of it, game.view(POWER) what a power does."
        )
    if not isinstance(view, View):
        raise InputError(
            f"this takes a View, not {_said(view)}: position(...), adjudicate(...).after and"
            " game.view(...) are Views."
        )
    return load(view.variant, view.options)


def text_of(value: object, what: str) -> str:
    """A text, as `what` must be; InputError for anything else."""
    if not isinstance(value, str):
        raise InputError(f"{what} is a text, not {_said(value)}.")
    return value


def _said(value: object) -> str:
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def position(
    variant: str = "standard",
    *,
    date: str = "",
    phase: str = "",
    units: Mapping[str, Sequence[str]] | None = None,
    centres: Mapping[str, Sequence[str]] | None = None,
    dislodged: Mapping[str, Sequence[Mapping[str, object]]] | None = None,
    contested: Sequence[str] | None = None,
    ledger: Mapping[str, object] | None = None,
    seed: str = "",
    **options: Option,
) -> View:
    """A board laid out by hand, of which everything is known.

    The arguments are the keys of a case file (docs/cases.md), and mean the
    same: `units` such as ``{"France": ["A Par", "F Stp/sc"]}``, `date` such as
    ``"Spring 1901"``, `phase` one of ``movement``, ``retreat``, ``adjustment``.
    What is left out is as the game begins. Options are keywords.

    Raises:
        NameUnknownError: for a variant, power or place that does not exist.
        OptionError: for an option or value that the variant does not have.
        InputError: for what cannot stand on the board.
    """
    said: dict[str, object] = {
        "date": date,
        "phase": phase,
        "units": units,
        "centres": centres,
        "dislodged": dislodged,
        "contested": contested,
        "ledger": ledger,
        "seed": seed,
    }
    book = load(text_of(variant, "a variant's name"), options_of(options, (*said, "variant")))
    return laid_out(book, {key: value for key, value in said.items() if value not in ("", None)})


def legal_orders(view: View, power: str = "") -> dict[str, list[str]]:
    """The legal orders on the board as the View's reader knows it: texts by who or what is ordered.

    The keys are units (``"A Par"``), in an adjustment phase also home centres
    where one may build (``"Par"``), and ``""`` for orders of no unit, such as
    bids. They are those of one power: the View's own, or the one that is named;
    without either, of all that have a player. Of a number only the least is
    listed (``Lvp 1000``), and a unit that may be divided is listed whole. Each
    is legal by itself: what it comes to with others, and with units that have
    no order, such as more builds than are due, more points than there are, or
    more men than a place has room for, is found when a sheet is handed in.

    Raises:
        NameUnknownError: for a power that does not exist.
    """
    book = book_of(view)
    if view.over:
        return {}
    text_of(power, "a power's name")
    if not power and view.viewer.role == POWER_ROLE:
        power = view.viewer.power
    powers = [book.names.find_power(power)] if power else sorted(book.players)
    survey = survey_of(book, view.position)
    listed: dict[str, dict[str, None]] = {}
    for each in powers:
        for name, orders in _of(survey, each):
            texts = listed.setdefault(name, {})
            texts.update(dict.fromkeys(book.write(order) for order in orders))
    return {name: list(texts) for name, texts in listed.items() if texts}


def _of(survey: Survey, power: str) -> Iterator[tuple[str, Iterable[Order]]]:
    for unit in orderable(survey, power):
        yield str(own_name(unit)), orders_of_unit(survey, unit)
    for choices in builds_menu(survey, power):
        yield _key(choices), choices.orders()
    refused: set[str] = set()
    tried: set[str] = set()
    for choices in beside_menu(survey, power):
        if choices.verb not in tried or choices.verb in refused:
            tried.add(choices.verb)
            if not _stands(survey, power, choices):
                refused.add(choices.verb)
                continue
        yield _key(choices), choices.orders()


def _key(choices: Choices) -> str:
    if choices.unit is None:
        return ""
    return choices.unit.province if choices.verb == "build" else str(choices.unit)


def _stands(survey: Survey, power: str, choices: Choices) -> bool:
    """Would a sheet take it? Some hang on what their power holds; those of a verb are alike."""
    return bool(read_sheet(survey, power, choices.orders()[:1]).texts)
