"""The tables of a trial's page: who wins, and two sides beside each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from legation.atlas.nations import class_of, mark_of
from legation.lab.charts import bar
from legation.lab.played import Played
from legation.lab.shares import Mean, Share, Standing, counted, differences, standings
from legation.rules.rulebook import Rulebook


def percent(share: Share) -> str:
    """A share with its interval: ``14 % (9 to 21)``."""
    return (
        f"{100 * share.value:.0f} % <small>({100 * share.low:.0f}–{100 * share.high:.0f})</small>"
    )


def amount(mean: Mean, sign: bool = False) -> str:
    """A mean with its interval: ``5.2 ± 0.4``."""
    value = f"{mean.value:+.1f}" if sign else f"{mean.value:.1f}"
    reach = "" if math.isinf(mean.reach) else f" <small>± {mean.reach:.1f}</small>"
    return value.replace("-", "−") + reach


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], css: str = "") -> str:
    """A table of HTML, which scrolls by itself; the first cell of a row heads it."""
    head = "".join(f'<th scope="col">{each}</th>' for each in headings)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return (
        f'<div class="lab-table {css}" tabindex="0" role="group" aria-label="Table"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n"
    )


def named(book: Rulebook, power: str) -> str:
    """A power's name behind its mark, in its colours."""
    css = class_of(book, power)
    mark = escape(mark_of(book, power))
    return f'<i class="lab-mark nation-{css}" aria-hidden="true">{mark}</i>{escape(power)}'


def shares(book: Rulebook, games: Sequence[Played]) -> str:
    """Who won alone, shared and survived, with intervals of 95 % (Wilson)."""
    if not games:
        return ""
    solos = Share(sum(len(game.winners) == 1 for game in games), len(games)).value
    rows = [
        (
            named(book, each.power),
            percent(each.solo),
            bar(each.solo, solos / len(games[0].powers)),
            percent(each.shared),
            percent(each.survived),
            amount(each.centres),
            _hundredths(each),
        )
        for each in standings(games)
    ]
    headings = ("Power", "Alone", "", "Shared", "Survived", "Centres", "Part of 100")
    return table(headings, rows, "lab-shares") + (
        "<p><small>In brackets and as a line: the 95 % interval (Wilson). The upright tick is where"
        " a power would be if all won alone equally often. Part: a game counts 1, what is shared in"
        " equal parts.</small></p>\n"
    )


def _hundredths(standing: Standing) -> str:
    score = standing.score
    return amount(Mean(100 * score.value, 100 * score.reach))


def compared(one: Sequence[Played], other: Sequence[Played]) -> str:
    """Two sides, power by power; the differences are of pairs of games with one seed."""
    first, second = {s.power: s for s in standings(one)}, {s.power: s for s in standings(other)}
    rows = []
    for power in first:
        if power in second:
            parts, centres = differences(counted(one), counted(other), power)
            rows.append(
                (
                    escape(power),
                    percent(first[power].solo),
                    percent(second[power].solo),
                    _apart(Mean(100 * parts.value, 100 * parts.reach)),
                    _apart(centres),
                )
            )
    if not rows:
        return "<p>The two have no power in common.</p>\n"
    headings = ("Power", "A alone", "B alone", "Part of 100, B more by", "Centres, B more by")
    return table(headings, rows) + (
        "<p><small>Differences are of pairs of games with the same seed. In bold: the 95 % interval"
        " does not hold nothing; of twenty such figures one is bold by chance.</small></p>\n"
    )


def _apart(mean: Mean) -> str:
    said = amount(mean, sign=True)
    return f"<b>{said}</b>" if mean.apart else said
