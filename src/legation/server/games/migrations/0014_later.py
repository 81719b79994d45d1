"""Orders that are written ahead, and what became of them."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.deletion import CASCADE


def _key() -> models.BigAutoField[int, int]:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    """Until now nobody wrote orders for a phase that is not open."""

    dependencies = (("games", "0013_standbys"),)

    operations = (
        migrations.CreateModel(
            name="Later",
            fields=[
                ("id", _key()),
                ("use", models.CharField(max_length=8)),
                ("kind", models.CharField(blank=True, max_length=12)),
                ("serial", models.PositiveIntegerField()),
                ("typed", models.TextField()),
                ("edition", models.PositiveIntegerField(default=1)),
                ("saved_at", models.DateTimeField()),
                (
                    "holding",
                    models.ForeignKey(on_delete=CASCADE, related_name="later", to="games.holding"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("holding", "use", "kind"), name="one_text_a_use"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Used",
            fields=[
                ("id", _key()),
                ("use", models.CharField(max_length=8)),
                ("serial", models.PositiveIntegerField()),
                ("phase", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField()),
                ("said", models.JSONField(default=list)),
                ("typed", models.TextField()),
                (
                    "holding",
                    models.ForeignKey(on_delete=CASCADE, related_name="used", to="games.holding"),
                ),
            ],
            options={"indexes": [models.Index(fields=["holding", "serial"], name="used_by_phase")]},
        ),
    )
