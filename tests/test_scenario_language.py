"""What can be written in a scenario, and what is said about what cannot."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scenario import FORMS, ScenarioError, Step, breakages, expected, parse, read_scenario, steps, usage
from companion.scenario.writing import game_line

G = 9.80665

FORMS_AND_VALUES: tuple[tuple[str, type[Step], dict[str, object]], ...] = (
    (
        "game katz-schmaus Ada Ben Cem",
        steps.Game,
        {"game": "katz-schmaus", "players": ("Ada", "Ben", "Cem"), "options": {}},
    ),
    (
        'game katz-schmaus Ada "Anna Lena" treats=4 auto_settle=false left_on_board=player first="Anna Lena"',
        steps.Game,
        {
            "players": ("Ada", "Anna Lena"),
            "options": {"treats": 4, "auto_settle": False, "left_on_board": "player", "first": "Anna Lena"},
        },
    ),
    (
        'game katz-schmaus Ada Ben pad={"toys": [1, null], "no_toys": 0} latch=false',
        steps.Game,
        {"options": {"pad": {"toys": [1, None], "no_toys": 0}, "latch": False}},
    ),
    (
        'command {"do": "result", "in_box": 3, "why": "a # in it"}  # and a comment',
        steps.Command,
        {"command": {"do": "result", "in_box": 3, "why": "a # in it"}},
    ),
    ("undo", steps.Undo, {}),
    ("redo", steps.Redo, {}),
    ("press", steps.Press, {"seconds": None, "bounces": 0}),
    ("press 80ms", steps.Press, {"seconds": 0.08}),
    ("press bounce 5 over 10ms", steps.Press, {"seconds": None, "bounces": 5, "bounce_seconds": 0.01}),
    ("press 200us bounce 12 over 8ms", steps.Press, {"seconds": 0.0002, "bounces": 12, "bounce_seconds": 0.008}),
    ("press player Ben", steps.PressPlayer, {"player": "Ben", "times": 1}),
    ("press player Ben times 3 every 250ms", steps.PressPlayer, {"player": "Ben", "times": 3, "every": 0.25}),
    ("hold 0.7s", steps.Hold, {"seconds": 0.7}),
    ("dial 3", steps.Dial, {"clicks": 3, "seconds": None, "bounces": 0}),
    ("dial -12 over 0.4s", steps.Dial, {"clicks": -12, "seconds": 0.4}),
    ("dial 1 bounce 5 over 3ms", steps.Dial, {"clicks": 1, "bounces": 5, "bounce_seconds": 0.003}),
    ("spike 200us", steps.Spike, {"seconds": 0.0002, "times": 1}),
    ("spike 1ms times 20 over 2min", steps.Spike, {"seconds": 0.001, "times": 20, "spread": 120.0}),
    ("grab", steps.Grab, {}),
    ("put-back", steps.PutBack, {}),
    ("button stuck", steps.ButtonStuck, {}),
    ("button free", steps.ButtonFree, {}),
    ("lift", steps.Lift, {}),
    ("set-down", steps.SetDown, {"manner": None}),
    ("set-down softly", steps.SetDown, {"manner": "softly"}),
    ("set-down hard", steps.SetDown, {"manner": "hard"}),
    ("tilt 40 over 2s", steps.Tilt, {"angle": 40.0, "towards": 0.0, "seconds": 2.0}),
    ("tilt 40 towards 270 over 2s", steps.Tilt, {"angle": 40.0, "towards": 270.0, "seconds": 2.0}),
    ("tilt 40° towards -90deg over 2s", steps.Tilt, {"angle": 40.0, "towards": -90.0}),
    ("shake 6Hz 1.5g for 3s", steps.Shake, {"hz": 6.0, "acceleration": 1.5 * G, "seconds": 3.0}),
    ("shake 6 12.5 for 3s", steps.Shake, {"hz": 6.0, "acceleration": 12.5, "seconds": 3.0}),
    ("turn -180 over 1s", steps.Turn, {"angle": -180.0, "seconds": 1.0}),
    ("empty", steps.Empty, {}),
    ("knock 0.47g 1.3s", steps.Knock, {"acceleration": 0.47 * G, "seconds": 1.3}),
    ("hum 50Hz 0.05g for 8h", steps.Hum, {"hz": 50.0, "acceleration": 0.05 * G, "seconds": 28_800.0}),
    (
        "ring 25Hz 0.4g decaying to 0.01g over 2s",
        steps.Ring,
        {"hz": 25.0, "acceleration": 0.4 * G, "decaying_to": 0.01 * G, "seconds": 2.0},
    ),
    ("mount -z", steps.Mount, {"axis": "-z"}),
    ("mount skew 17", steps.MountSkew, {"angle": 17.0}),
    ("bias 0.1g -0.3 0", steps.Bias, {"x": 0.1 * G, "y": -0.3, "z": 0.0}),
    ("drift -0.02g per 1h", steps.Drift, {"acceleration": -0.02 * G, "per": 3600.0}),
    ("replay evening.csv", steps.Replay, {"file": "evening.csv", "columns": {}, "unit": "ms2"}),
    (
        'replay "an evening.csv" columns t_ms=timestamp,ax=aX,ay=aY,az=aZ',
        steps.Replay,
        {"file": "an evening.csv", "columns": {"t_ms": "timestamp", "ax": "aX", "ay": "aY", "az": "aZ"}},
    ),
    ("replay a.csv columns t=s ax=x unit g", steps.Replay, {"columns": {"t": "s", "ax": "x"}, "unit": "g"}),
    ("bus 100kHz", steps.BusSpeed, {"hz": 100_000}),
    ("bus 400kHz", steps.BusSpeed, {"hz": 400_000}),
    ("oled sh1106", steps.Oled, {"chip": "sh1106", "size": (128, 64)}),
    ("oled ssd1309 128x64", steps.Oled, {"chip": "ssd1309", "size": (128, 64)}),
    ("oled ssd1306 128x32", steps.Oled, {"chip": "ssd1306", "size": (128, 32)}),
    ("wiring cat-stand", steps.Wiring, {"name": "cat-stand"}),
    (
        'config boards."Oma Käthe" {"cushions": 30}',
        steps.Configure,
        {"path": ("boards", "Oma Käthe"), "value": {"cushions": 30}},
    ),
    ("config pads.home.toys [5, 12]", steps.Configure, {"path": ("pads", "home", "toys"), "value": [5, 12]}),
    ("language de", steps.Language, {"language": "de"}),
    ("language en", steps.Language, {"language": "en"}),
    ("wait 8h", steps.Wait, {"seconds": 28_800.0}),
    ("fault sensor absent", breakages.SensorFault, {"kind": "absent", "seconds": None}),
    ("fault sensor unplugged", breakages.SensorFault, {"kind": "unplugged"}),
    ("fault sensor unplugged for 3s", breakages.SensorFault, {"kind": "unplugged", "seconds": 3.0}),
    ("fault sensor address 0x69", breakages.SensorAddress, {"address": 0x69}),
    ("fault sensor who-am-i 0x70", breakages.SensorIdentity, {"identity": 0x70, "reads": None}),
    ("fault sensor who-am-i 0x00 for 3 reads", breakages.SensorIdentity, {"identity": 0, "reads": 3, "seconds": None}),
    ("fault sensor reset-stuck", breakages.SensorFault, {"kind": "reset-stuck"}),
    ("fault sensor brown-out", breakages.SensorBrownOut, {"registers": ()}),
    (
        "fault sensor brown-out registers PWR_MGMT_1 ACCEL_CONFIG",
        breakages.SensorBrownOut,
        {"registers": ("PWR_MGMT_1", "ACCEL_CONFIG")},
    ),
    ("fault sensor frozen", breakages.SensorFrozen, {"axis": None}),
    ("fault sensor frozen axis z", breakages.SensorFrozen, {"axis": "z"}),
    ("fault sensor spike 2g", breakages.SensorSpike, {"acceleration": 2 * G, "seconds": None}),
    ("fault sensor spike -2g for 10ms", breakages.SensorSpike, {"acceleration": -2 * G, "seconds": 0.01}),
    (
        "fault sensor nak",
        breakages.Nak,
        {"part": "sensor", "every": 1, "errno": None, "direction": None, "seconds": None},
    ),
    (
        "fault oled nak every 50 errno 121 data for 10min",
        breakages.Nak,
        {"part": "oled", "every": 50, "errno": 121, "direction": "data", "seconds": 600.0},
    ),
    ("fault sensor nak commands errno EREMOTEIO", breakages.Nak, {"errno": 121, "direction": "commands"}),
    ("fault sensor nak for 2s every 7", breakages.Nak, {"every": 7, "seconds": 2.0}),
    ("fault oled absent", breakages.OledFault, {"kind": "absent"}),
    ("fault oled unplugged for 40s", breakages.OledFault, {"kind": "unplugged", "seconds": 40.0}),
    ("fault bus locked for 2s", breakages.BusFault, {"kind": "locked", "seconds": 2.0}),
    ("fault bus missing", breakages.BusFault, {"kind": "missing"}),
    ("fault bus denied", breakages.BusFault, {"kind": "denied"}),
    ("fault gpio unavailable", breakages.GpioFault, {"kind": "unavailable"}),
    ("fault gpio busy 3 times", breakages.GpioBusy, {"times": 3}),
    ("fault gpio edge-detection", breakages.GpioFault, {"kind": "edge-detection"}),
    ("fault button-thread dies", breakages.ButtonThreadDies, {}),
    ("fault disk full", breakages.DiskFault, {"kind": "full"}),
    ("fault disk read-only", breakages.DiskFault, {"kind": "read-only"}),
    ("fault disk locked for 5s", breakages.DiskFault, {"kind": "locked", "seconds": 5.0}),
    ("fault disk slow 2s", breakages.DiskSlow, {"delay": 2.0, "seconds": None}),
    ("fault disk slow 300ms for 1min", breakages.DiskSlow, {"delay": 0.3, "seconds": 60.0}),
    ("heal sensor", breakages.Heal, {"what": "sensor"}),
    ("heal oled", breakages.Heal, {"what": "oled"}),
    ("heal bus", breakages.Heal, {"what": "bus"}),
    ("heal gpio", breakages.Heal, {"what": "gpio"}),
    ("heal button-thread", breakages.Heal, {"what": "button-thread"}),
    ("heal disk", breakages.Heal, {"what": "disk"}),
    ("clock jump +1h", steps.ClockJump, {"seconds": 3600.0}),
    ("clock jump -2min", steps.ClockJump, {"seconds": -120.0}),
    ("clock set 1970-01-01T00:00:00Z", steps.ClockSet, {"wall": 0.0}),
    ("clock set 2026-12-24T18:00:00+01:00", steps.ClockSet, {"wall": 1_798_131_600.0}),
    ("spoil journal.db-wal a-folder", breakages.Spoil, {"file": "journal.db-wal", "harm": "a-folder"}),
    ("fault network absent for 90s", breakages.NetworkAbsent, {"seconds": 90.0}),
    ("network 192.168.1.7", breakages.NetworkAddress, {"address": "192.168.1.7"}),
    ("restart", steps.Restart, {}),
    ("power-cut", steps.PowerCut, {}),
    ("expect phase called", expected.ExpectPhase, {"phase": "called", "negated": False}),
    ("expect turn Ben", expected.ExpectTurn, {"player": "Ben"}),
    ("expect turn null", expected.ExpectTurn, {"player": None}),
    ('expect turn "null"', expected.ExpectTurn, {"player": "null"}),
    ("expect caller Ben", expected.ExpectCaller, {"player": "Ben"}),
    (
        'expect scores Ada=3 Ben=-4 "Anna Lena"=0',
        expected.ExpectScores,
        {"scores": {"Ada": 3, "Ben": -4, "Anna Lena": 0}},
    ),
    ("expect over", expected.ExpectOver, {}),
    ("expect winners Ada Ben", expected.ExpectWinners, {"players": ("Ada", "Ben")}),
    ("expect revision 0", expected.ExpectRevision, {"revision": 0}),
    ("expect prompt choose", expected.ExpectPrompt, {"kind": "choose"}),
    ("expect prompt null", expected.ExpectPrompt, {"kind": None}),
    ("expect refused not-your-turn", expected.ExpectRefused, {"code": "not-your-turn"}),
    ("expect state bowls.Ada 3", expected.ExpectState, {"path": ("bowls", "Ada"), "value": 3}),
    ("expect state locked mad", expected.ExpectState, {"path": ("locked",), "value": "mad"}),
    ("expect state caller null", expected.ExpectState, {"path": ("caller",), "value": None}),
    ("expect state final_round false", expected.ExpectState, {"value": False}),
    ('expect state bowls."A. B." 3', expected.ExpectState, {"path": ("bowls", "A. B."), "value": 3}),
    ('expect state eaters ["Ada", "Ben # 2"]', expected.ExpectState, {"value": ["Ada", "Ben # 2"]}),
    ('expect state caller "Anna Lena"', expected.ExpectState, {"value": "Anna Lena"}),
    ("expect state pots.mad.four.inner 2", expected.ExpectState, {"path": ("pots", "mad", "four", "inner")}),
    ('expect oled contains "BEN!"', expected.ExpectOledContains, {"text": "BEN!"}),
    ('expect oled contains "say \\"hi\\" # 1"', expected.ExpectOledContains, {"text": 'say "hi" # 1'}),
    ("expect oled like called.png", expected.ExpectOledLike, {"file": "called.png"}),
    ("expect health sensor degraded", expected.ExpectHealth, {"part": "sensor", "status": "degraded"}),
    ('expect health sensor says "check its wires"', expected.ExpectHealthSays, {"text": "check its wires"}),
    (
        "expect events lifted=1 set_down=1 knock=0",
        expected.ExpectEvents,
        {"counts": {"lifted": 1, "set_down": 1, "knock": 0}},
    ),
    ("expect counter nak = 7", expected.ExpectCounter, {"name": "nak", "operator": "=", "number": 7}),
    ("expect counter samples_lost <= 0", expected.ExpectCounter, {"operator": "<=", "number": 0}),
    ("expect counter frames < 20", expected.ExpectCounter, {"operator": "<"}),
    ("expect counter commits >= 2", expected.ExpectCounter, {"operator": ">="}),
    ("expect counter reinit > 0", expected.ExpectCounter, {"operator": ">"}),
    ("expect buzzer within 5ms of press", expected.ExpectAfterPress, {"what": "buzzer", "within": 0.005}),
    ("expect flash within 20ms of press", expected.ExpectAfterPress, {"what": "flash", "within": 0.02}),
    ("expect starts 1", expected.ExpectStarts, {"starts": 1}),
    ("expect not over", expected.ExpectOver, {"negated": True}),
    ('expect not oled contains "TRAP"', expected.ExpectOledContains, {"text": "TRAP", "negated": True}),
    ("expect not flash within 1s of press", expected.ExpectAfterPress, {"within": 1.0, "negated": True}),
    ("oled save called.png", steps.OledSave, {"file": "called.png"}),
)


@pytest.mark.parametrize(("line", "kind", "values"), FORMS_AND_VALUES, ids=[line for line, _, _ in FORMS_AND_VALUES])
def test_it_can_be_written(line: str, kind: type[Step], values: dict[str, object]) -> None:
    (step,) = parse(line, "night.scn")
    assert type(step) is kind
    found = {field.name: getattr(step, field.name) for field in fields(step)}
    assert found["line"] == 1
    for name, value in values.items():
        assert found[name] == (pytest.approx(value) if isinstance(value, float) else value), name


def test_the_reference_has_every_form_and_no_other() -> None:
    reference = (Path(__file__).parent.parent / "docs" / "reference.md").read_text()
    language = reference.partition("### Steps\n")[2].partition("\n## ")[0]
    assert sorted(re.findall(r"^    (.+)$", language, re.MULTILINE)) == sorted(usage())


def test_every_form_is_in_the_table() -> None:
    written = [line.partition("  #")[0] for line, _, _ in FORMS_AND_VALUES]
    for form, _ in FORMS:
        first = form.usage.partition(" ")[0]
        assert any(line.partition(" ")[0] == first for line in written), form.usage
    made = {kind for _, kind, _ in FORMS_AND_VALUES}
    named = (each for room in (steps, breakages, expected) for each in vars(room).values())
    every = {each for each in named if isinstance(each, type) and issubclass(each, Step)}
    assert every - made == {steps.Step, steps.SetUp, breakages.Fault, expected.Expect}
    assert len(set(usage())) == len(FORMS)


SETS_UP = (
    "fault",
    "mount",
    "bias",
    "drift",
    "bus",
    "oled",
    "wiring",
    "language",
    "config",
    "button",
    "clock",
    "heal",
    "spoil",
    "network",
)


@pytest.mark.parametrize("line", [line for line, _, _ in FORMS_AND_VALUES])
def test_the_daemon_starts_at_the_first_step_that_sets_nothing_up(line: str) -> None:
    (step,) = parse(line, "night.scn")
    assert step.set_up == (line.partition(" ")[0] in SETS_UP and not line.startswith("oled save"))


WRONG: tuple[tuple[str, str], ...] = (
    (
        "lfit",
        "no step begins with lfit; expected a step such as game, press, lift, wait or expect (did you mean lift?)",
    ),
    ("set_down", "did you mean set-down?"),
    ("LIFT", "no step begins with LIFT"),
    ("spoil ../journal.db missing", "no file of the table's folder itself; expected a file such as journal.db"),
    ("spoil /etc/passwd missing", "no file of the table's folder itself"),
    ("press 5", "5: the unit is missing (us, ms, s, min, h), written without a space, as in 5s"),
    ("wait 5 s", "as in 5s"),
    ("wait 5sec", "5sec: sec is no unit here"),
    ("wait 5m", "5m: m is no unit here (us, ms, s, min, h)"),
    ("wait -5s", "-5s is negative"),
    ("wait 99999999999999h", "99999999999999h is longer than 1000 h"),
    ("press 0.5s bounce 999999999 over 1s", "999999999 is too many: 1 to 10000 can be"),
    ("dial -10001", "-10001 is too many: 10000 either way can be"),
    ("wait soon", "soon does not fit after wait; expected a duration such as 80ms, 1.5s, 2min or 8h"),
    ("wait", "the line ends after wait; expected a duration"),
    ("wait nans", "nans does not fit after wait"),
    ("wait 1s 2s", "2s does not fit after wait 1s; expected the end of the line"),
    ("hold 0s", "0s is not above 0"),
    ("tilt 40 2s", "2s does not fit after tilt 40; expected towards or over; the whole step is: tilt ANGLE [towards"),
    ("shake 6Hz 1.5gs for 1s", "gs is no unit here (m/s2, m/s², g)"),
    ("shake 0Hz 1g for 1s", "0Hz is not above 0"),
    ("knock 0.4g", "the line ends after knock 0.4g; expected a duration"),
    ("mount z", "z does not fit after mount; expected +x, -x, +y, -y, +z, -z or skew"),
    ("bus 400khz", "did you mean 400kHz?"),
    ("oled ssd1307", "expected ssd1306, sh1106, ssd1309 or save"),
    ("language fr", "fr does not fit after language; expected de, en"),
    ("fault sensr absent", "did you mean sensor?"),
    ("fault sensor absnt", "did you mean absent?"),
    ("fault sensor address 0x99", "0x99 is not within 0x08 to 0x77"),
    ("fault sensor who-am-i 0x170", "0x170 is not within 0x00 to 0xFF"),
    ("fault sensor nak every 0", "0 times is never"),
    ("fault sensor nak errno EWRONG", "expected an error number such as 121 or EREMOTEIO"),
    ("fault disk slow", "the line ends after fault disk slow"),
    ("heal sensors", "did you mean sensor?"),
    ("clock jump 1d", "d is no unit here"),
    ("clock set 1970-01-01T00:00:00", "has no zone: write 1970-01-01T00:00:00Z for UTC"),
    ("clock set 1970-13-01T00:00:00Z", "is no such time"),
    ("game katz-smaus Ada Ben", "did you mean katz-schmaus?"),
    ("game katz-schmaus", "expected a player such as Ada"),
    ("game katz-schmaus Ada Ben treats=", "nothing stands after the = in treats="),
    ("game katz-schmaus Ada Ben treats=4 treats=3", "treats is given twice"),
    ("game katz-schmaus Ada Ben treats=4 Cem", "Cem does not fit after game katz-schmaus Ada Ben treats=4"),
    ("game katz-schmaus Ada 'Anna Lena\"", "the quote that opens at column 33 is never closed"),
    ("game katz-schmaus Ada „Anna Lena“", 'write quotes straight, "like this"'),
    ('game katz-schmaus Ada "Anna"Lena', "something follows the closing quote"),
    ("command {do: undo}", "the JSON is not right at column 10"),
    ('command {"do": NaN}', "NaN is no JSON"),
    ('command {"do": "undo"', "the JSON is not right at column"),
    ('command {"do": "undo"} twice', "twice does not fit"),
    ("command undo", 'expected a JSON object such as {"do": "undo"}'),
    ("command " + '{"a":' * 100_000, "nested too deeply"),
    ("expect", "the line ends after expect; expected phase or turn"),
    ("expect not", "the line ends after expect; expected phase or turn"),
    ("expect phse called", "did you mean phase?"),
    ("expect refused ilegal", "did you mean illegal?"),
    ("expect scores Ada", "Ada does not fit after expect scores; expected scores such as Ada=3"),
    ("expect scores Ada=three", "expected scores such as Ada=3"),
    ("expect scores Ada=3 Ada=4", "Ada is given twice"),
    ("expect events lift=1", "the box feels no lift; expected events such as lifted=1 set_down=1 knock=0"),
    ("expect counter naks = 7", "did you mean nak?"),
    ("expect counter nak == 7", "expected =, <, <=, >, >="),
    ("expect counter nak=7", "did you mean nak?"),
    ("expect health sensor fine", "expected ok, degraded, absent"),
    ("expect oled contains BEN !", "! does not fit after expect oled contains BEN; expected the end of the line"),
    ("expect buzzer within 5ms", "the line ends after expect buzzer within 5ms; expected of"),
    ("expect state bowls.Ada", "the line ends after expect state bowls.Ada; expected a value"),
    ("expect state bowls..Ada 3", "bowls..Ada is no path"),
    ("oled save called.jpeg", "expected a file that ends in .png"),
    ("expect starts one", "expected a number from 0"),
)


@pytest.mark.parametrize(("line", "complaint"), WRONG, ids=[line[:60] for line, _ in WRONG])
def test_a_slip_is_explained(line: str, complaint: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(f"# two lines above\n\n{line}\n", "night.scn")
    message = str(caught.value)
    assert message.startswith("night.scn:3: ")
    assert complaint in message
    assert "\n" not in message


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "# nothing\n", "  \t\n#\n\r\n"])
def test_an_empty_evening_has_no_steps(text: str) -> None:
    assert parse(text, "night.scn") == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_every_system_are_counted(end: str) -> None:
    found = parse(f"\ufefflift{end}{end}\t set-down\thard \t# now{end}undo", "night.scn")
    assert [(step.line, step.source) for step in found] == [(1, "lift"), (3, "set-down\thard"), (4, "undo")]


def test_a_comment_may_follow_at_once() -> None:
    assert [step.source for step in parse("lift#up\nlift # up", "night.scn")] == ["lift", "lift"]


def test_a_line_separator_in_a_command_is_no_new_line() -> None:
    (step,) = parse('command {"do": "rename", "player": "A", "name": "A\u2028B"}', "night.scn")
    assert isinstance(step, steps.Command)


def test_a_game_step_is_a_header() -> None:
    (step,) = parse("game katz-schmaus Ada Ben Cem treats=4", "night.scn")
    assert isinstance(step, steps.Game)
    assert step.header == {"game": "katz-schmaus", "players": ["Ada", "Ben", "Cem"], "options": {"treats": 4}}


@given(st.text())
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    try:
        parse(text, "night.scn")
    except ScenarioError as error:
        assert str(error).startswith("night.scn:")


@given(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1))
def test_any_name_can_be_quoted(name: str) -> None:
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    (step,) = parse(f"game katz-schmaus {quoted} Ben", "night.scn")
    assert isinstance(step, steps.Game)
    assert step.players == (name, "Ben")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.scn"
    with pytest.raises(ScenarioError, match=r"missing\.scn: cannot be read: No such file"):
        read_scenario(missing)
    latin = tmp_path / "latin.scn"
    latin.write_bytes("lift\ngame katz-schmaus Zoë\n".encode("latin-1"))
    with pytest.raises(ScenarioError, match=r"latin\.scn:2: is no UTF-8: byte 0xEB"):
        read_scenario(latin)


@pytest.mark.parametrize("name", ["Ada", "Anna Lena", "null", 'say "hi"', "#1", "a=b", "-7", "{x", "Zoë", "“quoted”"])
def test_any_name_is_a_word_of_a_scenario(name: str) -> None:
    (step,) = parse(game_line("katz-schmaus", (name, "Ben"), {"first": name}), "x")
    assert getattr(step, "header", None) == {
        "game": "katz-schmaus",
        "players": [name, "Ben"],
        "options": {"first": name},
    }
