"""The archive of a finished game: all that is open of it, and what its players open besides."""
