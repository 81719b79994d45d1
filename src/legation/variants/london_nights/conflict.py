"""When an order of the Theatre-Goers is in conflict with others, so that it is published.

All questions are asked of one resolved movement, and of its forces by index.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from legation.board.graph import province_of
from legation.rules.battle import Act, Preset
from legation.rules.movement import Movement
from legation.rules.resolve import Resolution

from .cast import POLICE, THEATRE
from .options import Options


class Conflict:
    """The conflicts of one movement (LN-1A-a).

    `owners` are those of the centres before it. With ``police-conflict = no``
    it counts for nothing that one meets the Police.
    """

    def __init__(
        self, movement: Movement, resolution: Resolution, owners: Mapping[str, str]
    ) -> None:
        book = movement.survey.book
        self.movement = movement
        self.resolution = resolution
        self.owners = owners
        self.forces = movement.battle.forces
        self.open_places = movement.battle.open_places
        self.others = set(book.nations) - {THEATRE}
        if Options.of(book).police_conflict == "no":
            self.others.discard(POLICE)

    @cached_property
    def published(self) -> frozenset[int]:
        """The Theatre-Goers' units whose orders are in the report."""
        own = (i for i, force in enumerate(self.forces) if force.power == THEATRE)
        return frozenset(i for i in own if self._in_conflict(i))

    def _in_conflict(self, index: int) -> bool:
        return (
            self._fights_others(index)
            or self._helps_a_fight(index)
            or self._is_in_a_centre_of_others(index)
        )

    # Fights

    def met(self, index: int) -> Iterator[int]:
        """Whom a force meets: rivals for its goal, who stays there, who attacks it."""
        force, standing = self.forces[index], self.movement.battle.standing
        arrived = self.resolution.arrived
        moves = force.act == Act.MOVE and force.preset != Preset.VOID
        if moves and force.goal not in self.open_places:
            yield from (m for m in self._movers_into(force.goal) if m != index)
            yield from (i for i in standing.get(force.goal, ()) if not arrived[i])
        if not arrived[index] and force.place not in self.open_places:
            yield from self._movers_into(force.place)

    def _movers_into(self, place: str) -> Iterator[int]:
        reckoning = self.resolution.reckoning
        for assault in reckoning.into.get(place, ()):
            yield from reckoning.assaults[assault].members

    def _foreign(self, index: int) -> bool:
        return self.forces[index].power in self.others

    def _fights_others(self, index: int) -> bool:
        return any(self._foreign(other) for other in self.met(index))

    # Supports

    def _target(self, index: int) -> int:
        """Whom a force supports with a support that can count; -1 where it does not."""
        force = self.forces[index]
        return force.target if force.act == Act.SUPPORT and force.preset == Preset.OK else -1

    def _helps_a_fight(self, index: int) -> bool:
        """Does it give a support that is used in a fight of or with others?"""
        target = self._target(index)
        if target < 0:
            return False
        return any(self._foreign(target) or self._foreign(m) for m in self.met(target))

    # Centres

    def _is_in_a_centre_of_others(self, index: int) -> bool:
        """Does it start, end or aim in a centre that another player owns?"""
        intent, force = self.movement.intents[index], self.forces[index]
        places, order = {force.place}, intent.order
        if order is not None and order.goal:
            places.add(province_of(order.goal))
        elif order is not None and order.target is not None:
            places.add(order.target.province)
        return any(self.owners.get(place, THEATRE) != THEATRE for place in places)
