"""What goes on beside the loop, and who waits for it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from companion.tasks import in_thread
from hardware import SystemClock


def end(name: str) -> None:
    """Wait for a thread; one that raises fails the test."""
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join()


def test_what_fails_in_a_thread_fails_where_it_is_waited_for() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(in_thread(lambda: 1 // 0, SystemClock(), "divides"))


def test_what_comes_when_nobody_waits_any_more_is_no_fault() -> None:
    go, faults = threading.Event(), []

    async def give_up() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: faults.append(context))
        waiting = asyncio.ensure_future(in_thread(go.wait, SystemClock(), "given up"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait((waiting,))
        go.set()
        end("given up")
        await asyncio.sleep(0)

    asyncio.run(give_up())
    assert faults == []


def test_what_comes_after_the_end_of_the_loop_is_no_fault() -> None:
    go = threading.Event()

    async def begin() -> None:
        waiting = asyncio.ensure_future(in_thread(go.wait, SystemClock(), "left behind"))
        await asyncio.sleep(0)
        waiting.cancel()

    asyncio.run(begin())
    go.set()
    end("left behind")
