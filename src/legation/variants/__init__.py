"""Variants: one folder each, and how to find and load them."""
