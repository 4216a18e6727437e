"""What the script in the browser says, in German."""

from __future__ import annotations

from typing import Final

from companion.faces.phone.words import ClientWords

CLIENT: Final = ClientWords(
    saving="wird gespeichert …",
    saved="gespeichert",
    refused="geht nicht: {why}",
    stale="jemand war schneller; bitte noch einmal ansehen",
    other_game="dieses Spiel liegt nicht mehr auf dem Tisch",
    called_before="zu spät: es ist schon gerufen",
    too_late="zu spät: die Box hat den Ruf nicht rechtzeitig gehört",
    unsent="noch nicht gesendet; das geschieht, sobald die Box antwortet",
    not_safe="gezählt, aber noch nicht gespeichert",
    look_only="Dieses Handy darf nur zusehen: den Code auf der Anzeige der Box scannen.",
    behind="Seit {seconds} s nicht auf dem Stand – verbindet …",
    no_number="Bitte eine ganze Zahl von {low} bis {high}.",
    no_text="Bitte {low} bis {high} Zeichen.",
    close="Schließen",
    yes="ja",
    no="nein",
    plus="Plus",
    minus="Minus",
    toy_points="für das Spielzeug",
    total="gesamt",
    toy_symbols="Spielzeuge",
    hand_colours="Farben auf der Hand",
    without="ohne {colour}",
    converted="zählt {value}",
    no_answer="die Box hat nicht geantwortet; bitte noch einmal",
    tilt="Neigung",
    no_samples="Der Sensor sagt nichts.",
    in_hands="in der Hand, um {tilt}° geneigt",
    at_rest="auf dem Tisch",
    felt={"lifted": "angehoben", "set_down": "abgestellt", "knock": "Klopfen"},
)
