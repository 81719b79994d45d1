"""A draft knows the game in which its designer tries it."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Sandboxes that were opened before are games as any other."""

    dependencies: ClassVar[list[tuple[str, str]]] = [
        ("games", "0023_advice"),
        ("studio", "0003_to_do"),
    ]

    operations: ClassVar[list[migrations.operations.base.Operation]] = [
        migrations.AddField(
            "Draft",
            "sandbox",
            models.OneToOneField(
                "games.Game", models.SET_NULL, null=True, related_name="sandbox_of"
            ),
        ),
    ]
