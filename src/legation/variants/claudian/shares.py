"""Which men or ships carry out which order, and which orders ask too much (CL-10b, CL-10c).

The same question is asked when a sheet is handed in and when a phase ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import FLEET, province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.naming import own_unit
from legation.rules.refusals import IllegalError, because
from legation.rules.reports import Report
from legation.rules.survey import SheetFault, Survey

from .orders import helped, number
from .ships import carried_at_most, needs_ships
from .sizes import CARRIES, SIZES, STEP, leaves_too_few, legal_parts


@dataclass(frozen=True, slots=True)
class Share:
    """So many men or ships of a force, and the order of a sheet that they carry out.

    `shared`: the same ships as those of an earlier order, to carry another army.
    """

    index: int
    force: Unit
    order: Order
    count: int
    shared: bool = False

    @property
    def leaves(self) -> bool:
        """Do they go away, rather than to their own place (CL-10a)?"""
        return self.order.verb == "move" and province_of(self.order.goal) != self.force.province


Faults = dict[int, IllegalError]


def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
    """What is wrong with the numbers of a movement sheet; the rest of it stands."""
    if survey.position.phase.kind != MOVEMENT:
        return []
    _, faults = share_out(survey, power, orders)
    return [SheetFault(index, fault) for index, fault in sorted(faults.items())]


def share_out(
    survey: Survey, power: str, orders: Sequence[Order | None]
) -> tuple[list[Share], Faults]:
    """Who carries out which of a power's orders, each legal by itself; what is refused, and why.

    An order that is None has been refused already. What would overfill a place
    is refused one by one, for who is refused stays where he is.
    """
    overfull: Faults = {}
    while True:
        shares, faults = _numbered(survey, power, orders, overfull)
        fault = next(_overfilling(survey, shares), None)
        if fault is None:
            return shares, {**faults, **overfull}
        overfull[fault[0].index] = fault[1]


def _numbered(
    survey: Survey, power: str, orders: Sequence[Order | None], refused: Faults
) -> tuple[list[Share], Faults]:
    """The shares of all orders but the refused ones, as far as there are men."""
    shares: list[Share] = []
    faults: Faults = {}
    for index, order in enumerate(orders):
        if order is None or order.unit is None or index in refused:
            continue
        force = own_unit(survey, power, order.unit)
        share = Share(index, force, order, number(order, force.strength))
        taken = [each for each in shares if each.force == force]
        if _shares_ships(share, taken):
            share = replace(share, shared=True)
        why = None if share.shared else _too_many(share, taken)
        why = why or _cannot_be_carried(survey, share)
        if why is None:
            shares.append(share)
        else:
            faults[index] = IllegalError(survey.book, why, order)
    return shares, faults


def used(shares: Sequence[Share]) -> int:
    """How many men or ships of one force have an order."""
    return sum(share.count for share in shares if not share.shared)


def _shares_ships(share: Share, taken: Sequence[Share]) -> bool:
    """Does a whole fleet carry one army more, beside those it carries already (CL-8b)?"""
    whole = share.count == share.force.strength
    convoys = all(each.order.verb == "convoy" for each in (share, *taken))
    new = all(_carried(each.order) != _carried(share.order) for each in taken)
    return bool(taken) and whole and convoys and new and used(taken) == share.count


def _carried(order: Order) -> tuple[object, str, int]:
    return order.target, order.goal, helped(order)


def _too_many(share: Share, taken: Sequence[Share]) -> Report | None:
    """Why these are not so many as an order may name (CL-7, CL-8a, CL-9, CL-10c)."""
    kind, count = share.force.kind, share.count
    size, left = SIZES[kind], share.force.strength - used(taken)
    legal = legal_parts(kind, left)
    if left == 0:
        return because("all-ordered", noun=size.noun, unit=share.force)
    if count == left:
        return None
    if count % STEP:
        return because("not-divisible", step=STEP, legal=legal)
    if not size.least <= count <= size.full:
        clause = size.no_fewer if count < size.least else size.no_more
        return because(
            "beyond-limits",
            clause,
            kind=kind,
            least=size.least,
            most=size.full,
            noun=size.noun,
            legal=legal,
        )
    if count > left:
        rest = "too-few-left" if taken else "too-few-there"
        return because(rest, count=left, noun=size.noun, legal=legal)
    if leaves_too_few(kind, left - count):
        return because(
            "leaves-too-few",
            size.no_fewer,
            count=left - count,
            noun=size.noun,
            least=size.least,
            legal=legal,
        )
    return None


def _cannot_be_carried(survey: Survey, share: Share) -> Report | None:
    """Why an order is too large for the ships there are, whatever the others do (CL-8b)."""
    order = share.order
    if order.verb == "convoy":
        most = CARRIES * share.count
        if helped(order) > most:
            return because("ships-carry", ships=share.count, most=most)
    elif share.leaves and needs_ships(survey, share.force, order):
        most = carried_at_most(survey, share.force, order.goal)
        walks = survey.falls_back(share.force) and order.goal in survey.steps(share.force)
        if share.count > most and not walks:
            return because("fleets-carry", most=most)
    return None


# Places that would be overfull (CL-11c-1, CL-11c-3)


def _overfilling(survey: Survey, shares: Sequence[Share]) -> Iterator[tuple[Share, IllegalError]]:
    """The first order into each place that its own force there leaves no room for."""
    gone: dict[Unit, int] = {}
    for share in shares:
        if share.leaves:
            gone[share.force] = gone.get(share.force, 0) + share.count
    here = {(force.province, force.kind): force for force in survey.position.units}
    come: dict[tuple[str, str], int] = {}
    coasts: dict[str, str] = {}
    for share in shares:
        if not share.leaves:
            continue
        goal, kind = province_of(share.order.goal), share.force.kind
        stands = here.get((goal, kind))
        stays, coast = 0, share.order.goal
        if stands is not None and stands.power == share.force.power:
            stays = stands.strength - gone.get(stands, 0)
            coast = stands.place if stays else coast
        if kind == FLEET and coasts.setdefault(goal, coast) != share.order.goal:
            why = because("other-coast", place=coasts[goal])
            yield share, IllegalError(survey.book, why, share.order)
        room = SIZES[kind].full - stays - come.get((goal, kind), 0)
        if stays and share.count > room:
            why = because("no-room-beside", count=stays, noun=SIZES[kind].noun, place=goal)
            if room > 0:
                why = replace(why, kind="some-room-beside", facts={**why.facts, "room": room})
            yield share, IllegalError(survey.book, why, share.order)
        come[goal, kind] = come.get((goal, kind), 0) + share.count
