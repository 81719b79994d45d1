"""Whether all see who is not ready: in games that are offered so."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """In games that there are already nobody does."""

    dependencies = (("games", "0017_postal_entries"),)

    operations = (migrations.AddField("Game", "awaited", models.BooleanField(default=False)),)
