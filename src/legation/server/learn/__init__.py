"""How a game is learned: what is different about it, on one screen with a picture."""
