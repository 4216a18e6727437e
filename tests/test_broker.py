"""The table at a real broker: whatever happens to broker or Home Assistant, both know again how the table is."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.broker import TOO_OFTEN
from companion.command_line import main
from companion.config import Config, changed, encode
from companion.faces.mqtt import OFFLINE, ONLINE, Topics
from hardware import own_identity
from tests.mosquitto import Listener, Mosquitto, free_port
from tests.web.house import ALONE, House

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (Path(__file__).parent.parent / "docs" / "mqtt.md").read_text()
HERE = Topics("companion", "homeassistant", "0123456789ab")
THERE = Topics("companion", "homeassistant", "ba9876543210")
STATES = {HERE.state, HERE.score, HERE.call, HERE.health}
ENTITIES = {
    HERE.entity("sensor", "game"),
    HERE.entity("sensor", "phase"),
    HERE.entity("sensor", "turn"),
    HERE.entity("sensor", "leader"),
    HERE.entity("sensor", "call"),
    HERE.entity("binary_sensor", "trouble"),
}
EVERYTHING = STATES | ENTITIES | {HERE.status}


def at(port: int, **more: object) -> Config:
    return changed(ALONE, {("mqtt", key): value for key, value in {"host": "127.0.0.1", "port": port, **more}.items()})


def house_at(folder: Path, port: int, topics: Topics = HERE, **more: object) -> House:
    house = House(folder, at(port, **more))
    house.identity = topics.identity
    return house


def health(house: House) -> tuple[str | None, str]:
    return house.daemon.health.status("mqtt"), house.daemon.health.says("mqtt")


def has_all(listener: Listener) -> bool:
    """Whether the newest of a game of Ada's is heard, and that the table has a connection, which it says last."""
    kept = listener.kept
    return (
        kept.keys() == EVERYTHING
        and b'"mqtt":{"status":"ok"' in kept[HERE.health]
        and b"Ada" in kept[HERE.state]
        and b"Ada" in kept[HERE.score]
    )


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    with Listener(broker.port) as listener:
        yield listener


@pytest.fixture
def house(tmp_path: Path, broker: Mosquitto) -> Iterator[House]:
    with house_at(tmp_path, broker.port) as house:
        yield house


def test_a_turn_is_followed_from_the_sofa(house: House, listener: Listener) -> None:
    listener.wait_for(lambda: listener.kept.keys() == EVERYTHING)
    assert listener.kept[HERE.status] == ONLINE
    assert set(listener.told(HERE.state).values()) == {None}
    phone = house.phone
    game = phone.begin()
    listener.wait_for_told(HERE.state, title="Katz & Schmaus", turn="Ada", phase="ready", over=False)
    phone.tell(game, {"do": "call", "player": "Ben"})
    listener.wait_for_told(HERE.state, phase="called")
    listener.wait_for_told(HERE.call, caller="Ben", against="Ada", right=None)
    phone.tell(game, {"do": "result", "to": "Ben"})
    listener.wait_for_told(HERE.call, caller="Ben", against="Ada", right=True)
    listener.wait_for_told(HERE.score, leader="Ben", scores={"Ada": 0, "Ben": 3, "Cem": 0})
    phone.post(f"{game}/put-aside")
    listener.wait_for(lambda: listener.told(HERE.state)["game"] is None)
    house.stop()
    listener.wait_for_kept(HERE.status, OFFLINE)


def test_a_broker_that_forgot_everything_knows_it_all_again(
    house: House, broker: Mosquitto, listener: Listener
) -> None:
    house.phone.begin()
    listener.wait_for(lambda: has_all(listener))
    told = dict(listener.kept)
    for _ in range(2):
        broker.stop()
        house.wait_for(lambda: health(house)[0] == "absent")
        listener.forget()
        broker.start()
        listener.wait_for(lambda: listener.kept == told)
    house.wait_for(lambda: health(house) == ("ok", ""))


@pytest.mark.whole
def test_after_a_minute_without_broker_all_is_back_within_5_s(house: House, broker: Mosquitto) -> None:
    house.wait_for(lambda: health(house)[0] == "ok")
    broker.stop()
    with socket.create_server(("127.0.0.1", broker.port)) as nobody:
        nobody.settimeout(5.0)
        end = time.monotonic() + 60.0
        while time.monotonic() < end:
            # It must be tried again in time, each time: else this raises.
            nobody.accept()[0].close()
    broker.start()
    up = time.monotonic()
    with Listener(broker.port) as listener:
        listener.wait_for(lambda: listener.kept.keys() == EVERYTHING, up + 5.0 - time.monotonic())


def test_home_assistant_that_comes_up_is_told_everything_anew(house: House, listener: Listener) -> None:
    listener.wait_for(lambda: listener.kept.keys() == EVERYTHING)
    listener.forget()
    listener.say(HERE.home_assistant, "offline")
    listener.say(HERE.home_assistant, ONLINE)
    listener.wait_for(lambda: listener.kept.keys() >= EVERYTHING)
    assert health(house) == ("ok", "")


def test_two_tables_at_one_broker_do_not_disturb_each_other(
    tmp_path: Path, house: House, broker: Mosquitto, listener: Listener
) -> None:
    house.phone.begin()
    (tmp_path / "other").mkdir()
    with house_at(tmp_path / "other", broker.port, THERE, table="Kitchen") as other:
        other.phone.begin("fat-cats", "Dan", "Eve", "Fay")
        listener.wait_for_told(THERE.state, game="fat-cats", players=["Dan", "Eve", "Fay"])
        listener.wait_for_told(HERE.state, game="katz-schmaus", turn="Ada")
        assert listener.told(THERE.entity("sensor", "turn"))["device"] == {
            "identifiers": ["companion_ba9876543210"],
            "name": "Kitchen",
            "model": "Cat table companion",
        }
    listener.wait_for_kept(THERE.status, OFFLINE)
    assert listener.kept[HERE.status] == ONLINE
    assert health(house) == ("ok", "")


def test_a_table_that_is_renamed_is_one_device_still(house: House, listener: Listener) -> None:
    listener.wait_for(lambda: listener.kept.keys() == EVERYTHING)
    # What an earlier version announced, and this one does not know.
    listener.say(HERE.entity("sensor", "moves"), b'{"name": "Moves"}', retain=True)
    listener.say(THERE.entity("sensor", "moves"), b'{"name": "Moves"}', retain=True)
    house.config = changed(house.config, {("mqtt", "table"): "Kitchen"})
    house.restart()
    listener.wait_for(
        lambda: listener.kept[HERE.status] == ONLINE and HERE.entity("sensor", "moves") not in listener.kept
    )
    listener.wait_for(lambda: all(b"Kitchen" in listener.kept[topic] for topic in ENTITIES))
    assert listener.kept.keys() == EVERYTHING | {THERE.entity("sensor", "moves")}


def test_entities_speak_the_language_of_the_table(house: House, listener: Listener) -> None:
    listener.wait_for_told(HERE.entity("sensor", "turn"), name="Turn")
    house.phone.post("/api/settings", {"language": "de"})
    listener.wait_for_told(HERE.entity("sensor", "turn"), name="Am Zug")


def test_a_broker_that_takes_nothing_in_holds_up_no_game(house: House, broker: Mosquitto, listener: Listener) -> None:
    game = house.phone.begin()
    listener.wait_for_told(HERE.state, turn="Ada")
    broker.freeze()
    for _ in range(10):
        assert house.phone.tell(game, {"do": "rename", "player": "Ada", "name": "A" * 40}).status == 200
        assert house.phone.tell(game, {"do": "rename", "player": "A" * 40, "name": "Ada"}).status == 200
    assert house.phone.tell(game, {"do": "rename", "player": "Ada", "name": "Zoë"}).status == 200
    broker.thaw()
    listener.wait_for_told(HERE.state, turn="Zoë")


def test_without_a_broker_the_box_plays_and_says_what_to_do_until_there_is_one(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with house_at(tmp_path, broker.port) as house:
        house.wait_for(lambda: health(house)[0] == "absent")
        assert health(house)[1].startswith(f"There is no broker at 127.0.0.1:{broker.port}. Start it, or correct host")
        house.phone.begin()
        with broker, Listener(broker.port) as listener:
            listener.wait_for(lambda: has_all(listener))
            house.wait_for(lambda: health(house) == ("ok", ""))


def test_what_is_no_broker_is_told_apart(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, house_at(tmp_path, other.getsockname()[1]) as house:
        other.accept()[0].close()
        house.wait_for(lambda: health(house)[0] == "degraded")
        assert "No broker speaks at" in health(house)[1]


def test_a_wrong_password_is_told_and_the_right_one_works_with_the_rights_of_the_page(tmp_path: Path) -> None:
    passwords, mine, rights = tmp_path / "passwords", tmp_path / "mine", tmp_path / "acl"
    rights.write_text("\n".join(re.findall("^    ((?:user|topic) .+)", PAGE, re.MULTILINE)) + "\n")
    subprocess.run(["mosquitto_passwd", "-c", "-b", passwords, "cats", "purr"], check=True, capture_output=True)
    with (
        Mosquitto(tmp_path, f"password_file {passwords}", f"acl_file {rights}") as broker,
        house_at(tmp_path, broker.port, user="cats", password_file=str(mine)) as house,
    ):
        house.wait_for(lambda: health(house)[0] == "degraded")
        assert health(house)[1].startswith(f"The password for the broker cannot be read ({mine}: No such file")
        mine.write_text("hiss\n")
        house.wait_for(lambda: "refuses the table (Not authorized)" in health(house)[1])
        mine.write_text("purr\n")
        house.wait_for(lambda: health(house) == ("ok", ""))
        with Listener(broker.port, user="cats", password="purr") as listener:
            listener.wait_for(lambda: listener.kept.keys() == EVERYTHING)


def test_the_daemon_as_it_is_started_tells_a_broker_without_openssl_in_memory(
    tmp_path: Path, broker: Mosquitto, listener: Listener
) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text(encode(changed(at(broker.port), {("web", "enabled"): False})))
    status = Topics("companion", "homeassistant", own_identity()).status
    command: list[str | Path] = [sys.executable, "-m", "companion", "run", "--config", settings, "--data", tmp_path]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as companion:
        listener.wait_for_kept(status, ONLINE)
        broker.stop()
        listener.forget()
        broker.start()
        listener.wait_for_kept(status, ONLINE)
        libraries = Path(f"/proc/{companion.pid}/maps").read_text()
        companion.terminate()
        _, said = companion.communicate()
    listener.wait_for_kept(status, OFFLINE)
    assert "Traceback" not in said
    assert not re.search(r"libcrypto|libssl", libraries)


def test_a_copied_card_is_told(house: House, broker: Mosquitto) -> None:
    for _ in range(TOO_OFTEN):
        house.wait_for(lambda: health(house)[0] == "ok")
        with Listener(broker.port, name=HERE.node):
            house.wait_for(lambda: health(house)[0] != "ok")
    assert health(house)[0] == "degraded"
    assert "Is this card a copy of another table's?" in health(house)[1]


def test_what_is_uninstalled_leaves_nothing_behind(
    tmp_path: Path, broker: Mosquitto, listener: Listener, capsys: pytest.CaptureFixture[str]
) -> None:
    me = Topics("companion", "homeassistant", own_identity())
    settings = tmp_path / "companion.toml"
    settings.write_text(encode(at(broker.port)))
    call = ["mqtt", "--config", str(settings), "--data", str(tmp_path)]
    with house_at(tmp_path, broker.port, me), house_at(tmp_path / "other", broker.port):
        listener.wait_for(lambda: me.health in listener.kept and HERE.health in listener.kept)
        assert main([*call, "--forget"]) == 2
        assert f"keeps the games in {tmp_path}: end it first" in capsys.readouterr().err
        assert main(call) == 0
        assert capsys.readouterr().out.endswith(f"11 topics of {me.node} kept at 127.0.0.1:{broker.port}\n")
    listener.wait_for_kept(me.status, OFFLINE)
    listener.wait_for_kept(HERE.status, OFFLINE)
    assert main([*call, "--forget"]) == 0
    assert "11 topics of" in capsys.readouterr().out
    listener.wait_for(lambda: listener.kept.keys() == EVERYTHING)


def test_a_broker_is_looked_for_by_hand_and_why_not_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text("")
    assert main(["mqtt", "--config", str(settings)]) == 2
    assert "write host under [mqtt]" in capsys.readouterr().err
    settings.write_text(encode(at(free_port())))
    assert main(["mqtt", "--config", str(settings)]) == 1
    assert "There is no broker at" in capsys.readouterr().err


def test_what_could_not_be_forgotten_is_told_with_a_command_that_needs_no_companion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, port, me = tmp_path / "companion.toml", free_port(), own_identity()
    call = ["mqtt", "--forget", "--config", str(settings), "--data", str(tmp_path)]
    settings.write_text("")
    assert main(call) == 0
    assert capsys.readouterr().out.startswith("none is named in the settings")
    # paho reads the password before it dials.
    (tmp_path / "my password").write_text("purr")
    settings.write_text(encode(at(port, user="cats", password_file=f"{tmp_path}/my password")))
    assert main(call) == 1
    told, command, _ = capsys.readouterr().err.split("\n")
    assert told.startswith(f"There is no broker at 127.0.0.1:{port}. What it keeps of companion_{me} it keeps until")
    assert command.strip() == (
        f"mosquitto_sub -h 127.0.0.1 -p {port} -t 'companion/{me}/#' -t homeassistant/+/companion_{me}/+/config "
        f"--remove-retained -W 5 -u cats -P \"$(sudo cat '{tmp_path}/my password')\""
    )


def test_the_machines_own_number_stays_secret(tmp_path: Path) -> None:
    number = "0123456789abcdef0123456789abcdef"
    (tmp_path / "machine-id").write_text(number + "\n")
    found = own_identity(tmp_path / "machine-id")
    assert len(found) == 12 and int(found, 16) and found not in number
    assert found == own_identity(tmp_path / "machine-id") != own_identity(tmp_path / "missing")
