"""Votes on more time for a phase, in games that are offered so."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """In games that there are already nobody votes on it."""

    dependencies = (("games", "0019_absences"),)

    operations = (
        migrations.AddField(
            "Game",
            "postpone",
            models.CharField(
                choices=[("none", "none"), ("majority", "majority"), ("all", "all")],
                default="none",
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            "Postponement",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("serial", models.PositiveIntegerField()),
                ("power", models.CharField(max_length=40)),
                ("minutes", models.PositiveIntegerField()),
                ("agreed", models.JSONField(default=list)),
                ("done", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey("games.Game", models.CASCADE, related_name="postponements"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["game", "serial", "power"], name="asked_once_a_phase"
                    )
                ]
            },
        ),
    )
