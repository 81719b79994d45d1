"""The browsers of who is signed in, on the page of his wishes."""

from __future__ import annotations

from typing import Any

from django import template

from legation.server.devices import browsers
from legation.server.devices.leaving import HERE
from legation.server.devices.sealing import public_key

register = template.Library()


@register.inclusion_tag("devices/_browsers.html", takes_context=True)
def notices(context: dict[str, Any]) -> dict[str, Any]:
    """A button for this browser, and a list of those that are told."""
    request = context["request"]
    own = browsers.of(request.user)
    here = request.session.get(HERE)
    there = any(browser.pk == here for browser in own)
    return {
        "csrf_token": context.get("csrf_token"),
        "browsers": own,
        "here": here if there else None,
        "ended": here is not None and not there,
        "key": public_key(),
    }
