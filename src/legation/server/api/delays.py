"""The routes of what puts a deadline off: one's absences, and votes on more time."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest
from ninja import Router

from legation.server.accounts import absences
from legation.server.accounts.models import User
from legation.server.api import shapes
from legation.server.api.entry import NotHereError, asker, find
from legation.server.api.routes import given, seat
from legation.server.api.tokens import DESK, ORDER, READ
from legation.server.games import postpone
from legation.server.games.models import Game
from legation.server.games.readers import Reader

router = Router()


@router.get("/away", response=given(list[shapes.AbsenceOut]), summary="When you are away")
def absent(request: HttpRequest) -> list[shapes.AbsenceOut]:
    """The absences that you have announced and that are not over, for all of your games."""
    return _absences(asker(request, READ))


@router.post("/away", response=given(list[shapes.AbsenceOut]), summary="Announce an absence")
def announce(request: HttpRequest, body: shapes.AbsenceIn) -> list[shapes.AbsenceOut]:
    """Both days belong to it, by your time zone. What comes of it, each game says of itself."""
    user = asker(request, ORDER)
    absences.announce(user=user, first=body.first, last=body.last)
    return _absences(user)


@router.delete(
    "/away/{first}/{last}", response=given(list[shapes.AbsenceOut]), summary="Take an absence back"
)
def take_back(request: HttpRequest, first: date, last: date) -> list[shapes.AbsenceOut]:
    """The one of these days; of several alike, one. A deadline that was put off stays so."""
    user = asker(request, ORDER)
    there = absences.announced(user).filter(first=first, last=last).first()
    if there is None:
        raise NotHereError
    there.delete()
    return _absences(user)


def _absences(user: User) -> list[shapes.AbsenceOut]:
    there = absences.announced(user)
    return [shapes.AbsenceOut(first=each.first, last=each.last) for each in there]


@router.get("/games/{slug}/more-time", response=given(shapes.MoreTimeOut), summary="More time")
def more_time(request: HttpRequest, slug: str) -> shapes.MoreTimeOut:
    """What the players vote on in the phase that is open. Who agreed is told to nobody."""
    return _more_time(*find(request, slug, READ))


@router.post(
    "/games/{slug}/more-time", response=given(shapes.MoreTimeOut), summary="Ask for more time"
)
def ask(request: HttpRequest, slug: str, body: shapes.MoreTimeIn) -> shapes.MoreTimeOut:
    """Puts it to the vote, once in a phase, that this phase last so much longer for all."""
    game, reader = seat(request, slug, ORDER)
    power, minutes = reader.power, body.minutes
    postpone.ask(game=game, power=power, minutes=minutes, serial=body.serial)
    return _more_time(game, reader)


@router.post(
    "/games/{slug}/more-time/{power}",
    response=given(shapes.MoreTimeOut),
    summary="Agree to more time",
)
def agree(request: HttpRequest, slug: str, power: str, body: shapes.AgreeIn) -> shapes.MoreTimeOut:
    """Agrees with what a power has asked for in this phase."""
    game, reader = seat(request, slug, ORDER)
    postpone.agree(game=game, power=reader.power, asked=power, serial=body.serial)
    return _more_time(game, reader)


@router.delete(
    "/games/{slug}/more-time",
    response=given(shapes.MoreTimeOut),
    summary="Let nobody vote on more time",
)
def no_more(request: HttpRequest, slug: str) -> shapes.MoreTimeOut:
    """For its game master alone, and for the whole game."""
    game, reader = find(request, slug, DESK)
    if not reader.master:
        raise NotHereError
    postpone.switch_off(game=game, actor=asker(request, DESK).name)
    return _more_time(game, reader)


def _more_time(game: Game, reader: Reader) -> shapes.MoreTimeOut:
    game.refresh_from_db()
    asked = postpone.asked_for(game, reader.power)
    return shapes.MoreTimeOut(
        serial=game.serial,
        agreeing=game.postpone,
        put_off=asked.put_off,
        may_vote=asked.may_vote,
        asks=[
            shapes.AskOut(power=each.power, minutes=each.minutes, agreed=each.agreed)
            for each in asked.asks
        ],
    )
