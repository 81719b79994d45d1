"""The migrations of editions."""
