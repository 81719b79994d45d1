"""Filters: times by the reader's clock."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone

register = template.Library()


@register.filter
def clock(moment: datetime | None) -> str:
    """A moment by the reader's clock: ``21:30, 3 August``."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    year = f" {local.year}" if local.year != timezone.localtime().year else ""
    return f"{local:%H:%M}, {local.day} {local:%B}{year}"
