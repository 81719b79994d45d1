"""`Message` and who may get one, where programs import them from."""

from legation.compat.diplomacy.messages import (
    GLOBAL as GLOBAL,
)
from legation.compat.diplomacy.messages import (
    OBSERVER as OBSERVER,
)
from legation.compat.diplomacy.messages import (
    OMNISCIENT as OMNISCIENT,
)
from legation.compat.diplomacy.messages import (
    SYSTEM as SYSTEM,
)
from legation.compat.diplomacy.messages import (
    Message as Message,
)
