"""What people can change while the companion runs: it holds at once, is kept with the games, and outlives a restart.

Only what was changed is kept: all else follows the configuration, also when that is edited later.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Final, Protocol, get_type_hints

import msgspec
from msgspec import Struct

from companion.errors import Code, Refusal
from companion.games.said import said
from companion.schema import Brightness, Language, Switch, Volume
from companion.table.door import SAVED_WITHIN
from companion.table.records import Chosen

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Collection, Mapping

    from companion.config import Config

log = logging.getLogger(__name__)


class Setting(Struct, frozen=True):
    """How everything is set."""

    sound: Switch
    """False: the buzzer keeps quiet, the call included."""
    volume: Volume
    """Of no meaning where the buzzer is an active one."""
    brightness: Brightness
    """The display's while people play."""
    language: Language


class Keeper(Protocol):
    """Whoever puts it on disk, as a session's door does."""

    def write(self, change: Chosen, /) -> asyncio.Future[None]:
        """Have a text saved; done once it is on disk, synced."""

    async def wait(self, saved: asyncio.Future[None], but: str, within: float) -> None:
        """Wait for that. Raises NotSaved, which says ``but``, after ``within`` s; it is saved later then."""


class Settings:
    """What is set now, and who wants to know when it changes. All of it belongs to the loop's thread."""

    def __init__(self, config: Config, keeper: Keeper) -> None:
        self.has_volume = config.sound.buzzer == "passive"
        """Whether the buzzer can be loud and soft."""
        self.now = Setting(
            sound=not config.sound.silent,
            volume=config.sound.volume,
            brightness=config.oled.contrast,
            language=config.table.language,
        )
        self._keeper = keeper
        self._chosen: dict[str, object] = {}
        self._saving: asyncio.Future[None] | None = None
        self._listeners: list[Callable[[Collection[str]], None]] = []

    @property
    def silent(self) -> bool:
        """Whether nothing is to be heard."""
        return not self.now.sound or (self.has_volume and self.now.volume == 0)

    def snapshot(self) -> dict[str, object]:
        """All that can be changed on this box, as JSON has it."""
        known = msgspec.structs.asdict(self.now)
        return {name: value for name, value in known.items() if name != "volume" or self.has_volume}

    def follow(self, listener: Callable[[Collection[str]], None]) -> None:
        """Call ``listener`` after every change, with what somebody has just set; nothing where it was kept from before."""
        self._listeners.append(listener)

    def change(self, wanted: object) -> None:
        """Set what is named, or nothing of it: an object as JSON has it. Raises Refusal.

        It holds at once; ``saved`` waits for the disk.
        """
        if not isinstance(wanted, dict):
            raise Refusal(
                Code.BAD_COMMAND, f'the settings to change are an object such as {{"sound": false}}, not {wanted!r}'
            )
        for name, value in wanted.items():
            if name not in _KINDS:
                raise Refusal(Code.BAD_COMMAND, f"there is no setting {name}; there are {', '.join(self.snapshot())}")
            if name == "volume" and not self.has_volume:
                raise Refusal(
                    Code.ILLEGAL, "this box has an active buzzer, which has no volume: switch sound off, or on"
                )
            if not _fits(name, value):
                raise Refusal(Code.BAD_COMMAND, f"{name} = {json.dumps(value, default=repr)}: must be {_allowed(name)}")
        self._set({**self._chosen, **wanted}, wanted)
        self._save()

    async def saved(self, within: float = SAVED_WITHIN) -> None:
        """Wait until all that was changed is on disk. Raises NotSaved after ``within`` s; it is saved later then."""
        if self._saving is not None:
            await self._keeper.wait(self._saving, f"the settings hold, but are not saved within {within:g} s", within)

    def take_up(self, text: str | None) -> str:
        """What was kept before holds again, but for what was changed since the start; returns what people should know.

        Of a text that is damaged, or another version's, what can be read counts.
        """
        kept, complaint = _read(text)
        if complaint:
            log.warning("%s", complaint)
        mine = self._chosen
        self._set({**kept, **mine})
        if mine and self._chosen != kept:
            self._save()
        return complaint

    def _set(self, chosen: Mapping[str, object], wanted: Collection[str] = ()) -> None:
        self._chosen = dict(chosen)
        before, self.now = self.now, msgspec.structs.replace(self.now, **self._chosen)
        if wanted or self.now != before:
            for listener in self._listeners:
                listener(wanted)

    def _save(self) -> None:
        self._saving = self._keeper.write(Chosen("settings", json.dumps(self._chosen)))


_KINDS: Final = get_type_hints(Setting, include_extras=True)


def _read(text: str | None) -> tuple[dict[str, object], str]:
    """What a kept text says, and what is wrong with it; empty if nothing is."""
    if text is None:
        return {}, ""
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        return {}, said("The settings that were kept cannot be read: the configuration's hold.")
    good = {name: value for name, value in kept.items() if name in _KINDS and _fits(name, value)}
    lost = ", ".join(sorted(kept.keys() - good.keys()))
    if not lost:
        return good, ""
    return good, said(
        "Of the settings that were kept some cannot be used ({names}): the configuration's hold.", names=lost
    )


def _fits(name: str, value: object) -> bool:
    try:
        msgspec.convert(value, _KINDS[name])
    except msgspec.ValidationError:
        return False
    return True


def _allowed(name: str) -> str:
    """What a setting may be, in words."""
    kind = msgspec.inspect.type_info(_KINDS[name])
    assert isinstance(kind, msgspec.inspect.Metadata)
    return str((kind.extra_json_schema or {})["description"])
