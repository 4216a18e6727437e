"""What one client may ask of a small Pi, so that the table plays on whatever the network does."""

from __future__ import annotations

from typing import Final

BODY: Final = 64 * 1024
"""The largest body, bytes: the largest command, a pile of 80 cards, has 8,000."""

BODY_WITHIN: Final = 10.0
"""How long a body may take to arrive, s."""

IDLE: Final = 20.0
"""A connection that has not sent a whole head of a request for so long is closed, s."""

LINGER: Final = 1.0
"""How long the rest of a body that nobody wants is read, s, so that the answer gets through."""

CONNECTIONS: Final = 160
"""All at once: six phones at a table need some 30; each costs 30 kB."""

CONNECTIONS_EACH: Final = 80
"""Of one address."""

REQUESTS: Final = 100.0
"""From one address in the long run, a second: a Pi Zero 2 W answers some 400."""

BURST: Final = 400
"""So many from one address may come at once."""

CLIENTS: Final = 256
"""Addresses whose requests are counted; who has been quiet for longest is forgotten first."""

HEARTBEAT: Final = 15.0
"""After so long without news a comment is sent, s: so both ends notice that the other is gone."""

STALLED: Final = 20.0
"""A listener that takes in nothing for so long is dropped, s."""

UNSENT: Final = 32 * 1024
"""What may wait to be sent to one listener, bytes, before it gets no more until it has taken it."""

SCREEN_EVERY: Final = 0.2
"""Between two pictures to a listener, s: the display's 20 a second would be for nobody's eyes."""

BOX_EVERY: Final = 0.2
"""Between two looks at a box that moves, s: so a ball rolls, and 20 listeners take 8 kB a second."""

SIMULATOR_EVERY: Final = 0.1
"""Between two looks at a simulated box, s."""

MOTION_EVERY: Final = 0.1
"""Between two handfuls of what the box felt, s."""

GAMES: Final = 100
"""The longest piece of the list of games."""

STOP_WITHIN: Final = 0.4
"""How long requests that are being answered may take at the end, s."""
