"""Legation runs any Diplomacy variant, the odd ones first."""

__version__ = "0.2.0"
