"""Makes the database of the tests, once, for all who are forked afterwards."""

import pytest


@pytest.mark.django_db
def test_there_is_a_database() -> None:
    from legation.server.games.models import Game

    assert not Game.objects.exists()
