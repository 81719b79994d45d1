"""The board: map, orders, results, history, and what if."""
