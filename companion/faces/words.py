"""Every sentence that the companion's faces say, in one place; another language is another ``Words``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from companion.games.said import Said, fill


class Words(Struct, frozen=True):
    """What is said, as templates for ``fill``."""

    hello: str = "hello!"
    waking: str = "waking up ..."
    lift: str = "lift the box"
    last_round: str = "last round!"
    after_wobble: str = "{seconds} s after a wobble"
    while_moving: str = "while it still moved"
    who_called: str = "who called?"
    right_call: str = "right call"
    wrong_call_by: str = "{name}: wrong call {minus}{penalty}"
    wrong_call_free: str = "{name}: wrong call"
    nobody_called: str = "nobody called"
    still_time: str = "time to call"
    wins: str = "wins with {score}"
    share: str = "share with {score}"
    ended_short: str = "ended early: {score}"
    abandoned: str = "does not count"
    nobody: str = "no winner"
    supply: str = "supply {vps}"
    catpot: str = "catpot {vps}"
    last_turns: str = "last turns!"
    crowned: str = "has the crown"
    round_of: str = "round {number} of {rounds}"
    deals: str = "{name} deals"
    actions: str = "{actions:action|actions}"
    counted_points: str = "points"
    counted_toys: str = "toys"
    counted_colours: str = "hand colours"
    pots: str = "cat cards"
    way: str = "the way"
    passed_cats: str = "past {names}"
    onto_carpet: str = "back on the carpet"
    plug: str = "the plug was out"
    started_again: str = "started again"
    late: str = "late by {late} ms"
    too_late: str = "too late to call"
    nothing_to_call: str = "nothing to call"
    nobodys_button: str = "nobody's button"
    go_on_from: str = "press to go on"
    press_shows: str = "▶ press"
    last_entry: str = "last: {entry}"
    nothing_yet: str = "nothing yet"
    undone: str = "undone"
    redone: str = "brought back"
    noted: str = "noted"
    hold_ok: str = "hold: OK"
    hold_back: str = "longer: back"
    push_ok: str = "push: OK"
    knob_back: str = "hold: back"
    only_one: str = "nothing else: hold for OK"
    refused: str = "not now"

    menu: str = "at the table"
    scores: str = "scores"
    go_on: str = "go on"
    undo: str = "undo {entry}"
    redo: str = "redo {entry}"
    uncalled: str = "nobody, all to {name}"
    not_felt: str = "box not felt"
    unfelt: str = "press: call, hold: tell"
    unfelt_knob: str = "push: call, turn: tell"
    put_back: str = "put the cat back"
    with_turn: str = "{entry}, {name}'s turn"
    correct: str = "correct"
    skip: str = "skip {name}"
    skip_how_many: str = "skip how many?"
    finish: str = "finish"
    new_game: str = "new game"
    more: str = "more ..."
    trouble: str = "what is wrong"
    settings: str = "settings"
    sound: str = "sound"
    brightness: str = "brightness"
    language: str = "language"
    on: str = "on"
    off: str = "off"
    percent: str = "{number}%"
    own_name: str = "English"
    phone: str = "phone"
    scan: str = "scan to join"
    new_code: str = "new code"
    all_scan_anew: str = "all scan anew?"
    keep_code: str = "keep the old"
    renew_code: str = "new code"
    scan_anew: str = "phones scan it anew"
    code_not_saved: str = "cannot be saved: the old code holds"
    switch_off: str = "switch off"
    off_now: str = "switch off?"
    off_in_game: str = "switch off in a game?"
    stay_on: str = "stay on"
    good_night: str = "good night"
    pull_when_dark: str = "pull the plug when this is dark"
    stays_on: str = "cannot be switched off: see its log"
    correct_what: str = "correct what?"
    finish_how: str = "finish now?"
    finish_counted: str = "count it"
    finish_dropped: str = "drop it"
    which_game: str = "which game?"
    who_plays: str = "who plays?"
    other_players: str = "others ..."
    how_many_play: str = "how many play?"
    who_sits: str = "player {seat}"
    who_starts: str = "who starts?"
    by_lot: str = "by lot"
    drawn: str = "by lot: {name} starts"
    again: str = "again, {name} first"
    house_rules: str = "house rules"
    done: str = "done"
    rules: str = "rules"
    as_printed: str = "as printed"
    own_rules: str = "mixed"
    another: str = "another"
    usual: str = "as usual"
    yes: str = "yes"
    no: str = "no"
    nameless: str = "Player {seat}"

    nothing_to_undo: str = "nothing to undo"
    nothing_here: str = "nothing to choose here"
    none: str = "nobody"
    nothing: str = "none"

    lifted: str = "lift"
    set_down: str = "set down"
    no_turn: str = "no turn"
    call: str = "call"
    caller: str = "{name} called"
    skipped: str = "skipped turn"
    corrected: str = "correction"
    amended: str = "amendment"
    renamed: str = "{name} is {new}"
    has_left: str = "{name} has left"
    is_back: str = "{name} is back"
    finished: str = "the end"

    no_treats: str = "no treats"
    lock: str = "{kind} lock-in"
    take: str = "{card} taken"
    mooch: str = "{card} mooched"
    fail: str = "fail"
    passed: str = "dice passed"
    roll: str = "roll {dice}"
    set_aside: str = "{dice} aside"
    failed_turn: str = "{name}: fail"
    toy: str = "toy: {toy}"
    toy_to: str = "toy to {name}"
    score: str = "{name}'s score"
    points: str = "{name}: {points}"
    toys: str = "{name}: {toys:toy|toys}"
    colours: str = "{name}: {hand_colours:colour|colours}"
    pad: str = "{name}'s pad"
    pad_value: str = "{which} {symbols}: {value}"
    round_of_meals: str = "a round"
    bowls: str = "bowls"
    eaters: str = "eating: {names}"
    eat: str = "{name} eats {treats}"
    crown: str = "{name}: the crown"

    something: str = "last entry"

    why_corrected: str = "counted at the table"
    why_finished: str = "finished at the table"

    point: str = "."
    """Between the whole seconds and their tenths."""
    texts: Mapping[str, str] = {}
    """The games' texts and words, by their English templates."""
    refusals: Mapping[str, str] = {}
    """What the display says of a refusal, by its code; of others their own sentence."""
    conditions: Mapping[tuple[str, str], tuple[str, str]] = {}
    """What is wrong, and what to do, by part and status; of others their own sentences."""

    def was_off(self, *, cut: bool) -> str:
        """Why the companion was off for a while: nobody had ended it before, or somebody had."""
        return self.plug if cut else self.started_again

    def say(self, text: str) -> str:
        """A text that a game made; in English where there is no translation.

        >>> from companion.games.said import said
        >>> here = Words(texts={"{name} eats": "{name} frisst"})
        >>> here.say(said("{name} eats", name="Ada")), here.say("Ada"), here.say(said("Fail"))
        ('Ada frisst', 'Ada', 'Fail')
        """
        if not isinstance(text, Said) or text.template not in self.texts:
            return text
        parts = {name: self.say(part) if isinstance(part, str) else part for name, part in text.parts.items()}
        return fill(self.texts[text.template], parts)

    def word(self, code: str) -> str:
        """A game's own word, as it stands in a command.

        >>> Words().word("scratching-tree")
        'scratching tree'
        """
        return self.texts.get(code, code.replace("-", " "))

    def tenths(self, seconds: float) -> str:
        """A short time.

        >>> Words(point=",").tenths(0.42)
        '0,4'
        """
        return f"{seconds:.1f}".replace(".", self.point)


ENGLISH: Final = Words()

MINUS: Final = "\u2212"
"""The true minus: as wide as the plus."""


def written(number: int) -> str:
    """A number with the true minus.

    >>> written(12), written(-17)
    ('12', '−17')
    """
    return str(number).replace("-", MINUS)


def signed(amount: int) -> str:
    """A change with its sign.

    >>> signed(3), signed(-1)
    ('+3', '−1')
    """
    return f"+{amount}" if amount >= 0 else f"{MINUS}{-amount}"
