"""What may be wrong with a server, looked at from its own machine, and what to do about it.

Nothing is changed, no database is made, and nothing of a game is told but which
one waits.
"""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import WARNING, Tags, run_checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from legation.documents import configuration
from legation.server.devices import notices
from legation.server.running import figures
from legation.server.running.models import Clock
from legation.server.settings.file import Configuration, variable_of
from legation.server.site import moment
from legation.server.studio import jobs

State = Literal["good", "look", "bad"]

WAIT = 5.0
"""Seconds that another machine is given to answer."""

_FREE = 1_000_000_000
_FILES = 4096
_CERTIFICATE = timedelta(days=14)
_BACKUP = timedelta(hours=26)
_APART = timedelta(seconds=5)
_QUICK_LOOK = 2_000_000_000  # bytes of an SQLite file that are read through in some seconds


@dataclass(frozen=True)
class Finding:
    """What one look found: fine, worth a look, or bad; and what to do where it is not fine."""

    about: str
    state: State
    said: str
    do: str = ""


def findings() -> Iterator[Finding]:
    """Everything that is looked at; what needs the database only where that will do."""
    for about, look in APART.items():
        yield from look(about)
    fit = True
    try:
        for finding in _database("database"):
            fit &= finding.state != "bad"
            yield finding
    except DatabaseError as error:
        fit = False
        said = str(error).strip().splitlines()[0]
        do = "Look whether database-url is right, and whether the database runs."
        yield Finding("database", "bad", f"it cannot be reached: {said}", do)
    if not fit:
        names = ", ".join(KEPT)
        yield Finding(names, "look", "not looked at, for want of the database")
        return
    for about, look in KEPT.items():
        yield from look(about)


def _configuration(about: str) -> Iterator[Finding]:
    file = configuration.place(os.environ)
    keys = {variable_of(key) for key in Configuration.__struct_fields__}
    over = sorted(key for key in keys if os.environ.get(key))
    told = f"{file} is read" if file else "no file is read"
    told += f"; the environment says {', '.join(over)}" if over else ""
    if file is None:
        do = f"Write {configuration.SYSTEM}, so that cron, systemd and a shell mean one server."
        yield Finding(about, "look", told, do)
    else:
        yield Finding(about, "good", told)
    if settings.DEBUG:
        do = "Take debug out of the file, and LEGATION_DEBUG out of the environment."
        yield Finding(about, "bad", "error pages show values of variables to anybody", do)
    if not settings.SITE_URL.startswith("https:"):
        do = "Set url to the https: address, with a proxy in front (deploy/nginx.conf)."
        yield Finding(about, "look", f"{settings.SITE_URL} sends passwords in the open", do)
    elif not settings.DEBUG:
        for warning in run_checks(tags=[Tags.security], include_deployment_checks=True):
            if warning.level >= WARNING and not warning.is_silenced():
                yield Finding(about, "look", warning.msg, warning.hint or "")


def _files(about: str) -> Iterator[Finding]:
    folder = Path(settings.DATA_FOLDER)
    if not folder.is_dir():
        do = "Set data to the server's folder, and run this as the server's user."
        yield Finding(about, "bad", f"there is no folder {folder}", do)
        return
    for path in (folder, folder / "secret-key"):
        if path.exists() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            do = f"chmod go= {path}"
            yield Finding(about, "bad", f"{path} can be reached by other users", do)
    free = shutil.disk_usage(folder).free
    told = f"{free / 1e9:.1f} GB are free where {folder} lies"
    do = "Make room: a full disk refuses orders and stops phases."
    yield Finding(about, "good" if free >= _FREE else "bad", told, "" if free >= _FREE else do)
    if not os.access(folder, os.W_OK):
        do = "Run this as the server's user, or give the folder to it."
        yield Finding(about, "bad", f"{folder} cannot be written by who runs this", do)


def _limits(about: str) -> Iterator[Finding]:
    try:
        import resource
    except ImportError:  # not on every system
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if 0 <= most < _FILES:
        do = f"LimitNOFILE={4 * _FILES} in the unit; an open board needs one file for its events."
        yield Finding(about, "look", f"a process may open {most} files (here, in this shell)", do)
    else:
        yield Finding(about, "good", f"a process may open {most} files")


def _database(about: str) -> Iterator[Finding]:
    place = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and not place.is_file():  # to look would make one
        do = "Set data, or database-url, to the server's; the first `legation serve` makes it."
        yield Finding(about, "bad", f"there is no {place}", do)
        return
    plan = MigrationExecutor(connection).migration_plan(
        MigrationExecutor(connection).loader.graph.leaf_nodes()
    )
    if plan:
        do = "Stop all processes, make a backup, then: python -m legation.server migrate"
        yield Finding(about, "bad", f"its tables lack {len(plan)} changes of this version", do)
    yield from _of_sqlite(about) if connection.vendor == "sqlite" else _of_postgresql(about)


def _of_sqlite(about: str) -> Iterator[Finding]:
    place = Path(str(connection.settings_dict["NAME"]))
    size = place.stat().st_size if place.is_file() else 0
    if size > _QUICK_LOOK:
        yield Finding(
            about, "good", f"SQLite, {size / 1e9:.1f} GB; too large to be read through here"
        )
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (said,) = cursor.fetchone()
    if said == "ok":
        yield Finding(about, "good", f"SQLite, {size / 1e6:.1f} MB, whole")
    else:
        do = "Stop all processes, keep the file, and restore the newest backup that verifies."
        yield Finding(about, "bad", f"SQLite finds a fault in its file: {said}", do)


def _of_postgresql(about: str) -> Iterator[Finding]:
    with connection.cursor() as cursor:
        said = {}
        for name in ("server_version", "fsync", "synchronous_commit", "max_connections"):
            cursor.execute(f"SHOW {name}")
            (said[name],) = cursor.fetchone()
    yield Finding(about, "good", f"PostgreSQL {said['server_version']}")
    for name in ("fsync", "synchronous_commit"):
        if said[name] == "off":
            do = f"Set {name} = on: what a page calls stored must be on the disk."
            yield Finding(about, "bad", f"{name} is off", do)
    pool = connection.settings_dict["OPTIONS"]["pool"]["max_size"]
    room = int(said["max_connections"]) // pool
    if room < 3:
        do = "Raise max_connections, or lower pool: serve, work and a verb by hand are three."
        told = (
            f"max_connections = {said['max_connections']} has room for {room} processes of {pool}"
        )
        yield Finding(about, "look", told, do)


def _clock(about: str) -> Iterator[Finding]:
    apart = moment.now() - timezone.now()
    if abs(apart) > _APART:
        seconds = round(abs(apart).total_seconds())
        do = "Let both machines set their clocks by NTP."
        told = f"this machine and the database are {seconds} seconds apart"
        yield Finding(about, "look", told, do)
        return
    row = Clock.objects.first()
    ahead = row.seen_at - moment.now() if row else timedelta(0)
    if ahead > _APART:
        do = "Set the clock right; all deadlines are moved with it by the next look of a worker."
        told = f"a worker looked at {row}, which is yet to come"
        yield Finding(about, "bad", told, do)
    else:
        yield Finding(about, "good", f"{moment.now():%Y-%m-%d %H:%M:%S} UTC")


def _workers(about: str) -> Iterator[Finding]:
    working = figures.alive(moment.now()).count()
    if working:
        yield Finding(about, "good", f"{working} at work")
    else:
        do = "Start `legation work`, or `legation serve --with-worker`: no phase ends without one."
        yield Finding(about, "bad", "none was at work within half a minute", do)
    for each in figures.late():
        told = f"the game {each.game.slug} {each.said}"
        if each.stands:
            do = "Mend its variant, start web processes and workers anew, and let its clock go on."
        elif each.tries >= figures.STUCK:
            do = "The log of `legation work` says why; `legation audit` looks at its record."
        else:
            do = "See whether a worker runs, and what its log says."
        yield Finding(about, "bad", told, do)


def _mail(about: str) -> Iterator[Finding]:
    backend = settings.EMAIL_BACKEND.rpartition(".")[0]
    if backend.endswith("console"):
        do = "Set email-url, or pass on the links that the worker prints."
        yield Finding(about, "look", "letters are printed where the worker runs, not sent", do)
    elif backend.endswith("post.line"):
        where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        line = get_connection()
        try:
            line.open()
            line.close()
        except OSError as error:  # the errors of smtplib are among them
            do = "Look at email-url, and whether this machine may reach that port."
            yield Finding(about, "bad", f"{where} takes no letters: {error}", do)
        else:
            yield Finding(about, "good", f"{where} answers, and knows us")
    else:
        yield Finding(about, "look", "letters are written to files, not sent", "Set email-url.")


def _letters(about: str) -> Iterator[Finding]:
    refused = figures.figures().refused
    if refused:
        do = "The log of `legation work` names them with the mail server's answer."
        yield Finding(about, "look", f"{refused} letters of a month were refused", do)
    late = figures.letters_due(moment.now() - timedelta(hours=1)).count()
    if late:
        do = "See whether a worker runs and the mail server answers."
        yield Finding(about, "bad", f"{late} letters wait for more than an hour", do)
    elif not refused:
        yield Finding(about, "good", "none waits for long, and none was refused")


def _certificate(about: str) -> Iterator[Finding]:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme != "https" or parts.hostname is None:
        return
    do = "Renew it, and let the proxy read it anew."
    try:
        with (
            socket.create_connection((parts.hostname, parts.port or 443), WAIT) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname) as line,
        ):
            certificate = line.getpeercert()
    except ssl.SSLCertVerificationError as error:
        yield Finding(about, "bad", f"browsers refuse it: {error.verify_message}", do)
        return
    except OSError as error:
        do = "Look whether the proxy runs, and whether the name leads here."
        yield Finding(about, "bad", f"{settings.SITE_URL} cannot be reached: {error}", do)
        return
    ends = datetime.fromtimestamp(
        ssl.cert_time_to_seconds(str((certificate or {})["notAfter"])), UTC
    )
    left = ends - moment.now()
    told = f"that of {parts.hostname} ends on {ends:%Y-%m-%d}, in {left.days} days"
    fine = left > _CERTIFICATE
    yield Finding(about, "good" if fine else "look", told, "" if fine else do)


def _backups(about: str) -> Iterator[Finding]:
    age = figures.age_of_backup(moment.now())
    do = "Let cron make one every night, and verify it (docs/operate.md, Back up and restore)."
    if age is None:
        yield Finding(about, "bad", "none was ever made", do)
        return
    told = f"the newest is {age / timedelta(hours=1):.0f} hours old"
    yield Finding(about, "good", told) if age < _BACKUP else Finding(about, "bad", told, do)


def _notices(about: str) -> Iterator[Finding]:
    if late := notices.late():
        do = "See whether a worker runs, and whether this machine may reach push services (443)."
        yield Finding(about, "look", f"{late} notices wait for more than an hour", do)
    else:
        yield Finding(about, "good", "none waits for long")


def _studio(about: str) -> Iterator[Finding]:
    lacking = [name for name in ("networkx", "numpy", "shapely") if find_spec(name) is None]
    if settings.STUDIO and lacking:
        do = "Install it here and where `legation work` runs (legation[maps]), or studio = false."
        told = f"no map can be made: the extra maps is not installed (no {', '.join(lacking)})"
        yield Finding(about, "bad", told, do)
    if late := jobs.unmade(moment.now() - timedelta(hours=1)):
        do = "See what the log of `legation work` says; studio-builders lets it make more at once."
        yield Finding(about, "look", f"{late} jobs of designers wait for more than an hour", do)
    elif settings.STUDIO and not lacking:
        yield Finding(about, "good", "no designer waits for long")


Look = Callable[[str], Iterator[Finding]]
APART: dict[str, Look] = {
    "configuration": _configuration,
    "files": _files,
    "limits": _limits,
    "certificate": _certificate,
    "mail": _mail,
}
"""What is looked at without the database, and what looks at it."""

KEPT: dict[str, Look] = {
    "clock": _clock,
    "workers": _workers,
    "letters": _letters,
    "notices": _notices,
    "backups": _backups,
    "studio": _studio,
}
"""What is looked at in the database."""
