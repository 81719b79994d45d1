"""Games for the tests of the board: one player at a table of bots."""

import random
from datetime import timedelta

from django.utils import timezone

from legation.bots.base import find_bot
from legation.rules.survey import survey_of
from legation.server.accounts.models import User
from legation.server.games import clock, create, process, reads, records, sheets
from legation.server.games.models import DUE, Deadline, Game
from legation.server.games.offer import Offer
from legation.server.games.readers import reader_of
from legation.table.game import Game as Table

SEED = "1" * 32
SEATS = {
    "standard": "France",
    "london_nights": "Nurses",
    "locarno": "France",
    "post_atomic": "Austria",
    "warwick": "Earl of Warwick",
    "claudian": "France",
}


def user(name: str) -> User:
    """An account of this name."""
    found = User.objects.filter(name=name).first()
    if found is None:
        found = User.objects.make(email=f"{name.lower()}@example.org", name=name, password=None)
    return found


def begin(
    variant: str = "standard",
    power: str = "",
    *,
    phases: int = 0,
    player: str = "Anna",
    options: dict[str, str] | None = None,
    master: User | None = None,
    access: str = "open",
    bot: str = "steady",
) -> Game:
    """A game that was played for some phases, the player's orders written by a bot too."""
    offer = Offer(
        name=f"Test {variant}",
        variant=variant,
        fill_bot=bot,
        starts="hand",
        options=options or {},
        mastered=master is not None,
        access=access,
        grace=0,
    )
    game = create.create(user=master, offer=offer)
    create.join(game=game, user=user(player), wishes=[power or SEATS[variant]])
    game = create.start(game=game, seed=SEED)
    for number in range(phases):
        write_by_bot(game, player, bot, number)
        game = end_phase(game)
    return game


def begin_with_builds(power: str) -> Game:
    """A standard game in the first Winter in which the player has something to build."""
    game = begin("standard", power)
    for number in range(40):
        view = reads.view_for(game, reader_of(game, user("Anna")))
        book = reads.book_of(game)
        survey = survey_of(book, view.position)
        if game.phase_kind == "adjustment" and len(book.build_choices(survey, power)) > 1:
            return game
        write_by_bot(game, number=number)
        game = end_phase(game)
    raise AssertionError("the bot never builds")


def write_by_bot(game: Game, player: str = "Anna", bot: str = "steady", number: int = 0) -> None:
    """Writes the sheet of the player as a bot would."""
    reader = reader_of(game, user(player))
    book, view = reads.book_of(game), reads.view_for(game, reader)
    orders = find_bot(bot).choose(book, view, random.Random(number))
    typed = "\n".join(o if isinstance(o, str) else book.write(o) for o in orders)
    sheets.submit(game=game, power=reader.power, typed=typed)


def end_phase(game: Game) -> Game:
    """The phase ends now."""
    clock.end_now(game=game, actor="the test")
    deadline = Deadline.objects.get(game=game, serial=Game.objects.get(pk=game.pk).serial, kind=DUE)
    process.process(deadline=deadline, worker="test", now=timezone.now() + timedelta(seconds=1))
    return Game.objects.get(pk=game.pk)


def truth_of(game: Game) -> Table:
    """All of a game, secrets included: for what a page must not hold."""
    return records.load(game)
