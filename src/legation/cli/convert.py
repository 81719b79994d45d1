"""``legation convert``: from one program's files to another's."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from legation.cli import show
from legation.cli.casefiles import OPTION, chosen_options, existing, path_of
from legation.cli.show import JSON, example
from legation.errors import FileError, InputError


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "convert",
        epilog=example(
            "legation convert examples/bounce.yaml bounce.jdip",
            "legation convert game.json game.jsonl",
            "legation convert webdip.json game.json --option adjacent-convoy=explicit",
            "legation convert game_1.txt game.yaml --variant hundred",
            "legation convert game.json position.yaml --position",
            "legation convert --formats",
        ),
    )(convert)


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="The file to read.")] = "",
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write.")] = "",
    from_: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="What IN is, if not guessed right.")
    ] = "",
    to: Annotated[
        str, typer.Option("--to", metavar="FORMAT", help="What OUT is to be, whatever its ending.")
    ] = "",
    variant: Annotated[
        str,
        typer.Option("--variant", metavar="NAME", help="Of which game IN is, if not the standard."),
    ] = "",
    option: OPTION = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write OUT even where it exists.")
    ] = False,
    position: Annotated[
        bool,
        typer.Option("--position", help="Write where the game stands now, secrets included."),
    ] = False,
    formats: Annotated[bool, typer.Option("--formats", help="List the formats.")] = False,
    as_json: JSON = False,
) -> None:
    """Convert games and cases between formats.

    What IN is, is seen from its text; what OUT is to be, from its ending. What
    the format of OUT cannot hold is told. Other programs' files are read as games of
    the standard board, or of --variant. A game is played again by the rules
    that IN names or implies, and by each --option. --position writes a case that
    a game can begin from, as it stands at the end of IN: with all secrets, for
    who goes on with it (legation play --from). docs/formats.md tells more.
    """
    from legation.table.formats.convert import FORMATS
    from legation.table.formats.convert import convert as carry_over

    if formats:
        rows = [(f.name, " ".join(f.endings), f.holds) for f in FORMATS.values()]
        show.table(("Format", "Endings", "What it holds"), rows)
        return
    if not source or not target:
        missing = "OUT" if source else "IN"
        raise InputError(f"{missing} is missing. See legation convert --help.")
    out = path_of(target)
    if out.exists() and not overwrite:
        raise FileError(target, "it is there already; say --overwrite, or choose another name")
    if position:
        if from_ or to or option or variant:
            raise InputError(
                "--position writes a case: leave --from, --to, --variant and --option out"
            )
        _write_position(source, out, as_json)
        return
    chosen = chosen_options(option)
    done = carry_over(existing(source), out, from_ or None, to or None, chosen, variant)
    losses = [str(lost) for lost in done.losses]
    if as_json:
        show.dump(
            {
                "from": done.source,
                "to": done.target,
                "games": done.games,
                "losses": losses,
                "remarks": list(done.remarks),
            }
        )
        return
    held = f", {done.games} games or cases" if done.games > 1 else ""
    print(f"{target}: written as {done.target}, read as {done.source}{held}")
    for title, lines in (("Not carried over", losses), ("Remarks", list(done.remarks))):
        if lines:
            print(f"\n{title}")
        for line in lines:
            show.say(line, 2, 4)


def _write_position(source: str, out: Path, as_json: bool) -> None:
    """Writes where the game of a file stands as a case."""
    import yaml

    from legation.table.elsewhere import read_elsewhere
    from legation.table.saving.whole import write_whole

    path = existing(source)
    if path.is_dir():
        raise FileError(source, "it is a folder, not a file")
    found = read_elsewhere(path.read_bytes(), source)
    case = {"id": "position", **found.table}
    text = yaml.safe_dump([case], sort_keys=False, allow_unicode=True, default_flow_style=None)
    write_whole(out, text)
    if as_json:
        show.dump({"from": found.form, "to": "cases", "remarks": list(found.remarks)})
        return
    print(f"{out}: where the game of {source} stands, with all its secrets")
    for remark in found.remarks:
        show.say(remark, 2, 4)
