"""What a bot makes of the court: whom to want as King, and with whom to win (WA-2b, WA-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.survey import Survey

from ..cast import CLAIMANT, HENRY, NEUTRAL, Ledger, alive
from ..crown import enough
from ..factions import Court, court_in
from ..henry import henry_in
from ..sheet import CLAIM, DECLARE, FOR_HENRY, JOINT, STAND_ASIDE, verb_in

_STRONG = 8  # centres, from which on one is to be feared, or claims for oneself
_WEAK = 3  # centres, down to which a claim makes enemies only


@dataclass(frozen=True)
class Counsel:
    """The court as everybody knows it, seen by one power; `bearer` is its unit that holds Henry."""

    survey: Survey
    power: str
    court: Court
    bearer: Unit | None

    @classmethod
    def of(cls, survey: Survey, kept: Ledger, power: str) -> Counsel:
        """The court, and Henry, as far as the power knows."""
        bearer = henry_in(survey.book, kept).bearer(survey.position)
        own = bearer if bearer is not None and bearer.power == power else None
        return cls(survey, power, court_in(survey.book, kept), own)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Power → its centres; those who are out of the game are not in it."""
        position = self.survey.position
        living = alive(self.survey.book, position)
        return {power: position.riches.get(power, 0) for power in sorted(living)}

    @cached_property
    def fellows(self) -> frozenset[str]:
        """The others of one's faction; of a strong one only who is wanted for nothing more."""
        own = self.court.faction(self.power)
        return frozenset(
            p
            for p, count in self.counts.items()
            if own and p != self.power and self.court.faction(p) == own and count < _STRONG
        )

    @cached_property
    def stand(self) -> str:
        """One's own alignment."""
        return self.court.alignments[self.power]

    def claimants_after(self, stand: str) -> frozenset[str]:
        """The claimants, if one declares this and nobody else anything."""
        return self.court.declared({self.power: stand}).claimants

    def sole_after(self, stand: str | None) -> str:
        """Who would then be the only claimant."""
        claimants = self.court.claimants if stand is None else self.claimants_after(stand)
        return next(iter(claimants)) if len(claimants) == 1 else ""

    @cached_property
    def partner(self) -> str:
        """With whom one could win at once; empty where there is nobody.

        The King wishes for the strongest of his faction; they wish for the King.
        """
        court, power = self.court, self.power
        own = court.faction(power)
        wanted = {own, court.king} if own else set()
        fellows = [p for p in self.counts if p != power and court.faction(p) in wanted]
        best = court.king if court.king in fellows else ""
        if court.king in (power, HENRY) and fellows:
            best = max(fellows, key=lambda p: (self.counts[p], p))
        survey = self.survey
        wins = best and enough(survey.book, survey.position, (power, best))
        return best if wins else ""

    def declaration(self) -> str | None:
        """The alignment to declare; None to stay as one is."""
        if self.power not in self.counts or self.partner:
            return None
        own, most = self.counts[self.power], max(self.counts.values())
        leads = own == most and list(self.counts.values()).count(most) == 1
        if leads and own >= _STRONG and self.stand != CLAIMANT:
            return CLAIMANT
        sole = self.sole_after(None)
        if sole not in ("", self.power, HENRY) and self._must_stop(sole):
            return self._rival(sole)
        hope = self.court.faction(self.power)
        if hope in self.counts and hope != self.power and self.counts[hope] >= _STRONG:
            return NEUTRAL  # to be for him would make him King
        if self.stand == CLAIMANT and own <= _WEAK and most >= _STRONG:
            return NEUTRAL  # whom anybody may support
        if self.stand == NEUTRAL and not leads and most >= _STRONG:
            return self._rival(max(self.counts, key=lambda p: (self.counts[p], p)))
        return None

    def _must_stop(self, sole: str) -> bool:
        """Is the peace of a sole claimant in one's way?"""
        return sole not in self.fellows or self.counts.get(sole, 0) >= _STRONG

    def _rival(self, sole: str) -> str:
        """Another claimant than this one: Henry, the strongest of the others, or oneself."""
        if self.power in self.court.claimed:
            return CLAIMANT
        if self.court.henry_lives:
            return HENRY
        others = [p for p in self.counts if p not in (sole, self.power)]
        return max(others, key=lambda p: (self.counts[p], p)) if others else CLAIMANT


def declared(counsel: Counsel) -> Iterator[Order]:
    """The order that declares it, if anything changes."""
    stand = counsel.declaration()
    if stand is None or stand == counsel.stand:
        return
    verb = {CLAIMANT: CLAIM, NEUTRAL: STAND_ASIDE, HENRY: FOR_HENRY}.get(stand, DECLARE)
    yield Order(verb, extra=(("whom", stand),) if verb == DECLARE else ())


def with_partner(counsel: Counsel, kind: str) -> Iterator[Order]:
    """The wish to win together, where it would win at once (WA-2b)."""
    if counsel.partner:
        yield Order(verb_in(kind, JOINT), extra=(("partner", counsel.partner),))
