"""Notes on powers and threads, and what is muted: each for its writer alone."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        ("games", "0017_postal_entries"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("press", "0003_senders"),
    )

    operations = (
        migrations.CreateModel(
            name="Aside",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("about", models.CharField(max_length=200)),
                ("note", models.TextField(blank=True)),
                ("muted", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="asides",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="asides",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "user", "about"), name="one_aside_a_thread"
                    )
                ]
            },
        ),
    )
