"""Legation on the web: play by browser, with a game master who can do his job."""
