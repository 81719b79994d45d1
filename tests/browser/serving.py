"""A server in a process of its own, with a database of its own, and Chromium to look at it."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from urllib.request import urlopen

HERE = Path(__file__).parent
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}

UNDER_TOLD = """(() => {
  const told = document.querySelector('.told').getBoundingClientRect();
  return [...document.querySelectorAll('a, button, input, textarea, summary')].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility() && box.left < told.right && box.right > told.left
      && box.top < told.bottom && box.bottom > told.top;
  }).map((each) => each.textContent);
})()"""
"""What can be pressed and lies below a message."""


@dataclass
class Server:
    """A server that runs: its address, its environment, and what was made on its database."""

    url: str
    env: dict[str, str]
    made: dict[str, Any]
    _hand: subprocess.Popen[str] | None = None
    _log: IO[str] = field(default_factory=partial(TemporaryFile, "w+"))  # a pipe would fill

    def does(self, *words: str) -> Any:
        """What ``table.py`` did on its database; one process does all of it, for it begins slowly.

        Raises:
            AssertionError: with what that process complains of.
        """
        if self._hand is None:
            command = [sys.executable, str(HERE / "table.py"), "read"]
            pipe = subprocess.PIPE
            self._hand = subprocess.Popen(
                command, env=self.env, stdin=pipe, stdout=pipe, stderr=self._log, text=True
            )
        assert self._hand.stdin is not None
        assert self._hand.stdout is not None
        print(json.dumps(words), file=self._hand.stdin, flush=True)
        answer = self._hand.stdout.readline()
        if not answer:
            self._log.seek(0)
            raise AssertionError(self._log.read())
        return json.loads(answer)

    def ends(self) -> None:
        """Nobody does anything there any more."""
        if self._hand is not None:
            self._hand.communicate(timeout=20)
            self._hand = None
        self._log.close()


@contextmanager
def serving(folder: Path, script: str = "", *words: str, **settings: str) -> Iterator[Server]:
    """A server on a free port, after `script` of this folder has made games for it.

    `words` are further ones of ``serve``, `settings` of its environment.
    """
    sys.path.append(str(HERE.parent))  # where a script of this folder does not look
    import migrated

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://localhost:{port}"
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LEGATION_", "DJANGO_"))}
    env |= {
        "DJANGO_SETTINGS_MODULE": "server_settings",
        "PYTHONPATH": str(HERE.parent),
        "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
        "LEGATION_DATA": str(folder),
        "LEGATION_URL": url,
        "LEGATION_CONFIRM_MAIL": "no",
        "LEGATION_STATIC": "source",
        "EMAIL_URL": "memory:",
        **settings,
    }
    migrated.copy(folder / "games.sqlite3")
    made = made_by(script, "games", env=env) if script else {}
    command = [sys.executable, "-m", "legation.server", "serve", "--port", str(port), *words]
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        until = time.monotonic() + 60
        while not answers(url):
            assert server.poll() is None, (folder / "server.log").read_text()
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.2)
        found = Server(url, env, made)
        try:
            yield found
        finally:
            found.ends()
    finally:
        server.terminate()
        server.wait(20)


def answers(url: str) -> bool:
    """Is anybody there?"""
    try:
        urlopen(url, timeout=5).close()
    except OSError:
        return False
    return True


def made_by(script: str, *words: str, env: dict[str, str]) -> Any:
    """What a script of this folder says that it made."""
    command = [sys.executable, str(HERE / script), *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def signed_in(context: Any, url: str, session: str) -> None:
    """Lets a browser be somebody who has signed in."""
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
