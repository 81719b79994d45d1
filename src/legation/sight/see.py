"""The gate: from the truth, and all that was told, to what one viewer sees.

The only way out of the engine. Of the board a viewer gets what the variant's
hook `known` gives his power, of what was told that of which he is the audience.
Orders that wait are seen by their owner, and by the game master once he has
sealed those he writes himself; votes by who cast them; the seed by nobody until
the game is over. What a variant keeps `sealed` is closed even then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.position import Position
from legation.board.truth import Truth
from legation.errors import OrderError, StateError
from legation.rules.dice import seed_hash
from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.sight.moment import Moment
from legation.sight.view import Proposal, Sheet, Told, View
from legation.sight.viewer import ARCHIVE, GAME_MASTER, Viewer, power_viewer


@dataclass(frozen=True, slots=True)
class Motion:
    """A proposal and the powers that accepted it. Who they are is secret (STD-END)."""

    proposal: Proposal
    accepted: frozenset[str]


@dataclass(frozen=True)
class Desk:
    """What lies on the table beside the truth, secrets included. For the gate only.

    `over` says whether the game has ended by now, even where an earlier phase
    is looked at. `blind` says that the game master has still to seal orders of
    his own, and must not read those of others.
    """

    name: str
    number: int
    sheets: Mapping[str, Sheet]
    motions: tuple[Motion, ...]
    disorder: tuple[str, ...]
    seeds: tuple[str, ...]
    over: bool
    blind: bool = False


def see(
    book: Rulebook,
    truth: Truth,
    told: Iterable[Moment],
    viewer: Viewer,
    desk: Desk,
    as_told_to: Viewer | None = None,
) -> View:
    """What this viewer sees.

    The game master and the archive read the truth, or the game as it was told
    to a power or the spectator: his board and what he was told, but nothing
    that waits to be told, as sheets and votes do (STD-WHY).

    Raises:
        StateError: when the archive of a game is asked for that is not over, or
            somebody else asks what another was told.
    """
    if viewer == ARCHIVE and not desk.over:
        raise StateError("the archive opens when the game is over.")
    if as_told_to is not None and as_told_to != viewer:
        if not viewer.knows_all or as_told_to.knows_all:
            raise StateError("only the game master reads what a player or the spectator was told.")
        view = see(book, truth, told, as_told_to, _cleared(desk))
        return opened(book, view) if viewer == ARCHIVE else view
    return View(
        viewer=viewer,
        name=desk.name,
        variant=book.variant,
        options=dict(book.options.chosen),
        number=desk.number,
        position=board(book, truth, viewer),
        ledger=truth.ledger if viewer.knows_all else truth.ledger.seen_by(viewer.power),
        lore=dict(book.lore(truth, None if viewer.knows_all else viewer.power)),
        sheets=_sheets(book, viewer, desk),
        told=tuple(_told(book, told, viewer)),
        proposals=tuple(motion.proposal for motion in desk.motions),
        voted=frozenset(m.proposal.id for m in desk.motions if viewer.power in m.accepted),
        disorder=desk.disorder,
        press=truth.position.phase.kind not in book.silent,
        ending=truth.ending,
        winners=truth.winner,
        seed_hashes=tuple(seed_hash(seed) for seed in desk.seeds),
        seeds=desk.seeds if desk.over else (),
    )


def _cleared(desk: Desk) -> Desk:
    """A table without anybody's sheet and vote."""
    motions = tuple(replace(motion, accepted=frozenset()) for motion in desk.motions)
    return replace(desk, sheets={}, motions=motions)


def opened(book: Rulebook, view: View) -> View:
    """A power's View of a finished game, as everybody may read it: what is sealed is left out."""
    if not book.sealed:
        return view
    told = []
    for moment in view.told:
        reports = tuple(r for r in moment.reports if r.kind not in book.sealed)
        outcomes = _open(book, moment.outcomes)
        if reports or outcomes:
            told.append(replace(moment, reports=reports, outcomes=outcomes))
    return replace(view, sheets=_unsealed(book, view.sheets), told=tuple(told))


def board(book: Rulebook, truth: Truth, viewer: Viewer) -> Position:
    """The board as this viewer knows it; `see` without all the rest."""
    kept = truth.boards.get(_key(book, viewer))
    return _nameless(_known(book, truth, viewer)) if kept is None else kept


def open_board(book: Rulebook, truth: Truth, viewer: Viewer) -> Position:
    """The same of a phase that is open: made once and kept with the truth.

    Those who know the same share one, and what is looked up on it.
    """
    key, boards = _key(book, viewer), truth.boards
    if key not in boards:
        known = _known(book, truth, viewer)
        if known is truth.position and not viewer.knows_all:
            boards[key] = open_board(book, truth, GAME_MASTER)
        else:
            boards[key] = _shared(book, truth, known)
    return boards[key]


def _shared(book: Rulebook, truth: Truth, known: Position) -> Position:
    """The board that those have who know this, or one that says the same to them."""
    made, boards = truth.found(book, _made), truth.boards.values()
    own = next((board for earlier, board in made if earlier is known), None)
    if own is None:
        own = _nameless(known)
        own = next((board for board in boards if board == own), own)
        made.append((known, own))
    return own


def _made(book: Rulebook, truth: Truth) -> list[tuple[Position, Position]]:
    """Boards as the variant lets them be known, and as they are shown."""
    del book, truth
    return []


def true_survey(book: Rulebook, truth: Truth) -> Survey:
    """The whole truth looked up, with what was judged for those who know all of it."""
    survey, boards = Survey(book, truth.position), truth.boards
    survey.judged = {}
    whole = boards.get(_key(book, GAME_MASTER))
    if whole is not None:
        all_seeing = {
            power for power in book.nations if boards.get(_key(book, power_viewer(power))) is whole
        }.union(book.master_powers)
        survey.judged = {key: it for key, it in truth.judged.items() if key[0] in all_seeing}
    return survey


def _key(book: Rulebook, viewer: Viewer) -> object:
    return book, viewer.knows_all, viewer.power


def _known(book: Rulebook, truth: Truth, viewer: Viewer) -> Position:
    """The board that the variant lets him know."""
    return truth.position if viewer.knows_all else book.known(truth, viewer.power)


def _nameless(position: Position) -> Position:
    """A board without the private identities of units, which would tell them apart (STD-UNIT)."""
    return replace(
        position,
        units=tuple([unit.shown for unit in position.units]),
        dislodged=tuple(replace(d, unit=d.unit.shown) for d in position.dislodged),
    )


# Sheets


def _sheets(book: Rulebook, viewer: Viewer, desk: Desk) -> dict[str, Sheet]:
    """The sheets that he may read; sealed orders are in none that the archive shows."""
    sheets = {p: sheet for p, sheet in desk.sheets.items() if _reads(book, viewer, p, desk)}
    if viewer != ARCHIVE or not book.sealed:
        return sheets
    return _unsealed(book, sheets)


def _unsealed(book: Rulebook, sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Sheets without the orders that stay sealed."""
    left = {power: _opened(book, sheet) for power, sheet in sheets.items()}
    # That there was a sheet, and nothing is left of it, would tell what was on it.
    return {power: sheet for power, sheet in left.items() if sheet.orders}


def _reads(book: Rulebook, viewer: Viewer, power: str, desk: Desk) -> bool:
    if viewer == GAME_MASTER:
        return power in book.master_powers or not desk.blind
    return viewer == ARCHIVE or power == viewer.power


def _opened(book: Rulebook, sheet: Sheet) -> Sheet:
    kept = tuple(text for text in sheet.orders if _verb(book, text) not in book.sealed)
    return replace(sheet, orders=kept)


def _verb(book: Rulebook, text: str) -> str:
    """What sort of order a recorded text is, in whatever phase."""
    for phase in dict.fromkeys(kind.phase for kind in book.order_types.values()):
        try:
            return book.read(text, phase).verb
        except OrderError:
            continue
    return ""


# What was told


def _told(book: Rulebook, told: Iterable[Moment], viewer: Viewer) -> Iterable[Told]:
    """All that he may hear; a moment at which he was told nothing leaves no trace."""
    who, anew = f"{viewer.role} {viewer.power}", viewer == ARCHIVE  # which some rulebooks seal
    heard = []
    for moment in told:
        if anew or who not in moment.told:
            moment.told[who] = _of(book, moment, viewer)
        own = moment.told[who]
        if own is not None:
            heard.append(own)
    return heard


def _of(book: Rulebook, moment: Moment, viewer: Viewer) -> Told | None:
    """What he may hear of one moment, if anything."""
    reports = tuple(_alone(viewer, r) for r in moment.reports if _hears(book, viewer, r))
    outcomes = _outcomes(book, moment, viewer)
    if not reports and not outcomes:
        return None
    public = moment.editions.of("")
    return Told(moment.number, moment.phase, reports, outcomes, public)


def _outcomes(book: Rulebook, moment: Moment, viewer: Viewer) -> Sequence[Outcome]:
    """The edition that was made for him; the archive's is without what is sealed."""
    edition = moment.editions.of(None if viewer.knows_all else viewer.power)
    if viewer == ARCHIVE and book.sealed:
        return _open(book, edition)
    return edition


def _open(book: Rulebook, outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Outcomes without those that stay sealed; their causes name only those that are left."""
    kept = [i for i, outcome in enumerate(outcomes) if outcome.reason.kind not in book.sealed]
    place = {index: at for at, index in enumerate(kept)}
    return tuple(
        replace(outcomes[i], causes=tuple(place[c] for c in outcomes[i].causes if c in place))
        for i in kept
    )


def _alone(viewer: Viewer, report: Report) -> Report:
    """A report without who else was told."""
    if report.audience is None or viewer.knows_all:
        return report
    return replace(report, audience=frozenset({viewer.power}))


def _hears(book: Rulebook, viewer: Viewer, report: Report) -> bool:
    if report.audience is None:
        return True
    if viewer == ARCHIVE:
        return report.kind not in book.sealed
    return viewer.knows_all or viewer.power in report.audience
