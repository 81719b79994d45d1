"""What other apps are told when an account ends, is taken along, or has another password."""

from django.dispatch import Signal

leaving = Signal()
"""An account is about to be deleted: `user`. Sent in the transaction that does it."""

relocked = Signal()
"""An account has another password: `user`. What let anybody in until now does so no longer."""

exporting = Signal()
"""An account is exported: `user`. A receiver returns a name and what is kept under it."""

staying = Signal()
"""Somebody asks what stays when his account ends: `user`. A receiver returns sentences."""
