"""Windows of a browser whose profiles are kept from test to test.

A new profile costs more than most tests do with it: its first page starts processes,
and asks for every script and letter. Nothing is left in one but what an address
brings to everybody: cookies and what pages keep are taken away.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from serving import signed_in

KEPT = "local_storage,indexeddb,service_workers,cache_storage"


def until(page: Any, said: str, arg: object = None) -> None:
    """Waits until something is so. The page's policy forbids to ask it as a script would."""
    end = time.monotonic() + 20
    while not page.evaluate(said, arg):
        assert time.monotonic() < end, said
        page.wait_for_timeout(50)


class Windows:
    """Those of one server."""

    def __init__(self, browser: Any, url: str) -> None:
        self._browser = browser
        self.url = url
        self._free: defaultdict[str, list[Any]] = defaultdict(list)

    @contextmanager
    def window(self, session: str = "", once: bool = False, **options: Any) -> Iterator[Any]:
        """An empty page of somebody, or of nobody, by the options of a profile.

        Two at a time share nothing. Who changes the profile, such as its clock or whether it is
        online, has it `once`.
        """
        free = self._free[json.dumps(options, sort_keys=True)]
        profile = free.pop() if free and not once else self._begun(options)
        if session:
            signed_in(profile, self.url, session)
        page = profile.new_page()
        try:
            yield page
        finally:
            if once:
                profile.close()
            else:
                self._left(profile)
                free.append(profile)

    def _begun(self, options: dict[str, Any]) -> Any:
        profile = self._browser.new_context(**options)
        profile.new_page()  # stays, and with it the process that draws
        return profile

    def _left(self, profile: Any) -> None:
        stays, *pages = profile.pages
        for page in pages:
            page.close()  # or its streams take the room of those of later tests
        profile.clear_cookies()
        session = profile.new_cdp_session(stays)
        session.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": KEPT})
        session.detach()
