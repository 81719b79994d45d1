"""A form of the desk as it was sent."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from legation.errors import InputError, LegationError
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import reads
from legation.server.games.models import Game
from legation.server.games.readers import Reader
from legation.server.site.nulls import plain
from legation.server.site.sure import Question, is_sure

_WRITTEN = ("typed", "answer", "told")
Done = str | Question
"""What is said when a thing is done, or what is asked before."""


class Gone(str):
    """An address at which it goes on."""

    __slots__ = ()


class SeveralError(InputError):
    """A form in which more than one thing is wrong."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that was refused: which of the page, what was sent, and why nothing came of it."""

    what: str
    post: QueryDict
    reasons: tuple[str, ...]

    @property
    def form(self) -> str:
        """Which of the page's forms it is: some are there more than once."""
        word = {
            "answer": "code",
            "seal": "nation",
            "remove": "dislodged",
            "disorder": "declared",
        }.get(self.what)
        return f"{self.what} {self.post.get(word, '')}".strip() if word else self.what

    @property
    def texts(self) -> tuple[str, ...]:
        """What was written at length, to be shown where its form is gone."""
        return tuple(text for name in _WRITTEN if (text := self.post.get(name, "").strip()))


def refusal(what: str, post: QueryDict, error: LegationError) -> Refused:
    """What is shown of a form with something wrong in it."""
    reasons = error.reasons if isinstance(error, SeveralError) else (str(error),)
    return Refused(what, post, tuple(sentence(text) for text in reasons))


def sentence(text: str) -> str:
    """What went wrong, as a sentence of a page."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Doing:
    """A form of the desk: of which game, by whom, and what it says."""

    game: Game
    reader: Reader
    user: User
    post: QueryDict

    @property
    def actor(self) -> str:
        """The game master's name in the log."""
        return self.user.name

    @property
    def sure(self) -> bool:
        """Has he been asked?"""
        return is_sure(self.post)

    def word(self, name: str) -> str:
        """What a field says, without nulls: PostgreSQL takes none in a text."""
        return plain(self.post.get(name, "")).strip()

    @property
    def power(self) -> str:
        """The power that was chosen.

        Raises:
            InputError: for none of the game.
        """
        named = self.word("power")
        if named not in {power.name for power in reads.book_of(self.game).powers}:
            raise InputError("choose a power.")
        return named

    @property
    def serial(self) -> int:
        """The phase that the page was made for."""
        return acts.check_number(self.word("serial"))
