"""How a game is played, in words: lengths, policies, press, access."""

from __future__ import annotations

from collections.abc import Iterator

from legation.rules.options import Ruling
from legation.rules.options import rulings as chosen_otherwise
from legation.server.games import models as m
from legation.server.games.models import Game
from legation.server.games.promise import promise
from legation.server.lobby.catalogue import own_specs
from legation.variants.load import load

MISSED = {
    m.HOLD: "the units without orders hold",
    m.BOT: "a bot writes the orders of that phase",
    m.SUBSTITUTE: "a bot takes the seat until its player is back, or another takes it",
    m.DISORDER: "the power is in civil disorder, and its seat is open",
}
ABSENCES = {
    m.IGNORED: "nothing comes of it",
    m.TOLD: "others are told, and deadlines stay",
    m.DEFERRED: "others are told, and deadlines in it are put off until a day after",
}
AGREEING = {
    m.NO_VOTE: "by nobody",
    m.MAJORITY: "when more than half of the players agree",
    m.ALL_AGREE: "when all players agree",
}
PRESS = {
    m.ALL_PRESS: "private, in groups and public",
    m.PUBLIC_PRESS: "public only",
    m.NO_PRESS: "none",
}
ACCESS = {
    m.OPEN: "anybody may look on and join",
    m.BY_LINK: "private: in no list, open to who has its link",
    m.BY_PASSWORD: "private: in the lists, open to who has its password",
}
REPLACERS = {
    m.ANYBODY: "anybody, as soon as a seat is open",
    m.MASTER_SAYS: "whom the game master chooses",
    m.NOBODY: "nobody; a bot plays on",
}
STARTS = {
    m.FULL: "as soon as every seat is taken",
    m.AT_TIME: "at a time",
    m.BY_HAND: "when who made it says so",
}
BOTS = {
    "seeker": "seeker, for strong players: tries its orders out before it gives them",
    "seeker:middling": "seeker, middling: tries more orders, and misjudges some",
    "seeker:beginner": "seeker, for beginners: tries a few orders, and misjudges many",
    "steady": "steady, for most: plays fairly well, and knows the rules of each game",
    "dumb": "dumb, for comparison: DumbBot, a classical program, by standard rules alone",
    "random": "random, for your first game: draws among the legal orders",
}
STATES = {
    m.FORMING: "open",
    m.RUNNING: "running",
    m.PAUSED: "the clock is stopped",
    m.FINISHED: "finished",
}
_ENDINGS = {
    "solo": "Won",
    "draw": "A draw",
    "concession": "Conceded",
    "last year": "The last year is over; a draw",
    "abandoned": "Ended by the game master",
}


def begins(game: Game) -> str:
    """When a game starts that waits for no time: bots take seats only where it is not full."""
    if game.starts == m.FULL and game.fill_bot:
        return f"{STARTS[m.FULL]}, or before, when who made it says so"
    return STARTS[game.starts]


def minutes(number: int | None) -> str:
    """A length of time as people say it: ``2 days``, ``90 minutes``."""
    if number is None:
        return "until all are ready"
    for size, word in ((60 * 24, "day"), (60, "hour")):
        if number >= size and number % size == 0:
            return _count(number // size, word)
    return _count(number, "minute")


def pace(game: Game) -> str:
    """How fast a game is played, in a few words."""
    if game.movement_minutes is None:
        return "without deadlines"
    return f"{'live, ' if game.times.live else ''}{minutes(game.movement_minutes)} a movement"


def result(game: Game) -> str:
    """How a game ended, in a sentence."""
    said = _ENDINGS.get(game.ending, game.ending[:1].upper() + game.ending[1:])
    if not game.winners:
        return f"{said}."
    names = list(game.winners)
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return f"{said}: {listed}."


def facts(game: Game) -> Iterator[tuple[str, str]]:
    """What everybody who may see a game may know of how it is played."""
    if game.begun_elsewhere:
        out = f"; {', '.join(game.out)} out of the game" if game.out else ""
        yield "Begun elsewhere", f"taken over in {game.begun_elsewhere}{out}"
        yield "Secrets until then", "the game master gave the position, and knows them"
    yield "Phases", _lengths(game)
    yield (
        "When all are ready",
        ("a phase ends at once" if game.when_ready else f"a phase still lasts until {_end(game)}"),
    )
    if game.awaited:
        yield "Who is waited for", "everybody sees who is not ready yet"
    if game.movement_minutes is not None:
        grace = minutes(game.grace_minutes) if game.grace_minutes else ""
        first = f"all get {grace} more, once a phase; then " if grace else ""
        yield "A missed turn", first + MISSED[game.missed]
    yield "An announced absence", _away(game)
    if game.movement_minutes is not None and game.postpone != m.NO_VOTE:
        yield "Put off by vote", f"{AGREEING[game.postpone]}, once a phase"
    press = PRESS[game.press]
    if game.grey and game.press != m.NO_PRESS:
        press += "; grey press (unsigned) too"
    yield "Press", press
    yield (
        "Names",
        (
            "nobody is told who plays what until the end"
            if game.anonymous
            else "shown from the start"
        ),
    )
    yield (
        "Advice of bots",
        "to everybody, under What if" if game.advice else "only when the game is over",
    )
    yield "A seat that is given up", REPLACERS[game.replacers]
    yield "Sheets", promise(game)
    yield "Access", ACCESS[game.access]


def _end(game: Game) -> str:
    """Until when a phase lasts at most."""
    if game.movement_minutes is not None:
        return "its time"
    return "all are ready" if game.when_ready else "the game master ends it"


def _away(game: Game) -> str:
    """What comes of it that a player has announced an absence."""
    if game.anonymous:
        return "nobody is told, and the game waits for nobody"
    if game.absences == m.IGNORED or game.times.live:
        return f"{ABSENCES[m.IGNORED]}{'; live games wait for nobody' if game.times.live else ''}"
    if game.movement_minutes is None:
        return "others are told; there are no deadlines to put off"
    most = f", at most {_count(game.away_days, 'day')} a player and year of play"
    return ABSENCES[game.absences] + (most if game.absences == m.DEFERRED else "")


def _lengths(game: Game) -> str:
    if game.movement_minutes is None:
        return f"no deadlines: a phase lasts until {_end(game)}"
    lengths = (
        f"movement {minutes(game.movement_minutes)}, retreats {minutes(game.retreat_minutes)},"
        f" adjustments {minutes(game.adjustment_minutes)}"
    )
    at = f", then until {game.fixed_time:%H:%M} ({game.zone})" if game.fixed_time else ""
    return lengths + at + (f"; never at a weekend ({game.zone})" if game.weekends_off else "")


def rulings(game: Game) -> list[Ruling]:
    """The rulings that are not the variant's usual ones."""
    book, usual = load(game.variant, game.options, recorded=True), load(game.variant).options
    own, common = own_specs(book)
    return chosen_otherwise((*own, *common), book.options.chosen, usual.chosen)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
