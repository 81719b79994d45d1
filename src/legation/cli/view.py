"""``legation view``: all that one viewer knows of a saved game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli import show, telling
from legation.cli.positions import game_of, viewer_of
from legation.cli.show import JSON, example
from legation.rules.options import rulings
from legation.table.knowing import lore_rows, proviso
from legation.variants.load import load

if TYPE_CHECKING:
    from legation.rules.rulebook import Rulebook
    from legation.sight.view import Told, View
    from legation.sight.viewer import Viewer

GAME = Annotated[str, typer.Argument(metavar="GAME", help="A saved game.")]
AS = Annotated[
    str,
    typer.Option(
        "--as", metavar="VIEWER", help="A power, spectator, gm, or archive of a finished game."
    ),
]
TOLD_TO = Annotated[
    str,
    typer.Option(
        "--as-told-to",
        metavar="VIEWER",
        help="With --as gm or archive: the game as it was told to a power or the spectator.",
    ),
]
PHASE = Annotated[
    int | None, typer.Option("--phase", metavar="N", help="A phase by its number, from 0.")
]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "view",
        epilog=example("legation view game.json --as France", "legation view game.json --phase 3"),
    )(view)


def view(
    game: GAME,
    viewer: AS = "spectator",
    phase: PHASE = None,
    as_told_to: TOLD_TO = "",
    short: Annotated[bool, typer.Option("--short", help="Results without reasons.")] = False,
    as_json: JSON = False,
) -> None:
    """Show what one viewer knows of a saved game.

    The board as he knows it, his own sheet, everything that he was told, and
    what is open to the vote. Without --as it is what everybody may know.
    """
    played = game_of(game)
    other = viewer_of(played.book, as_told_to) if as_told_to else None
    seen = played.view(viewer_of(played.book, viewer), phase, other)
    if as_json:
        from legation.table.plain import view_data

        show.dump(view_data(played.book, seen))
        return
    tell(played.book, seen, why=not short)


def tell(book: Rulebook, view: View, why: bool = True) -> None:
    """A view in words."""
    _head(book, view)
    print()
    telling.tell_board(book, view.position, view.ending)
    _title("How it stands")
    telling.tell_standings(book, view)
    rows = lore_rows(book, {**view.position.facts, **view.lore})
    if rows:
        _title("Known besides")
        for label, text in rows:
            show.say(f"{label}: {text}" if label else text, 2, 4)
    _sheets(view)
    if view.told:
        _title("Told so far")
        for told in _by_phase(view.told):
            _moment(book, told, view.viewer, why)
    _proposals(view)


def _title(text: str) -> None:
    print(f"\n{show.paint(text, 'bold')}")


def _head(book: Rulebook, view: View) -> None:
    title = f"{view.name} ({book.title})" if view.name else book.title
    print(show.paint(title, "bold"))
    if view.over:
        won = f": {', '.join(view.winners)}" if view.winners else ""
        show.say(f"The game is over ({view.ending}){won}.", 0, 2)
    viewer = view.viewer.power or f"the {view.viewer.role}"
    when = book.calendar.said(view.phase, view.over)
    print(f"{when} (phase {view.number}), as known to {viewer}")
    usual = load(book.variant).options.chosen
    for ruling in rulings(book.option_specs, view.options, usual):
        show.say(f"{ruling.changes}: {ruling.meaning}", 0, 2)
    if view.disorder:
        show.say(f"In civil disorder: {', '.join(view.disorder)}", 0, 2)


def _sheets(view: View) -> None:
    own = bool(view.viewer.power)
    if not own and not view.sheets:
        return
    _title("Your orders" if own else "Orders handed in")
    for power, sheet in sorted(view.sheets.items()):
        ready = " (ready)" if sheet.settled else ""
        if not own or ready:
            print(f"  {'' if own else power}{ready}".rstrip())
        for order in sheet.orders:
            print(f"  {order}" if own else f"    {order}")
    if not any(sheet.orders for sheet in view.sheets.values()):
        print("  No orders yet.")


def _by_phase(told: Iterable[Told]) -> Iterator[Told]:
    """What was told one after the other in the same phase, taken together.

    Results stay by themselves, for their causes count from their first.
    """
    waiting: Told | None = None
    for moment in told:
        if waiting is None or (waiting.number, waiting.phase) != (moment.number, moment.phase):
            if waiting is not None:
                yield waiting
            waiting = moment
        elif waiting.outcomes and moment.outcomes:
            yield waiting
            waiting = moment
        else:
            reports = (*waiting.reports, *moment.reports)
            outcomes = waiting.outcomes or moment.outcomes
            waiting = replace(waiting, reports=reports, outcomes=outcomes)
    if waiting is not None:
        yield waiting


def _moment(book: Rulebook, told: Told, viewer: Viewer, why: bool) -> None:
    print()
    telling.heading(book, told.phase)
    telling.tell_busy(book, told.outcomes, told.reports, why)
    far = proviso(book, told.phase, viewer) if why and told.outcomes else ""
    if far:
        show.say(far, 2, 4)


def _proposals(view: View) -> None:
    if not view.proposals:
        return
    _title("Open to the vote")
    for proposal in view.proposals:
        what = "a draw of" if proposal.ending == "draw" else f"a {proposal.ending} to"
        mine = " You accepted it." if proposal.id in view.voted else ""
        said = f"{proposal.id}: {what} {', '.join(proposal.powers)}, proposed by {proposal.by}."
        show.say(f"{said}{mine}", 2, 5)
