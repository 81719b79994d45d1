"""The atlas: boards drawn from a table of places, and what a View shows on them."""
