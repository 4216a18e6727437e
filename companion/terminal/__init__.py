"""A table in the terminal: the daemon on simulated hardware, what it shows and feels, and keys for hands and faults."""
