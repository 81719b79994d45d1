"""How the tables of studio came to be."""
