"""Frozen values: the map, units, orders, positions, the calendar, and how they are written."""
