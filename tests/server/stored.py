"""What is stored once for the tests of a file: each begins with it, and its changes are undone."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from django.db import transaction

Made = TypeVar("Made")


def stored(make: Callable[[], Made]) -> Any:
    """A fixture with the game, or games, made so; a test reads it anew, as it is stored.

    For tests that run in a transaction, with ``django_db`` alone: theirs is within this one.
    Who does not ask for the game may find it there, after a test that does.
    """

    @pytest.fixture(scope="module")
    def found(
        django_db_setup: None,  # noqa: ARG001  the database is there
        django_db_blocker: Any,
    ) -> Iterator[Made]:
        whole = transaction.atomic()
        # As Django marks its own of a class: what is to be durable may be within.
        whole._from_testcase = True  # type: ignore[attr-defined]
        with django_db_blocker.unblock(), whole:
            made = make()  # where this fails nothing of it stays
            with django_db_blocker.block():
                yield made
            transaction.set_rollback(True)

    return found
