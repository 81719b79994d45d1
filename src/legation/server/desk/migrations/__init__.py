"""How the tables of the desk came to be."""
