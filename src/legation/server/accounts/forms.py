"""The forms of accounts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from legation.server.accounts import names, services
from legation.server.accounts.models import User
from legation.server.site.zones import known_zones

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
    NewPassword: TypeAlias = SetPasswordForm[User]
else:
    UserForm = forms.ModelForm
    NewPassword = SetPasswordForm


@cache
def _places() -> tuple[str, ...]:
    """UTC, and the zones that are named after a place, without their old names."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8")
    named = {line.split("\t")[2] for line in table.splitlines() if not line.startswith("#")}
    return ("UTC", *sorted(named & known_zones()))


def zones(own: str = "UTC") -> list[tuple[str, str]]:
    """The time zones to choose from, and the one that was chosen before, whatever its name."""
    there = _places()
    return [(z, z.replace("_", " ")) for z in (*there, *(() if own in there else (own,)))]


class ZoneSelect(forms.Select):
    """A choice among hundreds: Django makes each option by a template, a tenth of a second for all.

    The options stand in one list, without groups.
    """

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: object = None
    ) -> SafeString:
        """The same as Django's own."""
        del renderer
        given = self.build_attrs(self.attrs, attrs)
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (zone, mark_safe(" selected") if zone == value else "", label)  # of letters of ours
                for zone, label in self.choices
            ),
        )
        return format_html('<select name="{}"{}>{}</select>', name, flatatt(given), options)


class SignInForm(AuthenticationForm):
    """Address and password."""

    error_messages = {  # noqa: RUF012  as Django declares it
        "invalid_login": "No account has this address and this password.",
        "inactive": "No account has this address and this password.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Address"
        self.fields["username"].widget = forms.EmailInput(
            attrs={"autocomplete": "username", "autofocus": True, "maxlength": 254}
        )


class NameForm(UserForm):
    """A user with a name that is nobody else's, and looks like nobody else's."""

    def clean_name(self) -> str:
        """The name, if nobody else is called so. Who keeps the one that he has is not asked."""
        name = names.plain(str(self.cleaned_data["name"]))
        if name == self.initial.get("name"):
            return name
        others = User.objects.exclude(pk=self.instance.pk)
        if others.filter(name__iexact=name).exists():
            raise ValidationError(services.TAKEN)
        if why := names.wrong(name):
            raise ValidationError(why)
        if others.filter(likeness=names.likeness(name)).exists():
            raise ValidationError(names.ALIKE)
        return name

    def save(self, commit: bool = True) -> User:
        """The user, called so from now on."""
        if "name" in self.changed_data:
            self.instance.call(self.cleaned_data["name"])
        return super().save(commit)


def _new_password() -> forms.CharField:
    return forms.CharField(
        label="Password",
        strip=False,
        max_length=200,
        help_text="Ten letters or more.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class OpeningForm(NameForm):
    """A name, and a password that is judged beside it; the address is nobody's business here."""

    password = _new_password()

    def clean(self) -> dict[str, Any]:
        """Judges the password beside the name and address."""
        data = super().clean() or {}
        password = data.get("password")
        if password:
            email = data.get("email", self.instance.email)
            user = User(email=email, name=data.get("name", ""))
            try:
                password_validation.validate_password(password, user)
            except ValidationError as error:
                self.add_error("password", error)
        return data

    def validate_unique(self) -> None:
        """The name has been looked up."""


class ConfirmForm(OpeningForm):
    """What is chosen by who shows that an address is his: all that others might have chosen."""

    class Meta:
        model = User
        fields = ("name",)
        help_texts: ClassVar[dict[str, str]] = {"name": "The name that others know you by."}


class SignUpForm(OpeningForm):
    """Address and name, and a password where no letter is waited for.

    That an address is taken is told by mail, not here.
    """

    email = forms.EmailField(
        label="Address",
        max_length=254,
        help_text="To sign in, and for mail. Nobody is shown it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    zone = forms.ChoiceField(label="Time zone", choices=zones, initial="UTC", widget=ZoneSelect)

    class Meta:
        model = User
        fields = ("name", "zone")
        help_texts: ClassVar[dict[str, str]] = {"name": "The name that others know you by."}

    field_order = ("name", "email", "password", "zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = cast(forms.ChoiceField, self.fields["zone"])
        if self.is_bound:
            sent = str(self.data.get("zone", ""))
            zone.choices = zones(sent if sent in known_zones() else "UTC")
        else:
            zone.widget.attrs["data-zone"] = ""  # which a script fills with the browser's own
        if settings.CONFIRM_MAIL:  # it is chosen by who opens the letter
            del self.fields["password"]


class ResetPasswordForm(NewPassword):
    """Another password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = "Ten letters or more."
        again = self.fields["new_password2"]
        again.label, again.help_text = "The same once more", ""

    def save(self, commit: bool = True) -> User:
        """Locks the account anew."""
        del commit
        services.change_password(user=self.user, password=self.cleaned_data["new_password1"])
        return self.user


class PasswordForm(ResetPasswordForm, PasswordChangeForm):
    """The same, by who gives the old one."""

    field_order = ("old_password", "new_password1", "new_password2")


class ProfileForm(NameForm):
    """What a user wishes."""

    zone = forms.ChoiceField(label="Time zone", widget=ZoneSelect)

    class Meta:
        model = User
        fields = (
            "name",
            "zone",
            "quiet_from",
            "quiet_to",
            "mail_phase",
            "mail_press",
            "mail_deadline",
            "mail_votes",
            "mail_end",
            "open_record",
        )
        labels: ClassVar[dict[str, str]] = {
            "mail_press": "Press, questions and rulings",
            "open_record": "Show my record to everybody",
            "quiet_from": "Quiet from",
            "quiet_to": "until",
        }
        widgets: ClassVar[dict[str, Any]] = {
            "quiet_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "quiet_to": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = cast(forms.ChoiceField, self.fields["zone"])
        choice.choices = zones(self.instance.zone)

    def clean(self) -> dict[str, Any]:
        """Quiet hours have a beginning and an end, or there are none."""
        data = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_to") is None):
            self.add_error("quiet_to", "Quiet hours have a beginning and an end.")
        return data


class ResetForm(forms.Form):
    """The address whose password is lost."""

    email = forms.EmailField(
        label="Address", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class DeleteForm(forms.Form):
    """One's password once more, before something is lost."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """The password, if it is his."""
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise ValidationError("This is not your password.")
        return password
