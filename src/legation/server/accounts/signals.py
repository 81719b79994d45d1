"""What other apps are asked when an account ends, or is taken along."""

from django.dispatch import Signal

leaving = Signal()
"""An account is about to be deleted: `user`. Sent in the transaction that does it."""

exporting = Signal()
"""An account is exported: `user`. A receiver returns a name and what is kept under it."""
