"""What the page of a simulated box says, in German."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.faces.phone.words import SimulatorWords

SIMULATOR: Final = SimulatorWords(
    title="Simulator",
    hint=(
        "Diese Box ist simuliert, der Begleiter darin ist der echte. Die Box ziehen: Sie wird angehoben, zur Seite "
        "gekippt, hin und her geschüttelt; losgelassen steht sie wieder, über dem Napf wird sie geleert. Gekippt und 2 s "
        "in der Hand ist ein Zug; danach ist ein Druck auf die Taste der Ruf."
    ),
    box="Die Box: ziehen, oder die Knöpfe darunter nehmen",
    by_hand="Die Box",
    by_finger="Die Taste",
    by_finger_hint="Drücken ist weiter, oder der Ruf. Halten ist OK, länger zurück: so lange drücken wie am Gerät.",
    lift="Anheben",
    set_down="Abstellen",
    tilt_left="Nach links kippen",
    tilt_right="Nach rechts kippen",
    level="Gerade halten",
    shake="Schütteln",
    tip_out="Ausleeren",
    knock="Auf den Tisch klopfen",
    knob="Knopf: drücken",
    turn_left="◂ ein Klick",
    turn_right="ein Klick ▸",
    button="Taste",
    hold_ok="Halten: OK",
    hold_back="Länger: zurück",
    grab_cat="Die Katze greifen",
    put_cat_back="Die Katze zurückstellen",
    buzzer="Summer",
    light="Licht",
    breaking="Was kaputtgehen kann",
    breaking_hint="Antippen macht es kaputt, noch einmal heil. Darunter steht, was der Begleiter dazu sagt.",
    all_well="Jedem Teil geht es gut.",
    faults=MappingProxyType(
        {
            "fault sensor unplugged": "Stecker des Sensors ist ab",
            "fault sensor frozen": "Werte des Sensors frieren ein",
            "fault oled unplugged": "Stecker der Anzeige ist ab",
            "fault bus locked": "eine Leitung hängt fest",
            "fault button-thread dies": "die Taste wird nicht gehört",
            "fault disk full": "die Karte ist voll",
        }
    ),
)
