"""``python -m companion``: the same as ``companion``."""

import sys

from companion.command_line import main

sys.exit(main())
