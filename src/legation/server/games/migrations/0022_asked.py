"""Who is asked for orders in the phase that is open, where all can see it."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Of a phase that is open already it is not known until it ends."""

    dependencies = (("games", "0021_attendance"),)

    operations = (migrations.AddField("Game", "asked", models.JSONField(null=True, blank=True)),)
