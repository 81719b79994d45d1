"""The manual under ``/docs``: pages that `make docs` built, served as they lie.

They are the same for everybody, and made of nothing of any game.
"""
