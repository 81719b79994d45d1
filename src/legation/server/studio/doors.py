"""Who comes in: a draft is its owner's, and for everybody else it is not there."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from legation.server.accounts.models import User
from legation.server.studio.models import Draft, Edition


def designer(request: HttpRequest) -> User:
    """Who is signed in.

    Raises:
        Http404: where this site has no studio.
    """
    if not settings.STUDIO:
        raise Http404
    return cast(User, request.user)


def find(request: HttpRequest, key: str) -> Draft:
    """A draft of who asks.

    Raises:
        Http404: for one that is another's, as for one that is not there.
    """
    return get_object_or_404(Draft, owner=designer(request), key=key)


def edition(name: str) -> Edition:
    """An edition that was published, for whoever has its address.

    Raises:
        Http404: where there is none.
    """
    if not settings.STUDIO:
        raise Http404
    return get_object_or_404(Edition.objects.exclude(number=None), name=name)
