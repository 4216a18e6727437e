"""The state is legal, is what its entries make of it anew, and accepts every answer that it offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.errors import Refusal
from companion.table.ledger import Ledger
from tests.soak.evening import Broken

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.scenario.steps import Step
    from tests.soak.evening import Evening


class Rules:
    """Follows the game that is on, entry by entry, in a ledger of its own."""

    def __init__(self) -> None:
        self._live: Ledger | None = None
        self._again: Ledger | None = None

    def before(self, evening: Evening, step: Step) -> None:
        del evening, step

    def after(self, evening: Evening, step: Step) -> None:
        del step
        live = evening.stage.daemon.session.ledger
        if live is None:
            return
        if live is not self._live or self._again is None:
            self._live, self._again = live, Ledger(live.header)
        elif self._again.revision == live.revision:
            return
        for entry in live.entries[self._again.revision :]:
            self._again.replay(entry)
        seen = live.snapshot()
        if seen != self._again.snapshot():
            raise Broken("replay", f"{seen} is live, {self._again.snapshot()} comes of its entries")
        if wrong := wrong_with(seen):
            raise Broken("rules", f"{wrong} in {seen}")
        for command in _offered(live):
            try:
                live.check(command)
            except Refusal as refusal:
                raise Broken("offered", f"{command} is offered, and refused: {refusal}; in {seen}") from refusal


def wrong_with(seen: Mapping[str, Any]) -> str:
    """What no such game can come to; empty if nothing.

    >>> wrong_with({"over": True, "phase": "over", "turn": None, "players": ["Ada"], "ranks": {"Ada": 2}})
    'nobody is first'
    """
    players, left = seen["players"], seen.get("state", {}).get("left", [])
    if seen["over"] != (seen["phase"] == "over"):
        return "it is over, or is not"
    if min(seen["ranks"].values()) != 1:
        return "nobody is first"
    if seen["turn"] is not None and (seen["over"] or seen["turn"] not in players or seen["turn"] in left):
        return f"the turn is {seen['turn']}'s"
    if any(seen["ranks"][winner] != 1 for winner in seen["winners"]):
        return "a winner is not first"
    if seen["over"] and not seen["winners"] and seen["state"]["ended"] != "abandoned":
        return "nobody has won"
    if seen["over"] == (seen["prompt"] is not None):
        return "something is asked, or nothing is"
    state = seen["state"]
    match seen["game"]:
        case "katz-schmaus":
            if sum(state["bowls"].values()) + state["supply"] + state["on_board"] != 35:
                return "there are no 35 treats"
            return (
                "fewer than no treats" if min(*state["bowls"].values(), state["supply"], state["on_board"]) < 0 else ""
            )
        case "mad-cat-sad-cat":
            cards = [vps for kind in ("mad", "sad") for card in state["pots"][kind].values() for vps in card.values()]
            heaps = [*cards, *state["vp"].values(), state["pots"]["catpot"], state["supply"]]
            return "" if sum(heaps) == 160 and min(heaps) >= 0 else "there are no 160 VPs"
        case "fat-cats":
            on_track = [place for name, place in state["positions"].items() if place and name not in left]
            if len(set(on_track)) < len(on_track):
                return "two cats are on one cushion"
            return "" if sum(state["trays"].values()) == len(players) else "there are not as many trays as players"
        case "katz-fatz":
            sums = {name: sum(points or 0 for points in rounds) for name, rounds in state["rounds"].items()}
            return "" if seen["over"] or sums == seen["scores"] else f"the sums are {sums}"
    return ""


def _offered(ledger: Ledger) -> Iterator[Mapping[str, object]]:
    """Every answer that faces offer."""
    prompt = ledger.game.prompt(ledger.state)
    if prompt is not None:
        yield from (choice.command for choice in prompt.choices)
        if prompt.range is not None:
            for number in {prompt.range.min, prompt.range.max, prompt.default or prompt.range.min}:
                yield {**prompt.range.command, prompt.range.field: number}
    if not ledger.state.over and not ledger.state.alone:
        yield from (choice.command for choice in ledger.game.at_hand(ledger.state))
