"""``legation audit``: does a saved game replay to what it says, an opened one fit what was told?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli import show, telling
from legation.cli.casefiles import existing, is_saved_game
from legation.cli.show import JSON, example
from legation.documents.packed import unpacked
from legation.errors import InputError

if TYPE_CHECKING:
    from legation.table.proof.check import Fault
    from legation.table.proof.papers import Paper

AGAINST = Annotated[
    str,
    typer.Option(
        "--against",
        metavar="RECEIPTS",
        help="What you were told while it was played: your receipts from the game's page.",
    ),
]


_WHERE = "That is on the page “Fairness” of a game that is over."


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "audit",
        epilog=example(
            "legation audit game.json",
            "legation audit opened.json --against receipts.json",
        ),
    )(audit)


def audit(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A saved game, or the opened record of one.")
    ],
    against: AGAINST = "",
    as_json: JSON = False,
) -> None:
    """Replay a game, or prove it by what you were told.

    A saved game is replayed by this program. The record stands in any case:
    what was told to the players is not changed by a mended adjudicator.

    The opened record of a game on a server is held against what everybody was
    told when each phase closed, and with --against against your own receipts:
    that no order was changed after its deadline, no other secrets were dealt,
    and no history was rewritten, by the operator or anybody else.
    """
    path = existing(file)
    if not is_saved_game(path):
        _prove(path, against, as_json)
        return
    if against:
        raise InputError(f"{file} is a saved game; --against needs the opened record. {_WHERE}")
    from legation.table.saving.save import load

    game = load(path)
    differences = game.audit()
    phases = len(game.record.phases)
    if as_json:
        told = [{"number": d.number, "phase": str(d.phase), "what": d.what} for d in differences]
        show.dump({"phases": phases, "differences": told})
    else:
        for difference in differences:
            show.say(str(difference), 0, 4)
        said = telling.count(len(differences), "difference") if differences else "no difference"
        print(f"{file}: {telling.count(phases, 'phase')} replayed, {said}")
    if differences:
        raise typer.Exit(1)


def _prove(path: Path, against: str, as_json: bool) -> None:
    from legation.table.proof.check import faults_against, faults_of
    from legation.table.proof.papers import OPENED

    paper = _read(path)
    faults = faults_of(paper)
    if against:
        receipts = _read(existing(against))
        if paper.format != OPENED:
            raise InputError(f"{path} is no opened record. {_WHERE}")
        faults += [*faults_of(receipts), *faults_against(paper, receipts)]
    replayed = _replay(paper, faults) if paper.format == OPENED else ""
    if as_json:
        told = [{"pledge": f.pledge, "phase": f.phase, "what": f.what} for f in faults]
        show.dump({"pledges": len(paper.pledges), "faults": told, "replayed": replayed})
    else:
        for fault in faults:
            show.say(str(fault), 0, 4)
        print(f"{path}: {_summed_up(paper, faults, bool(against))}{replayed}")
    if faults:
        raise typer.Exit(1)


def _read(path: Path) -> Paper:
    from legation.table.proof.papers import is_paper, read

    try:
        text = unpacked(path.read_bytes(), str(path)).decode("utf-8", "replace")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from None
    if not is_paper(text):
        raise InputError(f"{path} is neither a saved game nor the opened record of one.")
    return read(text, str(path))


def _replay(paper: Paper, faults: list[Fault]) -> str:
    """Replays an opened record whose hashes fit; what is said of it."""
    from legation.table.proof.replayed import faults_of_replay, why_not

    if faults:
        return ""
    reason = why_not(paper)
    if reason:
        return f" It is not replayed: {reason}"
    faults += faults_of_replay(paper)
    return "" if faults else " Replayed by this program, every board comes out the same."


def _summed_up(paper: Paper, faults: list[Fault], compared: bool) -> str:
    pledges = telling.count(len(paper.pledges), "pledge")
    counted = f"{pledges}, {telling.count(len(paper.openings), 'part')} opened"
    if faults:
        return f"{counted}. The proof fails: {telling.count(len(faults), 'fault')}."
    fits = " and with your receipts" if compared else ""
    return f"{counted}. All fit with what was committed to{fits}."
