"""``legation audit``: does a saved game replay to what it says?"""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli import show, telling
from legation.cli.casefiles import existing
from legation.cli.show import JSON, example


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("audit", epilog=example("legation audit game.json"))(audit)


def audit(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved game.")],
    as_json: JSON = False,
) -> None:
    """Replay a saved game and tell where it would differ today.

    The record stands in any case: what was told to the players is not changed
    by a mended adjudicator.
    """
    from legation.table.saving.save import load

    game = load(existing(file))
    found = game.audit()
    phases = len(game.record.phases)
    if as_json:
        told = [{"number": d.number, "phase": str(d.phase), "what": d.what} for d in found]
        show.dump({"phases": phases, "differences": told})
    else:
        for difference in found:
            show.say(str(difference), 0, 4)
        said = telling.count(len(found), "difference") if found else "no difference"
        print(f"{file}: {telling.count(phases, 'phase')} replayed, {said}")
    if found:
        raise typer.Exit(1)
