"""The rows of orders that are written ahead, and of what became of them: for who writes them alone.

They belong to a holding, so that whoever has the seat next has none of them.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

DRAFT, NEXT, STANDING = "draft", "next", "standing"
LAPSED = "lapsed"


class Later(models.Model):
    """A text that waits: a draft, orders for the `NEXT` phase of a kind, or standing ones.

    A draft is of no kind of phase, and counts for nothing. `serial` is the
    phase in which it was written; `edition` grows with every change.
    """

    holding = models.ForeignKey("games.Holding", models.CASCADE, related_name="later")
    use = models.CharField(max_length=8)
    kind = models.CharField(max_length=12, blank=True)
    serial = models.PositiveIntegerField()
    typed = models.TextField()
    edition = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["holding", "use", "kind"], name="one_text_a_use")
        ]

    def __str__(self) -> str:
        return f"{self.use} {self.kind}".strip()


class Used(models.Model):
    """That orders which waited were used, or have lapsed, when the phase `serial` opened.

    `phase` is the one whose sheet they became; `said` tells what was taken and
    why, in sentences, and `typed` is the text as it had been written.
    """

    holding = models.ForeignKey("games.Holding", models.CASCADE, related_name="used")
    use = models.CharField(max_length=8)
    serial = models.PositiveIntegerField()
    phase = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    said = models.JSONField(default=list)
    typed = models.TextField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["holding", "serial"], name="used_by_phase")
        ]

    def __str__(self) -> str:
        return f"{self.use}, {self.phase}"
