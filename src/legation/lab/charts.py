"""Charts of a trial as SVG, for a page that has the board's style sheet; none needs a script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from legation.atlas.nations import class_of
from legation.atlas.svg import escaped, number, path, tag, text
from legation.lab.played import Played
from legation.lab.shares import Share
from legation.rules.rulebook import Rulebook

BAND_WIDTH, BAND_HEIGHT = 240.0, 132.0
_LEFT, _TOP, _FOOT = 22.0, 8.0, 18.0
_BARS = 24  # of a histogram, at most
_WIDEST = 26.0  # of them
_LOW, _MIDDLE, _HIGH = 0.1, 0.5, 0.9


def bar(share: Share, chance: float = 0.0) -> str:
    """A share from 0 to 1 as a dot on its interval; a tick where chance alone would be."""
    low, at, high = (number(100 * each) for each in (share.low, share.value, share.high))
    tick = path("lab-chance", f"M{number(100 * chance)} 1V13") if chance else ""
    return tag(
        "svg",
        path("lab-rule", "M0 7H100"),
        tick,
        path("lab-reach", f"M{low} 7H{high}"),
        tag("circle", class_="lab-dot", cx=at, cy=7, r=2.6),
        viewBox="-3 0 106 14",
        class_="lab-bar",
        aria_hidden="true",
    )


def courses(book: Rulebook, games: Sequence[Played], turns: Sequence[str]) -> str:
    """Centres of each power over the movement phases: median, and 8 games of 10 around it.

    A game that is over stays as it ended. `turns` are the names of the phases.
    """
    last = max((len(game.centres) for game in games), default=1) - 1
    most = max((max(row) for game in games for row in game.centres), default=1)
    return "".join(
        _course(book, games, at, power, last, most, turns)
        for at, power in enumerate(games[0].powers if games else ())
    )


def _course(
    book: Rulebook,
    games: Sequence[Played],
    at: int,
    power: str,
    last: int,
    most: int,
    turns: Sequence[str],
) -> str:
    rows = [sorted(game.centres[min(k, len(game.centres) - 1)][at] for game in games)
            for k in range(last + 1)]  # fmt: skip
    across = (BAND_WIDTH - _LEFT - 4) / max(1, last)
    down = (BAND_HEIGHT - _TOP - _FOOT) / max(1, most)
    foot = BAND_HEIGHT - _FOOT

    def line(share: float) -> list[str]:
        return [
            f"{number(_LEFT + across * k)} {number(foot - down * row[int(share * (len(row) - 1))])}"
            for k, row in enumerate(rows)
        ]

    band = "M" + "L".join(line(_HIGH)) + "L" + "L".join(reversed(line(_LOW))) + "Z"
    ends = rows[-1]
    said = (
        f"{power}: {rows[0][len(rows[0]) // 2]} centres at first; in the end"
        f" {ends[len(ends) // 2]}, and {ends[int(_LOW * (len(ends) - 1))]} to"
        f" {ends[int(_HIGH * (len(ends) - 1))]} in 8 games of 10"
    )
    levels = sorted({0, most // 2, most})
    drawn = tag(
        "svg",
        tag("title", escaped(said)),
        *(
            path("lab-rule", f"M{_LEFT} {number(foot - down * n)}H{BAND_WIDTH - 4}")
            + text("lab-axis lab-level", str(n), _LEFT - 4, foot - down * n + 4)
            for n in levels
        ),
        path("lab-band", band),
        path("lab-median", "M" + "L".join(line(_MIDDLE))),
        text("lab-axis", turns[0], _LEFT, BAND_HEIGHT - 3),
        text(
            "lab-axis lab-last", turns[min(last, len(turns) - 1)], BAND_WIDTH - 4, BAND_HEIGHT - 3
        ),
        viewBox=f"0 0 {BAND_WIDTH:g} {BAND_HEIGHT:g}",
        role="img",
        aria_label=said,
        class_=f"lab-course nation-{class_of(book, power)}",
    )
    return f"<figure><figcaption>{escaped(power)}</figcaption>{drawn}</figure>"


def histogram(values: Iterable[int], what: str) -> str:
    """How many games have each number of something."""
    known = list(values)
    least, most = min(known, default=0), max(known, default=0)
    width = max(1, -(-(most - least + 1) // _BARS))
    counts = Counter((value - least) // width for value in known)
    bins = (most - least) // width + 1
    tallest = max(counts.values(), default=1)
    step, foot = min(_WIDEST, (BAND_WIDTH - _LEFT - 4) / bins), BAND_HEIGHT - _FOOT
    down = (foot - _TOP) / tallest
    middle = sorted(known)[len(known) // 2] if known else 0
    said = f"{what}: {least} to {most}, half of the games at most {middle}"
    bars = "".join(
        tag(
            "rect",
            tag("title", f"{_span(least + at * width, width)}: {count} games"),
            class_="lab-column",
            x=_LEFT + step * at + 0.5,
            y=foot - down * count,
            width=max(1.0, step - 1),
            height=down * count,
        )
        for at, count in sorted(counts.items())
    )
    drawn = tag(
        "svg",
        tag("title", escaped(said)),
        path("lab-rule", f"M{_LEFT} {number(foot)}H{BAND_WIDTH - 4}"),
        text("lab-axis lab-level", str(tallest), _LEFT - 4, _TOP + 5),
        bars,
        text("lab-axis", str(least), _LEFT, BAND_HEIGHT - 3),
        text("lab-axis lab-last", str(most), _LEFT + step * bins, BAND_HEIGHT - 3)
        if most > least
        else "",
        viewBox=f"0 0 {BAND_WIDTH:g} {BAND_HEIGHT:g}",
        role="img",
        aria_label=said,
        class_="lab-histogram",
    )
    note = f"half of the games: at most {middle}"
    return f"<figure><figcaption>{escaped(what)} <small>{note}</small></figcaption>{drawn}</figure>"


def _span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first} to {first + width - 1}"
