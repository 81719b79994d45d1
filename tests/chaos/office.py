"""A mail server of moods: it takes letters, says nothing, refuses for now, or hangs up."""

import re
import socketserver
import threading
from collections import Counter

TAKES, SILENT, REFUSES, HANGS_UP = "takes", "silent", "refuses", "hangs up"
MOODS = (SILENT, REFUSES, HANGS_UP)
_MARK = re.compile(r"^Message-ID: (\S+)", re.IGNORECASE | re.MULTILINE)


class Office(socketserver.ThreadingTCPServer):
    """What it took, by Message-ID, and how often."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, host: str = "127.0.0.1") -> None:
        super().__init__((host, 0), _Line)
        self.mood = TAKES
        self.better = threading.Event()
        self.taken: Counter[str] = Counter()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def be(self, mood: str) -> None:
        """Changes its mood."""
        self.mood = mood
        if mood == TAKES:
            self.better.set()
        else:
            self.better.clear()


class _Line(socketserver.StreamRequestHandler):
    server: Office

    def handle(self) -> None:
        self._say("220 here")
        try:
            while words := self.rfile.readline().decode().strip():
                self._answer(words.split(":")[0].split()[0].upper())
        except OSError:
            pass

    def _answer(self, verb: str) -> None:
        box = self.server
        if box.mood == SILENT:
            box.better.wait(60)
        if box.mood == HANGS_UP:
            raise ConnectionAbortedError
        if verb == "RCPT" and box.mood == REFUSES:
            self._say("450 not now")
        elif verb == "DATA":
            self._say("354 go on")
            lines = []
            while (line := self.rfile.readline()) not in (b".\r\n", b""):
                lines.append(line.decode(errors="replace").rstrip("\r\n"))
            found = _MARK.search("\n".join(lines))
            box.taken[found[1] if found else "nameless"] += 1
            self._say("250 taken")
        else:
            self._say("221 bye" if verb == "QUIT" else "250 ok")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())
