"""A whole game on one page."""
