"""Faces that other programs were written for."""
