"""How often something may be tried: counted in the database, so that all processes agree.

What only reads is counted by each process for itself, for a read writes nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from axes.models import AccessAttempt
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Max, Sum
from django.http import HttpRequest

from legation.server.accounts.models import Attempt
from legation.server.site import moment
from legation.server.site.over import OverError


def allowed(what: str, who: str, most: int, within: timedelta) -> bool:
    """Counts an attempt; may it be made? `who` is kept as a keyed hash only."""
    return _left(what, who, most, within) is None


def spend(what: str, who: str, most: int, within: timedelta, said: str) -> None:
    """Counts something that has a budget.

    Raises:
        OverError: where the budget is spent: `said` is what was too much.
    """
    left = _left(what, who, most, within)
    if left is not None:
        raise OverError(said, left)


def forget(what: str, who: str) -> None:
    """Lets somebody begin anew."""
    Attempt.objects.filter(key=f"{what}:{_mark(who)}").delete()


def _left(what: str, who: str, most: int, within: timedelta) -> timedelta | None:
    """Counts an attempt; how long it has to wait, None where it may be made."""
    key = f"{what}:{_mark(who)}"
    now = moment.now()
    with transaction.atomic():
        Attempt.objects.filter(until__lt=now).delete()
        # As many questions for the first as for any other: it is not told which he is.
        Attempt.objects.bulk_create([Attempt(key=key, until=now + within)], ignore_conflicts=True)
        Attempt.objects.filter(key=key).update(count=F("count") + 1)
        made = Attempt.objects.get(key=key)
    return made.until - now if made.count > most else None


def sender(request: HttpRequest) -> str:
    """Where a request comes from, as far as the server can tell.

    An address of IPv6 is its /64, for who has one has all of these.
    """
    text = str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address.packed, 64), strict=False).network_address)
    return str(address)


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


def locked(addresses: Iterable[str]) -> dict[str, datetime]:
    """Which of these accounts wrong passwords have locked, for whoever tried, each until when.

    By the address with which one signs in, in small letters.
    """
    cool = timedelta(hours=settings.AXES_COOLOFF_TIME)
    tried = AccessAttempt.objects.filter(
        username__in=[address.casefold() for address in addresses],
        attempt_time__gt=moment.now() - cool,
    )
    found: dict[str, datetime] = {}
    each = tried.values("username", "ip_address")  # a lock is for one address that tries
    counted = each.annotate(wrong=Sum("failures_since_start"), last=Max("attempt_time"))
    for row in counted.filter(wrong__gte=settings.AXES_FAILURE_LIMIT).order_by("last"):
        found[row["username"]] = row["last"] + cool
    return found


def tried_address(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """The address with which somebody tries to sign in, for counting wrong passwords."""
    given = (credentials or {}).get("username") or request.POST.get("username", "")
    return given.strip().casefold()[:254]
