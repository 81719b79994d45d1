"""Press: what players write to each other, and to the game master."""
