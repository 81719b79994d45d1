"""Fairness: what was pledged in a game, the files that prove it, and a page that checks them."""
