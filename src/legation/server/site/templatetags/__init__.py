"""Filters that the templates of several rooms use."""
