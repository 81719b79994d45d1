"""Provable fairness: what is committed to when a phase closes, and how it is checked later."""
