"""When users are away, as they have announced it."""

from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody has announced anything yet."""

    dependencies = (("accounts", "0005_reminded_by_default"),)

    operations = (
        migrations.CreateModel(
            "Absence",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.DateField()),
                ("last", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        settings.AUTH_USER_MODEL, models.CASCADE, related_name="absences"
                    ),
                ),
            ],
        ),
    )
