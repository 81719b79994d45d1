"""A game played by bots at one click: for whoever is signed in, and the same for all who ask.

What comes of it hangs on the variant, its options and the version of both, and on
nothing else: so it is made once, by the worker that makes what designers ask for,
and kept for a week under a key of these. Nothing of any game goes into it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from legation.server.accounts.limits import spend
from legation.server.accounts.models import User
from legation.server.site import moment
from legation.server.studio.models import FAILED, TRIED, Job
from legation.table.replay import versions_of
from legation.variants.load import load

GAMES = 20
_AT_ONCE, _WITHIN = 3, timedelta(minutes=10)
_SOON = "Bots were sent to play three times in ten minutes; others want to see them, too."
_MANY = "As much was built, checked and tried out today as one account may."


def ask(*, user: User, variant: str, options: Mapping[str, str]) -> Job:
    """Has bots play some games; what was played already is not played again, and costs nothing.

    Raises:
        LegationError: for a variant or an option that there is not.
        OverError: for an account that has asked very much.
    """
    book, usual = load(variant, options), load(variant).options.chosen
    chosen = {key: value for key, value in book.options.chosen.items() if usual[key] != value}
    wanted = {"variant": variant, "options": chosen, "games": GAMES}
    key = _key(wanted)
    there = find(key)
    if there is not None and there.state != FAILED:
        return there
    spend("tried", str(user.pk), _AT_ONCE, _WITHIN, _SOON)
    spend("studio-jobs", str(user.pk), settings.STUDIO_JOBS, timedelta(days=1), _MANY)
    job = Job(kind=TRIED, serial=0, wanted=wanted, tried=key, asked_at=moment.now())
    try:
        with transaction.atomic():
            Job.objects.filter(tried=key, state=FAILED).delete()
            job.save()
    except IntegrityError:  # another asked in this moment
        return Job.objects.get(tried=key)
    return job


def find(key: str) -> Job | None:
    """What was asked for under a key, if it is kept still."""
    return Job.objects.filter(draft=None, tried=key).defer("made", "files").first()


def _key(wanted: Mapping[str, Any]) -> str:
    versions = versions_of(wanted["variant"])
    whole = json.dumps([wanted, versions.engine, versions.variant], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:20]
