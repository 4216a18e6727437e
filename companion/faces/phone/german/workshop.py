"""What the phone page says of the box itself, in German."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.faces.phone.words import WorkshopWords

WORKSHOP: Final = WorkshopWords(
    title="Werkstatt",
    hint="Geht es jedem Teil gut, was spürt der Sensor, wie ist die Box eingestellt?",
    health="Teile",
    since="seit {time}",
    lasting="seit {minutes:Minute|Minuten}",
    counted="Seit dem Start gezählt",
    display="Anzeige",
    motion="Was der Sensor spürt",
    no_script="Dazu gehört ein Skript, das dieser Browser nicht ausführt.",
    axes="Drei Achsen",
    size_and_tilt="Stärke und Neigung",
    tables="Tische",
    tables_hint="Auf einem Tisch, auf dem sie gemessen wurde, ist die Box sofort zu Hause. Lass sie dort 10 s liegen, Hände vom Tisch, dann miss. Wurde der Sensor neu befestigt, miss noch einmal.",
    table_name="Wie der Tisch heißt",
    measure="Messen",
    thresholds="Wie nah die letzte Bewegung kam",
    thresholds_hint="Am Anheben und am Klopfen: Ist der Balken voll, meldet es die Box. Rauschen ist nichts.",
    settings="Einstellungen",
    log="Protokoll",
    log_empty="Seit dem Start wurde nichts protokolliert.",
    joining="Noch ein Handy",
    joining_hint="Ein Handy, das diesen Code scannt, darf auch eintragen.",
    no_address="Es gibt kein Netz, in dem ein Handy mitmachen könnte.",
    not_yours="Den Code zeigt nur ein Handy, das mitspielt.",
    new_code="Ein anderer Code",
    new_code_hint="Alle anderen Handys sehen dann nur zu, bis sie den neuen Code scannen. Dieses darf weiter eintragen.",
    yes_new_code="Ja, ein anderer Code",
    about="Version {version} des Begleiters",
    parts=MappingProxyType(
        {
            "bus": "Drähte zu Sensor und Anzeige",
            "sensor": "Bewegungssensor",
            "oled": "Anzeige",
            "button": "Taste",
            "buzzer": "Summer",
            "disk": "Speicherkarte",
            "clock": "Uhr",
            "network": "Netz",
            "mqtt": "MQTT",
        }
    ),
    statuses=MappingProxyType({"ok": "in Ordnung", "degraded": "nicht ganz in Ordnung", "absent": "fehlt"}),
    counters=MappingProxyType(
        {
            "presses": "Tastendrücke",
            "samples": "Messwerte",
            "samples_lost": "verlorene Messwerte",
            "nak": "Nachrichten, die kein Chip annahm",
            "reinit": "neu eingestellte Chips",
            "frames": "Bilder",
            "bus_bytes": "Bytes über die Drähte",
            "commits": "Speicherungen",
            "log_lines": "Zeilen im Protokoll",
        }
    ),
)
