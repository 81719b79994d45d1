"""Users and games for the server's tests."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from legation.server.accounts.models import User
from legation.server.games import create, process, reads, records
from legation.server.games.models import DUE, Deadline, Game, Seat
from legation.server.games.models.leaf import Leaf
from legation.server.games.offer import Offer
from legation.server.games.readers import Reader, reader_of
from legation.sight.view import View

SEED = "0123456789abcdef0123456789abcdef"
PASSWORD = "a long enough one"


def person(name: str, **wishes: Any) -> User:
    """A user by name; the same one when asked again."""
    known = User.objects.filter(name=name).first()
    address = f"{name.replace(' ', '.')}@example.org"
    return known or User.objects.make(email=address, name=name, password=PASSWORD, **wishes)


def started(*powers: str, **offer: Any) -> Game:
    """A game that has begun, in which a user of each power's name plays it, and bots the others.

    With `mastered` the game master is called Master.
    """
    master = person("Master") if offer.get("mastered") else None
    wanted = {"name": "A game", "fill_bot": "random", "starts": "hand", "grace": 0, **offer}
    game = create.create(user=master, offer=Offer(**wanted))
    for power in powers:
        create.join(game=game, user=person(power), wishes=[power])
    return create.start(game=game, seed=SEED)


def reader(game: Game, name: str) -> Reader:
    """What a user is to a game."""
    return reader_of(game, User.objects.get(name=name))


def view_as(game: Game, who: Reader, number: int | None = None, **whom: Any) -> View:
    """What a reader sees of a game as whom he asks to look; see `reads.sight_for`."""
    return reads.view_as(game, reads.sight_for(game, who, **whom), number)


def seat(game: Game, power: str) -> Seat:
    """A seat as it is stored now."""
    return Seat.objects.get(game=game, power=power)


def fresh(game: Game) -> Game:
    """The game as it is stored now."""
    return Game.objects.get(pk=game.pk)


def tampered(game: Game, change: Callable[[str], str]) -> None:
    """Changes what is stored of a record, as who has the database in his hands may do."""
    head, leaves = parted(change(records.text_of(game)))
    Game.objects.filter(pk=game.pk).update(head=head)
    for index, text in enumerate(leaves):
        Leaf.objects.filter(game=game, index=index).update(text=text)


def parted(record: str) -> tuple[str, list[str]]:
    """A saved game as it is stored: its head, and a leaf for each phase."""
    head, phases, rest = record.partition('"phases": [\n')
    return head + phases.strip(), rest.removesuffix("\n]\n}\n").split(",\n")


def time_is_up(game: Game) -> str:
    """Lets the time of the open phase be over, and a worker come; what it did."""
    row = fresh(game)
    past = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(due=past)
    deadline = Deadline.objects.get(game=game, kind=DUE, serial=row.serial)
    Deadline.objects.filter(pk=deadline.pk).update(due_at=past, lease_until=None)
    return process.process(deadline=deadline, worker="tests")


def work(game: Game) -> str:
    """Lets a worker come, as the clock stands; what it did, empty where nothing is due."""
    found = [d for d in process.due(timezone.now(), (DUE,)) if d.game_id == game.pk]
    return process.process(deadline=found[0], worker="tests") if found else ""
