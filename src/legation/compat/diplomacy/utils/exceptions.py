"""Errors, where programs import them from."""

from legation.compat.diplomacy.faults import (
    DiplomacyException as DiplomacyException,
)
from legation.compat.diplomacy.faults import (
    GameIdException as GameIdException,
)
from legation.compat.diplomacy.faults import (
    GamePhaseException as GamePhaseException,
)
from legation.compat.diplomacy.faults import (
    MapPowerException as MapPowerException,
)
