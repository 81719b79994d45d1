"""Streams and workers wake when something is told, not when the next look is due."""

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from apart import carried_out
from django.db import transaction
from django.test import override_settings
from tables import fresh, started

from legation.server.games import at_once, events, sheets, watch
from legation.server.games.so_far import so_far
from legation.server.running.rounds import Rounds

NEVER = 3600.0


@pytest.mark.evening
def test_on_postgresql_every_process_hears_at_once(tmp_path: Path) -> None:
    """Two servers and a third process that tells; the next look would come in a minute."""
    came = carried_out("postgresql", tmp_path, ["deaf", "streamed"], LEGATION_POLL_MS="60000")
    assert "error" not in came, came["error"]
    heard = came["streamed"]
    assert heard["own"] == [True, False]
    assert heard["phase"]
    assert heard["resumed"]
    assert heard["left"]
    assert not heard["after"]
    assert came["deaf"] == {"before": True, "lines": 1, "meanwhile": True}


class _Games:
    """Counts of two games, and of which the database was asked."""

    def __init__(self) -> None:
        self.counts = {7: {"": 1}, 8: {"": 1}}
        self.asked: list[list[int]] = []
        self.last, self.after = 12, list[int]()  # events, and those after which others were sought
        self.told: dict[int, dict[str, int]] = {}

    async def ask(self, question: Any) -> Any:
        if question is watch._newest:
            return self.last
        if question.func is watch._told_after:
            self.after.append(*question.args)
            return self.last, self.told
        games = sorted(question.args[0])
        self.asked.append(games)
        return {game: dict(self.counts[game]) for game in games}


def test_only_the_game_is_read_of_which_something_is_told() -> None:
    games = _Games()

    async def watched() -> None:
        async with watch.watch(7, games.ask) as seven, watch.watch(8, games.ask) as eight:
            assert await seven.after(("",), 5) == await eight.after(("",), 5) == {"": 1}
            games.counts[8] = {"": 2}
            waiting = asyncio.ensure_future(eight.after(("",), 20))
            threading.Thread(target=watch.moved, args=(8,)).start()
            assert await waiting == {"": 2}

    with override_settings(POLL_SECONDS=NEVER):
        asyncio.run(watched())
    assert {tuple(each) for each in games.asked[:-1]} <= {(7,), (8,), (7, 8)}
    assert games.asked[-1] == [8]


def test_of_what_a_process_tells_itself_it_asks_nothing() -> None:
    """Nor is a stream led back by what was told before, and comes to it later."""
    games = _Games()

    async def watched() -> None:
        async with watch.watch(7, games.ask) as one:
            await one.after(("", "France"), 5)
            asked = len(games.asked)
            for told, known in ((2, 2), (3, 3), (1, 3)):
                threading.Thread(target=watch.moved, args=(7, {"France": told})).start()
                wait = 20 if told == known else 0.1
                assert await one.after(("", "France"), wait) == {"": 1, "France": known}
            watch.moved(8, {"": 5})  # which nobody looks at
            await asyncio.sleep(0)
            assert len(games.asked) == asked

    with override_settings(POLL_SECONDS=NEVER):
        asyncio.run(watched())


def test_what_is_told_while_a_game_is_read_is_not_taken_back_by_what_was_read() -> None:
    games, begun, go_on = _Games(), asyncio.Event(), asyncio.Event()

    async def ask(question: Any) -> Any:
        found = await games.ask(question)
        begun.set()
        await go_on.wait()
        return found

    async def watched() -> None:
        go_on.set()
        async with watch.watch(7, ask) as one:
            assert await one.after(("",), 5) == {"": 1}
            go_on.clear()
            begun.clear()
            watch.moved(7)
            await begun.wait()
            games.counts[7] = {"": 2}
            watch.moved(7, {"": 2})
            await asyncio.sleep(0)
            go_on.set()
            assert await one.after(("",), 20) == {"": 2}
            assert await one.after(("",), 0.1) == {"": 2}

    with override_settings(POLL_SECONDS=NEVER):
        asyncio.run(asyncio.wait_for(watched(), 60))


def test_on_sqlite_what_others_tell_is_looked_for_among_the_last_events() -> None:
    """However much this process tells itself meanwhile; and all games are read now and then."""
    games = _Games()

    async def busy() -> None:
        for told in range(10_000):
            watch.moved(8)
            watch.moved(8, {"": told})
            await asyncio.sleep(0)

    async def watched() -> None:
        async with watch.watch(7, games.ask) as seven, watch.watch(8, games.ask) as eight:
            await asyncio.gather(seven.after(("",), 5), eight.after(("",), 5))
            much = asyncio.ensure_future(busy())
            while not games.after:
                await asyncio.sleep(0)
            games.told = {7: {"": 2}, 9: {"": 1}}
            assert await seven.after(("",), 20) == {"": 2}
            much.cancel()
            seen = len(games.after)
            while len(games.after) < seen + 20:
                await asyncio.sleep(0)

    with override_settings(POLL_SECONDS=0.001):
        asyncio.run(asyncio.wait_for(watched(), 60))
    assert set(games.after) == {12}
    assert 2 < games.asked.count([7, 8]) < len(games.after), "and seldom, not each time"


@pytest.mark.django_db
def test_which_events_are_the_last() -> None:
    game, other = started("France"), started("Italy", name="Another")
    before = watch._newest()
    assert watch._told_after(before) == (before, {})
    with transaction.atomic():
        for row, audience in ((game, "France"), (game, "France"), (other, ""), (game, "")):
            events.tell(row, [(audience, events.SHEET)])
    counts = {row.pk: so_far(fresh(row)).counts for row in (game, other)}
    told = {
        game.pk: {"France": counts[game.pk]["France"], "": counts[game.pk][""]},
        other.pk: {"": counts[other.pk][""]},
    }
    assert watch._told_after(before) == (watch._newest(), told)
    assert watch._newest() == before + 4


def test_what_may_have_been_missed_is_looked_for_in_all_games() -> None:
    games = _Games()

    async def watched() -> None:
        async with watch.watch(7, games.ask) as seven, watch.watch(8, games.ask) as eight:
            await asyncio.gather(seven.after(("",), 5), eight.after(("",), 5))
            games.counts[7] = {"": 2}
            watch.moved(None)
            assert await seven.after(("",), 20) == {"": 2}

    with override_settings(POLL_SECONDS=NEVER):
        asyncio.run(watched())
    assert games.asked[-1] == [7, 8]


def test_who_is_told_nothing_is_not_woken() -> None:
    """A sheet of France's, then news for all: Italy's stream hears once, of the latter."""
    games, heard = _Games(), []

    async def listens(mine: str, one: watch.Watched) -> None:
        while True:
            heard.append((mine, dict(await one.after(("", mine), 20))))

    async def watched() -> None:
        async with watch.watch(7, games.ask) as france, watch.watch(7, games.ask) as italy:
            both = [
                asyncio.ensure_future(listens(name, one))
                for name, one in (("France", france), ("Italy", italy))
            ]
            for told in ({"": 1}, {"": 1, "France": 1}, {"": 2, "France": 1}):
                games.counts[7] = told
                watch.moved(7)
                while games.counts[7] not in [counts for _, counts in heard]:
                    await asyncio.sleep(0)
            for each in both:
                each.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    with override_settings(POLL_SECONDS=NEVER):
        asyncio.run(asyncio.wait_for(watched(), 20))
    first, alone, all_of_them = {"": 1}, {"": 1, "France": 1}, {"": 2, "France": 1}
    assert [told for mine, told in heard if mine == "France"] == [first, alone, all_of_them]
    assert [told for mine, told in heard if mine == "Italy"] == [first, all_of_them]


@pytest.mark.django_db
def test_a_process_knows_what_it_tells_when_that_is_stored(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    game = started("France")
    with patch.object(watch, "moved") as moved:
        with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
            events.tell(game, [("France", events.SHEET)])
            moved.assert_not_called()
        count = so_far(fresh(game)).counts["France"]
        moved.assert_called_once_with(game.pk, {"France": count})


class _Looks(Rounds):
    """Rounds on which nothing is ever found."""

    def __init__(self) -> None:
        super().__init__()
        self.looked = threading.Semaphore(0)

    def once(self, now: datetime | None = None) -> int:
        del now
        self.looked.release()
        return 0


@pytest.mark.django_db
def test_a_worker_looks_at_once_when_the_last_is_ready(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    looks = _Looks()
    with override_settings(POLL_SECONDS=NEVER):
        worker = threading.Thread(target=looks.run, daemon=True)
        worker.start()
        assert looks.looked.acquire(timeout=20)
        at_once.wakes(looks.woken)
        game = started("France", "Turkey")
        for power, ending in (("France", False), ("Turkey", True)):
            with django_capture_on_commit_callbacks(execute=True):
                saved = sheets.submit(game=game, power=power, typed="", settled=True)
            assert saved.ending == ending
        assert looks.looked.acquire(timeout=20)
        looks.stop()
        worker.join(20)
    assert not worker.is_alive()
    assert not looks.looked.acquire(blocking=False), "one look, and then it was stopped"
