"""What of editions an account can take along, and what ends with it."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from legation.server.accounts.models import User
from legation.server.accounts.signals import exporting, leaving, staying
from legation.server.edition.models import Address, Edition, Stood

GONE = "An account that is gone"


@receiver(exporting)
def addresses_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The addresses that he gave for editions."""
    del sender
    rows = Address.objects.filter(user=user).select_related("game").order_by("pk")
    return "addresses in editions", [{"game": row.game.name, "address": row.text} for row in rows]


@receiver(exporting)
def stood_of(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The editions in which he stands with one."""
    del sender
    rows = Stood.objects.filter(user=user).select_related("edition__game").order_by("pk")
    return "editions with his address", [
        {"game": row.edition.game.name, "edition": row.edition.number, "address": row.text}
        for row in rows
    ]


@receiver(exporting)
def signed_by(sender: object, user: User, **_: object) -> tuple[str, list[dict[str, Any]]]:
    """The editions that he signed, with what he wrote in them."""
    del sender
    rows = Edition.objects.filter(signer=user).select_related("game").order_by("pk")
    return "editions signed", [
        {
            "game": row.game.name,
            "edition": row.number,
            "signed_at": row.signed_at,
            "heading": row.printed["heading"],
            "editorial": row.printed["editorial"],
        }
        for row in rows
    ]


@receiver(staying)
def signed_stay(sender: object, user: User, **_: object) -> list[str]:
    """Editions, without his name."""
    del sender
    count = Edition.objects.filter(signer=user).count()
    said = f"{count} edition{'' if count == 1 else 's'} that you signed, without your name"
    return [f"{said}."] if count else []


@receiver(leaving)
def withdraw(sender: object, user: User, **_: object) -> None:
    """They are withdrawn, from editions that were signed, too; what he signed names him no more."""
    del sender
    Address.objects.filter(user=user).delete()
    Stood.objects.filter(user=user).delete()
    for signed in Edition.objects.filter(signer=user):
        signed.printed["signed"] = GONE
        signed.save(update_fields=["printed"])
