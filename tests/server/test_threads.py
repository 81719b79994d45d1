"""A few threads that stay: which is the next, and who waits for one."""

import asyncio
import threading
from functools import partial

import pytest

from legation.server.site.threads import Threads


def _name() -> str:
    return threading.current_thread().name


def _told(held: threading.Event) -> str:
    held.wait(20)
    return _name()


def test_the_thread_that_was_at_work_last_is_the_next() -> None:
    async def doing() -> None:
        threads, held = Threads("some"), threading.Event()
        first = [await threads.carry(_name) for _ in range(3)]
        waits = asyncio.ensure_future(threads.carry(partial(_told, held)))
        await asyncio.sleep(0)
        beside = await threads.carry(_name)
        held.set()
        assert first == ["some_0_0"] * 3
        assert (beside, await waits) == ("some_1_0", "some_0_0")
        assert await threads.carry(_name) == "some_0_0", "it was free last"

    asyncio.run(doing())


def test_who_finds_all_at_work_waits_in_turn() -> None:
    async def doing() -> None:
        threads, held, done = Threads("some", 2), threading.Event(), list[int]()
        busy = [asyncio.ensure_future(threads.carry(partial(_told, held))) for _ in range(2)]
        waits = [asyncio.ensure_future(threads.carry(partial(done.append, n))) for n in range(5)]
        await asyncio.sleep(0.05)
        assert done == []
        held.set()
        await asyncio.gather(*waits)
        assert sorted(await asyncio.gather(*busy)) == ["some_0_0", "some_1_0"]
        assert sorted(done) == list(range(5))
        assert await threads.carry(_name) in {"some_0_0", "some_1_0"}, "and no third was begun"

    asyncio.run(doing())


def test_what_went_wrong_is_told_to_who_waits_and_harms_no_thread() -> None:
    def wrong() -> None:
        raise KeyError("what")

    async def doing() -> None:
        threads = Threads("some", 1)
        with pytest.raises(KeyError, match="what"):
            await threads.carry(wrong)
        assert await threads.carry(_name) == "some_0_0"

    asyncio.run(doing())


def test_what_no_future_may_be_told_is_told_as_another_error() -> None:
    async def doing() -> None:
        threads = Threads("some", 1)
        with pytest.raises(RuntimeError, match="StopIteration"):
            await asyncio.wait_for(threads.carry(partial(next, iter(()))), 20)

    asyncio.run(doing())


def test_who_has_gone_is_told_nothing_and_his_turn_is_left_out() -> None:
    async def doing() -> None:
        threads, held, done = Threads("some", 1), threading.Event(), list[str]()
        gone = asyncio.ensure_future(threads.carry(partial(_told, held)))
        never = asyncio.ensure_future(threads.carry(partial(done.append, "never")))
        await asyncio.sleep(0.05)
        gone.cancel()
        never.cancel()
        held.set()
        await asyncio.gather(gone, never, return_exceptions=True)
        assert await threads.carry(_name) == "some_0_0"
        assert done == []

    asyncio.run(doing())


def test_a_loop_that_is_closed_takes_no_thread_with_it() -> None:
    threads, held = Threads("some", 1), threading.Event()

    async def begun() -> None:
        asyncio.ensure_future(threads.carry(partial(_told, held)))  # noqa: RUF006  # it is left alone
        await asyncio.sleep(0.05)

    asyncio.run(begun())
    held.set()
    assert asyncio.run(threads.carry(_name)) == "some_0_0"
