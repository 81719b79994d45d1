"""What a worker makes of a draft, each in a process of its own with its limits."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from legation.errors import LegationError
from legation.server.games.models import Game
from legation.server.lobby import solo
from legation.server.site.over import OverError
from legation.server.studio import drafts, jobs, publishing
from legation.server.studio.models import (
    BUILD,
    CHECK,
    DONE,
    FAILED,
    LAB,
    PUBLISH,
    SANDBOX,
    TRIED,
    Draft,
    Edition,
    Job,
)
from legation.server.studio.packing import unzipped, zipped
from legation.studio import limits
from legation.studio.document import as_data

MEGABYTES = 1500
_CORE, _HERE = "legation.studio", "legation.server.studio"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Made:
    """What came of a job: what its page is told, a picture or a page, and files."""

    result: dict[str, Any]
    made: bytes = b""
    files: bytes = b""
    state: str = DONE


def make(job: Job) -> None:
    """Makes what a job that was claimed asks for, and writes it down, whatever comes of it."""
    try:
        came = _MAKERS[job.kind](job)
    except LegationError as error:
        said = str(error)
        came = Made({"text": said[:1].upper() + said[1:]}, state=FAILED)
    except OverError as error:
        came = Made({"text": error.said}, state=FAILED)
    except Exception:
        _log.exception("%s failed", job)
        came = Made({"text": "It failed; the log of this site says why."}, state=FAILED)
    jobs.end(job, came.state, came.result, made=came.made, files=came.files)


def _run(job: Job, function: str, *arguments: Any) -> Any:
    return limits.run(function, arguments, jobs.SECONDS[job.kind], MEGABYTES)


def _built(job: Job) -> Made:
    """The lettered board, and the folder with it."""
    document = drafts.document_of(job.own_draft)
    built = _run(job, f"{_CORE}.building:build", as_data(document))
    picture, files = built["svg"].encode(), built["files"]
    address = reverse("studio:board", args=[job.own_draft.key])
    drawn = "The board is drawn." if picture else "No game of it can be begun yet."
    return Made(
        {
            "problems": built["problems"],
            "svg": f"{address}?v={job.serial}" if picture else "",
            "text": f"{drawn} {_counted(built['problems'])}".rstrip(),
        },
        made=zlib.compress(picture),
        files=zipped(files, "draft"),
    )


def _checked(job: Job) -> Made:
    document = drafts.document_of(job.own_draft)
    problems = _run(job, f"{_CORE}.checking:problems", as_data(document))
    return Made({"problems": problems, "text": _counted(problems) or "Nothing is wrong."})


def _counted(problems: list[Any]) -> str:
    many = len(problems)
    return f"{many} things are wrong." if many > 1 else "One thing is wrong." if many else ""


def _tried(job: Job) -> Made:
    """Games by bots of a draft, and the page of what they show."""
    files, key = _files(job), job.own_draft.key
    if isinstance(files, Made):
        return files
    home = reverse("studio:draft", args=[key])
    made = _played(job, "draft", unzipped(files), {}, home)
    page = f"{reverse('studio:lab-page', args=[key])}?v={job.serial}"
    return Made({"page": page, "text": "The games are played."}, made=made)


def _tried_out(job: Job) -> Made:
    """The same of a variant as it is on the shelf."""
    variant = job.wanted["variant"]
    row = Edition.objects.filter(name=variant).first()
    files = unzipped(row.files) if row else {}
    home = reverse("rules-of", args=[variant])
    return Made({}, made=_played(job, variant, files, job.wanted["options"], home))


def _played(
    job: Job, variant: str, files: dict[str, bytes], options: dict[str, str], home: str
) -> bytes:
    seconds = jobs.SECONDS[job.kind] * 2 // 3
    wanted = (variant, files, options, job.wanted["games"], seconds, home)
    return zlib.compress(_run(job, f"{_HERE}.trials:page_of", *wanted).encode())


def _published(job: Job) -> Made:
    """An edition for whoever is given its address."""
    files = _files(job)
    if isinstance(files, Made):
        return files
    row = publishing.edition(draft=job.own_draft, built=files, public=True)
    return Made(publishing.told(row))


def _opened(job: Job) -> Made:
    """A game of its maker's own, against bots: he orders for all whom he sees in What if."""
    files = _files(job)
    if isinstance(files, Made):
        return files
    return Made({"url": sandbox(job.own_draft, files, job.wanted.get("power", ""))})


def sandbox(draft: Draft, built: bytes, power: str) -> str:
    """The address of What if on a game of the draft as it was built, which its maker alone plays.

    He has the `power` of his choice, or one by lot. His game is the one that
    there is, if nothing was played in it; else a new one takes its place.

    Raises:
        LegationError: for a board that cannot be played, and a power that is none.
        OverError: for an account that has made very many games today.
    """
    name = publishing.name_of(draft, built)
    game = _there(draft, name, power)
    if game is None:
        publishing.read_ahead(draft, built)
        game = _begun(draft, built, name, power)
    return reverse("what-if", args=[game.slug, 0])


def _begun(draft: Draft, built: bytes, name: str, power: str) -> Game:
    """A game that is begun as the sandbox of its draft; or the one that came to be meanwhile.

    It is one transaction, so that who dies in it leaves nothing. The draft's row is held
    all the while: of several windows one comes after the other, and none takes away the
    edition that another is about to play. What takes long was read ahead.

    Raises:
        Draft.DoesNotExist: for one that was deleted meanwhile.
    """
    with transaction.atomic():
        rows = Draft.objects.select_for_update(of=("self",)).select_related("owner")
        held = rows.get(pk=draft.pk)
        there = _there(held, name, power)
        if there is not None:
            return there
        publishing.edition(draft=held, built=built, public=False)
        game = solo.play_alone(user=held.owner, variant=name, power=power)
        publishing.clear(held)
        Draft.objects.filter(pk=held.pk).update(sandbox=game)
        publishing.unused(held.editions.filter(number=None)).delete()
    return game


def _there(draft: Draft, name: str, power: str) -> Game | None:
    """The sandbox of a draft that is of this edition, if its maker has this power in it."""
    mine = Q(seats__user=draft.owner_id) & (Q(seats__power=power) if power else Q())
    return Game.objects.filter(mine, sandbox_of=draft, variant=name, serial=0).first()


def _files(job: Job) -> bytes | Made:
    """The files of the draft with its board; what is told where it has none to be played on.

    Other problems are the designer's to judge, as a code that stands cramped.
    """
    there = publishing.fresh(job.own_draft)
    if there is not None:
        return bytes(there.files)
    built = _built(job)
    if not built.result["svg"]:
        text = "No game of it can be begun yet."
        return Made({"problems": built.result["problems"], "text": text}, state=FAILED)
    return built.files


_MAKERS: dict[str, Callable[[Job], Made]] = {
    BUILD: _built,
    CHECK: _checked,
    LAB: _tried,
    TRIED: _tried_out,
    PUBLISH: _published,
    SANDBOX: _opened,
}
