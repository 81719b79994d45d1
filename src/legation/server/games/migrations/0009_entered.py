"""What a game master does with sheets of others, and persons without an account."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """Until now nobody entered orders for others, and every person had an account."""

    dependencies = (("games", "0008_sealed"),)

    operations = (
        migrations.AddField(
            model_name="seat", name="postal", field=models.CharField(blank=True, max_length=40)
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("serial", models.PositiveIntegerField()),
                ("phase", models.CharField(blank=True, max_length=60)),
                ("power", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField()),
                ("actor", models.CharField(max_length=40)),
                ("kind", models.CharField(max_length=8)),
                ("way", models.CharField(blank=True, max_length=12)),
                ("edition", models.PositiveIntegerField(default=0)),
                ("said", models.CharField(blank=True, max_length=500)),
                ("typed", models.TextField(blank=True)),
                (
                    "game",
                    models.ForeignKey(on_delete=CASCADE, related_name="traces", to="games.game"),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "serial", "power"], name="traces_of_a_sheet")
                ]
            },
        ),
    )
