"""The outbox: every letter is a row, stored with what it tells of, and sent by a worker."""
