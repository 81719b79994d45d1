"""A form that was refused is shown again as it was sent, with the reason beside it."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from legation.server.desk.sent import Refused

register = template.Library()


def _back(context: dict[str, Any], form: str) -> Refused | None:
    refused: Refused | None = context.get("refused")
    return refused if refused is not None and refused.form == form else None


@register.inclusion_tag("desk/refused.html", takes_context=True)
def refused(context: dict[str, Any], form: str) -> dict[str, Any]:
    """Why this form was refused; nothing for another."""
    back = _back(context, form)
    return {"reasons": back.reasons if back else ()}


@register.simple_tag(takes_context=True)
def was_refused(context: dict[str, Any], form: str) -> bool:
    """Was this form refused?"""
    return _back(context, form) is not None


@register.simple_tag(takes_context=True)
def typed(context: dict[str, Any], form: str, field: str, otherwise: str = "") -> str:
    """What was typed into a field of a form that was refused, or else what stands there."""
    back = _back(context, form)
    return back.post.get(field, "") if back else otherwise


@register.simple_tag(takes_context=True)
def chosen(
    context: dict[str, Any],
    form: str,
    field: str,
    value: str,
    otherwise: bool = False,
    word: str = "selected",
) -> SafeString:
    """Marks the choice that was made in a form that was refused, or else the usual one."""
    back = _back(context, form)
    on = str(value) in back.post.getlist(field) if back else otherwise
    return mark_safe(f" {word}" if on and word in ("selected", "checked") else "")
