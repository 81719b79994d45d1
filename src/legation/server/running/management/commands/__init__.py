"""Commands: ``serve`` and ``work``."""
