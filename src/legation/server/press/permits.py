"""Who may write to whom, and when: the game's setting, the phase, and who one is."""

from __future__ import annotations

from legation.rules.rulebook import Rulebook
from legation.server.games.models import ALL_PRESS, FINISHED, MASTER, NO_PRESS, Game
from legation.server.games.readers import Reader
from legation.server.press.members import GREY, PUBLIC, members_of
from legation.server.press.models import Custom


def writer_of(reader: Reader) -> str:
    """As whom somebody writes: a power, the game master, or nobody."""
    return reader.power or (MASTER if reader.master else "")


def custom_of(game: Game) -> Custom:
    """What is usual for the press of a game."""
    return Custom.objects.filter(game=game).first() or Custom(game=game)


def exists(game: Game, book: Rulebook, key: str, member: str) -> bool:
    """Is there such a thread for this member, written in or not? Nothing stored is asked."""
    if key == PUBLIC:
        return True
    if key == GREY:
        return game.grey and game.press != NO_PRESS
    members = members_of(book, key)
    return member in members and (MASTER not in members or game.master_id is not None)


def closed(game: Game, book: Rulebook, key: str, writer: str) -> str:
    """Why this writer cannot write there now, in a sentence; empty where he can."""
    if not game.phase:
        return "The game has not begun."
    if not writer:
        return "Only who plays in this game writes its press."
    members = members_of(book, key)
    if writer == MASTER and key != GREY:
        return ""
    if MASTER in members and len(members) == 2:  # a word with the game master is no press
        return ""
    if game.press == NO_PRESS:
        return "There is no press in this game: it was offered without."
    if key == GREY and not game.grey:
        return "There is no unsigned press in this game."
    if members and game.press != ALL_PRESS:
        return "Press in this game is public."
    if game.state != FINISHED and game.phase_kind in book.silent:
        return f"The rules of this game close the press in this phase ({game.phase})."
    return ""
