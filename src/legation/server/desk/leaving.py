"""What of the desk an account can take along, and what ends with it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving, staying
from legation.server.desk import unasked
from legation.server.desk.models import Invitation, Offer, Ruling
from legation.server.games.models.standby import Standby


@receiver(exporting)
def questions_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """His questions to game masters."""
    del sender
    asked = Ruling.objects.filter(author=user).select_related("game").order_by("pk")
    return "questions", [
        {"game": r.game.name, "as": r.power, "asked_at": r.asked_at, "question": r.question}
        for r in asked
    ]


@receiver(exporting)
def offers_to(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The seats that were offered to his address."""
    del sender
    offers = Offer.objects.filter(address__iexact=user.email).select_related("game").order_by("pk")
    return "seats offered", [
        {"game": o.game.name, "as": o.power, "offered_at": o.made_at} for o in offers
    ]


@receiver(exporting)
def invitations_to(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The invitations to his address, and those that he took."""
    del sender
    his = Q(address__iexact=user.email) | Q(user=user)
    rows = Invitation.objects.filter(his).select_related("game").order_by("pk")
    return "invitations", [
        {"game": i.game.name, "as": i.power, "written_at": i.made_at, "taken_at": i.taken_at}
        for i in rows
    ]


@receiver(exporting)
def standing_by(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The games for whose seats he stands by."""
    del sender
    his = Q(user=user) | Q(address__iexact=user.email)
    rows = Standby.objects.filter(his).select_related("game").order_by("pk")
    return "standing by", [{"game": s.game.name, "since": s.made_at} for s in rows]


@receiver(exporting)
def no_letters(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """That he wants no letters of people whom he did not ask."""
    del sender
    return "letters refused", [{"of": "people not asked"}] if unasked.wants_none(user) else []


@receiver(leaving)
def forget_offers(sender: object, user: User, **_: object) -> None:
    """What is on offer to his address is so no longer; nor is he invited, or known to have been."""
    del sender
    Standby.objects.filter(address__iexact=user.email).delete()
    Invitation.objects.filter(Q(address__iexact=user.email) | Q(user=user)).delete()
    Offer.objects.filter(address__iexact=user.email).delete()
    unasked.switch(user, off=False)


@receiver(staying)
def asked(sender: object, user: User, **_: object) -> list[str]:
    """Questions to game masters."""
    del sender
    count = Ruling.objects.filter(author=user).count()
    questions = f"{count} question{'' if count == 1 else 's'} to game masters, with the answers"
    return [f"{questions}, as the power’s."] if count else []
