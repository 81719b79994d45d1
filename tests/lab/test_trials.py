"""The laboratory plays each game by its number alone, and loses none."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from legation.bots.steady import SteadyBot
from legation.errors import FileError, InputError, NameUnknownError, StateError
from legation.lab import crew
from legation.lab.crew import Processes
from legation.lab.diary import GAMES, SAVED, Diary, read_diary
from legation.lab.parquet import write_parquet
from legation.lab.played import Played
from legation.lab.playing import play, table_of
from legation.lab.running import Progress, run, span
from legation.lab.trial import Side, Task, Trial, trial_of
from legation.table.saving.save import load

SHORT = Trial((Side("standard"),), games=4, seed="lab", phases=4)


def short(**changes: object) -> Trial:
    return trial_of(replace(SHORT, **changes))  # type: ignore[arg-type]


def timeless(played: Played) -> Played:
    return replace(played, seconds=0.0)


class Here:
    """Plays in this process, and says in which order."""

    said = "this process"

    def __init__(self, backwards: bool = False, most: int = 99) -> None:
        self.backwards, self.most = backwards, most

    def __call__(self, trial: Trial, tasks: Sequence[Task]) -> Iterator[Played]:
        ordered = sorted(tasks, reverse=self.backwards)[: self.most]
        return (play(trial, task) for task in ordered)


def silent(progress: Progress) -> None:
    del progress


def test_a_game_hangs_on_its_number_alone(tmp_path: Path) -> None:
    trial = short()
    with Diary(tmp_path / "a", trial) as one, Diary(tmp_path / "b", trial) as other:
        run(one, Here(), silent)
        run(other, Here(backwards=True), silent)
        assert {task: timeless(p) for task, p in one.played.items()} == {
            task: timeless(p) for task, p in other.played.items()
        }
    games = list(one.played.values())
    assert len({game.seed for game in games}) == len({str(game.openings) for game in games}) == 4


def test_sides_have_the_same_seeds() -> None:
    trial = trial_of(
        replace(SHORT, sides=(Side("standard"), Side("standard", {"paradox": "1982"})))
    )
    assert [(task.number, task.side) for task in trial.tasks[:3]] == [(0, 0), (0, 1), (1, 0)]
    one, other = play(trial, Task(2, 0)), play(trial, Task(2, 1))
    assert one.seed == other.seed
    assert one.openings == other.openings, "the first orders are of the same dice"


def test_what_is_kept_of_a_game() -> None:
    game, played = table_of(short(), Task(0, 0))
    assert played.phases == 4
    assert played.broken_off
    assert not played.faults
    start = (3, 3, 3, 3, 3, 4, 3)  # STD-MAP: three home centres, Russia four
    assert played.centres[0] == start
    assert dict(zip(played.powers, played.centres[-1], strict=True)) == {
        power: len(game.view("gm").position.centres_of(power)) for power in played.powers
    }
    taken = sum(len(game.view("gm").position.centres_of(power)) for power in played.powers) - 22
    assert len(played.captured) >= taken > 0
    assert all(turn == 1 for _, turn in played.captured.values()), "owners change in Autumn"
    assert played.openings["France"].count(" / ") == 2
    first = game.view("gm", 0).told[0]
    moved = {o.at[:3] for o in first.outcomes if o.unit is not None and o.at != o.unit.place}
    assert moved <= set(played.visits)
    assert played.stood["Ank"] >= 1
    assert "move" in played.verbs


def test_a_diary_goes_on_where_it_was_torn_off(tmp_path: Path) -> None:
    trial, folder = short(), tmp_path / "lab"
    with Diary(folder, trial) as diary:
        run(diary, Here(most=2), silent)
    file = folder / GAMES
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    with pytest.raises(InputError, match="--resume"):
        Diary(folder, trial)
    with Diary(folder, trial, resume=True) as diary:
        assert diary.missing == [Task(1, 0), Task(2, 0), Task(3, 0)]
        run(diary, Here(), silent)
    kept, games = read_diary(folder)
    assert kept == trial
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert [timeless(game) for game in games] == [timeless(play(trial, t)) for t in trial.tasks]


def test_a_trial_grows_and_is_not_mixed_with_another(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    with Diary(folder, short(games=1)) as diary:
        run(diary, Here(), silent)
        with pytest.raises(StateError, match="another run"):
            Diary(folder, short(games=1), resume=True)
    with Diary(folder, short(games=2), resume=True) as diary:
        assert diary.missing == [Task(1, 0)]
    with pytest.raises(InputError, match="other seed"):
        Diary(folder, short(seed="else"), resume=True)
    (folder / GAMES).write_bytes(b"{}\n")
    with pytest.raises(FileError, match="line 1"):
        Diary(folder, short(), resume=True)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="other things"):
        Diary(tmp_path / "full", short())


def test_another_version_is_not_mixed_in(tmp_path: Path) -> None:
    trial = short()
    with Diary(tmp_path / "lab", trial) as diary:
        other = replace(play(trial, Task(0, 0)), engine="0.0.1")
        with pytest.raises(InputError, match="another version"):
            diary.keep(other)
        assert diary.missing == trial.tasks


def test_a_crash_and_a_refused_sheet_are_kept_with_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = SteadyBot.choose

    def wrong(self: SteadyBot, book, view, rng):  # type: ignore[no-untyped-def]
        if view.viewer.power == "France" and view.number == 0:
            return ["A Lon H"]
        if view.viewer.power == "Italy" and view.number == 1:
            raise ValueError("no orders today\nnor tomorrow")
        return choose(self, book, view, rng)

    monkeypatch.setattr(SteadyBot, "choose", wrong)
    with Diary(tmp_path / "lab", short(games=1)) as diary:
        run(diary, Here(), silent)
        (played,) = diary.played.values()
    refused, crashed = played.faults
    assert (refused.sort, refused.phase, refused.power) == ("refused", 0, "France")
    assert "Lon" in refused.said
    assert crashed.said == "ValueError: no orders today"
    assert "in wrong" in crashed.trace
    assert played.crashed
    assert not played.broken_off
    for fault in (refused, crashed):
        assert fault.save.startswith(SAVED)
        assert load(tmp_path / "lab" / fault.save).number == fault.phase


def test_quiet_games_end_in_a_draw_if_all_are_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(short(quiet=1), Task(0, 0)).broken_off, "in 1901 there are centres for nothing"
    monkeypatch.setattr(SteadyBot, "vote", lambda *_: True)
    still = play(short(quiet=1), Task(0, 0))
    assert still.ending == "draw"
    assert still.turns == 2
    assert set(still.winners) == set(still.powers)


def test_bots_and_seats_are_names() -> None:
    trial = trial_of(SHORT, "random, FRA=dumb")
    assert trial.bot_of("France") == "dumb"
    assert trial.bot_of("Italy") == "random"
    with pytest.raises(NameUnknownError, match="Did you mean"):
        trial_of(SHORT, "stedy")
    with pytest.raises(NameUnknownError):
        trial_of(SHORT, "Spain=dumb")
    with pytest.raises(InputError, match="two bots for all seats"):
        trial_of(SHORT, "dumb,steady")
    with pytest.raises(InputError, match="one game at least"):
        trial_of(replace(SHORT, games=0))


def test_progress_in_words() -> None:
    assert Progress(3, 10, 1, 200).said == "3 of 10 games, 1 with a fault, 3 minutes left"
    assert Progress(10, 10, 0, 0).said == "10 of 10 games"
    assert [span(s) for s in (0, 40, 840, 12_600)] == [
        "1 second",
        "40 seconds",
        "14 minutes",
        "3.5 hours",
    ]


# Processes


def fatal(trial: Trial, task: Task) -> Played:
    """As `play`; game 1 ends its process whenever it is played, game 2 the first time."""
    mark = Path(os.environ["LAB_MARK"])
    if task.number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if task.number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(trial, task)


def test_a_killed_process_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_MARK", str(tmp_path / "mark"))
    monkeypatch.setattr(crew, "player_of", lambda _: fatal)
    trial = short(games=5)
    with Diary(tmp_path / "lab", trial) as diary:
        run(diary, Processes(2), silent)
        assert not diary.missing
        games = diary.played
    assert (tmp_path / "mark").exists()
    given_up = games[Task(1, 0)]
    assert given_up.crashed, "what ends every process is given up"
    assert "every process" in given_up.faults[0].said
    for task in trial.tasks:
        if task.number != 1:
            assert timeless(games[task]) == timeless(play(trial, task))
    assert msgspec.json.decode((tmp_path / "lab" / "trial.json").read_bytes(), type=Trial) == trial


def test_the_games_as_a_table(tmp_path: Path) -> None:
    """A row for each game, in the types of `Played`; read back it is the same."""
    parquet = pytest.importorskip("pyarrow.parquet")
    trial = short()
    games = [play(trial, task) for task in trial.tasks[:2]]
    write_parquet(tmp_path / "games.parquet", games)
    rows = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [dict(row["visits"]) for row in rows] == [dict(game.visits) for game in games]
    assert [row["centres"][-1] for row in rows] == [list(game.centres[-1]) for game in games]
    first, (centre, (power, turn)) = rows[0], next(iter(games[0].captured.items()))
    assert dict(first["captured"])[centre] == {"0": power, "1": turn}
    assert (first["number"], first["seed"], first["faults"]) == (0, games[0].seed, [])
