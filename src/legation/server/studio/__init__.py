"""The studio: a designer's drafts, what workers make of them, and the editions that are played."""
