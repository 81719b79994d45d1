"""The other end of `limits`: a process that bounds itself, then answers one question at a time.

``python -m legation.studio.worker MEGABYTES`` reads and writes messages of
msgpack, each after its length in four bytes.
"""

from __future__ import annotations

import importlib
import logging
import os
import resource
import sys
from typing import Any, BinaryIO

import msgspec

from legation.errors import LegationError
from legation.studio.document import DraftError, Problem

LENGTH = 4
MOST = 64 * 2**20
"""Bytes of a message."""
FILE = 64 * 2**20
"""Bytes of a file that is written."""
OPEN_FILES = 64
ROOM = "legation."


class Asked(msgspec.Struct):
    """What is to be worked out: ``legation.studio.preview:preview``, with what, how long."""

    function: str
    arguments: list[Any]
    seconds: int


class Answer(msgspec.Struct):
    """What came: a result, or a refusal in words that a person may read, or a fault of ours."""

    result: Any = None
    refused: str = ""
    problems: tuple[Problem, ...] = ()
    fault: str = ""
    memory: bool = False


def write(file: BinaryIO, data: bytes) -> None:
    """A message."""
    file.write(len(data).to_bytes(LENGTH, "big") + data)
    file.flush()


def bounded(megabytes: int) -> None:
    """This process can take no more memory, nor write large files, nor leave its core."""
    size = megabytes * 2**20
    for kind, most in (
        (resource.RLIMIT_AS, size),
        (resource.RLIMIT_FSIZE, FILE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def answer(asked: Asked) -> Answer:
    """What a function of ours says; nothing that it raises ends this process."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    used = int(spent.ru_utime + spent.ru_stime)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (used + asked.seconds + 1, hard))
    module, _, name = asked.function.partition(":")
    assert module.startswith(ROOM)
    try:
        return Answer(result=getattr(importlib.import_module(module), name)(*asked.arguments))
    except DraftError as error:
        return Answer(refused=str(error), problems=error.problems)
    except LegationError as error:
        return Answer(refused=str(error))
    except MemoryError:
        return Answer(memory=True)
    except Exception as error:
        logging.getLogger(__name__).exception("%s failed", asked.function)
        return Answer(fault=type(error).__name__)


def main() -> None:
    """Answer until nobody asks."""
    bounded(int(sys.argv[1]))
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by accident is no answer
    logging.basicConfig()
    while head := questions.read(LENGTH):
        asked = msgspec.msgpack.decode(questions.read(int.from_bytes(head, "big")), type=Asked)
        write(answers, msgspec.msgpack.encode(answer(asked)))


if __name__ == "__main__":
    main()
