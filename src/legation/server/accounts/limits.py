"""How often something may be tried: counted in the database, so that all processes agree.

What only reads is counted by each process for itself, for a read writes nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from legation.server.accounts.models import Attempt
from legation.server.site import moment


def allowed(what: str, who: str, most: int, within: timedelta) -> bool:
    """Counts an attempt; may it be made? `who` is kept as a keyed hash only."""
    key = f"{what}:{_mark(who)}"
    now = moment.now()
    with transaction.atomic():
        Attempt.objects.filter(until__lt=now).delete()
        made, _ = Attempt.objects.get_or_create(key=key, defaults={"until": now + within})
        Attempt.objects.filter(pk=made.pk).update(count=F("count") + 1)
        return Attempt.objects.values_list("count", flat=True).get(pk=made.pk) <= most


def seldom(what: str, who: str, most: int, within: timedelta) -> bool:
    """Counts something that reads, in this process alone; may it be done?"""
    key = f"{what}:{_mark(who)}"
    cache.add(key, 0, within.total_seconds())
    try:
        return cache.incr(key) <= most
    except ValueError:  # its time was over in this moment
        return True


def _mark(who: str) -> str:
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, who.strip().casefold().encode(), hashlib.sha256).hexdigest()[:32]


def tried_address(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """The address with which somebody tries to sign in, for counting wrong passwords."""
    given = (credentials or {}).get("username") or request.POST.get("username", "")
    return given.strip().casefold()[:254]
