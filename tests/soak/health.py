"""What breaks is told, and what is well again is told too, both in time; what is entered is saved in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.soak.evening import Broken
from tests.soak.troubles import HEALED_WITHIN, SHOWN_WITHIN

if TYPE_CHECKING:
    from companion.scenario.steps import Step
    from hardware import Part
    from tests.soak.evening import Evening
    from tests.soak.troubles import Troubles

WATCHED: Final[tuple[Part, ...]] = ("sensor", "oled", "button", "disk", "clock")


class Health:
    """Compares how the parts are with what the scenario did to them."""

    def __init__(self, troubles: Troubles) -> None:
        self._troubles = troubles
        self._saved = -1
        """Up to where the game was on disk when that was looked at last."""
        self._unsaved_since = 0.0
        """Since when no more of it is, s, monotonic."""

    def before(self, evening: Evening, step: Step) -> None:
        del evening, step

    def after(self, evening: Evening, step: Step) -> None:
        self._troubles.note(evening.stage, step)
        now, started = evening.now, evening.started_at
        daemon = evening.stage.daemon
        for part in WATCHED:
            status = daemon.health.status(part)
            if status != "ok" and self._troubles.well(part, now, started):
                raise Broken(f"{part} well", f"it is {status}, and nothing is wrong", f"expect health {part} ok")
            if status == "ok" and self._troubles.told(part, now, started):
                raise Broken(f"{part} told", "it is ok, and something is wrong", f"expect not health {part} ok")
        self._look_at_journal(evening)

    def _look_at_journal(self, evening: Evening) -> None:
        now, daemon = evening.now, evening.stage.daemon
        # People may enter as fast as a slow card takes it: then something is unsaved all the time, and nothing for long.
        if daemon.session.is_saved or daemon.session.saved_revision != self._saved:
            self._saved, self._unsaved_since = daemon.session.saved_revision, now
        if daemon.session.is_saved:
            return
        since = max(self._unsaved_since, evening.started_at)
        if daemon.health.status("disk") == "ok" and since + SHOWN_WITHIN["disk"] < now:
            raise Broken("unsaved told", "the disk is ok, and entries are not saved", "expect not health disk ok")
        if since + HEALED_WITHIN["disk"] < now and self._troubles.well("disk", now, evening.started_at):
            raise Broken("saved", "nothing is wrong with the disk, and entries are not saved")
