"""Chaos: a server under load, to which everything happens that happens to servers.

    python tests/chaos/chaos.py --minutes 4
    python tests/chaos/chaos.py --seed 7 --database postgresql

Two server processes and two workers on one database, a mail server, and
players who save, seal, write, send twice and send too late. Meanwhile one thing
after the other goes wrong, in an order that the seed draws; it is another every
time, unless one is named. In the end an auditor looks whether all that was
acknowledged is there, once, and plays every game again. Says what happened, as
a table; exit code 1 where anything was lost, doubled or wrong.
"""

import argparse
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def table(name: str, count: Counter[str], ledger: Any, found: Any) -> None:
    """What happened, as rows."""
    print(f"\n| {name} | times |\n|---|---|")
    for kind in sorted(count):
        print(f"| {kind} | {count[kind]} |")
    print(f"| sent twice at once, sent too late | {ledger.duplicates}, {ledger.late} |")
    print(
        f"\n{name}: {sum(count.values())} faults, {ledger.answers} answers ({ledger.busy} by 503),"
        f" {ledger.acknowledged()} acknowledged, {found.phases} phases, {found.letters} letters"
        f" ({found.letters_again} of them again), {found.jumps} times of games moved;"
        f" lost {len(found.lost)}, doubled {len(found.doubled)},"
        f" otherwise wrong {len(found.wrong)}.",
        flush=True,
    )
    for said in found.all:
        print(f"  {said}")


def one(name: str, seed: int, seconds: float, only: list[str]) -> list[str]:
    """Chaos on one database, in this process, which finds the tests of the server.

    What was lost, doubled or wrong, in sentences.
    """
    import django
    from office import Office
    from places import Place, Postgres, Sqlite
    from stage import environment

    with tempfile.TemporaryDirectory(prefix="legation-chaos-") as folder:
        Path(folder).chmod(0o755)
        place: Place = (Postgres if name == "postgresql" else Sqlite)(Path(folder))
        mail = Office()
        os.environ |= environment(place, mail)
        try:
            django.setup()
            from performance import run

            if not place.disk:
                print("no disk can be mounted: a full one is played by files that cannot grow")
            came = run(place, mail, seconds, random.Random(seed), only)
            table(name, *came)
            if came[2].all:
                print((Path(folder) / "said").read_text(errors="replace")[-4000:])
            return came[2].all
        finally:
            place.close()


def main() -> int:
    """Chaos on each database in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--minutes", type=float, default=4, help="for both databases together")
    parser.add_argument("--database", choices=("sqlite", "postgresql"))
    parser.add_argument("--only", action="append", default=[], help="kinds that begin so")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    names = [asked.database] if asked.database else ["sqlite", "postgresql"]
    if asked.inside:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        try:
            found = one(asked.database, asked.seed, asked.minutes * 60, asked.only)
        except Exception:
            found = traceback.format_exc().splitlines()
        asked.inside.write_text("\n".join(found))
        return bool(found)
    for number in (signal.SIGTERM, signal.SIGINT):  # who carries it out is told as well, and tidies
        signal.signal(number, signal.SIG_IGN)
    tests = HERE.parent
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (tests, tests / "server")))}
    wrong: dict[str, list[str]] = {}
    for name in names:
        each = asked.minutes / len(names)
        print(f"chaos on {name}, seed {asked.seed}, {each:.1f} minutes", flush=True)
        with tempfile.NamedTemporaryFile("r") as kept:
            line = [sys.executable, __file__, "--inside", kept.name, "--database", name]
            line += ["--seed", str(asked.seed), "--minutes", str(each)]
            line += [f"--only={kind}" for kind in asked.only]
            if status := subprocess.run(line, env=env).returncode:
                wrong[name] = kept.read().splitlines() or [f"it ended with {status}"]
    for name, found_there in wrong.items():  # once more, where the end of what was said is kept
        print(f"wrong on {name}:", *found_there, sep="\n  ")
    said = "nothing lost, nothing doubled" if not wrong else f"FAILED on {', '.join(wrong)}"
    print(f"covered: chaos of {asked.minutes:.1f} minutes, seed {asked.seed}: {said}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
