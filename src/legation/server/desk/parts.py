"""Pieces of the desk that can be asked for (`site.parts`)."""

from __future__ import annotations

PARTS = {
    "line": "desk/_line.html",
    "next": "desk/_next.html",
    "desk": "desk/_whole.html",
    "seal": "desk/_seal.html",
    "handed": "desk/_handed.html",
    "voting": "desk/_voting.html",
    "clock": "desk/_clock.html",
    "answer": "desk/_answer.html",
    "seats": "desk/_seats.html",
    "offers": "desk/_offers.html",
    "standing-by": "desk/_standing_by.html",
    "orderly": "desk/_disorder.html",
    "board": "desk/_board.html",
    "log": "desk/_log.html",
}
"""What each is made with; its root has its name as an id. All but the first two stand in `desk`."""
