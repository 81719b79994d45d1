"""What is thrown away in time: looked for by ready statements, for mostly there is nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from legation.server.site.statement import Statement


class Outdated:
    """Rows that are over: `rows` says which, by the values of these kinds that `Statement` takes.

    Django makes the SQL of a deletion anew each time, and a transaction around it, also where
    there is nothing to delete.
    """

    def __init__(
        self, rows: Callable[..., QuerySet[Any]], *kinds: type[int | str | datetime]
    ) -> None:
        self.rows = rows
        self._one = Statement(lambda *values: rows(*values).values_list("pk")[:1], *kinds)

    def there(self, *values: int | str | datetime) -> bool:
        """Is there any?"""
        return bool(self._one(*values))

    def throw(self, *values: int | str | datetime) -> None:
        """Throws them away."""
        if self.there(*values):
            self.rows(*values).delete()
