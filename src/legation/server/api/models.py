"""Tokens by which a program speaks for a user. Of a token its hash alone is kept."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Token(models.Model):
    """A token; `name` is for who made it, to know it again, `scopes` are what it is for."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    scopes = models.JSONField(default=list)
    ends_at = models.DateTimeField()
    used_on = models.DateField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
