"""Endings put to the vote."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import get_text_list
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.games import postpone, reads, votes
from legation.server.games.doors import find
from legation.server.games.lost import in_words
from legation.server.games.models import FINISHED, FORMING, NO_VOTE, Game
from legation.server.games.readers import Reader
from legation.server.lobby.forms import said
from legation.server.lobby.words import AGREEING, result
from legation.server.site.sure import Question, ask, is_sure
from legation.sight.view import Proposal, View

DRAW, CONCESSION = "draw", "concession"
MORE_TIME, AGREE, NO_MORE = "more-time", "agree", "no-more"
AGREED = "You have agreed. Everybody is told who asked, and nobody who agreed."
ASKED = "You have asked, and everybody is told so. Nobody is told who agrees."
_LONGEST_NUMBER = 9
_UNITS = {"minutes": 1, "hours": 60, "days": 24 * 60}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def voting(request: HttpRequest, slug: str) -> HttpResponse:
    """The proposals that are open, and the form of another."""
    game, reader = find(request, slug)
    if game.state == FORMING:
        return redirect("game-about", slug)
    if request.method == "POST":
        try:
            question = _act(request, game, reader)
        except LegationError as error:
            messages.error(request, said(error))
            question = None
        if question is not None:
            return ask(request, question, back=request.path, place=f"Votes in {game.name}")
        return redirect("game-votes", slug)
    view = reads.view_for(game, reader)
    return render(request, "votes/votes.html", _shown(game, reader, view))


def _shown(game: Game, reader: Reader, view: View) -> dict[str, object]:
    gone = {
        str(r.facts.get("power")) for t in view.told for r in t.reports if r.kind == "eliminated"
    }
    powers = [p.name for p in reads.book_of(game).powers if p.name not in gone]
    return {
        "section": "games",
        "game": game,
        "reader": reader,
        "proposals": view.proposals,
        "voted": view.voted,
        "powers": powers,
        "others": [p for p in powers if p != reader.power],
        **_more_time(game, reader),
        "may_vote": game.going_on and reader.power in powers and reader.power not in view.disorder,
    }


def _more_time(game: Game, reader: Reader) -> dict[str, object]:
    """What is asked for in the open phase, and what the reader may do; nothing elsewhere."""
    if game.postpone == NO_VOTE:
        return {"no_more": _no_more(game)}
    asked = postpone.asked_for(game, reader.power)
    return {
        "agreeing": AGREEING[game.postpone],
        "units": list(_UNITS),
        "put_off": asked.put_off,
        "asks": [
            (each.power, in_words(timedelta(minutes=each.minutes)), each.agreed)
            for each in asked.asks
        ],
        "may_agree": asked.may_vote,
        "has_asked": any(each.power == reader.power for each in asked.asks),
    }


def _no_more(game: Game) -> str:
    """Why nobody votes on more time."""
    if game.movement_minutes is None:
        return "Phases of this game have no deadline, so there is none to put off."
    if game.master_id:
        return "This game takes no vote on it. The game master may give it: ask by a question."
    return "This game takes no vote on it: it was offered so."


def _act(request: HttpRequest, game: Game, reader: Reader) -> Question | None:
    """Does what a button says, or asks first."""
    what, sure = request.POST.get("what", ""), is_sure(request.POST)
    if what == NO_MORE and reader.master:
        postpone.switch_off(game=game, actor=cast(User, request.user).name)
        messages.success(request, "More time is put to the vote no longer.")
    if not reader.power or not game.going_on:
        return None
    if what in (MORE_TIME, AGREE):
        sent, power = request.POST, reader.power
        serial = _number(sent.get("serial", "")) if "serial" in sent else None
        if what == AGREE:
            asked = sent.get("asked", "")
            done = postpone.agree(game=game, power=power, asked=asked, serial=serial)
        else:
            minutes = _number(sent.get("length", "")) * _UNITS.get(sent.get("unit", ""), 0)
            done = postpone.ask(game=game, power=power, minutes=minutes, serial=serial)
        said = AGREED if what == AGREE else ASKED
        messages.success(request, "The phase is put off." if done else said)
        return None
    if what in (DRAW, CONCESSION):
        powers = request.POST.getlist("powers")  # of a draw: none are all survivors
        if not sure:
            votes.check(game=game, power=reader.power, kind=what, powers=powers)
            return _asked(game, reader, what, powers)
        votes.propose(game=game, power=reader.power, kind=what, powers=powers)
        _say(request, game, "It is put to the vote.")
        return None
    number = request.POST.get("proposal", "")
    if not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        return None
    if what == "yes" and not sure:
        view = reads.view_for(game, reader)
        open_to_him = (p for p in view.proposals if p.id not in view.voted)
        proposal = next((p for p in open_to_him if p.id == int(number)), None)
        if proposal is not None:
            return _accepting(proposal)
    votes.vote(game=game, power=reader.power, proposal=int(number), answer=what)
    _say(request, game, "Your vote is counted. Nobody is told how you voted.")
    return None


def _number(text: str) -> int:
    """A number of a form; none where it is none, or a very long one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _say(request: HttpRequest, game: Game, done: str) -> None:
    """What was done; where it has ended the game, that it has."""
    game.refresh_from_db()
    over = game.state == FINISHED
    messages.success(request, f"The game is over. {result(game)}" if over else done)


def _asked(game: Game, reader: Reader, kind: str, powers: list[str]) -> Question:
    named = get_text_list(powers, "and")
    if kind == DRAW:
        title = f"Propose a draw of {named or 'all survivors'}?"
        ends = f"The game is then a draw of {named or 'all survivors'}."
    else:
        title = f"Propose to concede to {named}?"
        ends = f"The game is then won by {named}; you have lost with all the others."
    said = ["You accept it by proposing it, for good. Everybody is told that you proposed it."]
    if _alone(game, reader):
        said.append("All others are bots, which answer at once: the game may be over now.")
    else:
        said.append("When every other power still in the game accepts, it is over at once.")
    return Question(title, (*said, ends), "Put it to the vote")


def _accepting(proposal: Proposal) -> Question:
    named = get_text_list(list(proposal.powers), "and")
    what = f"a draw of {named}" if proposal.ending == DRAW else f"the concession to {named}"
    said = (
        f"{proposal.by} proposed it. A vote is for good, and nobody is told how you voted.",
        "If all others have accepted, the game is over at once.",
    )
    return Question(f"Accept {what}?", said, "Accept")


def _alone(game: Game, reader: Reader) -> bool:
    """Are all others bots, as far as the game's page tells him? Where that is hidden: no."""
    others = [seat for seat in reads.seats_for(game, reader) if not seat.own]
    return all(seat.bot and not seat.player for seat in others)
