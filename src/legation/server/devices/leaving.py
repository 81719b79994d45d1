"""Browsers go with their account, its password, and the session in which they were added."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, relocked
from legation.server.devices.models import Browser

HERE = "browser"
"""In a session: the browser that was added in it, by number."""


@receiver(exporting)
def browsers_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His browsers, and what waits for them."""
    del sender
    own = Browser.objects.filter(user=user).order_by("pk")
    return "browsers", [
        {
            "name": browser.name,
            "since": browser.made_at,
            "endpoint": browser.endpoint,
            "failing since": browser.failing_since,
            "waiting": list(browser.notices.order_by("pk").values("kind", "name", "due_at")),
        }
        for browser in own
    ]


@receiver(relocked)
def end_browsers(sender: object, user: User, **_: object) -> None:
    """Who added them may not be who chose the password."""
    del sender
    Browser.objects.filter(user=user).delete()


@receiver(user_logged_out)
def end_here(sender: object, request: HttpRequest, **_: object) -> None:
    """Who signs in there next is not told what happens in the games of who was there before."""
    del sender
    number = request.session.get(HERE)
    if number is not None:
        Browser.objects.filter(pk=number).delete()
