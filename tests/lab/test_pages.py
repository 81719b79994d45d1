"""The page of a trial: its figures by hand, and what it may and may not hold."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from legation.cli.main import run
from legation.lab.charts import courses
from legation.lab.findings import odd, repertoires, unused
from legation.lab.heat import Heat
from legation.lab.page import page
from legation.lab.played import Fault, Played
from legation.lab.playing import play
from legation.lab.shares import Share, Standing, counted, differences, mean, standings
from legation.lab.tables import amount, compared, percent
from legation.lab.trial import Side, Task, Trial, trial_of
from legation.table.game import Game
from legation.table.saving.save import load

POWERS = ("North", "South")


def game(number: int, *centres: tuple[int, int], winners: tuple[str, ...] = ()) -> Played:
    """A made-up game of two powers with these centres, phase after phase."""
    there = tuple(power for power, count in zip(POWERS, centres[-1], strict=True) if count)
    return Played(
        number,
        0,
        "",
        "",
        "",
        powers=POWERS,
        turns=len(centres),
        ending="solo" if winners else "",
        winners=winners,
        survivors=there,
        centres=centres,
    )


def test_wilson_by_hand() -> None:
    # 10 of 100: (0.1 + 0.019208) / 1.038416 = 0.11480, reach
    # 1.96 / 1.038416 · √(0.0009 + 0.00009604) = 0.05957
    share = Share(10, 100)
    assert share.value == 0.1
    assert (round(share.low, 4), round(share.high, 4)) == (0.0552, 0.1744)
    assert percent(share) == "10 % <small>(6–17)</small>"
    # None of ten: from nothing to z² / (n + z²) = 3.8416 / 13.8416.
    assert Share(0, 10).low == 0
    assert round(Share(0, 10).high, 4) == 0.2775
    assert (Share(0, 0).low, Share(0, 0).high) == (0, 1)


def test_means_by_hand() -> None:
    # 2, 4, 6: the variance is (4 + 0 + 4) / 2 = 4, so the reach 1.96 · √(4/3).
    found = mean([2, 4, 6])
    assert found.value == 4
    assert round(found.reach, 3) == 2.263
    assert found.apart
    assert math.isinf(mean([7]).reach)
    assert amount(mean([7])) == "7.0"
    assert amount(mean([-3, -1]), sign=True) == "−2.0 <small>± 2.0</small>"


def test_shares_of_powers() -> None:
    games = (
        game(0, (1, 1), (2, 0), winners=("North",)),
        game(1, (1, 1), (1, 1), winners=POWERS),
        game(2, (1, 1), (0, 2)),
        replace(game(3, (1, 1)), faults=(Fault("crashed", 0, "", "why"),)),
    )
    north, south = standings(counted(games))
    assert isinstance(north, Standing)
    assert (north.solo, north.shared, north.survived) == (Share(1, 3), Share(1, 3), Share(2, 3))
    assert north.centres.value == 1
    assert south.solo == Share(0, 3)
    assert north.score.value == 0.5, "a whole game, half a game and none"


def test_two_sides_are_compared_in_pairs() -> None:
    one = [game(n, (1, 1), (2, 0), winners=("North",)) for n in range(4)]
    other = [game(n, (1, 1), (0, 2), winners=("South",)) for n in range(4)]
    parts, centres = differences(one, other, "South")
    assert (parts.value, centres.value) == (1.0, 2.0)
    assert parts.apart
    text = compared(one, other)
    assert "<b>+100.0 <small>± 0.0</small></b>" in text
    assert "<b>−2.0" in text


def test_openings_and_odd_games() -> None:
    games = [
        replace(game(n, (3, 3), (1 + n, 5 - n), (6, 0), winners=("North",)), leads=n)
        for n in range(3)
    ]
    games = [replace(g, openings={"North": "a" if g.number else "b"}) for g in games]
    north, south = repertoires(games)
    assert [(o.orders, o.played, o.solo) for o in north.openings] == [
        ("a", Share(2, 3), Share(2, 2)),
        ("b", Share(1, 3), Share(1, 1)),
    ]
    assert north.common == 2
    assert not south.openings
    found = {said: g.number for said, g in odd(games)}
    assert found["won from 1 centre"] == 0
    assert found["the most changes of the lead: 2"] == 2


def test_what_nobody_used() -> None:
    start = Game.new("standard")
    owned = start.view("gm").position.owners
    found = unused(start.book, owned, [])
    assert len(found.free) == 12, "STD-MAP: 34 centres, 22 of them owned"
    assert "Par" in found.provinces
    assert "Swi" not in found.provinces, "nobody can be there"
    assert "move" in found.verbs
    assert "STD-CUT" in found.clauses
    played = play(trial_of(Trial((Side("standard"),), 1, phases=4)), Task(0, 0))
    found = unused(start.book, owned, [played])
    assert "move" not in found.verbs
    assert "Par" not in found.provinces
    assert not set(found.free) & set(played.captured)


def test_heat_is_strongest_where_there_is_most_or_first() -> None:
    heat = Heat("", "", {"Par": 16.0, "Bur": 4.0, "Gas": 0.0}, str)
    assert [heat.step(code) for code in ("Par", "Bur", "Gas", "Spa")] == [6, 3, 0, 0]
    assert heat.first[0] == ("Par", 16.0)
    early = Heat("", "", {"Par": 1.0, "Bur": 11.0}, str, early=True)
    assert [early.step(code) for code in ("Par", "Bur", "Gas")] == [6, 1, 0]
    assert early.first[0] == ("Par", 1.0)


def test_the_middle_of_the_courses() -> None:
    book = Game.new("standard").book
    seven = tuple(power.name for power in book.powers)
    games = [
        replace(game(n, (3, 3)), powers=seven, centres=((3,) * 7, (n,) * 7)) for n in (2, 5, 9)
    ]
    drawn = courses(book, games, ("Spring 1901", "Autumn 1901"))
    assert drawn.count("<figure>") == 7
    assert "France: 3 centres at first; in the end 5, and 2 to 5 in 8 games of 10" in drawn


class Addresses(HTMLParser):
    """All that a page points to, and its ids."""

    def __init__(self) -> None:
        super().__init__()
        self.there: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "script"
        for name, value in attrs:
            if name in ("href", "src", "xlink:href"):
                self.there.append(value or "")
            if name == "id":
                self.ids.append(value or "")


def test_a_page_needs_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "lab"
    words = ["lab", "standard", "--against", "paradox=1982", "--phases", "6", "--jobs", "1"]
    assert run([*words, "--games", "2", "--out", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "4 of 4 games" in said
    assert "page.html: what came of it" in said
    text = (folder / "page.html").read_text("utf-8")
    found = Addresses()
    found.feed(text)
    assert len(found.ids) == len(set(found.ids))
    assert {address[1:] for address in found.there} <= set(found.ids)
    assert all(address.startswith("#") for address in found.there)
    assert "http" not in re.sub(r'http-equiv|xmlns="[^"]*"', "", text)
    for title in ("Side by side", "Who wins", "Openings", "What nobody ever used"):
        assert f"<h2>{title}</h2>" in text
    assert "no order of a bot was refused" in text
    assert len(text.encode()) < 400_000
    assert run([*words, "--games", "2", "--out", str(folder)]) == 2
    assert "--resume" in capsys.readouterr().err


def test_a_fault_stands_on_the_page_as_text() -> None:
    trial = trial_of(Trial((Side("standard"),), 1, phases=2))
    played = play(trial, Task(0, 0))
    wrong = Fault("refused", 3, "France", "<b>A Lon</b> is not yours", save="saved/a0.json")
    text = page(trial, [replace(played, faults=(wrong,))])
    assert "&lt;b&gt;A Lon&lt;/b&gt; is not yours" in text
    assert "saved/a0.json" in text


def test_a_game_is_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.json"
    words = ["lab", "standard", "--phases", "3", "--again", "7"]
    assert run([*words, "--out", str(out)]) == 0
    trial = trial_of(Trial((Side("standard"),), 8, phases=3))
    assert load(out).record.seeds == ((0, trial.seed_of(7)),)
    capsys.readouterr()
    assert run([*words, "--out", str(out)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert run(words) == 2
    assert "--out" in capsys.readouterr().err
