"""A game as a file: written, read back, and brought up from an earlier version."""
