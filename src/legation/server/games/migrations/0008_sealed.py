"""Whether the game master reads sheets before a phase closes.

Of games that there are already the page said that nobody reads them: they are sealed.
"""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Every game is sealed, unless it is offered otherwise from now on."""

    dependencies = (("games", "0007_views"),)

    operations = (
        migrations.AddField(
            model_name="game", name="sealed", field=models.BooleanField(default=True)
        ),
    )
