"""Committing to what a change of a game comes to, in the transaction that writes it.

A pledge is made before that transaction; it follows the last one, which can be
no other as long as the game's version is the one that was read.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from legation.errors import LegationError, StateError
from legation.server.games import records
from legation.server.games.models import Game
from legation.server.games.models.pledge import Pledge
from legation.server.games.models.sheet import Sheet
from legation.table.canonical import canonical
from legation.table.game import Game as Table
from legation.table.proof import pledges as proof
from legation.table.proof.bound import FILES, rules_of
from legation.table.proof.cuts import cuts_between
from legation.table.proof.parts import DEAL, FORM, PHASE, WHO, WHY, Cut, parts_of
from legation.variants.sums import is_changed, sums_of

Done = tuple[str, str]
"""Who did something, and what, as the log of the game tells it to the players."""
_OTHERS = (
    "the files of this variant were changed since the server read them:"
    " whoever runs this site has to start it anew"
)
CHANGED = f"{_OTHERS}, and then it begins."
_BY_ITSELF = "the game itself"


class OldFilesError(StateError):
    """This process has read other files of a variant than there are; it has to be started anew."""


@dataclass(frozen=True, slots=True)
class Secret:
    """The salts and the texts of a pledge's parts, by the names of the parts."""

    salts: Mapping[str, str]
    texts: Mapping[str, str]


def pledged(
    row: Game, before: Table | None, after: Table, now: datetime, done: Done | None = None
) -> list[Pledge]:
    """The rows, not yet written, of what a changed game commits to.

    `done` is who changed it, and how the log says it, where that was no phase's end.
    """
    cuts = cuts_between(before, after)
    last = Pledge.objects.filter(game=row).order_by("-number").first() if cuts else None
    previous = proof.pledge_of(last.text) if last else None
    pledges: list[Pledge] = []
    for cut in cuts:
        made = _made(row, after, cut, previous, now, done)
        pledges.append(made)
        previous = proof.pledge_of(made.text)
    return pledges


def check_rules(row: Game) -> None:
    """Lets nothing be played by rules that were read before a game was pledged to be played by.

    A folder that was changed later, or is being written or is gone just now, is another thing:
    its games go on by what was read, until who mends it starts the server anew.

    Raises:
        OldFilesError: where the folder has the very files that were pledged, and others were read.
    """
    if not is_changed(row.variant):
        return
    try:
        there = proof.sha256_of(sums_of(row.variant))
    except (LegationError, OSError):
        return
    first = Pledge.objects.filter(game=row).order_by("number").first()
    rules = proof.pledge_of(first.text).rules if first else {}
    if rules.get(FILES) == there:
        raise OldFilesError(f"{_OTHERS}.")


def _made(
    row: Game,
    table: Table,
    cut: Cut,
    previous: proof.Pledge | None,
    now: datetime,
    done: Done | None,
) -> Pledge:
    parts, who = parts_of(table.book, table.record, cut), ""
    if cut.kind not in (DEAL, PHASE):
        who, why = done or ("", "")
        parts[WHO] = canonical({"name": who or _BY_ITSELF})
        parts[WHY] = canonical({"text": why})
    made = proof.make(
        game=row.slug,
        before=previous,
        kind=cut.kind,
        serial=cut.index,
        phase=str(table.record.phases[cut.index].truth.position.phase),
        at=now,
        parts=parts,
        rules={} if previous else rules_of(table.record),
    )
    return Pledge(
        game=row,
        number=made.pledge.number,
        kind=cut.kind,
        serial=cut.index,
        acts=cut.acts,
        told=cut.told,
        text=made.pledge.text,
        sha256=made.pledge.sha256,
        secret=pack(Secret(made.salts, parts)),
        who=who[:40],
    )


def pack(secret: Secret) -> bytes:
    """A secret as it is stored; what many readers were told alike is in it once."""
    texts = list(dict.fromkeys(secret.texts.values()))
    place = {text: index for index, text in enumerate(texts)}
    parts = {part: place[text] for part, text in secret.texts.items()}
    data = {"salts": dict(secret.salts), "texts": texts, "parts": parts}
    return zlib.compress(json.dumps(data).encode(), 9)


def unpack(row: Pledge) -> Secret:
    """The secret of a row."""
    data = json.loads(zlib.decompress(bytes(row.secret)))
    texts = {part: data["texts"][index] for part, index in data["parts"].items()}
    return Secret(data["salts"], texts)


def forget_who(row: Pledge) -> None:
    """Forgets who did what a pledge is about: its salt is gone, so no name can be tried on it."""
    secret = unpack(row)
    row.secret = pack(
        Secret(
            {part: salt for part, salt in secret.salts.items() if part != WHO},
            {part: text for part, text in secret.texts.items() if part != WHO},
        )
    )
    row.who = ""
    row.save(update_fields=["secret", "who"])


def broken(row: Game, table: Table, using: str) -> list[str]:
    """Where the record of a game is not what was pledged of it, the parts that stay closed too.

    `using` is the database of the row. Of pledges in an older form only the chain is looked at.
    """
    sheets = records.sheets_of(Sheet.objects.using(using).filter(game=row, serial=row.serial))
    table = records.with_sheets(table, sheets) if table.over else table
    faults, previous = [], ""
    for each in Pledge.objects.using(using).filter(game=row).order_by("number"):
        pledge, secret = proof.pledge_of(each.text), unpack(each)
        if (pledge.previous, pledge.sha256) != (previous, each.sha256):
            faults.append(f"{pledge.phase}: pledge {each.number} does not follow the one before.")
        previous = each.sha256
        texts = dict(secret.texts)
        if pledge.form == FORM:
            texts |= parts_of(table.book, table.record, cut_of(each))
        faults += [
            f"{pledge.phase}: “{part}” is not what was pledged (pledge {each.number})."
            for part, salt in secret.salts.items()
            if pledge.commitments.get(part) != proof.commitment(salt, part, texts[part])
        ]
    return faults


def cut_of(row: Pledge) -> Cut:
    """Which part of the record a pledge is about."""
    return Cut(row.kind, row.serial, row.acts, row.told)
