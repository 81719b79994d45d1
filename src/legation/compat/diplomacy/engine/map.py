"""`Map`, where programs import it from."""

from legation.compat.diplomacy.maps import (
    Map as Map,
)
