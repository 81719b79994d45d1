"""Static files as the server gives them, found once a process and not by each `Client`."""

from typing import Any, ClassVar

from django.conf import settings

from legation.server.manual.served import Served


class Once(Served):
    """What is found depends on two settings; a look takes 25 ms, and thousands of clients look."""

    _found: ClassVar[dict[object, dict[str, Any]]] = {}

    def __init__(self, get_response: Any) -> None:
        where = (settings.MANUAL, settings.STATIC_ROOT)
        if where not in self._found:
            super().__init__(get_response)
            self._found[where] = dict(vars(self))
        self.__dict__.update(self._found[where], get_response=get_response)
