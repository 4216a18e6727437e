"""Nothing comes from nothing: an entry needs hands, a contact that moved, or a phone; a press needs a finger."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from companion.scenario import steps
from tests.soak.evening import Broken

if TYPE_CHECKING:
    from companion.table.ledger import Ledger
    from tests.soak.evening import Evening
    from tests.soak.troubles import Troubles

FINGER: Final = 4.0
"""So long after a contact has moved something may be entered by it, s: taps that count treats are over after 1.5."""

HANDS: Final = 12.0
"""So long after hands have left the box they may be felt to have been there, s: where its sensor seems noisier than
before it must lie still for 8."""

KNOCKED: Final = 4.0
"""So long after the table was shaken a knock may be told, s."""

CONTACTS: Final = (
    steps.Press,
    steps.Hold,
    steps.PressPlayer,
    steps.Dial,
    steps.Grab,
    steps.PutBack,
    steps.ButtonStuck,
    steps.ButtonFree,
)
MOVEMENTS: Final = (steps.Lift, steps.SetDown, steps.Tilt, steps.Shake, steps.Turn, steps.Empty)
TABLE: Final = (steps.Knock, steps.Ring, steps.Hum)
PHONE: Final = (steps.Game, steps.Command, steps.Undo, steps.Redo)


class Quiet:
    """Remembers when somebody last did something, and what could follow from that."""

    def __init__(self, troubles: Troubles) -> None:
        self._troubles = troubles
        self._touched_at = self._handled_at = self._shaken_until = -inf
        self._since = 0.0
        """When the step began, s, monotonic: what is seen after it may have come at any time since."""
        self._felt = {"lifted": 0, "set_down": 0, "knock": 0}
        self._presses = 0
        self._ledger: Ledger | None = None
        self._revision = 0

    def before(self, evening: Evening, step: steps.Step) -> None:
        del step
        self._since = evening.now
        self._presses = evening.stage.count("presses")

    def after(self, evening: Evening, step: steps.Step) -> None:
        now = evening.now
        if isinstance(step, CONTACTS):
            self._touched_at = now
        sensed = evening.stage.daemon.evening.sensor_ok
        # A box that hands have left while nobody felt it is felt to lie there when the sensor is back.
        if isinstance(step, MOVEMENTS) or evening.stage.world.in_hands or (not sensed and self._handled):
            self._handled_at = now
        if isinstance(step, TABLE):
            self._shaken_until = max(self._shaken_until, now + step.seconds)
        self._look_at_box(evening)
        self._look_at_entries(evening, step)
        self._look_at_presses(evening, step)

    @property
    def _handled(self) -> bool:
        return self._since < self._handled_at + HANDS

    def _look_at_box(self, evening: Evening) -> None:
        felt = {kind: evening.stage.felt[kind] for kind in self._felt}
        new = {kind: felt[kind] - self._felt[kind] for kind in felt}
        self._felt = felt
        if (new["lifted"] or new["set_down"]) and not self._handled:
            raise Broken("felt", f"nobody had the box in hands, and it felt {new}", _expected(felt, new))
        if new["knock"] and not (self._handled or self._since < self._shaken_until + KNOCKED):
            raise Broken("felt", f"nobody shook the table, and it felt {new}", _expected(felt, new))

    def _look_at_entries(self, evening: Evening, step: steps.Step) -> None:
        ledger = evening.stage.daemon.session.ledger
        if ledger is not self._ledger:
            self._ledger, self._revision = ledger, 0
            if ledger is None or isinstance(step, steps.Restart | steps.PowerCut):
                self._revision = ledger.revision if ledger else 0
                return
        if ledger is None:
            return
        new, self._revision = ledger.entries[self._revision :], ledger.revision
        allowed = {
            "phone": isinstance(step, PHONE),
            "button": self._since < self._touched_at + FINGER,
            "sensor": self._handled,
        }
        for entry in new:
            if not allowed.get(entry.source, any(allowed.values())):
                raise Broken(
                    "made up",
                    f"nobody did anything, and {entry} was entered",
                    f"expect revision {self._revision - len(new)}",
                )

    def _look_at_presses(self, evening: Evening, step: steps.Step) -> None:
        stage = evening.stage
        if isinstance(step, steps.Restart | steps.PowerCut | steps.Grab | steps.PutBack | steps.ButtonStuck):
            return
        if not self._troubles.well("button", evening.now, evening.started_at):
            return
        match step:
            case steps.Press() | steps.Hold():
                made = 1
            case steps.PressPlayer(times=times):
                made = times
            case _:
                made = 0
        counted = stage.count("presses")
        if counted - self._presses != made:
            raise Broken(
                "presses",
                f"{step.source!r} counted as {counted - self._presses}",
                f"expect counter presses = {self._presses + made}",
            )


def _expected(felt: dict[str, int], new: dict[str, int]) -> str:
    return "expect events " + " ".join(f"{kind}={felt[kind] - new[kind]}" for kind in felt)
