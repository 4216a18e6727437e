"""What the phone page says beside the words that all faces share; another language is another ``PhoneWords``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from companion.faces.phone.words.client import ClientWords
from companion.faces.phone.words.simulator import SimulatorWords
from companion.faces.phone.words.workshop import WorkshopWords


class PhoneWords(Struct, frozen=True, kw_only=True):
    """What is said on the page, as templates for ``fill``."""

    client: ClientWords = field(default_factory=ClientWords)
    workshop: WorkshopWords = field(default_factory=WorkshopWords)
    simulator: SimulatorWords = field(default_factory=SimulatorWords)

    # The frame of every page.
    pages: str = "Pages"
    table: str = "Table"
    history: str = "History"
    more: str = "More"
    round: str = "Round {round}"
    over: str = "The game is over"
    no_game: str = "No game is on"
    crown_at: str = "crown at {cushions}"
    how_to_begin: str = "Begin one here, or with the button on the box."
    old_code: str = "This code is not the table's any more. Scan the one on the box's display."
    nowhere: str = "There is nothing here."
    misspelt: str = "This address has a mistake in it."
    too_often: str = "That was too much at once. Wait a moment, then try again."
    unread: str = "The box cannot read that just now. The game goes on; try again in a moment."
    failed: str = "The box has failed at this. The game goes on."
    look_only: str = "You are looking on. To play along, scan the code on the box's display with this phone."
    booked: str = "Last entry"
    nothing_booked: str = "Nothing booked yet"
    undo: str = "Undo"
    redo: str = "Redo"
    taken_back: str = "Taken back: {entry}"
    by: str = "by {who}"
    saved: str = "saved"
    unsaved: str = "not saved yet"

    # The table.
    scores: str = "Scores"
    score: str = "{name}: {score}, place {rank}"
    ranks: tuple[str, ...] = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th")
    place: str = "place"
    first: str = "in front"
    winner: str = "has won"
    playing: str = "plays"
    away: str = "has left"
    or_here: str = "It goes on by itself. Or say it here:"
    nothing_asked: str = "Nothing is asked now."
    likeliest: str = "the usual answer"
    other_number: str = "another number …"
    done: str = "Done"
    delete: str = "Delete the last digit"
    sign: str = "Plus or minus"

    # Katz & Schmaus.
    the_box: str = "The box"
    on_board: str = "on the board {treats}"
    in_hands: str = "in the hands"
    on_table: str = "on the table"
    not_felt: str = "The box is not felt here: say what happens."
    call: str = "CALL!"
    call_comes: str = "The call is here as soon as the box is lifted."
    you_play: str = "It is your turn: the others may call."
    moved_on: str = "it moved on for {seconds} s"
    another_called: str = "Somebody else called"
    treats_taken: str = "Treats that were taken"

    # Katz Fatz.
    scores_of: str = "Scores of round {round}"
    colours: str = "colours"
    toys_told: str = "{toys:toy|toys}"
    colours_told: str = "{colours:colour|colours}"
    by_sums: str = "Plus and minus"
    by_cards: str = "Card by card"
    had_toy: str = "had {toy} in the end"
    has_toy_now: str = "Counted with {toy}."
    which_toy: str = "Which toy is it?"
    who_has_it: str = "Who has it?"
    in_the_middle: str = "in the middle"
    reminder: str = "Begging, Cat Litter Visit and Toy Emergency on a start card work at once, on yourself."
    the_card: str = "Tap a value for each card; what is special about it afterwards."
    tree_needs_colours: str = "With the scratching tree every card needs its colours."
    card_colours: str = "Colours of the card"
    remove: str = "Remove it"
    in_hand: str = "Colours left in the hand"
    the_pad: str = "The pad"
    needed_by: str = "{name} needs it. The pad prints it beside that symbol; it is kept for the next game."
    last_counted: str = "Counted: {name}, round {round}"
    not_scored: str = "not scored"

    # Mad Cat Sad Cat.
    fattest: str = "(the most)"
    mooched: str = "Mooched?"
    mooched_card: str = "{card} mooched: {vps}"
    who_mooched: str = "Who mooched {card}?"
    nothing_mooched: str = "Nobody can mooch that now."
    stays: str = "{vps:stays|stay} on the card"
    with_dice: str = "Tell the dice"
    without_dice: str = "Without dice"
    with_odds: str = "Show the odds"
    without_odds: str = "Without odds"
    lying: str = "Set aside"
    tapped: str = "Tapped"
    rolled_so: str = "Rolled so"
    set_aside: str = "Set these aside"
    take_off: str = "Take the last one off"
    roll_on: str = "Nothing to take yet: roll on"
    roll_on_worth: str = "Roll on: {vps} VPs expected"
    stop_worth: str = "stop: {vps}"
    roll_fails: str = "next roll a fail: {chance}"

    # Fat Cats.
    on_carpet: str = "{name} on the carpet"
    on_cushion: str = "{name} on {cushion}"
    at_crown: str = "{name} at the crown"
    from_to: str = "{name} {start} → {end}"
    to_crown: str = "{name} {start} → crown!"
    eats: str = "{name} eats {number} more"
    more_of: str = "More of {name}"
    eats_nothing: str = "Nothing"
    no_ghost: str = "No ghost"
    a_ghost: str = "Ghost"
    tray_to: str = "Tray to {name}"
    reached_crown: str = "At the crown!"
    crown_hint: str = "Who has reached the crown is told under ⋯."
    too_many_eat: str = "At most four can eat in one round."
    sits_elsewhere: str = "Sits elsewhere"
    with_bowls: str = "Tell the bowls"
    turn_over: str = "Turn them over"

    # History.
    amend: str = "Amend"
    amend_hint: str = "What was entered wrongly is put right, and all that came after it is counted anew."
    amend_done: str = "Amend it"
    no_entry: str = "This entry does not count any more."
    undone: str = "taken back"
    older: str = "Earlier entries"
    back: str = "Back"
    nothing_happened: str = "Nothing has happened yet."
    catch_up: str = "Nobody told the companion?"
    catch_up_hint: str = "Turns that were played without it end without change. The scores follow by what the pad says."
    turns: str = "Turns"
    skip: str = "Skip them"
    pad_says: str = "The pad says …"
    pad_hint: str = "What lies on the real table is right: choose what is different there."
    whose: str = "Of the table"

    # More.
    ask: str = "Ask the referee"
    ask_done: str = "Ask"
    people: str = "People"
    rename: str = "Rename"
    leaves: str = "{name} leaves"
    returns: str = "{name} is back"
    whose_phone: str = "Whose phone is this?"
    whose_phone_hint: str = "The history then says who entered what."
    nobodys: str = "nobody's"
    ending: str = "End the game"
    finish: str = "Finish: what stands counts"
    abandon: str = "Abandon: nobody wins"
    yes_finish: str = "Yes, finish"
    yes_abandon: str = "Yes, abandon"
    language: str = "Language"
    tabletop: str = "Table-top view"
    tabletop_hint: str = "For a phone in the middle of the table: everybody has a side that is turned to them."
    leave_tabletop: str = "Leave"
    answer_there: str = "Answer …"

    # A new game.
    new_game: str = "New game"
    other_game: str = "Another game"
    still_on: str = "A game is still on"
    put_aside: str = "Put it aside: it can be taken up again"
    go_on: str = "Go on playing"
    waiting: str = "Put aside"
    may_play: str = "{fewest} to {most} players"
    who_plays: str = "Who plays? Tap in the seats' order, clockwise"
    nobody_yet: str = "Nobody is seated yet"
    somebody_else: str = "Somebody else"
    seat_them: str = "Take a seat"
    no_name: str = "A name has 1 to 40 characters that can be seen."
    sits_already: str = "{name} has a seat already."
    seats_order: str = "The seats, clockwise"
    earlier: str = "{name}: one seat earlier"
    later: str = "{name}: one seat later"
    who_begins: str = "Who begins?"
    begins: str = "{name} begins"
    begin: str = "Begin"
    rematch: str = "Again: {name} begins"
    house_rules: str = "House rules"
    date: str = "{day} {month} {year}"
    months: str = "January February March April May June July August September October November December"

    # Evenings.
    evenings: str = "Evenings"
    people_and_records: str = "People and records"
    past_games: str = "Past games"
    no_past: str = "No game has ended here yet."
    no_records: str = "No game has been played to its end here yet."
    undated: str = "An evening without a clock"
    picture: str = "Picture"
    picture_of: str = "Picture of {evening}"
    earlier_evenings: str = "Earlier evenings"
    minutes: str = "{minutes} min"
    ended_short: str = "ended early"
    ended_abandoned: str = "abandoned"
    no_statistics: str = "it does not count for records."
    misfit: str = "A part of this game does not fit this version's rules and is not shown."
    plot: str = "Scores after each round"
    as_table: str = "As a table"
    round_column: str = "Round"
    look_back: str = "Back on the table"
    look_back_hint: str = "To put right what was entered wrongly, or to undo the end."
    take_along: str = "To take along"
    records: str = "Records"
    best_in: str = "Most in {game}"
    best_by: str = "{score}, {name}"
    closest_in: str = "Closest {game}"
    won_by: str = "{name}, by {ahead}"
    won_by_the_tie: str = "{name}, by the rule for ties"
    longest_streak: str = "Longest streak"
    wins_in_a_row: str = "{name}, {wins} wins in a row"
    games_and_wins: str = "{games:game|games}, {wins} won"
    hidden: str = "hidden"
    called_otherwise: str = "Called otherwise"
    same_as: str = "Is the same person as"
    merge: str = "One and the same"
    also_written: str = "In games also:"
    separate: str = "{name} is somebody else again"
    hide: str = "Hide"
    show: str = "Show again"
    only_configured: str = "Have not played here yet"
    only_configured_hint: str = (
        "They are offered because the configuration names them, as players under [table]. There they are changed or"
        " taken out; once they have played they can be hidden and called otherwise here."
    )
    hide_hint: str = "Who is hidden is not offered for new games and holds no records."
    and_more: str = "and {more} more"
    evening_won: str = "{name} won {wins} of {games}"

    # Plain forms.
    not_told: str = "–"
    sources: Mapping[str, str] = field(
        default_factory=lambda: {
            "sensor": "the box",
            "button": "the button",
            "phone": "a phone",
            "file": "a file",
            "inferred": "the rules",
        }
    )
    texts: Mapping[str, str] = field(
        default_factory=lambda: {
            "actions": "How many actions?",
            "can-set-aside": "What may be set aside?",
            "choice-order": "Who picks a start card when?",
            "cuddling": "♥ Cuddling",
            "vigorous-cuddling": "♥♥ Vigorous cuddling",
            "toy-symbol": "★ Toy symbol",
            "matches": "What do the dice show?",
            "move": "Where does the cat move?",
            "odds": "What are the odds?",
            "order": "Who moves when?",
            "round-over": "Is the round over?",
            "setup": "How is it set up?",
            "share": "How is it shared?",
            "turn-order": "Who plays when?",
        }
    )
    """Of fields, words and questions, what they are called; those that are missing, as they are written."""

    def name(self, word: str) -> str:
        """What a field, verb or question is called.

        >>> PhoneWords().name("hand_colours")
        'hand colours'
        """
        return self.texts.get(word, word.replace("_", " ").replace("-", " "))


PHONE_ENGLISH: Final = PhoneWords()
