"""What became of an order, where programs import it from."""

from legation.compat.diplomacy.words import (
    BOUNCE as BOUNCE,
)
from legation.compat.diplomacy.words import (
    CUT as CUT,
)
from legation.compat.diplomacy.words import (
    DISBAND as DISBAND,
)
from legation.compat.diplomacy.words import (
    DISLODGED as DISLODGED,
)
from legation.compat.diplomacy.words import (
    DISRUPTED as DISRUPTED,
)
from legation.compat.diplomacy.words import (
    MAYBE as MAYBE,
)
from legation.compat.diplomacy.words import (
    NO_CONVOY as NO_CONVOY,
)
from legation.compat.diplomacy.words import (
    OK as OK,
)
from legation.compat.diplomacy.words import (
    ORDER_RESULT_OFFSET as ORDER_RESULT_OFFSET,
)
from legation.compat.diplomacy.words import (
    VOID as VOID,
)
from legation.compat.diplomacy.words import (
    OrderResult as OrderResult,
)
