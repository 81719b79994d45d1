"""Running the server: its commands, its workers, its health."""
