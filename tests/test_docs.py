"""What README and docs show is so."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from companion.command_line import main
from companion.commands.play import play
from companion.config import decode
from companion.faces.german import GERMAN
from companion.games import GAMES, AnyGame
from companion.games.mad_cat_sad_cat.pots import SETUP
from companion.scenario.player import play_scenario

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[str]:
    """All indented blocks of a page, in their order, those in a list too."""
    found = re.findall(r"(?<=\n\n)(?:^    .*\n)+", page.read_text(), re.MULTILINE)
    return [dedent(block) for block in found]


def named(page: Path) -> str:
    """What a page is called among all of them."""
    return str(page.relative_to(ROOT))


BLOCKS = blocks(ROOT / "docs" / "reference.md")
SCENARIOS = [
    pytest.param(block, id=f"{named(page)}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks(page), 1)
    if block.startswith(("game ", "wiring ", "config ", "language ")) and "\nexpect " in block
]
GAME_FILES = {json.loads(block.split("\n")[0])["game"]: block for block in BLOCKS if block.startswith('{"game": ')}
SETTINGS = [block for block in BLOCKS if block.startswith("[")]
OTHER_SETTINGS = [
    pytest.param("\n".join(block for block in blocks(page) if block.startswith("[")), id=named(page))
    for page in PAGES
    if any(block.startswith("[") for block in blocks(page))
]
CALLS = [block for block in BLOCKS if block.startswith("$ companion ")]

SCORES = {
    "katz-schmaus": {"Ada": 0, "Ben": 3, "Cem": 0},
    "katz-fatz": {"Ada": 3, "Ben": 12, "Cem": -4},
    "mad-cat-sad-cat": {"Ada": 5, "Ben": 2, "Cem": 3},
    "fat-cats": {"Ada": 5, "Ben": 0, "Cem": 0},
}
"""What each of the game files leads to."""


def test_each_game_has_an_example() -> None:
    assert GAME_FILES.keys() == SCORES.keys() == GAMES.keys()
    of_games = {f"docs/{folder}/{game}.md-1" for folder in ("games", "de") for game in GAMES}
    assert of_games < {param.id for param in SCENARIOS}
    assert len(CALLS) == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_scenario_comes_true(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "example.scenario"
    path.write_text(scenario)
    err = io.StringIO()
    assert (play_scenario(path, err), err.getvalue()) == (0, "")


def test_the_settings_can_be_used() -> None:
    """A blank line ends a block, and begins the next section."""
    config = decode("\n".join(SETTINGS), "reference.md")
    assert (len(config.pads), len(config.boards), len(config.house_rules)) == (1, 1, 1)


@pytest.mark.parametrize("settings", OTHER_SETTINGS)
def test_each_page_has_settings_that_can_be_used(settings: str) -> None:
    decode(settings, "page.md")


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_has_all_its_house_rules(game: str) -> None:
    english = (ROOT / "docs" / "games" / f"{game}.md").read_text()
    german = (ROOT / "docs" / "de" / f"{game}.md").read_text()
    for rule in GAMES[game].house_rules:
        assert f"| {rule.label} |" in english
        assert f"| {GERMAN.word(rule.label)} |" in german


def test_the_wires_go_to_the_same_pins_in_german() -> None:
    english, german = (
        re.findall(rf"\b{pin}\s+(\d+)\s+\((GPIO \d+|3[.,]3 V|{ground})\)", (ROOT / "docs" / page).read_text())
        for page, pin, ground in (("wiring.md", "pin", "ground"), ("de/verdrahtung.md", "Pin", "Masse"))
    )
    assert len(english) > 25
    assert [(pin, what.replace(",", ".").replace("Masse", "ground")) for pin, what in german] == english


@pytest.mark.parametrize(
    ("english", "german", "of_its_own"),
    [
        (
            "install.md",
            "einrichten.md",
            [
                "[table]",
                'language = "de"',
                "make wheels                         # für Trixie; für Bookworm: make wheels PI_PYTHON=3.11",
            ],
        ),
        (
            "mqtt.md",
            "home-assistant.md",
            [
                "printf '%s\\n' 'DAS PASSWORT' | sudo install -m 640 -g gpio /dev/stdin /etc/companion/mqtt-password",
                'table = "Küchentisch"',
                "    entity_id: sensor.kuchentisch_phase",
                "      entity_id: light.esstisch",
            ],
        ),
    ],
)
def test_the_commands_are_the_same_in_german(english: str, german: str, of_its_own: list[str]) -> None:
    known = {line for block in blocks(ROOT / "docs" / english) for line in block.splitlines()}
    told = [line for block in blocks(ROOT / "docs" / "de" / german) for line in block.splitlines()]
    # What is said of them, and the names of this house, are German.
    assert [line for line in told if line not in known] == of_its_own


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_chosen_by_the_button_is_told(game: str) -> None:
    page = (ROOT / "docs" / "reference.md").read_text().partition("\n### A new game\n")[2].partition("\n## ")[0]
    row = page.partition(f"\n| {GAMES[game].title} |")[2].partition("\n\n")[0]
    for rule in GAMES[game].house_rules:
        assert rule.label in row
        assert f"`{rule.option}`" in row


@pytest.mark.parametrize("game", GAME_FILES)
def test_the_game_file_is_played(game: str, tmp_path: Path) -> None:
    path = tmp_path / "example.jsonl"
    path.write_text(GAME_FILES[game])
    out, err = io.StringIO(), io.StringIO()
    assert play(str(path), trace=False, table=False, keep_going=False, out=out, err=err) == 0, err.getvalue()
    *answers, state = out.getvalue().splitlines(keepends=True)
    assert json.loads(state)["scores"] == SCORES[game]
    if answers:
        assert BLOCKS[BLOCKS.index(GAME_FILES[game]) + 1] == "".join(answers)


@pytest.mark.parametrize("block", CALLS)
def test_a_call_prints_what_it_shows(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pots.json").write_text(json.dumps(SETUP.view()))
    call, _, shown = block.partition("\n")
    assert main(shlex.split(call)[2:]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_all_that_a_game_knows_is_told(game: AnyGame) -> None:
    section = (ROOT / "docs" / "reference.md").read_text().partition(f"\n## {game.title}\n")[2].partition("\n## ")[0]
    state = game.start([f"Player {seat}" for seat in range(game.seats[0])], {})
    known = [f'{{"do": "{verb.__struct_config__.tag}"' for verb in game.verbs]
    known += [f'{{"ask": "{question.__struct_config__.tag}"' for question in game.questions]
    known += [f"`{option}`" for option in game.shown_options(state) if option != "first"]
    known += [f"`{field}`" for field in game.own_view(state)]
    known += [f"`{correction.words[0]}" for correction in game.settable(state)]
    assert [word for word in known if word not in section] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_what_is_linked_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        file, _, anchor = target.partition("#")
        linked = page.parent / file if file else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_ruling_that_is_cited_is_explained() -> None:
    explained = set(re.findall(r"^\| ([A-Z]{2}-A\d+) \|", (ROOT / "docs" / "rulings.md").read_text(), re.MULTILINE))
    code = [path.read_text() for folder in ("companion", "hardware", "tests") for path in (ROOT / folder).rglob("*.py")]
    assert explained >= set(re.findall(r"\b(?:KS|KF|MC|FC)-A\d+\b", "\n".join(code)))
