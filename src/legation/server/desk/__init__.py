"""The game master's desk: the clock, seats, the board, rollbacks, rulings, and the log."""
