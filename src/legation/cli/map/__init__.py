"""``legation map``: making, checking and drawing maps; a module a verb."""
