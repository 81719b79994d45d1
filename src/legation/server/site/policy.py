"""The policies of what brings its style, script and type in itself."""

from __future__ import annotations

import html
import re

_META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')
_OUTER = "frame-ancestors 'none'"
PICTURE = f"default-src 'none'; style-src 'unsafe-inline'; font-src data:; {_OUTER}"
"""What a picture may do that brings its style and its faces of type in itself."""


def policy_of(page: str) -> str:
    """What the page itself says that it may do, and that nobody may frame it.

    Raises:
        ValueError: for a page that says nothing.
    """
    match = _META.search(page)
    if match is None:
        raise ValueError("the page has no policy of its own")
    return f"{html.unescape(match[1])}; {_OUTER}"
