"""How the tables of press came to be."""
