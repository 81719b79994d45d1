"""`Power`, where programs import it from."""

from legation.compat.diplomacy.powers import (
    Power as Power,
)
