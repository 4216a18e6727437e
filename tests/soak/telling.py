"""What a phone may tell of a game, right or wrong: much of it is refused, and changes nothing then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.mad_cat_sad_cat.dice import CARDS, FACES

if TYPE_CHECKING:
    from random import Random

    from companion.table.ledger import Ledger

Command = dict[str, object]


def anything(ledger: Ledger, chance: Random) -> Command:
    """Some command."""
    players = ledger.state.players
    if chance.random() < 0.3:
        return _shared(ledger, chance)
    name, other = chance.choice(players), chance.choice(players)
    return {
        "katz-schmaus": _katz_schmaus,
        "katz-fatz": _katz_fatz,
        "mad-cat-sad-cat": _mad_cat,
        "fat-cats": _fat_cats,
    }[ledger.game.name](ledger, chance, ledger.state.turn or name, other)


def _shared(ledger: Ledger, chance: Random) -> Command:
    name = chance.choice(ledger.state.players)
    match chance.randrange(6):
        case 0:
            return {"do": "leave", "player": name}
        case 1 | 2:
            left = [ledger.state.players[seat] for seat in ledger.state.left]
            return {"do": "return", "player": chance.choice(left or [name])}
        case 3:
            return {
                "do": "rename",
                "player": name,
                "name": chance.choice(("Adele", "Q", "Jörg-Uwe von der Heide", name)),
            }
        case 4:
            return {"do": "skip", "turns": chance.randint(1, 3)}
    return {"do": "correct", "set": _settings(ledger, chance)}


def _settings(ledger: Ledger, chance: Random) -> Command:
    found: Command = {}
    for place in chance.sample(ledger.game.correctable(ledger.state), k=chance.randint(1, 2)):
        if place.choices:
            found[place.path] = chance.choice(place.choices)
        elif place.minimum is not None and place.maximum is not None:
            now = place.value if isinstance(place.value, int) else place.minimum
            found[place.path] = min(place.maximum, max(place.minimum, now + chance.randint(-3, 3)))
    return found


def _katz_schmaus(ledger: Ledger, chance: Random, name: str, other: str) -> Command:
    del ledger, name
    told: list[Command] = [
        {"do": "lift"},
        {"do": "lift", "treats": chance.choice((3, 4))},
        {"do": "set_down"},
        {"do": "void"},
        {"do": "call", "player": other},
        {"do": "caller", "player": other},
        {"do": "result"},
        {"do": "result", "in_box": chance.randint(0, 4)},
        {"do": "result", "in_box": chance.randint(0, 4), "to": other},
        {"do": "result", "in_box": chance.randint(0, 4), "caller": other, "correct": chance.random() < 0.5},
    ]
    return chance.choice(told)


def _katz_fatz(ledger: Ledger, chance: Random, name: str, other: str) -> Command:
    del ledger
    counted: Command = {"player": other, "toys": chance.randint(0, 5), "hand_colours": chance.randint(0, 6)}
    colours = ("red", "orange", "yellow", "green", "blue", "purple")
    pile = [
        {"value": chance.choice((-7, -5, -3, 0, 3, 5, 7)), "colours": chance.sample(colours, chance.randint(1, 2))}
        for _ in range(chance.randint(1, 8))
    ]
    told: list[Command] = [
        {"do": "score", **counted, "points": round(chance.gauss(15, 9))},
        {"do": "score", **counted, "points": round(chance.gauss(15, 9))},
        {"do": "score", **counted, "points": round(chance.gauss(15, 9)), "round": chance.randint(1, 4)},
        {"do": "score", **counted, "plus": chance.randint(0, 40), "minus": chance.randint(0, 20)},
        {"do": "score", "player": other, "pile": pile, "hand": [[chance.choice(colours)]]},
        {"do": "toy", "toy": chance.choice(("ultra-laser", "cardboard", "wool", "scratching-tree"))},
        {"do": "toy_to", "player": chance.choice((name, other, None))},
        {
            "do": "pad_value",
            "which": chance.choice(("toys", "splats")),
            "symbols": chance.randint(0, 9),
            "value": 5,
        },
        {"do": "pad", "player": other, "toys_value": chance.randint(0, 40), "splats_value": chance.randint(0, 20)},
    ]
    return chance.choice(told)


def _mad_cat(ledger: Ledger, chance: Random, name: str, other: str) -> Command:
    kind, card = chance.choice(("mad", "sad")), chance.choice(CARDS)
    del ledger
    told: list[Command] = [
        {"do": "lock", "kind": kind},
        {"do": "take", "card": card},
        {"do": "mooch", "card": card, "players": [other]},
        {"do": "fail"},
        {"do": "pass_dice"},
        {"do": "turn", "player": name, "kind": kind, "take": card},
        {"do": "turn", "player": name, "kind": kind, "take": card, "mooch": [[card, [other]]]},
        {"do": "turn", "player": name, "kind": kind, "fail": True},
        {"do": "roll", "dice": chance.choices(FACES, k=5)},
        {"do": "set_aside", "dice": chance.choices(FACES, k=chance.randint(1, 5))},
    ]
    return chance.choice(told)


def _fat_cats(ledger: Ledger, chance: Random, name: str, other: str) -> Command:
    present = [ledger.state.players[seat] for seat in ledger.state.present]
    meal: Command = {"treats": chance.randint(1, 7)}
    if chance.random() < 0.3:
        meal["ghost"] = True
        if chance.random() < 0.5:
            meal["tray_to"] = other
    told: list[Command] = [
        {"do": "eat", "player": name, **meal},
        {"do": "eat", "player": name, "treats": chance.randint(1, 6)},
        {"do": "eaters", "players": chance.sample(present, chance.randint(0, min(4, len(present))))},
        {"do": "bowls", "bowls": {each: chance.choice("ABCD") for each in present}},
        {
            "do": "round",
            "eat": {each: {"treats": chance.randint(1, 6)} for each in present if chance.random() < 0.5},
        },
        {"do": "crown", "player": other},
    ]
    return chance.choice(told)
