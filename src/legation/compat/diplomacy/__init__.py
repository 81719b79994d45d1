"""The interface of the `diplomacy` package 1.1.2, over our rules (docs/compat.md)."""

from legation.compat.diplomacy.maps import Map

__all__ = ["Map"]
