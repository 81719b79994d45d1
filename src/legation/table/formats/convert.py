"""From one format to another: guess, read, fill the gaps, write (``legation convert``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from legation.board.names import any_of
from legation.documents.packed import ENDING as PACKED
from legation.documents.yaml import read_text
from legation.errors import FileError, InputError, NameUnknownError, meant
from legation.rules.rulebook import Rulebook
from legation.table.formats import (
    caseform,
    caseform_text,
    dipjson,
    dipjson_text,
    godip,
    jdip,
    jdip_text,
    judge,
    judge_text,
    saved,
    webdip,
)
from legation.table.formats.complete import Completed, complete
from legation.table.formats.transcript import Lost, Transcript, left_out
from legation.table.saving.whole import write_whole
from legation.variants.load import load, unusual

Reader = Callable[[str, str, Rulebook], tuple[Transcript, ...]]
Writer = Callable[[Sequence[Transcript], Rulebook], tuple[str, list[Lost]]]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its name, what it holds, and how to handle it.

    `title` is how losses call it; `endings` the file endings that mean it;
    `holds` a phrase for people, `keeps` the same for the program: of units,
    owners, retreat places, results, messages, options, title. `many`: a file
    may hold several games or cases. `implied` are rule options that it need
    not tell. `sniff` knows a text of it. `write` is None where it is only read.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    holds: str
    keeps: frozenset[str]
    many: bool
    sniff: Callable[[str], bool]
    read: Reader
    write: Writer | None
    implied: Mapping[str, str] = field(default_factory=dict)


FORMATS: Mapping[str, Format] = {
    f.name: f
    for f in (
        Format(
            "save", "an own save", (".json",), "one game", saved.HOLDS,
            False, saved.sniff, saved.read, saved.write,
        ),
        Format(
            "diplomacy", "a diplomacy saved game", (".jsonl",), "games", dipjson.HOLDS,
            True, dipjson.sniff, dipjson.read, dipjson_text.write, dipjson.HOUSE_RULES,
        ),
        Format(
            "jdip", "jDip case text", (".jdip", ".datc"), "positions and orders only",
            jdip.HOLDS, True, jdip.sniff, jdip.read, jdip_text.write,
        ),
        Format(
            "webdiplomacy", "webDiplomacy text", (".webdip",),
            "orders and their success only", frozenset({"results"}),
            False, webdip.sniff, webdip.read, webdip.write,
        ),
        Format(
            "dpjudge", "DPjudge text", (".dpjudge",), "orders and results only",
            frozenset({"results"}),
            False, judge.sniff_report, judge.read, judge_text.write_dpjudge,
        ),
        Format(
            "njudge", "njudge text", (".njudge",), "orders only", frozenset({"messages"}),
            False, judge.sniff, judge.read, judge_text.write_njudge,
        ),
        Format(
            "godip", "a game of godip", (), "units, owners and orders", godip.HOLDS,
            False, godip.sniff, godip.read, None, godip.HOUSE_RULES,
        ),
        Format(
            "cases", "the case form", (".yaml", ".yml"), "positions, orders and results",
            caseform.HOLDS, True, caseform.sniff, caseform.read, caseform_text.write,
        ),
    )
}  # fmt: skip
"""Every format by name, in the order in which a text is tried against them."""
_NAMED = ("save", "cases")  # files that say of which variant they are


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a conversion did.

    `losses` is what the target cannot hold, or reading passed over; `remarks`
    what was assumed or does not agree, each one line. `games` counts the games
    or cases written.
    """

    source: str
    target: str
    games: int
    losses: tuple[Lost, ...]
    remarks: tuple[str, ...]


def convert(
    source: Path,
    target: Path,
    from_format: str | None = None,
    to_format: str | None = None,
    options: Mapping[str, str] | None = None,
    variant: str = "",
) -> Conversion:
    """Convert a file. The target is written whole or not at all.

    `variant` is whose board and calendar the source speaks of, where it does not
    say so itself; the standard game's if left out. `options` are chosen by the
    caller, and go before those that the file names or its program plays by.

    Raises:
        FileError: for a source that cannot be read, an ending that tells no
            format, and what the target's format refuses; the target is then as
            it was.
        NameUnknownError: for a format or a variant that does not exist.
        InputError: for a variant of a file that names its own.
        OptionError: for an option or a value that the variant does not have.
    """
    there = target_format(target, to_format)
    text = read_text(source).removeprefix("\ufeff")
    here = _known(from_format) if from_format else guess(text, str(source))
    if variant and here.name in _NAMED:
        raise InputError(f"{here.title} names its variant; leave --variant out")
    book = load(variant) if variant else load()
    transcripts = tuple(_chosen(told, options or {}) for told in here.read(text, str(source), book))
    if len(transcripts) > 1 and not there.many:
        raise FileError(
            str(source),
            f"it holds {len(transcripts)} games or cases, and {there.name} holds one;"
            f" {_that_hold_many()} hold any number",
        )
    done, remarks = [], []
    losses = [lost for told in transcripts for lost in told.lost]
    losses += left_out(transcripts, there.title, there.keeps, there.holds, there.implied)
    for told in transcripts:
        completed = _completed(told, str(source))
        done.append(completed.told)
        if there.name == "save":
            _must_agree(completed, str(source))
        where = f"{told.name}: " if len(transcripts) > 1 and told.name else ""
        remarks += [f"{where}{line}" for line in _said(completed)]
    try:
        written, lost = _writer(there, target)(done, load(done[0].variant, done[0].options))
    except FileError:
        raise
    except InputError as error:
        raise FileError(str(source), str(error)) from None
    write_whole(target, written)
    return Conversion(
        here.name, there.name, len(done), tuple(dict.fromkeys([*losses, *lost])), tuple(remarks)
    )


def guess(text: str, path: str) -> Format:
    """The format of a text, by what stands in it.

    Raises:
        FileError: where it looks like none.
    """
    if not text.strip():
        raise FileError(path, "it is empty")
    for known in FORMATS.values():
        if known.sniff(text):
            return known
    raise FileError(
        path, f"it looks like none of the formats known; name it with --from: {any_of([*FORMATS])}"
    )


def target_format(target: Path, wanted: str | None = None) -> Format:
    """The format to write: the one that is wanted, or the one that the ending means.

    Raises:
        FileError: where the ending means none, or that of a packed file.
        NameUnknownError: for a format that does not exist.
    """
    ending = target.suffix.casefold()
    if ending == PACKED:
        raise FileError(str(target), f"nothing is written packed; leave {PACKED} out")
    if wanted:
        return _known(wanted)
    for known in FORMATS.values():
        if ending in known.endings:
            return known
    shown = f'the ending "{ending}" tells no format' if ending else "it has no ending"
    raise FileError(str(target), f"{shown}; name it with --to: {any_of(_written())}")


def _known(name: str) -> Format:
    form = FORMATS.get(name.strip().casefold())
    if form is None:
        raise NameUnknownError(
            f'there is no format "{name}".{meant(name, FORMATS)} There are: {", ".join(FORMATS)}.'
        )
    return form


def _that_hold_many() -> str:
    return any_of([f.name for f in FORMATS.values() if f.many]).replace(" or ", " and ")


def _written() -> list[str]:
    return [f.name for f in FORMATS.values() if f.write is not None]


def _writer(there: Format, target: Path) -> Writer:
    if there.name == "cases" and target.suffix.casefold() == ".json":
        return caseform_text.write_json
    if there.write is None:
        raise FileError(str(target), f"{there.title} is read, and not written")
    return there.write


def _chosen(told: Transcript, options: Mapping[str, str]) -> Transcript:
    """The same game by these options; those that the variant usually has go unsaid."""
    if not options:
        return told
    load(told.variant, options)  # an option that does not exist is the caller's, not the file's
    return replace(told, options=unusual(told.variant, {**told.options, **options}))


def _completed(told: Transcript, path: str) -> Completed:
    try:
        book = load(told.variant, told.options)
    except InputError as error:
        raise FileError(path, str(error)) from None
    completed = complete(told, book)
    if not completed.told.entries:
        raise FileError(path, f"{told.name or 'it'} holds no phase")
    return completed


def _must_agree(completed: Completed, path: str) -> None:
    wrong = [*completed.quarrels, *completed.unknown]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise FileError(
            path,
            f"played again here, the game goes another way{more}: {wrong[0]};"
            " --to cases writes what is recorded",
        )


def _said(completed: Completed) -> list[str]:
    said = [f"played again here it differs: {line}" for line in completed.quarrels]
    said += [f"not worked out: {line}" for line in completed.unknown]
    return [*said, *completed.remarks]
