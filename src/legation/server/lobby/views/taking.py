"""Taking over a game begun elsewhere: read from a file, typed, looked at, and offered."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legation.atlas.draw import draw
from legation.errors import LegationError
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence
from legation.server.accounts.models import User
from legation.server.board.looks import href_of
from legation.server.board.standings import table_of
from legation.server.games import create, taking
from legation.server.lobby.catalogue import card_of
from legation.server.lobby.forms import EDITION, RULING, OfferForm, said
from legation.server.lobby.positions import FILE, WHOSE, PositionForm
from legation.variants.load import load

_ME = [("me", "You: you keep its desk, and do not play")]
_MASTER = "Who takes a game over knows its secrets, and is its game master."


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, variant: str) -> HttpResponse:
    """The page on which a game of a variant is taken over."""
    card = card_of(variant)
    if card is None:
        raise Http404
    user, usual = cast(User, request.user), load(variant)
    do = request.POST.get("do", "look") if request.method == "POST" else ""
    if do == "read":
        position, form, remarks = _read(request, user, usual)
    else:
        position, form, remarks = _forms(usual, user, request.POST if do else None, do == "offer")
    context: dict[str, Any] = {}
    if do in ("look", "offer") and position.is_valid():
        ruled = _ruled(usual, request.POST)
        tried = taking.tried(user, ruled, position.texts, form_name(request))
        position.blame(tuple(tried.faults))
        if tried.table is not None and do == "offer" and form.is_valid() and form.offer:
            try:
                game = create.create(user=user, offer=form.offer, taken=tried.table)
            except LegationError as error:
                form.add_error(None, said(error))
            else:
                return redirect("game-about", game.slug)
        if tried.table is not None:
            context = _seen(tried, position.cleaned_data[WHOSE])
    wrong = (position.is_bound and position.errors) or (form.is_bound and form.errors)
    return render(
        request,
        "lobby/take_over.html",
        {
            "section": "games",
            "card": card,
            "form": form,
            "position": position,
            "remarks": remarks,
            **context,
        },
        status=422 if wrong else 200,
    )


def form_name(request: HttpRequest) -> str:
    """What the game is to be called, as far as somebody has said."""
    return request.POST.get("name", "")


def _offer(book: Rulebook, *args: Any, **kwargs: Any) -> OfferForm:
    """The form of an offer of which the game master is settled."""
    form = OfferForm(book, *args, **kwargs)
    master = cast(Any, form.fields["master"])
    master.choices, master.help_text = _ME, _MASTER
    return form


def _forms(
    book: Rulebook, user: User, post: QueryDict | None, offered: bool
) -> tuple[PositionForm, OfferForm, tuple[str, ...]]:
    """Both forms, with what was typed; the offer is judged only when it is offered."""
    initial = {"zone": user.zone, **taking.usual_texts(book)}
    position = PositionForm(book, post, initial=initial)
    if offered or post is None:
        return position, _offer(book, post, initial=initial), ()
    return position, _offer(book, initial=_typed(_offer(book), post, initial)), ()


def _typed(form: Any, post: QueryDict, initial: dict[str, Any]) -> dict[str, Any]:
    """What was typed into a form, to be shown again and not judged yet."""
    found = dict(initial)
    for name, field in form.fields.items():
        is_tick = field.widget.__class__.__name__ == "CheckboxInput"
        found[name] = name in post if is_tick else post.get(name, "")
    return found


def _read(
    request: HttpRequest, user: User, book: Rulebook
) -> tuple[PositionForm, OfferForm, tuple[str, ...]]:
    """Both forms with what a file says in them; where it is refused, with what was typed."""
    post, file = request.POST, request.FILES.get(FILE)
    initial = {"zone": user.zone}
    offer = _typed(_offer(book), post, initial)
    why = "Choose a file."
    if file is not None:
        try:
            found = taking.handed(user, file.read(), (file.name or "file")[-80:])
            if found.variant == book.variant:
                texts = dict(found.texts)
                offer |= {f"{RULING}{key}": value for key, value in found.options.items()}
                offer[EDITION] = ""
                position = PositionForm(book, initial={**_cleared(book), **texts})
                return position, _offer(book, initial=offer), (*found.remarks, "Look at it now.")
            why = f"This is a game of another variant, {found.variant}: take it over there."
        except LegationError as error:
            why = said(error)
    position = PositionForm(book, post)
    position.full_clean()
    position.add_error(FILE, why)
    return position, _offer(book, initial=offer), ()


def _cleared(book: Rulebook) -> dict[str, Any]:
    return dict.fromkeys(PositionForm(book).fields, "")


def _ruled(book: Rulebook, post: QueryDict) -> Rulebook:
    """The rulebook under the rulings that were chosen; the usual one where they cannot be."""
    chosen = {
        name.removeprefix(RULING): value
        for name, value in post.items()
        if name.startswith(RULING) and value
    }
    if post.get(EDITION):
        chosen[EDITION] = str(post[EDITION])
    try:
        return load(book.variant, {key: str(value) for key, value in chosen.items()})
    except LegationError:
        return book  # the form of the offer says what is wrong with them


def _seen(tried: taking.Tried, whose: str) -> dict[str, Any]:
    """The position as one viewer would see it, with what he would be told first."""
    assert tried.table is not None
    book = tried.table.book
    known = taking.viewers(book)
    name = whose if whose in known else next(iter(known))
    view = tried.view(known[name])
    reports = [report for moment in view.told for report in moment.reports]
    return {
        "seen": view,
        "whose": name[:1].lower() + name[1:] if name not in book.players else name,
        "drawn": draw(book, view, standalone=False),
        "look": href_of(book),
        "standings": table_of(book, view),
        "told": [sentence(book, report) for report in reports],
    }
