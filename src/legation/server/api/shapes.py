"""What the interface takes and gives, field by field."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from ninja import Field, Schema

from legation.server.api.choices import MenuData
from legation.server.api.knowledge import ViewData

LARGEST = 2**31 - 1
"""The largest number that a row holds."""

Serial = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
YesOrNo = Annotated[bool, Field(strict=True)]


class Wrong(Schema):
    """What went wrong, in a sentence."""

    error: str


class GameOut(Schema):
    """A game, as everybody who may see it sees it, and what you are to it."""

    slug: str
    name: str
    variant: str
    options: dict[str, str]
    state: str = Field(description="forming, running, paused or finished")
    phase: str
    phase_kind: str
    serial: int = Field(description="grows with every phase, whatever is rolled back")
    due: datetime | None = Field(
        description="until when your sheet is taken; null without deadline, or where that is to be"
        " moved"
    )
    stands: bool = Field(
        description="was time lost, so that the clock stands and the deadline will be moved by it?"
    )
    ending: str
    winners: list[str]
    press: str
    grey: bool
    anonymous: bool
    sheets: str = Field(description="who reads a sheet before its phase closes, in words")
    power: str = Field(description="the power that you play; empty for none")
    master: bool = Field(description="are you the game master?")


class ViewOut(Schema):
    """What you see of a game in one phase; the keys are those of docs/save-format.md."""

    view: ViewData


class ErrorLine(Schema):
    """A line of a sheet that is no order, or the whole sheet (line 0)."""

    line: int
    text: str
    error: str


class SheetOut(Schema):
    """Your sheet of the phase that is open."""

    serial: int
    power: str
    typed: str
    orders: list[str] = Field(description="the good orders of it, which count")
    settled: bool
    saved_at: datetime | None


class SheetIn(Schema):
    """A sheet to be handed in, an order a line, in place of the one before."""

    typed: str = Field(max_length=20_000)
    settled: YesOrNo | None = Field(None, description="null leaves it as it was")
    serial: Serial = Field(description="the phase that it is written for")


class SettleIn(Schema):
    """Whether your sheet stands as it is."""

    settled: YesOrNo
    serial: Serial


class SavedOut(Schema):
    """What became of a sheet."""

    orders: list[str]
    settled: bool
    errors: list[ErrorLine]
    warnings: list[str]
    saved_at: datetime | None


class TextOut(Schema):
    """What you have written ahead for one use."""

    use: str = Field(description="`draft`, or `next-` or `standing-` with a kind of phase")
    title: str = Field(description="what it is for, in words")
    typed: str = Field(description="the text; empty where nothing waits")
    edition: int = Field(description="grows with every change; 0 where nothing waits")
    saved_at: datetime | None


class TextIn(Schema):
    """A text to be kept for a use, with conditions if you like; an empty one takes it back."""

    typed: str = Field(max_length=20_000)
    edition: Serial | None = Field(None, description="the one that it replaces; null for any")


class BecameOut(Schema):
    """What became of orders that had waited."""

    title: str
    serial: int = Field(description="the phase that opened then")
    phase: str = Field(description="the phase whose sheet they became")
    said: list[str] = Field(description="what was taken of them, and why")
    typed: str
    made_at: datetime


class LaterOut(Schema):
    """Your orders for later, a text for each use that the game has."""

    serial: int
    power: str
    texts: list[TextOut]
    became: list[BecameOut] = Field(description="the latest first")


class AbsenceIn(Schema):
    """An absence to be announced."""

    first: date = Field(description="the first day on which you are away; a year ahead at most")
    last: date = Field(description="the last one; 60 days at most")


class AbsenceOut(Schema):
    """An absence that you have announced."""

    first: date
    last: date = Field(description="the last day on which you are away")


class AskOut(Schema):
    """That a power asks for more time."""

    power: str
    minutes: int
    agreed: bool = Field(description="have you agreed? Of others nobody is told")


class MoreTimeOut(Schema):
    """How more time stands in the phase that is open."""

    serial: int
    agreeing: str = Field(
        description="who has to agree: `majority`, more than half of the players, `all`, or `none`"
        " where nobody votes on it"
    )
    put_off: bool = Field(description="was the phase put off by vote? It is so only once")
    may_vote: bool
    asks: list[AskOut]


class MoreTimeIn(Schema):
    """So much more time for all."""

    minutes: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    serial: Serial = Field(description="the phase that is meant")


class AgreeIn(Schema):
    """For which phase one agrees."""

    serial: Serial


class MenuOut(Schema):
    """What you may order now, by unit and beside your units."""

    serial: int
    power: str
    menu: MenuData


class ThreadOut(Schema):
    """A thread of press that you read."""

    key: str
    title: str
    last: datetime | None
    unread: int
    closed: str = Field(description="why you cannot write there now; empty where you can")


class MessageOut(Schema):
    """A message. `sender` is a power, `gm`, or empty where you may not know."""

    sender: str
    text: str
    phase: str
    made_at: datetime


class MessageIn(Schema):
    """A message to be sent."""

    text: str = Field(min_length=1, max_length=10_000)
    token: str = Field(
        min_length=8,
        max_length=64,
        pattern=r"^[A-Za-z0-9-]+$",
        description="of your making; the same one again sends nothing twice",
    )


class SentOut(Schema):
    """That a message was sent."""

    sent: bool


class ReadIn(Schema):
    """Until when you have read a thread."""

    until: datetime = Field(
        description="`made_at` of the last message that you have read; without a zone it is UTC"
    )


class ReadOut(Schema):
    """How many messages of the thread you have read."""

    read: int


class EventsOut(Schema):
    """The kinds of what happened since, and from where to ask on."""

    since: str
    kinds: list[str]
