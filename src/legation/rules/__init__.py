"""The rules: from a position and orders to what happens, with reasons."""
