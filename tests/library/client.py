"""A program that uses the library, for type checkers: nothing here is run."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import legation
from legation import arrays


def battle() -> list[str]:
    board: legation.View = legation.position(units={"France": ["A Par"]}, date="Spring 1901")
    trial: legation.Trial = legation.adjudicate(board, {"France": ["A Par - Bur"]})
    told: list[legation.Result] = trial.results
    why: legation.Explanation = legation.explain(trial.after, "A Par")
    first: str = why.result.reason
    return [first, *(f"{result.order} {result.fate.value}" for result in told), *trial.news]


def whole(path: Path) -> str:
    game: legation.Game = legation.game("warwick", name="Tried", henry_king="yes")
    orders: dict[str, list[str]] = game.legal_orders("Edward IV")
    refused = game.submit("Edward IV", [texts[0] for texts in orders.values()], settled=True)
    for each in refused:
        print(each.line, each.error.clause)
    view: legation.View = game.advance()
    game.undo()
    game.save(path)
    again: legation.Game = legation.load(path).fork()
    try:
        return legation.draw(view, path=path.with_suffix(".svg")) + again.draw()
    except (legation.FileError, legation.OrderError) as error:
        return str(error)


def wrong() -> None:
    legation.position(units=["A Par"])  # type: ignore[arg-type]
    legation.game(seed=7)  # type: ignore[arg-type]
    legation.load()  # type: ignore[call-arg]
    legation.adjudicat()  # type: ignore[attr-defined]
    arrays.begin("10")  # type: ignore[arg-type]
    arrays.fates("A Par H")  # type: ignore[call-arg,arg-type]


def many() -> list[str]:
    games: arrays.Games = arrays.begin(10, seed=1)
    lists: arrays.Lists = arrays.legal_orders(games, threads=2)
    orders = arrays.pick(games, lists, np.random.default_rng(1), np.ones(len(lists.orders)))
    results: arrays.Results = arrays.adjudicate(games, orders)
    played, counted = arrays.play(results.after, 3, "players")
    view: legation.View = arrays.view_of(played, 0)
    fates: dict[str, legation.Fate] = arrays.fates(view, {"France": ["A Par H"]})
    names: arrays.Names = arrays.names()
    arrays.on_compile(lambda news: print(news.what, counted["phases"]))
    return [*fates, *names.powers, *arrays.texts_of(arrays.draw(results.after)[0])]
