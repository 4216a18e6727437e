"""The hardware thread: samples, pictures and flashes on one bus, and parts that fail and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageDraw

from hardware.simulated import Nak, PowerCut

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware import Mailbox
    from hardware.simulated.bus import Outage
    from tests.hardware.conftest import Box

INVERT, UPRIGHT = b"\x00\xa7", b"\x00\xa6"
WEIGHT = 9.78


def ball(place: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).ellipse((place % 100, 12, place % 100 + 26, 38), fill=1)
    return image


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None


def animate(box: Box, seconds: float, fps: int = 20) -> Image.Image:
    image = ball(0)
    for frame in range(round(seconds * fps)):
        image = ball(frame)
        box.thread.show(image)
        box.clock.sleep(1 / fps)
    box.clock.sleep(0.3)
    return image


@pytest.mark.parametrize("hertz", [400_000, 100_000])
def test_no_sample_is_lost_while_the_display_moves(make_box: Callable[..., Box], hertz: int) -> None:
    box = make_box(hertz=hertz)
    box.sensor.clock_error = 0.015
    last = animate(box.run(1.0), 600.0)
    assert same(last, box.oled.picture())
    box.thread.stop()
    counters = box.counters
    assert (counters.samples_lost, counters.nak, counters.reinit) == (0, 0, 0)
    assert 0 <= box.sensor.samples - counters.samples <= 0.25 * 203
    assert counters.samples == len(box.times)
    assert counters.samples == pytest.approx(203 * 600, rel=0.01)
    assert counters.frames >= 600 * 20 * 0.99


def test_a_flash_waits_three_milliseconds_at_most_while_the_display_moves(box: Box) -> None:
    box.run(1.0)
    for number in range(200):
        box.thread.show(ball(number * 7))
        box.clock.sleep(0.0011 + number * 0.000037)
        asked = box.clock.monotonic()
        box.thread.invert(on=number % 2 == 0)
        box.clock.sleep(0.05)
        wanted = b"\x00\xa7" if number % 2 == 0 else b"\x00\xa6"
        done = next(transfer.t for transfer in box.bus.log if transfer.t > asked and transfer.sent == wanted)
        assert done - asked <= 0.003


def test_a_flash_does_not_wait_for_the_sensor_to_start(box: Box) -> None:
    box.run(5.0)
    box.sensor.brown_out()
    while box.status("sensor") == "ok":
        box.clock.sleep(0.01)
    for number in range(12):
        asked = box.clock.monotonic()
        box.thread.invert(on=number % 2 == 0)
        box.clock.sleep(0.03)
        wanted = b"\x00\xa7" if number % 2 == 0 else b"\x00\xa6"
        assert next(each.t for each in box.bus.log if each.t > asked and each.sent == wanted) - asked <= 0.003
    box.run(1.0)
    assert box.status("sensor") == "ok"


def test_a_display_that_is_turned_over_already_is_not_told_again(box: Box) -> None:
    box.run(1.0)
    for _ in range(200):
        box.thread.invert(on=False)
        box.clock.sleep(0.05)
    box.thread.invert(on=True)
    box.clock.sleep(0.01)
    for _ in range(200):
        box.thread.invert(on=True)
        box.clock.sleep(0.05)
    assert [each.sent for each in box.bus.log if each.sent in (INVERT, UPRIGHT)] == [INVERT]


def test_a_flash_that_the_bus_swallowed_is_made_up_for(box: Box) -> None:
    box.run(1.0)
    box.bus.naks.append(Nak(address=0x3C, until=box.clock.monotonic() + 0.01))
    box.thread.invert(on=True)
    box.run(0.005)
    assert not box.oled.inverted
    box.run(1.0)
    assert box.oled.inverted


def test_a_thread_that_comes_round_answers_and_one_that_hangs_does_not(box: Box) -> None:
    box.run(1.0)
    answers: list[float] = []

    def answer() -> None:
        answers.append(box.clock.monotonic())

    asked = box.clock.monotonic()
    box.thread.ping(answer)
    box.run(0.01)
    assert answers == [pytest.approx(asked, abs=0.003)]

    holding: Mailbox[None] = box.clock.mailbox()
    box.thread.ping(holding.get)  # waits for ever, as a driver may
    box.run(0.01)
    box.thread.ping(answer)
    box.run(60.0)
    assert box.thread.alive
    assert len(answers) == 1
    holding.put(None)
    box.run(0.01)
    assert len(answers) == 2


def test_an_answer_that_nobody_wants_any_more_costs_nothing(box: Box) -> None:
    def answer() -> None:
        raise RuntimeError("Event loop is closed")

    box.run(1.0)
    box.thread.ping(answer)
    box.run(1.0)
    assert (box.status("sensor"), box.status("oled")) == ("ok", "ok")
    assert box.thread.stop()


def test_the_first_picture_is_there_before_the_sensor_is(box: Box) -> None:
    box.thread.start()
    box.thread.show(ball(5))
    box.clock.sleep(0.06)
    assert same(ball(5), box.oled.picture())
    assert not box.batches


@pytest.mark.parametrize("errno", [121, 5])
@pytest.mark.parametrize("every", [7, 50, 1000])
def test_naks_are_tried_again_and_counted(make_box: Callable[..., Box], every: int, errno: int) -> None:
    box = make_box()
    nak = Nak(every=every, errno=errno)
    box.bus.naks.append(nak)
    animate(box.run(1.0), 600.0, fps=2)
    box.thread.stop()
    assert box.counters.nak == nak.seen // every > 0
    assert (box.counters.samples_lost, box.counters.reinit) == (0, 0)
    assert {each.status for _, each in box.conditions} == {"ok"}
    assert all(abs(z - WEIGHT) < 0.3 for batch in box.batches for z in batch.z)


def test_what_is_missing_is_looked_for_every_five_seconds_and_told_once(box: Box) -> None:
    box.sensor.unplug()
    box.oled.unplug()
    box.thread.show(ball(3))
    box.run(3600.0)
    assert [(each.part, each.status) for _, each in box.conditions] == [("oled", "absent"), ("sensor", "absent")]
    assert box.counters.nak == 0
    box.sensor.plug()
    box.oled.plug()
    box.run(5.0)
    assert (box.status("sensor"), box.status("oled")) == ("ok", "ok")
    assert same(ball(3), box.oled.picture())
    assert box.counters.reinit == 0


def test_what_is_pulled_out_and_put_back_joins_again(box: Box) -> None:
    box.thread.show(ball(3))
    box.thread.invert(on=True)
    box.run(10.0)
    for chip in (box.sensor, box.oled):
        chip.unplug()
    box.run(3.0)
    assert (box.status("sensor"), box.status("oled")) == ("absent", "absent")
    for chip in (box.sensor, box.oled):
        chip.plug()
    box.run(5.0)
    assert (box.status("sensor"), box.status("oled")) == ("ok", "ok")
    assert box.oled.inverted
    assert same(ball(3), box.oled.ram_image())
    assert box.counters.reinit == 1
    box.thread.invert(on=False)
    box.run(0.1)
    assert not box.oled.inverted


def test_a_display_that_lost_its_supply_for_a_moment_shines_again(box: Box) -> None:
    box.thread.show(ball(3))
    box.run(10.0)
    box.oled.unplug()
    box.oled.plug()
    assert not box.oled.lit
    box.run(2.5)
    assert same(ball(3), box.oled.picture())


@pytest.mark.parametrize("part", ["sensor", "oled"])
def test_a_part_that_is_away_for_a_while_comes_back_by_itself(box: Box, part: str) -> None:
    box.run(5.0)
    getattr(box, part).unplug(3.0)
    box.run(2.5)
    assert box.status(part) == "absent"
    box.run(6.0)
    assert box.status(part) == "ok"
    assert (box.oled.lit, box.sensor.register(0x1C)) == (True, 0x10)


def test_a_chip_at_its_other_address_is_named_with_the_setting(box: Box) -> None:
    box.bus.move(box.sensor, 0x69)
    box.bus.move(box.oled, 0x3D)
    box.run(1.0)
    assert "nothing answers at 0x68 on I2C bus 1, but something at 0x69: set [sensor] address" in box.why("sensor")
    assert "nothing answers at 0x3C on I2C bus 1, but something at 0x3D: set [oled] address" in box.why("oled")


def test_a_display_that_takes_commands_but_no_data_is_degraded(box: Box) -> None:
    box.run(5.0)
    box.bus.naks.append(Nak(address=0x3C, direction="data"))
    box.thread.show(ball(1))
    box.run(10.0)
    assert (box.status("oled"), box.status("sensor")) == ("degraded", "ok")
    box.bus.heal()
    box.run(5.0)
    assert box.status("oled") == "ok"
    assert same(ball(1), box.oled.picture())


@pytest.mark.parametrize(
    ("trouble", "word"), [("missing", "raspi-config"), ("denied", "group i2c"), ("locked", "held down")]
)
@pytest.mark.parametrize("from_the_start", [True, False])
def test_a_bus_in_trouble_costs_both_parts_and_heals(
    box: Box, trouble: Outage, word: str, from_the_start: bool
) -> None:
    if not from_the_start:
        box.run(5.0)
    box.bus.trouble(trouble)
    box.run(12.0)
    for part in ("sensor", "oled"):
        assert box.status(part) == "absent"
        assert word in box.why(part)
    box.bus.heal()
    box.run(9.0)
    assert (box.status("sensor"), box.status("oled")) == ("ok", "ok")


@pytest.mark.parametrize("from_the_start", [True, False])
def test_a_bus_that_is_held_down_is_told_of_both_parts_at_once(box: Box, from_the_start: bool) -> None:
    """The kernel gives a transfer up after a second: each part costs one, and no more."""
    if not from_the_start:
        box.thread.show(ball(1))
        box.run(5.0)
        # Something to send: a display that is left alone is asked only every 2 s.
        box.thread.show(ball(2))
    held = box.clock.monotonic()
    box.bus.trouble("locked")
    box.run(2.2)
    assert sorted((part, status) for _, part, status in box.since(held)) == [("oled", "absent"), ("sensor", "absent")]


@pytest.mark.parametrize("after", [0.0, 0.3, 1.1, 2.5, 7.0])
@pytest.mark.parametrize("from_the_start", [True, False])
def test_stopping_does_not_wait_long_for_a_bus_that_is_held_down(box: Box, after: float, from_the_start: bool) -> None:
    if not from_the_start:
        box.run(5.0)
    box.bus.trouble("locked")
    box.run(after)
    asked = box.clock.monotonic()
    assert box.thread.stop(10.0)
    assert box.clock.monotonic() - asked <= 2.01


def test_without_sensor_the_display_plays_on(make_box: Callable[..., Box]) -> None:
    box = make_box(sensor=False)
    box.thread.show(ball(1))
    box.run(2.0)
    assert [(each.part, each.status) for _, each in box.conditions] == [("oled", "ok")]
    assert same(ball(1), box.oled.picture())
    assert all(transfer.address == 0x3C for transfer in box.bus.log)


def test_an_unexpected_error_costs_only_its_part(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr("hardware.ssd1306.Ssd1306.pieces", broken)
    box.thread.show(ball(1))
    box.run(10.0)
    assert box.status("oled") == "degraded"
    assert "ZeroDivisionError" in box.why("oled")
    assert box.status("sensor") == "ok"
    assert len(box.conditions) <= 4


def test_a_fault_of_its_own_does_not_end_the_thread(box: Box, caplog: pytest.LogCaptureFixture) -> None:
    box.run(2.0)
    box.thread.pace("no number")  # type: ignore[arg-type]  # which is the fault
    before = box.counters.samples
    box.run(5.0)
    assert box.counters.samples > before + 900
    assert box.thread.alive
    assert "unforeseen" in caplog.text
    assert box.thread.stop()


def test_stopping_leaves_the_display_dark_and_the_bus_free(box: Box) -> None:
    box.thread.show(ball(1))
    box.run(2.0)
    assert box.thread.stop()
    assert not box.oled.on
    assert not box.thread.alive
    after = len(box.bus.log)
    box.clock.sleep(10.0)
    assert len(box.bus.log) == after


def test_a_power_cut_ends_the_thread_wherever_it_is(make_box: Callable[..., Box]) -> None:
    for number in range(30):
        box = make_box()
        box.thread.start()
        box.thread.show(ball(number))
        box.clock.sleep(0.013 * number + 0.0004)
        try:
            box.clock.cut_power()
        except PowerCut:
            pytest.fail("the outside does not end")
        assert not box.thread.alive
        box.machine.cut_power()
        assert not box.oled.lit


def test_brightness_and_upside_down(make_box: Callable[..., Box]) -> None:
    box = make_box(contrast=40, rotate=2)
    box.thread.show(ball(9))
    box.run(1.0)
    assert box.oled.contrast == 40
    assert same(ball(9).rotate(180), box.oled.picture())
    box.thread.contrast(200)
    box.run(0.1)
    assert box.oled.contrast == 200


def test_a_small_display(make_box: Callable[..., Box]) -> None:
    box = make_box(oled_size=(128, 32))
    image = ball(9).crop((0, 0, 128, 32))
    box.thread.show(image)
    box.run(1.0)
    assert same(image, box.oled.ram_image().crop((0, 0, 128, 32)))
