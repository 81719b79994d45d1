"""The migrations of the archive."""
