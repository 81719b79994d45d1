import hashlib
from typing import Any

from django.conf import settings
from django.db import migrations, models

import legation.server.desk.models


def keep(apps: Any, _: object) -> None:
    """Marks that there are stay good: they were keyed by this (django.utils.crypto.salted_hmac)."""
    key, _ = apps.get_model("desk", "MarkKey").objects.get_or_create(name="unasked")
    if apps.get_model("desk", "Unasked").objects.exists():
        text = f"legation.server.desk.unasked{settings.SECRET_KEY}"
        key.secret = hashlib.sha256(text.encode()).hexdigest()
        key.save()


class Migration(migrations.Migration):
    dependencies = [("desk", "0004_offers_to_standbys")]

    operations = [
        migrations.CreateModel(
            name="MarkKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=20, unique=True)),
                (
                    "secret",
                    models.CharField(default=legation.server.desk.models.new_secret, max_length=64),
                ),
            ],
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
