"""What `make release` makes of a commit, in ``dist/``, and tries before it says that it is done.

A wheel, a source archive, a list of parts (CycloneDX), their sums, and, where
podman or buildah is found, an image. The same commit gives the same bytes:
all is built from what git holds, twice, in folders of its own, with the
commit's time. The wheel is installed in an empty environment, and what
earlier versions wrote (``tests/kept``) is opened by it, brought up to date,
audited and put back.

``python release/release.py --key ~/.ssh/id_ed25519`` signs the sums as well.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
SUMS = "SHA256SUMS"
NAMESPACE = "legation-release"
"""What a signature is for, as ``ssh-keygen -Y`` wants it."""


class ReleaseError(Exception):
    """A release cannot be made; the text says why."""


def run(
    *words: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end; ReleaseError, with what it said, where it fails."""
    line = [str(word) for word in words]
    done = subprocess.run(
        line, cwd=cwd, env=os.environ | (env or {}), capture_output=True, text=True
    )
    if done.returncode:
        raise ReleaseError(f"{' '.join(line)} failed:\n{done.stdout}{done.stderr}".rstrip())
    return done


def source(folder: Path, commit: str) -> Path:
    """The files of a commit, and no others, in a folder."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", commit], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
    return folder


def build(folder: Path, seconds: str, python: Path) -> list[Path]:
    """Wheel, source archive and list of parts of the source in a folder, with the commit's time.

    `python` has what `lock/release.txt` lists.
    """
    out = folder / "dist"
    env = {"SOURCE_DATE_EPOCH": seconds}
    run(python, "docs/site/build.py", cwd=folder, env=env | {"PYTHONPATH": str(folder / "src")})
    run(python, "-m", "hatchling", "build", "-d", out, cwd=folder, env=env)
    wheel = next(out.glob("*.whl"))
    parts = wheel.with_name(f"{'-'.join(wheel.name.split('-')[:2])}.cdx.json")
    # fmt: off
    run(python, "-m", "cyclonedx_py", "requirements", "lock/postgresql.txt",
        "--pyproject", "pyproject.toml", "--mc-type", "application",
        "--output-reproducible", "--output-file", parts, cwd=folder, env=env)
    # fmt: on
    return sorted(out.iterdir())


def digest(file: Path) -> str:
    """Its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def same(first: Sequence[Path], second: Sequence[Path]) -> None:
    """ReleaseError where two builds of one commit differ, naming the first file that does."""
    for one, other in zip(first, second, strict=True):
        if (one.name, digest(one)) != (other.name, digest(other)):
            raise ReleaseError(f"{one.name} came out otherwise when it was built once more")


def changes(version: str) -> str:
    """What CHANGELOG.md says of a version; ReleaseError where it says nothing."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, said = part.partition("\n")
        if heading.split()[0] == version and "### What an operator must do" in said:
            return said.strip()
    raise ReleaseError(
        f'CHANGELOG.md has no part "## {version}" with "### What an operator must do"'
    )


def environment(folder: Path, lock: str, *wheels: Path) -> Path:
    """The folder of programs of a new environment with what a lock file lists, and wheels."""
    run(sys.executable, "-m", "venv", folder)
    programs = folder / "bin"
    pip = (programs / "python", "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    run(*pip, "--require-hashes", "-r", ROOT / lock)
    for wheel in wheels:
        run(*pip, "--no-deps", wheel)
    return programs


def upgraded(programs: Path, scratch: Path) -> list[str]:
    """Opens by an installed version what earlier ones wrote, and tells what it opened."""
    kept, told = ROOT / "tests" / "kept", []
    for folder in sorted(path for path in kept.iterdir() if (path / "index.toml").is_file()):
        here = scratch / folder.name
        here.mkdir(parents=True)
        env = {
            "DJANGO_SETTINGS_MODULE": "legation.server.settings",
            "LEGATION_CONFIG": "/dev/null",
            "LEGATION_DATA": str(here),
            "DATABASE_URL": f"sqlite:///{here / 'upgraded.sqlite3'}",
        }
        saves = sorted((folder / "saves").iterdir())
        for save in saves:
            _unpacked(save, here)
        for save in sorted(here.glob("*.json")):
            run(programs / "legation", "view", save, "--as", "gm", cwd=here, env=env)
        for name, file in (("upgraded", "database.sqlite3.gz"), ("backup", "backup.legation.gz")):
            packed = folder / file
            if packed.is_file():
                unpacked = here / f"{name}{Path(packed.stem).suffix}"
                unpacked.write_bytes(gzip.decompress(packed.read_bytes()))
        run(programs / "python", "-m", "legation.server", "migrate", cwd=here, env=env)
        run(programs / "legation", "backup", "after.legation", cwd=here, env=env)
        for backup in ("after.legation", "backup.legation"):
            run(programs / "legation", "backup", "--verify", backup, cwd=here, env=env)
        told.append(
            f"{folder.name}: {len(saves)} saves shown, a database brought up to date, backed up "
            "and audited, a backup restored and audited"
        )
    return told


def _unpacked(file: Path, folder: Path) -> None:
    if file.suffix == ".gz":
        (folder / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    else:
        shutil.copy(file, folder)


def image(folder: Path, version: str, base: str, seconds: str) -> str:
    """Builds the image by podman or buildah, and says so; or says that neither is here."""
    program = shutil.which("podman") or shutil.which("buildah")
    if program is None:
        return "image: NOT BUILT, neither podman nor buildah is here"
    name = f"legation:{version}"
    # fmt: off
    run(program, "build", "--format", "docker", "--timestamp", seconds, "--build-arg",
        f"BASE={base}", "-f", "deploy/Containerfile", "-t", name, ".", cwd=folder)
    # fmt: on
    return f"image: {name}, from {base}"


def signed(sums: Path, key: Path) -> str:
    """Signs the sums by an SSH key, looks whether that holds, and says so."""
    run("ssh-keygen", "-Y", "sign", "-n", NAMESPACE, "-f", key, sums)
    signature = sums.with_name(f"{sums.name}.sig")
    # fmt: off
    with sums.open("rb") as signed_text:
        held = subprocess.run(
            ["ssh-keygen", "-Y", "check-novalidate", "-n", NAMESPACE, "-s", str(signature)],
            stdin=signed_text, capture_output=True, text=True)
    # fmt: on
    if held.returncode:
        raise ReleaseError(f"the signature does not hold: {held.stderr.strip()}")
    return f"signed: {signature.name}"


def main() -> int:
    """Makes a release, or says in one line why there is none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--key", type=Path, help="an SSH key that signs the sums")
    parser.add_argument(
        "--base", default="python:3.12-slim", help="the image that ours begins with"
    )
    parser.add_argument("--no-image", action="store_true")
    asked = parser.parse_args()
    try:
        for line in released(asked.commit, asked.key, None if asked.no_image else asked.base):
            print(line, flush=True)
    except ReleaseError as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    return 0


def released(commit: str, key: Path | None, base: str | None) -> list[str]:
    """Makes and tries everything; a line on each."""
    seconds = run("git", "show", "-s", "--format=%ct", commit).stdout.strip()
    with tempfile.TemporaryDirectory() as scratch:
        at = Path(scratch)
        python = environment(at / "tools", "lock/release.txt") / "python"
        built = build(source(at / "one", commit), seconds, python)
        same(built, build(source(at / "two", commit), seconds, python))
        wheel = next(file for file in built if file.suffix == ".whl")
        version = wheel.name.split("-")[1]
        changes(version)
        told = [f"built twice, the same bytes: {', '.join(file.name for file in built)}"]
        programs = environment(at / "environment", "lock/postgresql.txt", wheel)
        said = run(programs / "legation", "--version", cwd=at).stdout.strip()
        told += [f"installed in an empty environment: {said}", *upgraded(programs, at / "kept")]
        if base is not None:
            told.append(image(at / "one", version, base, seconds))
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        for file in built:
            shutil.copy(file, DIST)
    sums = DIST / SUMS
    sums.write_text("".join(f"{digest(file)}  {file.name}\n" for file in sorted(DIST.iterdir())))
    told.append(signed(sums, key) if key else "signed: NOT SIGNED, --key names no key")
    return told


if __name__ == "__main__":
    sys.exit(main())
