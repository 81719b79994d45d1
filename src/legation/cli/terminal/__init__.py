"""The terminal game: a sandbox, and seats to pass the keyboard round."""
