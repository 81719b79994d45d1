"""The archive of a finished game: as whom one likes, phase by phase, and its press."""

from __future__ import annotations

from typing import cast

from django.contrib import messages as notices
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from legation.errors import LegationError
from legation.server.accounts.models import User
from legation.server.archive import letters, opening, people, remarks
from legation.server.board.standings import table_of
from legation.server.games import reads
from legation.server.games.doors import find
from legation.server.games.models import FINISHED, Game
from legation.server.games.readers import Reader
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.results import result_of
from legation.server.press import reading
from legation.server.reports.looking import Looking
from legation.server.site.sure import Question, ask, is_sure
from legation.sight.viewer import ARCHIVE, SPECTATOR

_AGREE = (
    "When all who wrote in a conversation have agreed, everybody who may see this game reads it"
    " here, with what you wrote in it; then it stays open. Until then you can take it back.",
    "Nobody is told who has agreed and who has not.",
)


def over(request: HttpRequest, slug: str) -> tuple[Game, Reader]:
    """A game that is over, and who reads it.

    Raises:
        Http404: where there is none, it is not his to see, or it is not over.
    """
    game, reader = find(request, slug)
    if game.state != FINISHED:
        raise Http404
    return game, reader


def looking_at(request: HttpRequest, game: Game, reader: Reader) -> tuple[Looking, str]:
    """As whom he asks to look, everything that is open where he does not say.

    Raises:
        Http404: for a view that there is not.
    """
    whose = request.GET.get("as", "") or ARCHIVE.role
    try:
        sight = reads.sight_for(game, reader, opened=whose)
    except LegationError:
        raise Http404 from None
    return Looking(game, sight, "?" + urlencode({"as": whose})), str(sight.viewer)


def ways_of(game: Game) -> list[tuple[str, str]]:
    """As whom a finished game can be looked at: the word of an address, and what it says."""
    powers = [power.name for power in reads.book_of(game).powers]
    known = [(power, f"as {power} knew it") for power in powers]
    return [(ARCHIVE.role, "all that is open"), *known, (SPECTATOR.role, "as everybody was told")]


@never_cache
@require_safe
def whole(request: HttpRequest, slug: str) -> HttpResponse:
    """What became of a game, who played it, and the ways to all that is open of it."""
    game, reader = over(request, slug)
    look, whose = looking_at(request, game, reader)
    result, players = result_of(game, reader), people.players(game)
    context = {
        "section": "games",
        "game": game,
        "card": card_of(game.variant),
        "result": result,
        "rows": [(row, players.get(row.power, "")) for row in result.rows],
        "phases": [(n, str(look.at(n).phase)) for n in range(look.now().number)],
        "ways": ways_of(game),
        "whose": whose,
        "query": look.query,
        "remarks": remarks.by_phase(game, reader, look.now().number)[-1],
        "reader": reader,
        "last": look.now().number,
        "letters": len(letters.letters(game, reader)),
        "choices": opening.choices(game, reader),
    }
    return render(request, "archive/archive.html", context)


@never_cache
@require_safe
def phase(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A phase as somebody knew it: map, orders, what came of them, and the press that is open."""
    game, reader = over(request, slug)
    look, whose = looking_at(request, game, reader)
    page = look.report(number)
    names = [str(look.at(n).phase) for n in range(look.now().number)]
    parted = letters.by_phase(letters.letters(game, reader), names)
    context = {
        "section": "games",
        "game": game,
        "card": card_of(game.variant),
        "page": page,
        "number": number,
        "before": number - 1 if number else None,
        "next": number + 1 if number + 1 < len(names) else None,
        "names": list(enumerate(names)),
        "ways": ways_of(game),
        "whose": whose,
        "query": look.query,
        "letters": parted[number],
        "remarks": remarks.by_phase(game, reader, len(names))[number],
        "reader": reader,
        "standings": table_of(reads.book_of(game), look.at(number + 1)),
    }
    return render(request, "archive/phase.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """The press that is open, and one's own choice of what one wrote."""
    game, reader = over(request, slug)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if request.method == "POST":
        return _chosen(request, game)
    scope, choices = reading.scope_of(game, reader), opening.choices(game, reader)
    context = {
        "section": "games",
        "game": game,
        "open": letters.conversations(letters.letters(game, reader)),
        "choices": [(each, scope.has(each.key)) for each in choices],
        "may_agree": not all(each.agreed for each in choices),
    }
    return render(request, "archive/press.html", context)


def _chosen(request: HttpRequest, game: Game) -> HttpResponse:
    user, key = cast(User, request.user), request.POST.get("key", "")[:200]
    back = reverse("archive:press", args=[game.slug])
    try:
        match request.POST.get("what"):
            case "withdraw" if key:
                opening.withdraw(game=game, user=user, key=key)
                notices.success(request, "You do not agree any more; it stays closed.")
            case "agree" if not is_sure(request.POST):
                title = opening.title_of(reads.book_of(game), key) if key else ""
                said = f"Agree to open {title}?" if title else "Agree to open all that you wrote?"
                return ask(
                    request, Question(said, _AGREE, "Agree"), back=back, place="Press of the game"
                )
            case "agree":
                count = opening.agree(game=game, user=user, key=key)
                notices.success(request, _told(count))
    except LegationError as error:
        notices.error(request, str(error)[:1].upper() + str(error)[1:])
    return redirect(back)


def _told(count: int) -> str:
    if not count:
        return "You have agreed. Each conversation is opened when all who wrote in it have."
    opened = "A conversation is" if count == 1 else f"{count} conversations are"
    return f"You have agreed. {opened} open now."


@never_cache
@require_safe
def conversation(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """All of a conversation that is open."""
    game, reader = over(request, slug)
    found = letters.letters(game, reader, key)
    if not found:
        raise Http404
    context = {"section": "games", "game": game, "title": found[0].title, "letters": found}
    return render(request, "archive/conversation.html", context)
