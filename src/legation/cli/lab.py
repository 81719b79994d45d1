"""``legation lab``: whole games by bots, many of them, and a page of what they show."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.cli.casefiles import OPTION, chosen_options, path_of
from legation.cli.show import example, on_screen, say
from legation.errors import InputError

if TYPE_CHECKING:
    from legation.lab.crew import Crew
    from legation.lab.running import Progress
    from legation.lab.trial import Side, Trial


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "lab",
        epilog=example(
            "legation lab standard --games 200",
            "legation lab standard --games 1000 --resume --out lab-standard",
            "legation lab standard --against paradox=1982 --games 100",
            "legation lab standard --bots random,France=steady",
            "legation lab standard --games 5000 --cluster tcp://10.0.0.5:8786",
            "legation lab standard --again 17 --out game17.json",
        ),
    )(lab)


def lab(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A variant's name, or the path of its folder.")
    ],
    games: Annotated[int, typer.Option(metavar="N", help="How many games, of each side.")] = 100,
    option: OPTION = None,
    against: Annotated[
        str,
        typer.Option(
            metavar="OTHER",
            help="Play each game of this as well: a variant, or other options as ID=VALUE,...",
        ),
    ] = "",
    bots: Annotated[
        str, typer.Option(metavar="BOTS", help="A bot for all, and POWER=BOT for some, by commas.")
    ] = "steady",
    jobs: Annotated[
        int, typer.Option(metavar="N", help="Processes here; 0 is one for each core.")
    ] = 0,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers play instead.")
    ] = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Other games for another text.")] = "1",
    phases: Annotated[
        int, typer.Option(metavar="N", min=1, help="Break a game off after so many phases.")
    ] = 150,
    quiet: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Ask for a draw after so many movements without a change of owners.",
        ),
    ] = 12,
    out: Annotated[
        str, typer.Option(metavar="DIR", show_default="lab-GAME", help="Where all is kept.")
    ] = "",
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write games.parquet too (extra parquet).")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is there.")] = False,
    again: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Play game N alone; write it to --out.")
    ] = None,
) -> None:
    """Have bots play whole games; a page shows what came of it.

    Game N is the same whoever plays it and in whatever order; with --against
    both sides have the same seeds. Each game is kept as soon as it is over, a
    line of games.jsonl, so that a run can be stopped and resumed, also with
    more games. page.html needs no network. docs/lab.md tells more.
    """
    from legation.lab.parquet import needed
    from legation.lab.trial import Side, Trial, trial_of

    if parquet:
        needed()

    one = Side(game, chosen_options(option))
    sides = (one, _other(one, against)) if against else (one,)
    asked = Trial(sides, games, seed=seed, phases=phases, quiet=quiet)
    trial = trial_of(asked, bots)
    if again is not None:
        _play_again(trial, again, out)
        return
    folder = path_of(out or f"lab-{Path(game).name}")
    _run(trial, folder, _crew(jobs, cluster), resume, parquet)


def _other(one: Side, against: str) -> Side:
    """The second side: another variant, or the same with other options, or both."""
    from legation.lab.trial import Side

    parts = [part.strip() for part in against.split(",") if part.strip()]
    names = [part for part in parts if "=" not in part]
    if len(names) > 1:
        raise InputError(f"--against is one variant, not {' and '.join(names)}.")
    options = chosen_options(part for part in parts if "=" in part)
    if names:
        return Side(names[0], options)
    return Side(one.variant, {**one.options, **options})


def _crew(jobs: int, cluster: str) -> Crew:
    from legation.lab.cluster import Cluster
    from legation.lab.crew import Processes

    if cluster:
        if jobs:
            raise InputError("the games are played here (--jobs) or there (--cluster), not both.")
        return Cluster(cluster)
    if jobs < 0:
        raise InputError(f"--jobs is how many processes, not {jobs}; 0 is one for each core.")
    return Processes(jobs or _cores())


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _run(trial: Trial, folder: Path, crew: Crew, resume: bool, parquet: bool) -> None:
    from legation.lab.diary import GAMES, Diary, read_diary
    from legation.lab.page import PAGE, page
    from legation.lab.parquet import PARQUET, write_parquet
    from legation.lab.running import run
    from legation.table.saving.whole import write_whole

    with Diary(folder, trial, resume) as diary:
        said = " against ".join(side.said for side in trial.sides)
        say(f"{said}: {len(diary.missing)} games to play, by {crew.said}.")
        teller = _Teller()
        try:
            run(diary, crew, teller.tell)
        except KeyboardInterrupt:
            teller.close()
            say(f"Stopped. {len(diary.played)} games are kept; --resume goes on.")
            raise
        teller.close()
        kept = read_diary(folder)
        write_whole(folder / PAGE, page(*kept))
        if parquet:
            write_parquet(folder / PARQUET, kept[1])
    print(f"{folder / PAGE}: what came of it")
    print(f"{folder / GAMES}: a line for each game")
    if parquet:
        print(f"{folder / PARQUET}: the same as a table")


def _play_again(trial: Trial, number: int, out: str) -> None:
    """One game, as a save."""
    from legation.lab.playing import table_of
    from legation.lab.trial import Task
    from legation.table.saving.save import dump
    from legation.table.saving.whole import write_whole

    if len(trial.sides) > 1:
        raise InputError("--again plays one game of one side; leave --against out.")
    if not out:
        raise InputError("say with --out which file the game is to be written to.")
    path = path_of(out)
    if path.exists():
        raise InputError(f"{out} is there already; name another file.")
    game, played = table_of(trial, Task(number, 0))
    write_whole(path, dump(game))
    say(f"{out}: game {number}, {played.phases} phases, {played.closed}.")
    say(f"legation map replay {out} --as gm --out game{number}.html shows it.")


class _Teller:
    """Progress on a line that is written over; in a file a line for each tenth."""

    def __init__(self) -> None:
        self.tenth = -1
        self.shown = 0

    def tell(self, progress: Progress) -> None:
        """Tell how far it is."""
        if on_screen():
            sys.stdout.write("\r" + progress.said.ljust(self.shown))
            sys.stdout.flush()
            self.shown = len(progress.said)
            return
        tenth = 10 * progress.done // progress.games
        if tenth != self.tenth:
            self.tenth = tenth
            print(progress.said, flush=True)

    def close(self) -> None:
        """Leave the line."""
        if self.shown:
            print()
