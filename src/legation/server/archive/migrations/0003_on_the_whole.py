"""What was published on a whole game that was cut short is apart from notes on its open phase."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.db import migrations

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_CUT = ("abandoned", "draw", "concession")


def part(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """They had one number, and were published as remarks on the whole: those stay what they were.

    What is not published stays with the phase; it has no date that would tell.
    """
    using = schema_editor.connection.alias
    notes = apps.get_model("archive", "Note").objects.using(using).filter(published=True)
    leaves = apps.get_model("games", "Leaf").objects.using(using)
    cut = notes.filter(game__state="finished", game__ending__in=_CUT)
    for game in sorted(set(cut.values_list("game_id", flat=True))):
        last = leaves.filter(game_id=game).order_by("-index").first()
        number = _open_at_the_end(last.text if last else "")
        if number is None:
            continue
        own = notes.model.objects.using(using).filter(game_id=game, number=number + 1)
        both = list(own.values_list("user_id", flat=True))
        rows = notes.filter(game_id=game, number=number).exclude(user_id__in=both)
        rows.update(number=number + 1)


def _open_at_the_end(leaf: str) -> int | None:
    """The number of a phase that something was done in last; None where the game ended with it."""
    try:
        phase = json.loads(leaf)
        return int(phase["number"]) if phase.get("acts") else None
    except (ValueError, KeyError, TypeError, AttributeError):  # it stays, and is told of elsewhere
        return None


class Migration(migrations.Migration):
    """Notes of games that end by a vote or their master are numbered apart since."""

    dependencies = (("archive", "0002_notes"), ("games", "0017_postal_entries"))

    operations = (migrations.RunPython(part, migrations.RunPython.noop, elidable=True),)
