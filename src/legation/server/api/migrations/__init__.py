"""How the tables of the interface for programs came to be."""
