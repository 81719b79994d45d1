"""A trial on one page: a file of HTML that needs nothing else, and no script.

The page asks for nothing from anywhere, and its policy forbids it to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from legation.atlas import css, fonts
from legation.atlas.look import look_of
from legation.board.calendar import MOVEMENT
from legation.lab.played import Played
from legation.lab.sections import Side, faults, heats, oddities, openings, unused_said, ways
from legation.lab.tables import compared, shares
from legation.lab.trial import Trial
from legation.rules.rulebook import Rulebook
from legation.table.game import Game

PAGE = "page.html"
"""What the page of a trial is called in its folder."""

_TURNS = 400  # names of movement phases, at most
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:;"
    " base-uri 'none'; form-action 'none'"
)


def page(trial: Trial, games: Sequence[Played], home: str = "") -> str:
    """What the finished games of a trial show; with a link to `home`, if there is one."""
    sides = [_side(trial, games, at) for at in range(len(trial.sides))]
    names = " against ".join(dict.fromkeys(side.title for side in sides))
    title = f"{len(games)} games by bots: {names}"
    book = sides[0].book
    look = look_of(book)
    faces = tuple(dict.fromkeys(face.id for face in look.faces.values()))
    own = files("legation.lab").joinpath("page.css").read_text("utf-8")
    style = fonts.rules(faces) + css.sheet(look, "auto") + css.nations(look)
    body = "".join(_body(trial, sides))
    way = f'<p><a href="{escape(home)}">Back</a></p>\n' if home else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>{style}{own}</style>\n</head>\n"
        f'<body class="atlas">\n<header>\n{way}<h1>{escape(title)}</h1>\n'
        f"{body}</main>\n</body>\n</html>\n"
    )


def _side(trial: Trial, games: Sequence[Played], at: int) -> Side:
    side = trial.sides[at]
    start = Game.new(side.variant, side.options, seed=trial.seed_of(0))
    owned = start.view("gm").position.owners
    own = [game for game in games if game.side == at]
    return Side(start.book, side, tuple(own), frozenset(owned), _turns(start.book), "ab"[at])


def _turns(book: Rulebook) -> tuple[str, ...]:
    """The names of the movement phases."""
    names: list[str] = []
    phase = book.calendar.first
    while len(names) < _TURNS and phase.year <= book.calendar.last_year:
        if phase.kind == MOVEMENT:
            names.append(phase.turn)
        phase = book.calendar.after(phase)
    return tuple(names)


def _body(trial: Trial, sides: Sequence[Side]) -> Iterator[str]:
    yield f"<p>{escape(_played_by(trial))}</p>\n"
    yield (
        "<p>This is what <em>our bots</em> show: they trust nobody, agree on nothing and look one"
        " turn ahead. What they do badly a person may do well. A figure here is where to look,"
        " and no verdict.</p>\n</header>\n<main>\n"
    )
    yield from (side.maps.common() for side in sides)
    if len(sides) == 1 and sides[0].side.options:
        yield f"<p>Played is {escape(sides[0].side.said)}.</p>\n"
    if len(sides) > 1:
        yield "<section><h2>Side by side</h2>\n"
        yield f"<p>{_names(sides)}</p>\n"
        yield compared(sides[0].counted, sides[1].counted)
        yield "</section>\n"
    for side in sides:
        if len(sides) > 1:
            yield f"<h2 class='lab-side'>{side.letter.upper()}: {escape(side.side.said)}</h2>\n"
        yield from _sections(side, trial)


def _names(sides: Sequence[Side]) -> str:
    return " ".join(f"<b>{side.letter.upper()}</b>: {escape(side.side.said)}." for side in sides)


def _played_by(trial: Trial) -> str:
    others = "".join(f", {power} by {bot}" for power, bot in trial.seats.items())
    return (
        f"Every power is played by the bot “{trial.bot}”{others}. Seed “{trial.seed}”. A game is"
        f" broken off after {trial.phases} phases; after {trial.quiet} movements without a change"
        " of owners it is a draw of all survivors, if all are for it."
    )


def _command(side: Side, trial: Trial) -> str:
    """The command line that plays a game of this side once more."""
    words = ["legation lab", side.side.variant]
    words += [f"--option {key}={value}" for key, value in side.side.options.items()]
    bots = ",".join([trial.bot, *(f"{power}={bot}" for power, bot in trial.seats.items())])
    words += [f'--bots "{bots}"'] if bots != "steady" else []
    words += [f'--seed "{trial.seed}"', f"--phases {trial.phases} --quiet {trial.quiet}"]
    return " ".join([*words, "--again N --out game.json"])


def _sections(side: Side, trial: Trial) -> Iterator[str]:
    for title, lead, inside in (
        ("Who wins", side.endings, shares(side.book, side.counted)),
        (
            "Centres over time",
            "The line is the middle game of all, the band holds 8 games of 10. A game that is over"
            " stays as it ended.",
            side.courses,
        ),
        (
            "Where it happens",
            "The stronger the wash, the more of it; a place without one had none.",
            heats(side),
        ),
        (
            "Openings",
            "The first orders of each power, those most played, and what came of the games that"
            " began so.",
            openings(side),
        ),
        ("How games go", "", ways(side)),
        (
            "What nobody ever used",
            "Perhaps our bots: what they never do, people may. But a place where nobody ever goes,"
            " or a rule that never bears on anything, is worth a thought.",
            unused_said(side),
        ),
        ("What went wrong", "", faults(side)),
        (
            "Games to look at",
            f"This plays number N again, and saves it: {_command(side, trial)}",
            oddities(side),
        ),
    ):
        if inside:
            told = f"<p>{escape(lead)}</p>\n" if lead else ""
            yield f"<section><h2>{escape(title)}</h2>\n{told}{inside}</section>\n"
