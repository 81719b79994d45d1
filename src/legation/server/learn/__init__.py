"""How a game is learned: what is different about it, on one screen, and lessons on its board."""
