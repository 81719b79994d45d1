"""Games on the web: their rows, what may be done with them, what may be read of them."""
