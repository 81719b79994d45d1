"""Rule options as typed attributes, with named editions (STD-OPT).

What options there are is a variant's data; its class of `Options` has those
that its rules ask for, and the loader compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, Self, get_args, get_type_hints

from legation.errors import OptionError, meant


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A choice that a game may make: what it `changes`, as a person reads it.

    `values` says of each value in a sentence what it means; the first is the default.
    `needs` says what a game must have for it to matter: ``convoys``,
    ``coasts`` (places with more than one) or ``fleets``; empty where it always does.
    `before` is the value of games that were recorded before there was this
    choice; empty where that is the default.
    """

    id: str
    changes: str
    values: Mapping[str, str]
    clause: str
    needs: str = ""
    before: str = ""

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return next(iter(self.values))


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a game chose, in words; `id` and `value` are what a file writes."""

    id: str
    value: str
    changes: str
    meaning: str
    clause: str
    usual: str

    @classmethod
    def of(cls, spec: OptionSpec, value: str, usual: str) -> Self:
        """An option with the value that a game has, and with that which is usual in its variant."""
        said, otherwise = spec.values[value], spec.values[usual]
        return cls(spec.id, value, spec.changes, said, spec.clause, otherwise)


def rulings(
    specs: Iterable[OptionSpec], chosen: Mapping[str, str], usual: Mapping[str, str]
) -> list[Ruling]:
    """The options in which what a game has `chosen` is not what is `usual`."""
    return [
        Ruling.of(spec, chosen[spec.id], usual[spec.id])
        for spec in specs
        if spec.id in chosen and chosen[spec.id] != usual[spec.id]
    ]


class Options:
    """What a game chose: an attribute for every option, by its id with ``_`` for ``-``.

    These are the options of the standard game. The class of a variant derives
    from its parent's and annotates its own as it declares them in TOML; where
    the values of a Literal are numbers, so is the attribute.
    """

    multi_route: Literal["any", "every"]
    paradox: Literal["szykman", "all-hold", "1971", "1982", "2000"]
    adjacent_convoy: Literal["intent", "explicit", "1971"]
    land_fallback: Literal["no", "yes"]
    convoy_origin: Literal["start", "last-fleet"]
    retreat_to_convoyer: Literal["allowed", "forbidden"]
    dislodged_by_convoy: Literal["blocks", "no-effect"]
    coast_omitted: Literal["void", "default"]
    coast_single: Literal["only-possible", "void"]
    coast_wrong: Literal["void", "correct"]
    support_coast: Literal["optional", "own-only", "required", "ignored"]
    coast_needless: Literal["ignored", "void"]
    coast_irrelevant: Literal["ignored", "void"]
    coast_build: Literal["void", "default"]
    fleet_inland: Literal["void", "army"]
    too_many_builds: Literal["first", "last", "none"]
    too_many_removals: Literal["first", "last", "civil-disorder"]
    civil_disorder: Literal["owned-centre", "home-centre"]
    void_move: Literal["ignored", "still-a-move"]
    void_convoy: Literal["ignored", "shows-intent"]
    superfluous_convoy: Literal["void", "legal"]

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.chosen = dict(chosen)
        values = {id_: _values(kind) for id_, kind in _annotated(type(self))}
        for id_, text in chosen.items():
            setattr(self, _name(id_), values.get(id_, {}).get(text, text))

    @classmethod
    def of(cls, chosen: Options | HasOptions) -> Self:
        """The options of a rulebook, or these, which are known to be of this class."""
        options = chosen if isinstance(chosen, Options) else chosen.options
        assert isinstance(options, cls)
        return options


class HasOptions(Protocol):
    """A rulebook, as far as it matters here."""

    options: Options


def disagreements(kind: type[Options], specs: Iterable[OptionSpec]) -> Iterator[str]:
    """Where the options that a class annotates are not those that are declared."""
    declared = {spec.id: spec for spec in specs}
    annotated = dict(_annotated(kind))
    for id_, spec in declared.items():
        if id_ not in annotated:
            yield f'nothing reads the option "{id_}": its Options have no {_name(id_)}'
        elif set(_values(annotated[id_])) != set(spec.values):
            known = ", ".join(_values(annotated[id_]))
            yield f"option {id_} is one of {', '.join(spec.values)}, and in its Options of {known}"
    for id_ in annotated:
        if id_ not in declared:
            yield f'its Options have {_name(id_)}, and there is no option "{id_}"'


def _annotated(kind: type[Options]) -> Iterator[tuple[str, object]]:
    """The options that a class and its ancestors annotate: id and type."""
    for name, hint in get_type_hints(kind).items():
        yield name.replace("_", "-"), hint


def _values(hint: object) -> dict[str, object]:
    """The values of an annotation, by how they are written."""
    return {str(value): value for value in get_args(hint)}


def _name(id_: str) -> str:
    return id_.replace("-", "_")


def choose(
    specs: Iterable[OptionSpec],
    editions: Mapping[str, Mapping[str, str]],
    wanted: Mapping[str, str],
) -> dict[str, str]:
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
    return chosen


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
