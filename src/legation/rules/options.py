"""Rule options as a frozen record, with named editions (STD-OPT).

What options there are is a variant's data; this module only keeps the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from legation.errors import OptionError, meant


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A choice that a game may make. The first of `values` is the default.

    `needs` says what a game must have for it to matter: ``convoys``,
    ``coasts`` (places with more than one) or ``fleets``; empty where it always does.
    `before` is the value of games that were recorded before there was this
    choice; empty where that is the default.
    """

    id: str
    values: tuple[str, ...]
    clause: str
    help: str
    needs: str = ""
    before: str = ""

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return self.values[0]


@dataclass(frozen=True)
class Options:
    """The chosen value of every option."""

    chosen: Mapping[str, str]

    def __getitem__(self, option: str) -> str:
        return self.chosen[option]


def choose(
    specs: Iterable[OptionSpec],
    editions: Mapping[str, Mapping[str, str]],
    wanted: Mapping[str, str],
) -> Options:
    """The defaults, changed by ``edition`` if that is wanted, then by single options.

    Raises:
        OptionError: for an option, edition or value that does not exist.
    """
    known = {spec.id: spec for spec in specs}
    chosen = {spec.id: spec.default for spec in known.values()}
    for name, value in _with_edition(editions, wanted).items():
        spec = known.get(name)
        if spec is None:
            raise OptionError(f'there is no option "{name}".{meant(name, known)}')
        if value not in spec.values:
            raise OptionError(
                f'option {name} cannot be "{value}"; it is one of {", ".join(spec.values)}'
            )
        chosen[name] = value
    return Options(chosen)


def _with_edition(
    editions: Mapping[str, Mapping[str, str]], wanted: Mapping[str, str]
) -> dict[str, str]:
    singles = {name: value for name, value in wanted.items() if name != "edition"}
    edition = wanted.get("edition")
    if edition is None:
        return singles
    if edition not in editions:
        raise OptionError(f'there is no edition "{edition}"; there are {", ".join(editions)}')
    return {**editions[edition], **singles}
