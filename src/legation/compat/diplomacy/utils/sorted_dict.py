"""`SortedDict`, where programs import it from."""

from legation.compat.diplomacy.sorting import (
    SortedDict as SortedDict,
)
