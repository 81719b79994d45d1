"""Two games that somebody must not be able to tell apart, and whether he can."""
