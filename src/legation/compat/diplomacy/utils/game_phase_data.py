"""`GamePhaseData`, where programs import it from."""

from legation.compat.diplomacy.phasedata import (
    GamePhaseData as GamePhaseData,
)
