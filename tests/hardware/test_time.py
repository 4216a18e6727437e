"""Virtual time: what waits for what, and in which order."""

from __future__ import annotations

import asyncio
import gc
import threading
from math import inf

import pytest

from hardware.clock import Mailbox, SystemClock
from hardware.simulated.time import PowerCut, VirtualClock


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(start=1000.0, wall=1_700_000_000.0)


def test_time_stands_still_until_somebody_waits(clock: VirtualClock) -> None:
    assert clock.monotonic() == clock.monotonic() == 1000.0
    clock.sleep(8 * 3600)
    assert clock.monotonic() == 1000.0 + 8 * 3600
    clock.sleep(-1)
    assert clock.monotonic() == 1000.0 + 8 * 3600


def test_a_stepped_wall_clock_leaves_durations_alone(clock: VirtualClock) -> None:
    assert clock.wall() == 1_700_000_000.0
    clock.set_wall(0.0)
    clock.sleep(1.5)
    assert clock.wall() == 1.5
    assert clock.monotonic() == 1001.5


def test_time_jumps_to_the_earliest_that_anybody_waits_for(clock: VirtualClock) -> None:
    seen: list[tuple[str, float]] = []

    def sleeper(name: str, *naps: float) -> None:
        for nap in naps:
            clock.sleep(nap)
            seen.append((name, clock.monotonic()))

    clock.start_thread(lambda: sleeper("a", 3.0, 3.0), "a")
    clock.start_thread(lambda: sleeper("b", 1.0, 1.0, 3.5), "b")
    clock.sleep(10.0)
    assert seen == [("b", 1001.0), ("b", 1002.0), ("a", 1003.0), ("b", 1005.5), ("a", 1006.0)]
    assert clock.monotonic() == 1010.0


def test_within_a_moment_the_first_born_goes_first_and_the_outside_last(clock: VirtualClock) -> None:
    order: list[str] = []

    def worker(name: str) -> None:
        order.append(f"{name} starts")
        clock.sleep(1.0)
        order.append(f"{name} wakes")

    for name in "abc":
        clock.start_thread(lambda name=name: worker(name), name)  # type: ignore[misc]  # mypy knows no default in a lambda
    assert order == []
    clock.sleep(1.0)
    order.append("outside wakes")
    assert order == [
        *("a starts", "b starts", "c starts"),
        *("a wakes", "b wakes", "c wakes"),
        "outside wakes",
    ]


def test_settling_lets_all_be_done_that_can_be_done_now(clock: VirtualClock) -> None:
    boxes: list[Mailbox[int | None]] = [clock.mailbox() for _ in range(4)]
    got: list[int] = []

    def hand_on(place: int) -> None:
        while (item := boxes[place].get()) is not None:
            if place:
                boxes[place - 1].put(item)
            else:
                got.append(item)

    for place in range(4):
        clock.start_thread(lambda place=place: hand_on(place), f"hand {place}")  # type: ignore[misc]  # see above
    for item in range(3):
        boxes[3].put(item)
    assert got == []
    clock.settle()
    assert got == [0, 1, 2]
    assert clock.monotonic() == 1000.0


def test_only_one_thread_runs_at_a_time(clock: VirtualClock) -> None:
    running = 0
    most = 0

    def work() -> None:
        nonlocal running, most
        for _ in range(200):
            running += 1
            most = max(most, running)
            running -= 1
            clock.sleep(0.001)

    for name in "abcd":
        clock.start_thread(work, name)
    clock.sleep(1.0)
    assert (running, most) == (0, 1)


def test_a_run_is_the_same_each_time() -> None:
    def run() -> list[tuple[float, str]]:
        clock = VirtualClock()
        seen = []

        def work(name: str, nap: float) -> None:
            for _ in range(50):
                clock.sleep(nap)
                seen.append((clock.monotonic(), name))

        for name, nap in (("a", 0.3), ("b", 0.2), ("c", 0.1), ("d", 0.25)):
            clock.start_thread(lambda name=name, nap=nap: work(name, nap), name)  # type: ignore[misc]  # see above
        clock.sleep(20.0)
        return seen

    assert run() == run()


def test_a_mailbox_keeps_order_and_gives_up_in_time(clock: VirtualClock) -> None:
    box: Mailbox[str] = clock.mailbox()
    box.put("first")
    box.put("second")
    assert (box.get(), box.get(until=inf)) == ("first", "second")
    assert box.get(until=1002.5) is None
    assert clock.monotonic() == 1002.5
    assert box.get(until=900.0) is None
    assert clock.monotonic() == 1002.5


def test_what_comes_first_ends_the_wait(clock: VirtualClock) -> None:
    box: Mailbox[str] = clock.mailbox()
    got: list[tuple[object, float]] = []

    def read() -> None:
        got.append((box.get(until=clock.monotonic() + 5.0), clock.monotonic()))
        got.append((box.get(until=clock.monotonic() + 5.0), clock.monotonic()))

    clock.start_thread(read, "reader")
    clock.sleep(2.0)
    box.put("letter")
    clock.sleep(20.0)
    assert got == [("letter", 1002.0), (None, 1007.0)]


def test_a_letter_that_comes_at_the_last_moment_is_read(clock: VirtualClock) -> None:
    box: Mailbox[str] = clock.mailbox()
    got: list[object] = []

    def write() -> None:
        clock.sleep(1.0)
        box.put("just in time")

    clock.start_thread(write, "writer")
    clock.start_thread(lambda: got.append(box.get(until=1001.0)), "reader")
    clock.sleep(2.0)
    assert got == ["just in time"]


def test_a_thread_that_the_clock_does_not_know_may_not_wait(clock: VirtualClock) -> None:
    said: list[str] = []

    def stranger() -> None:
        try:
            clock.sleep(1.0)
        except RuntimeError as error:
            said.append(str(error))

    thread = threading.Thread(target=stranger, name="stranger")
    thread.start()
    thread.join()
    assert said == ["thread 'stranger' waits on a clock that does not know it: start it with the clock's start_thread"]


def test_a_stranger_may_leave_a_letter_even_while_all_wait_for_ever(clock: VirtualClock) -> None:
    box: Mailbox[str] = clock.mailbox()
    stranger = threading.Timer(0.0, box.put, ["hello"])
    stranger.start()
    assert box.get() == "hello"
    stranger.join()


def test_a_thread_that_fails_does_not_stop_time(clock: VirtualClock) -> None:
    failed: list[type[BaseException]] = []
    threading.excepthook, hook = lambda args: failed.append(args.exc_type), threading.excepthook
    try:
        thread = clock.start_thread(lambda: 1 // 0, "fails")  # type: ignore[arg-type]  # it never returns
        clock.sleep(1.0)
        thread.join()
    finally:
        threading.excepthook = hook
    assert failed == [ZeroDivisionError]
    assert clock.monotonic() == 1001.0


def test_a_loop_lives_in_virtual_time(clock: VirtualClock) -> None:
    seen: list[tuple[str, float]] = []

    async def tick(name: str, seconds: float) -> None:
        for _ in range(3):
            await asyncio.sleep(seconds)
            seen.append((name, clock.monotonic()))

    async def day() -> str:
        async with asyncio.timeout(3600.0):
            await asyncio.gather(tick("a", 2.0), tick("b", 3.0))
        try:
            async with asyncio.timeout(60.0):
                await asyncio.Event().wait()
        except TimeoutError:
            return "gave up"
        return "never"

    with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
        assert runner.run(day()) == "gave up"
    assert seen == [("a", 1002.0), ("b", 1003.0), ("a", 1004.0), ("b", 1006.0), ("a", 1006.0), ("b", 1009.0)]
    assert clock.monotonic() == 1069.0


def test_a_loop_is_told_by_another_thread(clock: VirtualClock) -> None:
    loops: list[asyncio.AbstractEventLoop] = []
    seen: list[tuple[str, float]] = []

    async def listen() -> None:
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(10.0)

    def serve() -> None:
        with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
            runner.run(listen())

    def note(what: str) -> None:
        seen.append((what, clock.monotonic()))

    clock.start_thread(serve, "loop")
    clock.settle()
    clock.sleep(1.5)
    loops[0].call_soon_threadsafe(note, "edge")
    loops[0].call_soon_threadsafe(note, "second edge")
    assert seen == []
    clock.settle()
    assert seen == [("edge", 1001.5), ("second edge", 1001.5)]
    clock.sleep(20.0)
    assert loops[0].is_closed()


def test_a_loop_is_told_by_a_stranger_while_all_wait_for_ever(clock: VirtualClock) -> None:
    async def wait_for_stranger() -> str:
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        stranger = threading.Timer(0.0, told.get_loop().call_soon_threadsafe, [told.set_result, "hello"])
        stranger.start()
        answer = await told
        stranger.join()
        return answer

    with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
        assert runner.run(wait_for_stranger()) == "hello"


def test_long_timers_are_no_later_than_they_should(clock: VirtualClock) -> None:
    clock.sleep(123_456.789)

    async def naps() -> list[float]:
        loop = asyncio.get_running_loop()
        late = []
        for nap in (0.1, 1 / 3, 1e-6, 86_400.1, 0.7):
            due = loop.time() + nap
            await asyncio.sleep(nap)
            late.append(loop.time() - due)
        return late

    with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
        assert runner.run(naps()) == pytest.approx([0.0] * 5, abs=1e-9)


def test_a_power_cut_ends_all_but_the_outside(clock: VirtualClock) -> None:
    seen: list[str] = []
    box: Mailbox[str] = clock.mailbox()

    async def evening() -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            seen.append("cleaned up")

    def serve() -> None:
        try:
            with asyncio.Runner(loop_factory=clock.new_event_loop) as runner:
                runner.run(evening())
        finally:
            seen.append("loop ended")

    def sleep() -> None:
        try:
            clock.sleep(100.0)
        except PowerCut:
            seen.append("sleeper ended")
            clock.sleep(1.0)
        seen.append("never")

    threads = [
        clock.start_thread(serve, "loop"),
        clock.start_thread(sleep, "sleeper"),
        clock.start_thread(lambda: seen.append(f"read {box.get()}"), "reader"),
    ]
    clock.sleep(1.0)
    clock.cut_power()
    for thread in threads:
        thread.join(timeout=5.0)
        assert not thread.is_alive()
    assert "never" not in seen
    assert not any("read" in what for what in seen)
    assert {"loop ended", "sleeper ended"} <= set(seen)
    gc.collect()
    assert "cleaned up" not in seen
    assert clock.monotonic() == 1001.0


def test_a_thread_that_has_not_begun_dies_with_the_power(clock: VirtualClock) -> None:
    seen: list[str] = []
    thread = clock.start_thread(lambda: seen.append("worked"), "late")
    clock.cut_power()
    thread.join(timeout=5.0)
    assert seen == []


def test_a_dying_thread_starts_no_other(clock: VirtualClock) -> None:
    seen: list[str] = []

    def work() -> None:
        try:
            clock.sleep(100.0)
        finally:
            clock.start_thread(lambda: seen.append("worked"), "heir")

    clock.start_thread(work, "dying")
    clock.sleep(1.0)
    clock.cut_power()
    clock.sleep(1.0)
    assert seen == []


def test_life_goes_on_after_a_power_cut(clock: VirtualClock) -> None:
    seen: list[float] = []

    def tick() -> None:
        while True:
            clock.sleep(1.0)
            seen.append(clock.monotonic())

    clock.start_thread(tick, "before")
    clock.sleep(2.0)
    clock.cut_power()
    clock.sleep(5.0)
    clock.start_thread(tick, "after")
    clock.sleep(2.0)
    assert seen == [1001.0, 1002.0, 1008.0, 1009.0]
    clock.cut_power()


def test_the_machines_own_clock_keeps_the_same_promises() -> None:
    clock = SystemClock()
    box: Mailbox[str] = clock.mailbox()
    thread = clock.start_thread(lambda: box.put("hello"), "writer")
    assert box.get(until=clock.monotonic() + 60.0) == "hello"
    thread.join()
    before = clock.monotonic()
    assert box.get(until=before) is None
    clock.sleep(-1.0)
    assert clock.monotonic() >= before
    assert clock.wall() > 1_700_000_000
    loop = clock.new_event_loop()
    assert abs(loop.time() - clock.monotonic()) < 60.0
    loop.close()


def test_a_machines_own_clock_waits_for_no_time_and_for_less_than_none_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("hardware.clock.time.sleep", waited.append)
    for seconds in (-1.0, 0.0, 0.03):
        SystemClock().sleep(seconds)
    assert waited == [0.0, 0.0, 0.03]
