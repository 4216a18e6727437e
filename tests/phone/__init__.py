"""The phone in a real browser: a package of its own, so that its browser is closed before other tests run."""
