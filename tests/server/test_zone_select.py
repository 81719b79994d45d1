"""The choice of a time zone: quick, and what Django would have made of it."""

from typing import Any

import pytest
from django import forms
from django.test.html import parse_html

from legation.server.accounts.forms import ZoneSelect, zones

HARD = [("UTC", "UTC"), ("Etc/<b>", 'a "quoted" & one'), ("Europe/Berlin", "Europe/Berlin")]


@pytest.mark.parametrize("value", ["UTC", "Europe/Berlin", "Etc/<b>", "No/Where", "", None])
@pytest.mark.parametrize(
    "attrs",
    [
        {},
        {"id": "id_zone", "data-zone": ""},
        {"required": True, "disabled": False, "aria-describedby": 'a "b"'},
    ],
)
def test_it_is_the_same_as_django_s(value: str | None, attrs: dict[str, Any]) -> None:
    for choices in (HARD, zones("Mars/Olympus")):
        ours, djangos = (
            kind(attrs={"class": "wide"}, choices=choices).render("zone", value, attrs)
            for kind in (ZoneSelect, forms.Select)
        )
        assert parse_html(ours) == parse_html(djangos)
        assert len(choices) == ours.count("<option")
