"""An edition as text, and as a letter to all who play."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from datetime import datetime

from legation.server.accounts.models import User
from legation.server.edition import addresses
from legation.server.edition.models import Edition
from legation.server.edition.printed import Lines, Printed
from legation.server.games.letters import address_of, letter, readers
from legation.server.games.models import Game, Seat
from legation.server.post.models import Letter
from legation.table.typeset import WIDTH


def text(printed: Printed, stood: Lines) -> str:
    """All that stands in an edition, for paper and mail."""
    return "\n".join(_lines(printed, stood)).rstrip() + "\n"


def _lines(printed: Printed, stood: Lines) -> Iterator[str]:
    head = f"{printed.game}, edition {printed.number}"
    yield head + printed.dated.rjust(WIDTH - len(head)) if len(head) < WIDTH - 20 else head
    yield f"{printed.variant}. {printed.when}"
    yield "=" * WIDTH
    if printed.corrects is not None:
        yield f"This corrects edition {printed.corrects}."
    yield ""
    yield printed.heading.upper()
    if printed.editorial:
        yield ""
        for paragraph in printed.editorial.splitlines():
            yield textwrap.fill(paragraph, WIDTH)
    if printed.signed:
        yield f"{printed.signed}, game master".rjust(WIDTH)
    for title, lines in printed.parts:
        yield from _part(title, lines)
    yield from _part("What comes next", [("", printed.next)])
    yield from _part("Press", printed.press)
    yield from _part("House rules", printed.rules)
    yield from _part("Addresses", stood)


def _part(title: str, lines: Lines) -> Iterator[str]:
    if not lines:
        return
    yield ""
    yield title
    yield "-" * len(title)
    for label, said in lines:
        first = f"{label}: " if label else ""
        for number, paragraph in enumerate(said.splitlines() or [""]):
            yield textwrap.fill(
                (first if number == 0 else "  ") + paragraph, WIDTH, subsequent_indent="  "
            )


def of_edition(row: Game, edition: Edition, now: datetime) -> list[Letter]:
    """The letters that bring an edition to who plays and wants the news of phases."""
    printed = Printed.kept(edition.printed)
    page = f"{address_of(row)}editions/{edition.number}"
    body = f"{text(printed, addresses.of(edition))}\nTo read: {page}/\nTo print: {page}.pdf"
    viewers = readers(row, list(Seat.objects.filter(game=row)))
    users = User.objects.filter(pk__in=viewers, is_active=True).order_by("pk")
    return [
        letter(row, user, "game", f"edition-{edition.number}", _subject(printed), body, now)
        for user in users
        if user.wants("phase")
    ]


def _subject(printed: Printed) -> str:
    of = f", correcting edition {printed.corrects}" if printed.corrects is not None else ""
    return f"edition {printed.number}{of}: {printed.heading}"
