"""Whether who looked last at the clock lets hours pass on purpose."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Until a worker looks, nobody does."""

    dependencies = (("running", "0004_failure"),)

    operations = (migrations.AddField("Clock", "trusted", models.BooleanField(default=False)),)
