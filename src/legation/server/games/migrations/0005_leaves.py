"""A record in one text becomes a head and a row for each phase."""

from __future__ import annotations

import json

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_PHASES = '"phases": ['
_END = "\n]\n}\n"


def part(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Parts every record; one that cannot be read stays whole, so that it is still told of."""
    games, leaves = apps.get_model("games", "Game"), apps.get_model("games", "Leaf")
    using = schema_editor.connection.alias
    for pk in games.objects.using(using).exclude(head="").values_list("pk", flat=True):
        text = games.objects.using(using).values_list("head", flat=True).get(pk=pk)
        head, phases = parted(text)
        leaves.objects.using(using).bulk_create(
            [leaves(game_id=pk, index=index, text=line) for index, line in enumerate(phases)]
        )
        games.objects.using(using).filter(pk=pk).update(head=head)


def parted(text: str) -> tuple[str, list[str]]:
    """The head of a saved game, and its phase records, a line each."""
    try:
        phases = json.loads(text)["phases"]
    except (ValueError, KeyError, TypeError):
        return text, []
    head, _, rest = text.partition(f"\n{_PHASES}\n")
    lines = rest.removesuffix(_END).split(",\n")
    if not rest.endswith(_END) or len(lines) != len(phases):
        return text, []
    return f"{head}\n{_PHASES}", lines


def join(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Makes every record one text again."""
    games, leaves = apps.get_model("games", "Game"), apps.get_model("games", "Leaf")
    using = schema_editor.connection.alias
    for pk in games.objects.using(using).exclude(head="").values_list("pk", flat=True):
        rows = leaves.objects.using(using).filter(game_id=pk).order_by("index")
        lines = list(rows.values_list("text", flat=True))
        if lines:
            head = games.objects.using(using).values_list("head", flat=True).get(pk=pk)
            whole = head + "\n" + ",\n".join(lines) + _END
            games.objects.using(using).filter(pk=pk).update(head=whole)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_free_seats"),
    ]

    operations = [
        migrations.RenameField(model_name="game", old_name="record", new_name="head"),
        migrations.CreateModel(
            name="Leaf",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveIntegerField()),
                ("text", models.TextField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leaves",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "leaves",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "index"), name="one_leaf_a_phase")
                ],
            },
        ),
        migrations.RunPython(part, join),
    ]
