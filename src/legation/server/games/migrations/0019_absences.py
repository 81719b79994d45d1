"""What a game does with announced absences, and how long it has waited for whom."""

from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Games that there are already do nothing with them."""

    dependencies = (("games", "0018_awaited"), ("accounts", "0006_absences"))

    operations = (
        migrations.AddField(
            "Game",
            "absences",
            models.CharField(
                choices=[("ignored", "ignored"), ("told", "told"), ("deferred", "deferred")],
                default="ignored",
                max_length=8,
            ),
        ),
        migrations.AddField("Game", "away_days", models.PositiveSmallIntegerField(default=28)),
        migrations.CreateModel(
            "Deferral",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey("games.Game", models.CASCADE, related_name="deferrals"),
                ),
                (
                    "user",
                    models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+"),
                ),
            ],
        ),
    )
