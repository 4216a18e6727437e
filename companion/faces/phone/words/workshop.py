"""What the phone page says of the box itself."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class WorkshopWords(Struct, frozen=True, kw_only=True):
    """What is said of parts, sensor, settings and log, as templates for ``fill``."""

    title: str = "Workshop"
    hint: str = "Is every part well, what does the sensor feel, how is the box set?"
    health: str = "Parts"
    since: str = "since {time}"
    lasting: str = "for {minutes:minute|minutes}"
    counted: str = "Counted since the start"
    display: str = "Display"
    motion: str = "What the sensor feels"
    no_script: str = "This needs a script, which this browser does not run."
    axes: str = "Three axes"
    size_and_tilt: str = "Strength and tilt"
    tables: str = "Tables"
    tables_hint: str = "The box is at home at once on a table that it was measured on. Let it lie there for 10 s, hands off the table, then measure. After the sensor was fixed anew, measure again."
    table_name: str = "What the table is called"
    measure: str = "Measure"
    thresholds: str = "How near the last movement came"
    thresholds_hint: str = "To a lift and to a knock: where the bar is full the box tells it. Noise is nothing."
    settings: str = "Settings"
    log: str = "Log"
    log_empty: str = "Nothing was logged since the start."
    joining: str = "Another phone"
    joining_hint: str = "A phone that scans this code may write too."
    no_address: str = "There is no network that a phone could join by."
    not_yours: str = "Only a phone that has joined shows the code."
    new_code: str = "Another code"
    new_code_hint: str = "All other phones may only look then, until they scan the new code. This one keeps writing."
    yes_new_code: str = "Yes, another code"
    about: str = "Version {version}"
    parts: Mapping[str, str] = field(
        default_factory=lambda: {
            "bus": "wires to sensor and display",
            "sensor": "motion sensor",
            "oled": "display",
            "button": "button",
            "buzzer": "buzzer",
            "disk": "memory card",
            "clock": "clock",
            "network": "network",
            "mqtt": "MQTT",
        }
    )
    statuses: Mapping[str, str] = field(
        default_factory=lambda: {"ok": "well", "degraded": "not quite well", "absent": "missing"}
    )
    counters: Mapping[str, str] = field(
        default_factory=lambda: {
            "presses": "presses",
            "samples": "samples",
            "samples_lost": "samples lost",
            "nak": "messages that no chip took",
            "reinit": "times a chip was set up anew",
            "frames": "pictures",
            "bus_bytes": "bytes over the wires",
            "commits": "times something was saved",
            "log_lines": "lines in the log",
        }
    )
