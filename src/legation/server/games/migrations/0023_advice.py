"""Whether bots give advice while a game runs."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """In games that were made before, they do when it is over."""

    dependencies = (("games", "0022_asked"),)

    operations = (migrations.AddField("Game", "advice", models.BooleanField(default=False)),)
