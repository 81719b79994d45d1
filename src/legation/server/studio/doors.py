"""Who comes in: a draft is its owner's, and for everybody else it is not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.conf import settings
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.deprecation import MiddlewareMixin

from legation.server.accounts.models import User
from legation.server.studio.models import Draft, Edition
from legation.server.studio.shelf import NAME


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


def is_shut(user: Any, name: str) -> bool:
    """Is this the name of an edition that nobody was given, and not by who asks?"""
    if not NAME.fullmatch(name):
        return False
    maker = Edition.objects.filter(name=name, number=None).values_list("maker", flat=True)
    return any(each is None or each != user.pk for each in maker)


_WITH_A_KEY = "look"
"""The address of a sheet of styles has its digest, which only pages tell that one may see."""


class Doors(MiddlewareMixin):
    """Whatever page asks for a variant by its name: one that is not published is not there."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: Mapping[str, Any]
    ) -> None:
        """Looks at the name in the address, or in the form.

        Raises:
            Http404: for an edition that was not published, but for its designer.
        """
        del view, args
        found = request.resolver_match
        if found is None or found.url_name == _WITH_A_KEY:
            return
        for name in (kwargs.get("variant"), request.POST.get("variant")):
            if is_shut(request.user, str(name)):
                raise Http404

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """A draft that another window deleted while this was answered.

        Raises:
            Http404: as for one that was deleted before.
        """
        del request
        if isinstance(error, Draft.DoesNotExist):
            raise Http404
