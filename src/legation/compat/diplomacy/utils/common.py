"""`StringableCode`, where programs import it from."""

from legation.compat.diplomacy.words import (
    StringableCode as StringableCode,
)
