"""A user: an address to sign in with, a name to be known by, and his wishes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from legation.server.accounts import names
from legation.server.site import moment
from legation.server.site.statement import Statement
from legation.server.site.zones import known_zones

LONGEST_NAME = 40
_PLAIN_NAME = RegexValidator(
    r"\A[^\W_](?:[\w .'’-]*[\w.])?\Z",
    "A name has letters, digits, spaces, dots, hyphens or apostrophes, and begins with a letter"
    " or a digit.",
)


def check_zone(name: str) -> None:
    """Refuses what is no time zone.

    Raises:
        ValidationError: where it is none.
    """
    if name not in known_zones():
        raise ValidationError(f'There is no time zone "{name}"; one is called Europe/Berlin.')


class UserManager(BaseUserManager["User"]):
    """Users, found by their address without regard to case."""

    def get(self, *args: Any, **kwargs: Any) -> User:
        """The user whom a query names; by his number alone, as every request asks, made ready."""
        pk = kwargs.get("pk")
        if args or len(kwargs) > 1 or type(pk) is not int or self is not User.objects:
            return super().get(*args, **kwargs)
        for user in _by_number(pk):
            return user
        raise User.DoesNotExist

    def get_by_natural_key(self, username: str | None) -> User:
        """The user who signs in with this address."""
        return self.get(email__iexact=username or "")

    async def aget_by_natural_key(self, username: str | None) -> User:
        """The same, for those who cannot wait."""
        return await self.aget(email__iexact=username or "")

    def make(self, *, email: str, name: str, password: str | None, **wishes: Any) -> User:
        """A new user; without a password he has to ask for one by mail."""
        user = self.model(
            email=self.normalize_email(email), **{"joined_at": moment.now(), **wishes}
        )
        user.call(name)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """Somebody who plays or masters games."""

    email = models.EmailField("address", unique=True, max_length=254)
    name = models.CharField(max_length=LONGEST_NAME, unique=True, validators=[_PLAIN_NAME])
    likeness = models.CharField(max_length=64, unique=True, null=True, editable=False)
    zone = models.CharField("time zone", max_length=64, default="UTC", validators=[check_zone])
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)
    mail_phase = models.BooleanField("a new phase, with your report", default=True)
    mail_press = models.BooleanField("press", default=False)
    mail_deadline = models.BooleanField("a deadline near and you not ready", default=True)
    mail_votes = models.BooleanField("a vote", default=False)
    mail_end = models.BooleanField("the end of a game", default=True)
    open_record = models.BooleanField("my record to everybody", default=False)
    is_active = models.BooleanField(default=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("email"), name="one_user_an_address"),
            models.UniqueConstraint(Lower("name"), name="one_user_a_name"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["joined_at"],
                condition=models.Q(is_active=False, confirmed_at=None),
                name="users_unconfirmed",
            ),
            models.Index(fields=["last_login"], name="users_by_last_visit"),
        ]

    def __str__(self) -> str:
        return self.name

    def call(self, name: str) -> None:
        """Gives him a name; `likeness` lets nobody have one that looks like it."""
        self.name, self.likeness = name, names.likeness(name)

    @property
    def tz(self) -> ZoneInfo:
        """The time zone that times are shown to him in."""
        return ZoneInfo(self.zone)

    @property
    def reachable(self) -> bool:
        """Has he an address? A guest has none, nor has an account that only holds a name."""
        return not self.email.endswith(".invalid")

    def wants(self, kind: str) -> bool:
        """Does he want mail of this kind: phase, press, deadline, votes or end?"""
        return bool(getattr(self, f"mail_{kind}"))

    def local(self, moment: datetime) -> datetime:
        """A moment by his clock."""
        return moment.astimezone(self.tz)


_by_number = Statement(lambda pk: User.objects.filter(pk=pk), int)


class Absence(models.Model):
    """That a user is away, from one day to another and both of them too, by his clock."""

    user = models.ForeignKey(User, models.CASCADE, related_name="absences")
    first = models.DateField()
    last = models.DateField()

    def __str__(self) -> str:
        return f"{self.user_id}, {self.first} to {self.last}"


class Attempt(models.Model):
    """How often somebody tried something of late."""

    key = models.CharField(max_length=80, unique=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
