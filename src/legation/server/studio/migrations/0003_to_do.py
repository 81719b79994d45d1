"""What is still to be made is found by its index also where a question has parameters."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """The index of jobs that wait or are made, by what SQLite can see of a question."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("studio", "0002_tried")]

    operations: ClassVar[list[migrations.operations.base.Operation]] = [
        migrations.RemoveIndex(model_name="job", name="jobs_to_do"),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                models.F("asked_at"), condition=models.Q(ended_at=None), name="jobs_to_do"
            ),
        ),
    ]
